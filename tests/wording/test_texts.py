from __future__ import annotations

import re

import pytest

from assistant.knowledge import Knowledge
from assistant.wording.texts import placeholders, say

CJK = re.compile(r"[\u4e00-\u9fff]")


def test_both_languages_fill_the_same_placeholders(kb: Knowledge) -> None:
    assert {text.id for text in kb.texts.values() if placeholders(text.en) != placeholders(text.zh)} == set()


def test_no_chinese_stands_in_an_english_text(kb: Knowledge) -> None:
    assert {text.id for text in kb.texts.values() if CJK.search(text.en)} == set()


def test_every_question_has_words_reasons_and_a_default_in_both_languages(kb: Knowledge) -> None:
    asked = [slot for slot in kb.slots.values() if slot.asks and slot.tasks]
    assert {slot.asks for slot in asked} == {"task", "params", "model", "method", "dataset", "budget"}
    for slot in asked:
        assert slot.question
        assert slot.reask
        assert slot.why
        assert slot.why_choice
        assert slot.why_formula
        assert slot.defaults


def test_an_unfilled_placeholder_is_an_error_and_not_a_sentence(kb: Knowledge) -> None:
    with pytest.raises(KeyError):
        say(kb, "echo.noted", "en")
