"""One turn's expectations against what happened."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from assistant.transcripts.bounds import bound
from assistant.transcripts.record import changed
from assistant.wording.cells import LINE, cell_width

if TYPE_CHECKING:
    from assistant.conversation import Reply

_CJK = re.compile(r"[\u4e00-\u9fff]")
_PLACEHOLDER = re.compile(r"(?<!\$)\{[a-z_]+\}")


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One expectation that does not hold: its key ("plan.gpu"), what was expected, what came."""

    key: str
    expected: Any
    got: Any

    @property
    def path(self) -> tuple[str, ...]:
        """Where the expectation stands below `expect`."""
        return tuple(self.key.split(".", 1))


def mismatches(expect: Mapping[str, Any], before: Mapping[str, Any], reply: Reply) -> list[Mismatch]:
    """Return every expectation that `reply` does not meet, and every house rule that its words break."""
    found = [fault for key, wanted in expect.items() for fault in _CHECKS[key](wanted, before, reply)]
    return [*found, *manners(reply)]


def manners(reply: Reply) -> Iterator[Mismatch]:
    """Yield what no reply may do: foreign script, an unfilled placeholder, an overlong line, two questions."""
    own = "".join(block.text for block in reply.blocks if block.kind != "answer")
    if reply.lang == "en" and (match := _CJK.search(own)):
        yield Mismatch(
            "manners.script", "no Chinese in an English reply", own[max(0, match.start() - 20) : match.end() + 20]
        )
    if reply.lang == "zh" and own.strip() and not _CJK.search(own):
        yield Mismatch("manners.script", "Chinese", own[:60])
    if match := _PLACEHOLDER.search(own):
        yield Mismatch("manners.placeholder", "every placeholder filled", match.group())
    for line in reply.text.split("\n"):
        if cell_width(line) > LINE:
            yield Mismatch("manners.width", f"at most {LINE} cells", line)
            break
    if sum(block.kind == "question" for block in reply.blocks) > 1:
        yield Mismatch("manners.questions", "at most one question", "two")


def _equal(key: str, got: Callable[[Reply], Any]) -> Callable[[Any, Mapping[str, Any], Reply], Iterator[Mismatch]]:
    def check(wanted: Any, _: Mapping[str, Any], reply: Reply) -> Iterator[Mismatch]:
        value = got(reply)
        if value != wanted:
            yield Mismatch(key, wanted, value)

    return check


def _set(wanted: Mapping[str, Any], before: Mapping[str, Any], reply: Reply) -> Iterator[Mismatch]:
    got = changed(before, reply.slots)
    for slot in (*wanted, *(slot for slot in got if slot not in wanted)):
        if _plain(wanted.get(slot)) != _plain(got.get(slot)) or (slot in wanted) != (slot in got):
            yield Mismatch(f"set.{slot}", wanted.get(slot, "(no change)"), got.get(slot, "(no change)"))


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items() if entry is not None and entry is not False}
    return [_plain(entry) for entry in value] if isinstance(value, list | tuple) else value


def _acts(wanted: list[str], _: Mapping[str, Any], reply: Reply) -> Iterator[Mismatch]:
    done = [act["act"] for act in reply.acts]
    missing = [act for act in wanted if act not in done]
    if missing:
        yield Mismatch("acts", wanted, done)


def _plan(wanted: Mapping[str, Any] | None, _: Mapping[str, Any], reply: Reply) -> Iterator[Mismatch]:
    plan = reply.result.plan if reply.result is not None else None
    if plan is None or wanted is None:
        if (plan is None) != (wanted is None):
            yield Mismatch("plan", wanted, None if plan is None else plan.gpu)
        return
    got = {
        "gpu": plan.gpu,
        "gpu_count": plan.gpu_count,
        "nodes": plan.nodes,
        "provider": plan.offer.provider,
        "spot": plan.offer.spot,
        "strategy": plan.parallelism.strategy if plan.parallelism else None,
        "storage": plan.storage.kind,
    }
    for key, value in wanted.items():
        if not _one_of(value, got[key]):
            yield Mismatch(f"plan.{key}", value, got[key])


def _one_of(wanted: Any, got: Any) -> bool:
    return got in wanted if isinstance(wanted, list | tuple) else got == wanted


def _numbers(wanted: Mapping[str, Any], _: Mapping[str, Any], reply: Reply) -> Iterator[Mismatch]:
    figures = reply.result.derivations if reply.result is not None else {}
    for name, literal in wanted.items():
        limit, quantity = bound(literal), figures.get(name)
        if quantity is None:
            yield Mismatch(f"numbers.{name}", literal, "(no such figure)")
        elif not limit.holds(quantity.value):
            yield Mismatch(f"numbers.{name}", literal, f"{quantity.value:.4g} {quantity.unit}".strip())


_NAMING = ("rules", "fixes")
"""Fields of acts that name rules which are told outside a plan."""


def fired(reply: Reply) -> set[str]:
    """Return the rules that fired for the plan in force, and those that the reply tells beside one."""
    planned = {rule.id for rule in reply.result.rules} if reply.result is not None else set()
    return planned | {str(rule) for act in reply.acts for name in _NAMING for rule in act.get(name, ())}


def _fires(wanted: list[str], _: Mapping[str, Any], reply: Reply) -> Iterator[Mismatch]:
    for rule in wanted:
        if rule not in fired(reply):
            yield Mismatch("fires", rule, sorted(fired(reply)))


def _never_fires(wanted: list[str], _: Mapping[str, Any], reply: Reply) -> Iterator[Mismatch]:
    for rule in wanted:
        if rule in fired(reply):
            yield Mismatch("never_fires", f"not {rule}", rule)


def _levers(wanted: list[str], _: Mapping[str, Any], reply: Reply) -> Iterator[Mismatch]:
    got = [lever.id for lever in reply.result.levers] if reply.result is not None else []
    for lever in wanted:
        if lever not in got:
            yield Mismatch("levers", lever, got)


def _finds(pattern: str, text: str) -> bool:
    if len(pattern) > 2 and pattern.startswith("/") and pattern.endswith("/"):
        return re.search(pattern[1:-1], text, re.IGNORECASE) is not None
    return pattern.casefold() in text.casefold()


def _says(wanted: list[str], _: Mapping[str, Any], reply: Reply) -> Iterator[Mismatch]:
    words = " ".join(reply.text.split())
    for pattern in wanted:
        if not _finds(str(pattern), words) and not _finds(str(pattern), reply.text.replace("\n", "")):
            yield Mismatch("says", pattern, words[:200])


def _not_says(wanted: list[str], _: Mapping[str, Any], reply: Reply) -> Iterator[Mismatch]:
    for pattern in wanted:
        if _finds(str(pattern), " ".join(reply.text.split())):
            yield Mismatch("not_says", f"not {pattern}", pattern)


_CHECKS: Mapping[str, Callable[[Any, Mapping[str, Any], Reply], Iterator[Mismatch]]] = {
    "intent": _equal("intent", lambda reply: reply.intent),
    "lang": _equal("lang", lambda reply: reply.lang),
    "asks": _equal("asks", lambda reply: reply.asks),
    "topic": _equal("topic", lambda reply: reply.topic),
    "feasible": _equal("feasible", lambda reply: reply.result.feasible if reply.result else None),
    "violates": _equal("violates", lambda reply: list(reply.result.violates) if reply.result else []),
    "set": _set,
    "acts": _acts,
    "plan": _plan,
    "numbers": _numbers,
    "fires": _fires,
    "never_fires": _never_fires,
    "levers": _levers,
    "says": _says,
    "not_says": _not_says,
}
