"""The compiled form of the FAQ: the same whether it is made or read, and made again where it can not be read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.knowledge import Knowledge, cache, loader
from assistant.language.faq import compiled, retrieve
from assistant.language.faq.index import Index

QUESTIONS = (
    "why does my 7b model not fit into 24 gb?",
    "thanks, is nvlink worth it for two cards",
    "三张卡比一张卡快多少？",
    "how is the weather in paris",
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(cache, "key_of", lambda _files: "0" * 64)  # a file that is being edited is none of these tests'
    return tmp_path / "rigwise"


@pytest.fixture
def made(folder: Path) -> Index:
    kb = Knowledge.load()
    assert list(folder.glob("faq-index-*")) == []
    return Index(kb)


def kept(folder: Path) -> Path:
    (file,) = folder.glob("faq-index-*.json")
    return file


def refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_compile", lambda *_: pytest.fail("the classes were counted again"))


def test_what_is_read_equals_what_was_made_to_the_last_bit(made: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse(monkeypatch)
    read = Index(Knowledge.load())
    assert read.compiled == made.compiled
    for text in QUESTIONS:
        assert read.scores(read.read(text)) == made.scores(made.read(text))


@pytest.mark.parametrize(
    "spoil",
    [lambda _: b"", lambda content: content[:-100], lambda content: content.replace(b'"names":["', b'"names":["x')],
    ids=["empty", "cut", "tampered"],
)
def test_a_spoiled_file_is_made_again(spoil: Callable[[bytes], bytes], made: Index, folder: Path) -> None:
    whole = kept(folder).read_bytes()
    kept(folder).write_bytes(spoil(whole))
    assert Index(Knowledge.load()).compiled == made.compiled
    assert kept(folder).read_bytes() == whole


def test_another_way_of_counting_is_never_taken(made: Index, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_form", lambda: "another")
    assert Index(Knowledge.load()).compiled == made.compiled
    assert len(list(folder.glob("faq-index-*.json"))) == 2


def test_a_copy_that_differs_takes_nothing_of_its_original(made: Index, folder: Path) -> None:
    kb = Knowledge.load()
    topic = next(iter(kb.topics))
    fewer = {name: entry for name, entry in kb.topics.items() if name != topic}
    for deep in (False, True):
        copy = kb.model_copy(update={"topics": fewer}, deep=deep)
        assert Index(copy).size == made.size - 1
    assert Index(kb).size == made.size
    assert len(list(folder.glob("faq-index-*.json"))) == 1


def test_a_base_without_a_shelf_answers_the_same(made: Index) -> None:
    bare = Knowledge.load().model_copy()
    assert Index(bare).compiled == made.compiled


def test_a_wheel_brings_the_part_along(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    whole = Index(loader.write_cache(shipped / "base.json")).compiled
    kb = Knowledge.load()
    shelf = kb._shelf
    assert shelf is not None
    refuse(monkeypatch)
    kb.on_shelf(type(shelf)(shelf.key, shelf.own, shipped))
    assert Index(kb).compiled == whole
    assert retrieve(kb, QUESTIONS[0]).topic is not None
    assert list(folder.glob("faq-index-*")) == []
