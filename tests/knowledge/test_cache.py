"""The cache: right or ignored, never trusted, never in the way."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from knowledge_bases import put, write_base

from assistant.knowledge import Knowledge, cache, loader, reading
from assistant.knowledge.folders import built_in_folder, yaml_files
from assistant.knowledge.loader import load, load_folders, write_cache


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = write_base(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(loader, "built_in_folder", lambda: folder)
    return folder


def cached(base: Path) -> Path:
    return next((base.parent / "cache" / "rigwise").glob("base-*.json"))


def test_second_start_reads_the_cache_and_finds_the_same(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = load()
    assert cached(base).is_file()
    monkeypatch.setattr(reading, "read_folders", lambda *_folders: pytest.fail("the YAML was read again"))
    assert load().model_dump() == first.model_dump()


def test_the_shipped_base_survives_the_round_trip() -> None:
    kb = load_folders(built_in_folder())
    again = Knowledge.model_validate_json(kb.model_dump_json(by_alias=True, exclude_defaults=True))
    assert again.model_dump() == kb.model_dump()


def test_a_changed_file_is_seen(base: Path) -> None:
    load()
    put(base / "gpus" / "more.yaml", "schema: 1\ngpus:\n  - {id: new, name: New, memory_gb: 8, source: paper}\n")
    assert "new" in load().gpus


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _content: b"",
        lambda content: content[: len(content) // 2],
        lambda content: content.replace(b"Small 24", b"Small 99"),
        lambda _content: b"{}\n{}",
        lambda _content: b"\x80\x04pickle",
        lambda content: content.split(b"\n", 1)[0] + b"\n{}",
        lambda _content: b"[" * 100_000,
    ],
    ids=["empty", "cut", "tampered", "foreign", "pickle", "payload", "deep"],
)
def test_a_spoiled_cache_is_ignored_and_rebuilt(spoil: Callable[[bytes], bytes], base: Path) -> None:
    first = load()
    file = cached(base)
    file.write_bytes(spoil(file.read_bytes()))
    assert load().model_dump() == first.model_dump()
    assert json.loads(cached(base).read_bytes().split(b"\n", 1)[0])["format"] == cache.FORMAT


def test_a_cache_of_another_key_is_ignored(base: Path) -> None:
    load()
    header, payload = cached(base).read_bytes().split(b"\n", 1)
    said = {**json.loads(header), "key": "0" * 64}
    cached(base).write_bytes(json.dumps(said).encode() + b"\n" + payload)
    assert not list(cache.find(cache.key_of([(base, file) for file in yaml_files(base)]), base))


def test_a_folder_that_can_not_be_written_is_no_fault(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert "small" in load().gpus


def test_the_shipped_cache_serves_where_there_is_none_of_the_users(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = write_cache(base / cache.SHIPPED)
    monkeypatch.setattr(reading, "read_folders", lambda *_folders: pytest.fail("the YAML was read"))
    assert load().model_dump() == first.model_dump()


def test_only_some_caches_are_kept(base: Path) -> None:
    for number in range(12):
        put(
            base / "gpus" / "more.yaml",
            f"schema: 1\ngpus:\n  - {{id: n{number}, name: N{number}, memory_gb: 8, source: paper}}\n",
        )
        load()
    assert len(list(cached(base).parent.glob("base-*.json"))) <= 8


def test_no_leftovers_beside_the_cache(base: Path) -> None:
    load()
    assert [file.name for file in cached(base).parent.iterdir() if not file.name.startswith("base-")] == []
