"""A conversation is saved, played again, fails readably and is accepted."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.cli import main
from assistant.conversation import Conversation
from assistant.errors import InputError
from assistant.knowledge import Knowledge
from assistant.transcripts import load, replay, said, write
from assistant.transcripts.accept import accept
from assistant.transcripts.failure import failure_text

LINES = ("lora on a 7B LLM", "3 GB", "$300 total", "what if 13B")


@pytest.fixture
def saved(kb: Knowledge, tmp_path: Path) -> Path:
    conversation = Conversation(kb)
    for line in LINES:
        conversation.say(line)
    path = tmp_path / "a chat.yaml"
    write(path, "en", conversation.exchanges)
    return path


def test_what_was_saved_holds_when_played_again(kb: Knowledge, saved: Path) -> None:
    outcome = replay(kb, load(saved))
    assert outcome.passed, failure_text(outcome)
    assert len(outcome.replies) == len(LINES)


def test_a_saved_conversation_can_be_gone_on_with(kb: Knowledge, saved: Path) -> None:
    lang, lines = said(saved)
    assert (lang, lines) == ("en", LINES)
    conversation = Conversation(kb)
    conversation.resume(lines)
    assert conversation.state.slots["params"] == 13_000_000_000


def test_a_recorded_plan_pins_card_count_and_figures(saved: Path) -> None:
    expect = load(saved).turns[2].expect
    assert {"gpu", "gpu_count", "nodes", "strategy"} <= set(expect["plan"])
    assert all("±" in figure for figure in expect["numbers"].values())


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("asks: dataset", "asks: budget", "asks"),
        ("set: {dataset_bytes: 3000000000}", "set: {dataset_bytes: 4000000000}", "set.dataset_bytes"),
        ("set: {dataset_bytes: 3000000000}", "set: {}", "set.dataset_bytes"),
        ("nodes: 1", "nodes: 2", "plan.nodes"),
        ("feasible: true", "feasible: false", "feasible"),
    ],
)
def test_every_difference_is_named_with_turn_and_line(kb: Knowledge, saved: Path, old: str, new: str, key: str) -> None:
    saved.write_text(saved.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    outcome = replay(kb, load(saved))
    assert [fault.key for fault in outcome.mismatches] == [key]
    text = failure_text(outcome)
    assert f"{saved}:{load(saved).turns[outcome.failed or 0].line}" in text
    assert key in text


def test_a_value_that_fills_another_slot_is_noticed(kb: Knowledge, saved: Path) -> None:
    text = saved.read_text(encoding="utf-8").replace('user: "3 GB"', 'user: "3 GB, within 2 days"')
    saved.write_text(text, encoding="utf-8")
    outcome = replay(kb, load(saved))
    assert [fault.key for fault in outcome.mismatches] == ["set.deadline_hours"]


def test_accepting_rewrites_the_value_and_keeps_the_comment(kb: Knowledge, saved: Path) -> None:
    text = saved.read_text(encoding="utf-8").replace("asks: dataset", "asks: budget  # why?", 1)
    saved.write_text(text, encoding="utf-8")
    outcome, changes = accept(kb, replay(kb, load(saved)))
    assert outcome.passed
    assert len(changes) == 1
    assert saved.read_text(encoding="utf-8") == text.replace("asks: budget  #", "asks: dataset  #", 1)


def test_what_a_person_meant_is_not_accepted_away(kb: Knowledge, saved: Path) -> None:
    text = saved.read_text(encoding="utf-8").replace("asks: dataset", "asks: dataset\n      says: [no such words]", 1)
    saved.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="by hand: says"):
        accept(kb, replay(kb, load(saved)))
    assert saved.read_text(encoding="utf-8") == text


def test_an_xfail_that_holds_is_a_failure(kb: Knowledge, saved: Path) -> None:
    text = saved.read_text(encoding="utf-8").replace('  - user: "3 GB"', '  - user: "3 GB"\n    xfail: not yet', 1)
    saved.write_text(text, encoding="utf-8")
    assert [fault.key for fault in replay(kb, load(saved)).mismatches] == ["xfail"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("turns: []\nwat: 1\n", "unknown key `wat`"),
        ("id: x\n", "not a transcript"),
        ("turns:\n  - say: hi\n", ":2: a turn has"),
        ("turns:\n  - user: hi\n    expect: {askes: task}\n", "unknown key `askes`"),
        ("turns: [\n", "not YAML"),
    ],
)
def test_a_file_that_is_wrong_says_where_and_how(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        load(path)


def test_the_command_says_yes_no_and_bad_input_by_its_exit_code(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(saved)]) == 0
    saved.write_text(saved.read_text(encoding="utf-8").replace("asks: dataset", "asks: task", 1), encoding="utf-8")
    assert main(["replay", str(saved)]) == 1
    assert "expected task" in capsys.readouterr().out
    assert main(["replay", str(tmp_path / "none.yaml")]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_accept_is_refused_in_ci(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    assert main(["replay", str(saved), "--accept"]) == 2
