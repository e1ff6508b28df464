"""The report, as Markdown, as a page and as the plan itself."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest
from handoff_cases import files, result

from assistant.handoff import export
from assistant.knowledge import Knowledge


def test_report_has_both_languages_and_whole_tables(kb: Knowledge) -> None:
    for lang, title in (("en", "# Training plan"), ("zh", "# 训练方案")):
        text = export(kb, result(), "markdown", lang).files["plan.md"]
        assert text.startswith(title)
        for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
            widths = {len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}
            assert len(widths) == 1, block


def test_report_names_every_source_by_its_title(kb: Knowledge) -> None:
    case = result()
    case["derivations"]["memory.weights"]["sources"] = ["zero-paper"]
    for target in ("markdown", "html"):
        assert kb.sources["zero-paper"].title in next(iter(files(kb, case, target).values()))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_page_is_whole_and_loads_nothing(kb: Knowledge, lang: str) -> None:
    case = result() | {"feasible": False, "violates": ["budget"], "warnings": ["<b>bold & bad</b>"]}
    text = export(kb, case, "html", lang).files["plan.html"]
    page = Page()
    page.feed(text)
    page.close()
    assert not page.open
    assert page.widths
    assert all(len(set(widths)) == 1 for widths in page.widths)
    assert "&lt;b&gt;bold &amp; bad&lt;/b&gt;" in text
    assert not re.search(r"<script|<link|<img|url\(|https?://", text.split("</style>")[0])
    assert kb.texts["limit.budget"].of(lang) in text


class Page(HTMLParser):
    """What is open, and how many cells each row of each table has."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.widths: list[list[int]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.widths.append([])
        elif tag == "tr":
            self.widths[-1].append(0)
        elif tag in {"td", "th"}:
            self.widths[-1][-1] += 1
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_json_is_the_plan_itself(kb: Knowledge) -> None:
    assert json.loads(files(kb, result(), "json")["plan.json"]) == result()
