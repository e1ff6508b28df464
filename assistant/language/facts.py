"""What is said of the surroundings of a job, as the vocabulary declares it: CUDA version, place, files, line rate.

A term of kind `fact.<id>` stands for a value of the fact `<id>`. Its words are templates like any other; a `#` in one
is a number, and the term's value is then the factor to the fact's own unit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from assistant.knowledge import Knowledge
from assistant.knowledge.schema import FactDeclaration
from assistant.language.spans import Finding
from assistant.language.words import LEFT, RIGHT, pattern

KIND = "fact."
ABOUT = "question"
"""Origin of facts that say what a question is about: they are no property of the job."""
_NUMBER = r"((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?\s?(?:k(?![a-z])|万|千)?)"
_SCALES = {"k": 1e3, "千": 1e3, "万": 1e4}
_UNSURE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]\*?")
_BREAK = re.compile(r"[\s#|*^.]+")


@dataclass(frozen=True)
class _Template:
    """One way to say a value of `fact`; `literal` stands in every text that it matches."""

    fact: FactDeclaration
    word: str
    value: str
    literal: str

    @cached_property
    def regex(self) -> re.Pattern[str]:
        """The template as a pattern, its number as a group."""
        return re.compile(LEFT + pattern(self.word).replace(r"\#", _NUMBER) + RIGHT)


def facts_in(kb: Knowledge, text: str, *, asked: bool = False) -> list[Finding]:
    """Return the facts that `text` states, the longest words of each first; with `asked` what it asks about, too."""
    found: dict[str, Finding] = {}
    for template in _templates(kb):
        if template.fact.of == ABOUT and not asked:
            continue
        if template.literal not in text or (match := template.regex.search(text)) is None:
            continue
        fact = template.fact
        value = _value(fact, template.value, match.group(1) if match.lastindex else "")
        before = found.get(fact.id)
        if value is not None and (before is None or match.end() - match.start() > before.end - before.start):
            found[fact.id] = Finding(fact.id, value, match.start(), match.end())
    return [one for one in found.values() if not any(_says_more(kb, other, one) for other in found.values())]


def _says_more(kb: Knowledge, longer: Finding, one: Finding) -> bool:
    """Return whether a figure of the same unit was read from these and more words: it says what the figure is of."""
    wider = longer.start <= one.start and one.end <= longer.end and longer.end - longer.start > one.end - one.start
    unit = kb.facts[one.slot].unit
    return wider and bool(unit) and unit == kb.facts[longer.slot].unit


def _value(fact: FactDeclaration, value: str, number: str) -> str | float | bool | None:
    """Return what is said in the unit of `fact`, None where it can not be."""
    if fact.type == "flag":
        return value == "yes"
    if fact.type != "number":
        return value
    said = float(value)
    if number:
        scale = _SCALES.get(number[-1], 1.0)
        said *= float(number.rstrip("k万千 ").replace(",", "")) * scale
    said = round(said, 6)
    inside = (fact.low is None or said >= fact.low) and (fact.high is None or said <= fact.high)
    return (int(said) if said == int(said) else said) if inside else None


@lru_cache(maxsize=4)
def _templates(kb: Knowledge) -> tuple[_Template, ...]:
    out: list[_Template] = []
    for term in kb.vocabulary.values():
        fact = kb.facts.get(term.kind.removeprefix(KIND)) if term.kind.startswith(KIND) else None
        if fact is not None:
            words = (word.lower().strip() for word in (*term.en, *term.zh))
            out.extend(_Template(fact, word, term.value, _literal(word)) for word in words)
    return tuple(out)


def _literal(word: str) -> str:
    """Return the longest piece of `word` that stands in every text that it matches, "" for none."""
    shorter = _UNSURE.sub("#", word)
    while shorter != word:
        word, shorter = shorter, _UNSURE.sub("#", shorter)
    return max(_BREAK.split(word), key=len)
