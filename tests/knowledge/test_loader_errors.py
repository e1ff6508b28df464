"""What an author is told: the place, what is wrong, what would be right, and all of it at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from knowledge_bases import put, rule, write_base

from assistant.knowledge import KnowledgeError
from assistant.knowledge.loader import load_folders
from assistant.knowledge.reading import read_folders
from assistant.knowledge.yaml_nodes import read

GPU = "schema: 1\ngpus:\n  - id: mine\n    name: Mine\n    memory_gb: 24\n    source: paper\n"


def faults(folder: Path, *layers: Path) -> list[str]:
    return [str(problem) for problem in read_folders(folder, *layers).problems]


def when(test: str) -> str:
    return rule("r", when=f"{{all: [{test}]}}")


BAD_FACT = "schema: 1\nfacts:\n  - {id: f, type: number, name: {en: f, zh: f}}\n"
BAD_OFFER = "schema: 1\noffers:\n  - {id: o, provider: p, instance: i, gpu: smal, source: paper}\n"
OLD_OFFER = 'schema: 1\noffers:\n  - {{id: o, provider: p, instance: i, gpu: small, source: paper, price_date: "{}"}}\n'

CASES = [
    ("gpus", GPU + "    memory_gb: 32\n", "memory_gb: 32", "`memory_gb` stands twice (first in line 5)"),
    ("gpus", GPU + "    memoryy: 1\n", "memoryy", "unknown key `memoryy`"),
    ("gpus", GPU.replace("24", "lots"), "lots", "write a bare number in GB"),
    ("gpus", GPU.replace("Mine", "4090"), "4090", 'write "4090" in quotes'),
    ("gpus", GPU.replace("name: Mine", "name: [a"), "", "not YAML"),
    ("gpus", GPU.replace("id: mine", "id: my card"), "my card", "no spaces"),
    ("gpus", GPU.replace("24", "96 MB"), "96 MB", "write a bare number in GB, got '96 MB'"),
    ("gpus", GPU.replace("schema: 1\n", ""), "gpus:", "no `schema:`; begin the file with `schema: 1`"),
    ("gpus", GPU.replace("schema: 1", "schema: true"), "schema", "reads schema 1"),
    ("gpus", GPU + "    class: consumr\n", "consumr", "did you mean `consumer`?"),
    ("gpus", "schema: 2\n", "schema", "reads schema 1"),
    ("gpus", "schema: 1\ngpu: []\n", "gpu:", "did you mean `gpus`?"),
    ("gpus", "- a\n", "- a", "expected a mapping"),
    ("gpus", GPU.replace("mine", "small"), "small", "this id stands twice (first in knowledge/gpus/gpus.yaml:3)"),
    ("rules", when("{slot: params, gtee: 7B}"), "gtee", "did you mean `gte`?"),
    ("rules", when("{slot: params, greater: 7B}"), "greater", "did you mean `gt`?"),
    ("rules", when("{slot: params, at_most: 7B}"), "at_most", "did you mean `lte`?"),
    ("rules", when("{slot: param, gte: 7B}"), "param,", "did you mean `params`?"),
    ("rules", when("{slot: params, gte: 7 GB}"), "7 GB", "`GB` is no unit of this fact"),
    ("rules", when("{slot: params, gte: 900T}"), "900T", "outside what `params` can be"),
    ("rules", when("{slot: method, is: ful}"), "ful}", "did you mean `full`?"),
    ("rules", when("{slot: method, in: [full, lor]}"), "lor]", "did you mean `lora`?"),
    ("rules", when("{slot: method, gte: 3}"), "3}]}", "is an enum"),
    ("rules", when("{slot: fits, is: no}"), "no}]}", "is true or false, got `no`"),
    ("rules", when("{slot: params}"), "{slot", "a test needs an operator"),
    ("rules", when("{slot: params, gte: 1B, gt: 2B}"), "{slot", "two bounds of the same side"),
    ("rules", when("{slot: params, is: 1B, lt: 2B}"), "{slot", "can not stand on one test"),
    ("rules", when("{slot: budget, gte: CNY 5}"), "CNY 5", "no exchange rate for `CNY`"),
    ("rules", rule("r", when="{all: [{slot: fits, is: true}]}", examples="{yes: [{}]}"), "id: r", "needs a `no`"),
    ("rules", rule("r", table="nots"), "nots", "did you mean `notes`?"),
    ("rules", rule("r", examples="{yes: [{param: 1}]}"), "1}]}", "did you mean `params`?"),
    ("facts", BAD_FACT, "{id: f", "`low` and `high`"),
    ("offers", BAD_OFFER, "smal", "did you mean `small`?"),
    ("offers", OLD_OFFER.format("30.11.2026"), '"30.11', "write the day like 2026-11-30"),
    ("offers", OLD_OFFER.format("2026-13-45"), '"2026-13', "write the day like 2026-11-30"),
    ("gpus", GPU.replace("    memory_gb", "\tmemory_gb"), "\tmemory", "indent with spaces"),
    ("gpus", GPU.replace("name: Mine", "name: Mine: a card"), ": a card", "stands in quotes"),
    ("gpus", GPU.replace("source: paper", "source： paper"), "", "full-width colon"),
    ("gpus", GPU.replace("name: Mine", "name: @mine"), "@mine", "a text that begins with `@` stands in quotes"),
    ("gpus", GPU.replace("    memory_gb: 24\n", ""), "id: mine", "`memory_gb` is missing; add it in GB"),
    ("facts", BAD_FACT.replace(", zh: f", ""), "{en", "the Chinese text is missing; add `zh: ...`"),
    ("facts", BAD_FACT.replace("en: f", "en: f, g"), "g, zh", "a text with a comma in it stands in quotes"),
]


def test_what_names_a_refused_record_is_no_fault_of_its_own(tmp_path: Path) -> None:
    base = write_base(tmp_path)
    put(base / "gpus" / "x.yaml", GPU.replace("24", "lots"))
    put(base / "offers" / "x.yaml", BAD_OFFER.replace("smal", "mine"))
    assert [line for line in faults(base) if "mine" in line] == [line for line in faults(base) if "bare number" in line]


@pytest.mark.parametrize(("folder", "content", "at", "words"), CASES, ids=[case[3][:30] for case in CASES])
def test_fault_is_told_with_its_place(folder: str, content: str, at: str, words: str, tmp_path: Path) -> None:
    base = write_base(tmp_path)
    put(base / folder / "x.yaml", content)
    hits = [line for line in faults(base) if words in line]
    assert len(hits) == 1, faults(base)
    before = content[: content.index(at)]
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    assert f"knowledge/{folder}/x.yaml:{line}:{column}  " in hits[0] or not at


def test_unknown_operator_is_one_error_not_one_per_alternative(tmp_path: Path) -> None:
    either = "{any: [{slot: params, gtee: 7B}, {all: [{slot: fits, is: true}]}]}"
    assert len(faults(write_base(tmp_path, rules_more=when(either)))) == 1


def test_all_faults_at_once_sorted_by_file_and_line(tmp_path: Path) -> None:
    folder = write_base(
        tmp_path, gpus_more=GPU.replace("24", "lots"), rules_more=rule("r", when="{all: [{slot: nope, is: 1}]}")
    )
    with pytest.raises(KnowledgeError) as caught:
        load_folders(folder)
    assert [problem.file for problem in caught.value.problems] == [
        "knowledge/gpus/more.yaml",
        "knowledge/rules/more.yaml",
    ]


def test_yaml_1_1_surprises_are_text(tmp_path: Path) -> None:
    folder = write_base(tmp_path)
    put(
        folder / "gpus" / "x.yaml",
        "schema: 1\ngpus:\n  - {id: 'no', name: on, memory_gb: 24, source: paper,\n"
        "     note: 2024-01-01, pcie: 12:30, aliases: [1_000, 010]}\n",
    )
    card = load_folders(folder).gpus["no"]
    assert (card.name, card.note, card.pcie, card.aliases) == ("on", "2024-01-01", "12:30", ("1_000", "010"))


def test_a_file_that_is_not_utf8_is_told(tmp_path: Path) -> None:
    folder = write_base(tmp_path)
    (folder / "gpus" / "x.yaml").write_bytes("schema: 1 # 显卡".encode("gbk"))
    assert "UTF-8" in faults(folder)[0]


def test_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    folder = write_base(tmp_path)
    (folder / "gpus" / "x.yaml").write_text("\ufeff" + GPU, encoding="utf-8")
    assert "mine" in load_folders(folder).gpus


@pytest.mark.parametrize(
    "content",
    [
        "a: &x [*x]\n",
        "a: &x [1, 2]\nb: *x\n",
        "[" * 5000,
        "a: " + "9" * 5000 + "\n",
        "\x00",
        "? [a, b]\n: c\n",
        "--- a\n--- b\n",
        "<<: {a: 1}\n",
        "schema: [1]\n",
        "gpus: [1, null, [], {}]\n",
        "gpus:\n  - {id: x, name: X, memory_gb: 1e999, source: paper}\n",
        "disabled: {a: b}\n",
    ],
)
def test_odd_files_are_told_not_crashed_on(content: str, tmp_path: Path) -> None:
    folder = write_base(tmp_path)
    put(folder / "gpus" / "x.yaml", content)
    assert faults(folder)


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="[]{}:,-&*!|>'\"# \nab1?%@`", max_size=60))
def test_any_text_is_read_or_told(content: str) -> None:
    document = read(content)
    assert document.faults or document.data is None or isinstance(document.data, dict | list | str | int | float | bool)


class TestLayers:
    def test_adds_overrides_and_disables(self, tmp_path: Path) -> None:
        base, mine = write_base(tmp_path), tmp_path / "mine"
        put(mine / "a.yaml", GPU.replace("mine", "small").replace("24", "25") + "disabled: [size.large]\n")
        put(mine / "sub" / "b.yaml", GPU)
        kb = load_folders(base, mine)
        assert kb.gpus["small"].memory_gb == 25
        assert "mine" in kb.gpus
        assert "size.large" not in kb.rules

    def test_a_layer_may_be_called_like_the_base(self, tmp_path: Path) -> None:
        base = write_base(tmp_path / "one")
        put(tmp_path / "two" / "knowledge" / "gpus" / "gpus.yaml", GPU.replace("mine", "small").replace("24", "25"))
        assert load_folders(base, tmp_path / "two" / "knowledge").gpus["small"].memory_gb == 25

    def test_disabling_what_is_not_there_is_told(self, tmp_path: Path) -> None:
        base, mine = write_base(tmp_path), tmp_path / "mine"
        put(mine / "a.yaml", "schema: 1\ndisabled: [size.larg]\n")
        assert "did you mean `size.large`?" in faults(base, mine)[0]

    def test_disabling_by_kind(self, tmp_path: Path) -> None:
        base, mine = write_base(tmp_path), tmp_path / "mine"
        put(mine / "a.yaml", "schema: 1\ndisabled: [rules/size.large]\n")
        assert "size.large" not in load_folders(base, mine).rules

    def test_disabling_what_others_need_is_refused(self, tmp_path: Path) -> None:
        base, mine = write_base(tmp_path), tmp_path / "mine"
        put(mine / "a.yaml", "schema: 1\ndisabled: [facts/params]\n")
        assert any("no fact is called `params`" in line for line in faults(base, mine))

    def test_missing_folder_is_told(self, tmp_path: Path) -> None:
        assert "no such folder" in faults(write_base(tmp_path), tmp_path / "none")[0]
