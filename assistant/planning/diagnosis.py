"""What is wrong with a run: the bottleneck from a few figures, the fixes in order, and the acceptance criteria."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from assistant import rules
from assistant.errors import InputError
from assistant.knowledge import Knowledge
from assistant.knowledge.faults import shown
from assistant.planning.result import RuleUse
from assistant.planning.words import percent, say
from assistant.planning.workload import Method, Task

OBSERVED = ("gpu_util", "cpu_util", "data_wait", "mfu", "comm_share")
"""Figures of a run, shares from 0 to 1."""

TABLE = "diagnosis"
"""Decision table whose rules come before those of other tables that test a figure of a run."""

NAMED = {
    "oom": "memory", "slow_multi_gpu": "network", "slow_multi_node": "network", "slow_input": "data_loading",
    "swap": "ram",
}  # fmt: skip
"""Symptoms that name their bottleneck -> the bottleneck."""

_PERCENT = r"[^\d%.,;，；。]{0,16}?(\d+(?:\.\d+)?)\s*(%|percent|个百分点)"
_BEFORE = r"(\d+(?:\.\d+)?)\s*(%|percent)\s*(?:of\s*)?(?:the\s*)?(?:step\s*|time\s*)?(?:is\s*|in\s*|on\s*|for\s*)?"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One acceptance criterion: its name, the figure, the bound, whether it passes, in words."""

    name: str
    value: float
    bound: float
    passes: bool
    text: str


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What was found.

    Attributes:
        facts: the figures and the symptom that were understood.
        bottleneck: "data_loading", "cpu", "storage", "network", "memory", "small_work", "none" or "unknown".
        text: the finding in one sentence.
        fixes: rules that apply, the first to try first.
        verdicts: acceptance criteria that the figures decide.
        asks: figures that would tell more, with what to type to read them.
    """

    facts: Mapping[str, Any]
    bottleneck: str
    text: str
    fixes: tuple[RuleUse, ...]
    verdicts: tuple[Verdict, ...]
    asks: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the diagnosis as JSON."""
        from assistant.planning.result import plain

        found: dict[str, Any] = plain(self)
        return found


def diagnose(
    kb: Knowledge, symptoms: Mapping[str, Any] | str, lang: str = "en", job: Mapping[str, Any] | None = None
) -> Diagnosis:
    """Return what is wrong with a run.

    Args:
        kb: the knowledge base.
        symptoms: a sentence, or figures by name: gpu_util, cpu_util, data_wait, mfu, comm_share as shares, symptom as
            a word.
        lang: language of the texts.
        job: facts that are known of the job.

    Raises:
        InputError: a figure is unknown or no share.
    """
    facts = symptoms_in(kb, symptoms) if isinstance(symptoms, str) else _checked(kb, symptoms)
    fired = [trace.rule for trace in rules.match(kb, {**(job or {}), **facts}).fired]
    about = [rule for rule in fired if any(leaf.slot in facts for leaf in rule.when.leaves())]
    about.sort(key=lambda rule: (rule.table != TABLE, -rule.priority))
    fixes = tuple(RuleUse(rule.id, rule.kind, rule.because.of(lang), rule.claims, rule.sources) for rule in about)
    bottleneck = _bottleneck(kb, facts)
    asks = tuple(
        say(kb, lang, f"diagnose.ask.{name}") for name in OBSERVED[:3] if name not in facts and _would_help(facts, name)
    )
    return Diagnosis(
        facts, bottleneck, say(kb, lang, f"diagnose.{bottleneck}"), fixes, _verdicts(kb, facts, lang), asks
    )


def symptoms_in(kb: Knowledge, text: str) -> dict[str, Any]:
    """Return the figures and the symptom in a sentence ("GPU at 35 %, CPU at 100 %", "OOM at batch 8")."""
    folded = text.casefold()
    facts: dict[str, Any] = {}
    for name, words in kb.constants["planning.figure_words"].words.items():
        match = re.search(words + _PERCENT, folded) or re.search(_BEFORE + words, folded)
        if match is not None:
            facts[name] = min(float(match.group(1)) / 100, 1.0)
    for symptom, words in kb.constants["planning.symptom_words"].words.items():
        if re.search(words, folded):
            facts["symptom"] = symptom
            break
    waits = facts.get("data_wait", 1.0) > kb.constants["planning.diagnosis"].table["wait"]
    if facts.get("symptom") == "slow_input" and not waits:
        del facts["symptom"]  # the figure says more than the word
    return facts


def _checked(kb: Knowledge, symptoms: Mapping[str, Any]) -> dict[str, Any]:
    words = {"symptom": kb.facts["symptom"].values, "task": get_args(Task), "method": get_args(Method)}
    known = {*OBSERVED, *words}
    for name, value in symptoms.items():
        if name not in known:
            raise InputError(f"unknown figure {name!r}; known are {', '.join(sorted(known))}", f"未知的指标 {name!r}")
        if value is None:
            continue
        if name in OBSERVED and (isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1):
            raise InputError(f"{name} must be a share between 0 and 1, got {value!r}", f"{name} 应为 0 到 1 之间的比例")
        if name in words and (not isinstance(value, str) or value not in words[name]):
            listed = ", ".join(words[name])
            raise InputError(f"{name} must be one of {listed}, got {shown(value)}", f"{name} 应为以下之一：{listed}")
    return {name: value for name, value in symptoms.items() if value is not None}


def _bottleneck(kb: Knowledge, facts: Mapping[str, Any]) -> str:
    bounds = kb.constants["planning.diagnosis"].table
    if facts.get("symptom") in NAMED:
        return NAMED[str(facts["symptom"])]
    if facts.get("comm_share", 0.0) > bounds["communication"]:
        return "network"
    gpu, cpu, wait = (facts.get(name) for name in OBSERVED[:3])
    if wait is not None and wait > bounds["wait"]:
        return "data_loading" if cpu is None else "cpu" if cpu >= bounds["cpu_full"] else "storage"
    if gpu is None:
        return "unknown"
    if gpu >= bounds["gpu_good"]:
        return "none"
    if cpu is not None and cpu >= bounds["cpu_full"]:
        return "cpu"
    if cpu is not None and wait is not None:
        return "small_work"
    return "storage" if cpu is not None and cpu < bounds["cpu_idle"] else "data_loading"


def _would_help(facts: Mapping[str, Any], name: str) -> bool:
    return facts.get("symptom") not in {"oom", "loss_of_node", "crash"} or name == "gpu_util"


def _verdicts(kb: Knowledge, facts: Mapping[str, Any], lang: str) -> tuple[Verdict, ...]:
    bounds = kb.constants["planning.diagnosis"].table
    found = []
    for name, bound, good in (("gpu_util", bounds["gpu_good"], 1), ("data_wait", bounds["wait"], -1)):
        value = facts.get(name)
        if value is not None:
            passes = (value - bound) * good >= 0
            word = say(kb, lang, "diagnose.pass" if passes else "diagnose.fail")
            found.append(
                Verdict(
                    name,
                    value,
                    bound,
                    passes,
                    say(
                        kb,
                        lang,
                        f"diagnose.verdict.{name}",
                        value=percent(lang, value),
                        bound=percent(lang, bound),
                        verdict=word,
                    ),
                )
            )
    return tuple(found)
