from __future__ import annotations

import json

import pytest

from assistant.cli import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    out, err = capsys.readouterr()
    return code, out, err


def test_a_plan_is_readable_and_exits_0(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "plan", "--method", "lora", "--params", "7B", "--tokens", "10M")
    assert (code, err) == (0, "")
    assert "GB" in out
    assert "=" in out


def test_an_infeasible_plan_exits_1_with_levers(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("plan", "--method", "full", "--params", "70B", "--budget", "10 USD total", "--json")
    code, out, _ = run(capsys, *arguments)
    answer = json.loads(out)
    assert code == 1
    assert answer["feasible"] is False
    assert answer["levers"]
    assert set(answer["plan"]) >= {
        "gpu", "gpu_count", "nodes", "gpus_per_node", "offer", "parallelism", "memory", "cpu_cores", "ram_gb",
        "storage", "network", "tokens_or_samples_per_s", "hours", "cost",
    }  # fmt: skip


@pytest.mark.parametrize(
    "arguments", [("--budget", "abc"), ("--params", "many"), ("--model", "no-such-model"), ("--gpu", "NOPE 99")]
)
def test_bad_input_exits_2_with_one_line(capsys: pytest.CaptureFixture[str], arguments: tuple[str, str]) -> None:
    code, out, err = run(capsys, "plan", *arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


def test_a_bad_line_of_a_batch_does_not_stop_the_rest(
    capsys: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("batch") / "requests.jsonl"
    lines = ['{"task": "llm_finetune", "foo": 1}', "nonsense", '{"task": "vision", "model": "resnet-50", "lang": "zh"}']
    file.write_text("\n".join(lines), encoding="utf-8")
    code, out, _ = run(capsys, "plan", "--jsonl", str(file))
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert ["error" in answer for answer in answers] == [True, True, False]
    assert "foo" in answers[0]["error"]


def test_prices_of_ones_own_take_the_place_of_the_catalogue(
    capsys: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("prices") / "own.csv"
    file.write_text(
        "InstanceType,vCPUs,MemoryGiB,AcceleratorName,AcceleratorCount,GpuInfo,Price,SpotPrice,Region\n"
        "big.machine,96,1152,A100-80GB,8,,27.4,8.2,here\n",
        encoding="utf-8",
    )
    code, out, _ = run(capsys, "plan", "--method", "full", "--params", "7B", "--offers", str(file), "--json")
    assert code == 0
    assert json.loads(out)["plan"]["offer"]["instance"] == "big.machine"


def test_a_diagnosis_from_words_and_from_figures(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "diagnose", "GPU at 35 %, CPU at 100 %", "--json")
    assert code == 0
    assert json.loads(out)["bottleneck"] == "cpu"
    assert run(capsys, "diagnose", "--gpu-util", "35", "--cpu-util", "20")[0] == 0
    assert run(capsys, "diagnose")[0] == 2


@pytest.mark.parametrize(
    ("option", "name", "listed"), [("--provider", "NoCloud", ("aws", "alibaba")), ("--region", "Mars", ("eu", "china"))]
)
def test_an_unknown_place_is_bad_input_that_lists_what_there_is(
    capsys: pytest.CaptureFixture[str], option: str, name: str, listed: tuple[str, ...]
) -> None:
    code, _, err = run(capsys, "plan", "--method", "lora", "--params", "7B", option, name)
    assert code == 2
    assert err.count("\n") == 1
    assert all(word in err for word in (name, *listed))


@pytest.mark.parametrize(
    ("option", "names", "providers"),
    [
        ("--region", ("China", "CN"), {"alibaba", "tencent", "huawei", "autodl", "baidu", "volcengine"}),
        ("--provider", ("Lambda Labs", "LAMBDA"), {"lambda"}),
    ],
)
def test_places_are_known_by_their_common_names(
    capsys: pytest.CaptureFixture[str], option: str, names: tuple[str, ...], providers: set[str]
) -> None:
    for name in names:
        _, out, _ = run(capsys, "plan", "--method", "lora", "--params", "7B", "--json", option, name)
        assert json.loads(out)["plan"]["offer"]["provider"] in providers
