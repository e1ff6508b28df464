from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.knowledge.yaml_nodes import read
from assistant.transcripts.dump import document, flow

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.text(st.characters(codec="utf-8", exclude_categories=("C",)), max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.from_regex(r"[a-z_]{1,8}", fullmatch=True), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(value=VALUES)
def test_what_is_written_reads_back(value: object) -> None:
    assert read(f"x: {flow(value)}\n").data == {"x": value}


@pytest.mark.parametrize(
    "text", ["no", "12", "1.5", "null", "a: b", "# x", "- y", "全参微调7B，数据200G", "{x}", "a, b", "", "it's", '"']
)
def test_text_stays_text(text: str) -> None:
    assert read(f"x: {flow(text)}\n").data == {"x": text}


def test_a_document_has_the_turns_in_order() -> None:
    data = {
        "id": "x",
        "lang": "en",
        "turns": [{"user": "hi", "expect": {"asks": "task"}}, {"user": "7B"}],
        "final": {"slots": {}},
    }
    read_back = read(document(data)).data
    assert [turn["user"] for turn in read_back["turns"]] == ["hi", "7B"]
    assert read_back["turns"][0]["expect"] == {"asks": "task"}
