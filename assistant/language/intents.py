"""What a message wants of us."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from assistant.language.context import Context
from assistant.language.frames import Frame
from assistant.language.lexicon import Lexicon
from assistant.language.negation import negated
from assistant.language.words import Words

_CLAUSES = re.compile(r"[,;!?\n]+|\.(?!\d)+")
_SHORT = 32
_THEN = Frame(r"<<then>>[?!.\s]*$")
_LEAST = ("confirm", "deny", "greet", "unknown")
_MATTERS = Frame("<<matters>>")
_VERSUS = Frame("<<versus>>")
_REQUEST = Frame(r"(?:<<request.polite>>\s*)*<<request>>")
_CHOICES = Frame("<<choices>>")
_SUPPOSED = Frame("<<supposed>>")
_RECOMMEND = Frame("<<recommend>>")
_WHY_FIGURE = Frame(r"\s*<<why>>\s*(?:<<why.need>>\s*)*~?\d[\d.,]*\s*\w{0,12}\s*[?.!\s]*$")


def whole_intent(plain: str, lexicon: Lexicon) -> str | None:
    """Return the intent of a message that is nothing else; every clause must be one, or politeness."""
    words = lexicon.words("intent.whole")
    bare = plain.strip()
    found = words.whole(bare) or words.whole(strip_polite(bare, lexicon)) or _doubled(bare, words)
    found = found or _doubled(strip_head(bare, lexicon), words) or _doubled(strip_polite(bare, lexicon), words)
    if found:
        return found
    intents = []
    for clause in _CLAUSES.split(bare):
        said = clause.strip()
        rest = strip_polite(said, lexicon)
        intent = _whole(said, lexicon)
        if intent:
            intents.append(intent)
        elif rest:
            return None
    strong = [intent for intent in intents if intent not in _LEAST]
    told = strong or intents
    return told[-1] if told else None


def _whole(text: str, lexicon: Lexicon) -> str | None:
    """Return the intent that `text` is, courtesies at its beginning, its end or both taken off."""
    words = lexicon.words("intent.whole")
    for form in (text, strip_head(text, lexicon)):
        rest = form.strip()
        while rest:
            found = words.whole(rest)
            if found:
                return found
            shorter = _one_less(rest, lexicon)
            if shorter == rest:
                break
            rest = shorter
    return None


def _doubled(text: str, words: Words) -> str | None:
    """Return the intent of two such messages run together ("yep looks good"), the more telling of them."""
    if len(text) > _SHORT:
        return None
    for index in range(1, len(text)):
        first = (
            words.whole(text[:index].strip())
            if text[index - 1 : index + 1].isalnum() is False or text[index] > "\u3000"
            else None
        )
        second = words.whole(text[index:].strip()) if first else None
        if first and second:
            return first if second in _LEAST and first not in _LEAST else second
    return None


def strip_polite(text: str, lexicon: Lexicon) -> str:
    """Return `text` without courtesies, fillers and punctuation at either end."""
    return strip_tail(strip_head(text, lexicon), lexicon)


def strip_head(text: str, lexicon: Lexicon) -> str:
    """Return `text` without courtesies at its beginning."""
    head = lexicon.polite.match(text)
    return text[head.end() :].strip() if head else text.strip()


def strip_tail(text: str, lexicon: Lexicon) -> str:
    """Return `text` without courtesies at its end."""
    while text:
        shorter = _one_less(text, lexicon)
        if shorter == text:
            break
        text = shorter
    return text.strip()


def _one_less(text: str, lexicon: Lexicon) -> str:
    """Return `text` without the last courtesy."""
    tail = lexicon.polite_end.search(text, max(0, len(text) - _SHORT))
    return text if tail is None or tail.start() == len(text) else text[: tail.start()].rstrip()


def intent_of(context: Context, slots: Mapping[str, Any], *, question: bool) -> str:
    """Return the intent of a message that may also carry values."""
    whole = whole_intent(context.plain, context.lexicon)
    if whole == "unknown" and not context.asking and context.frame(_RECOMMEND).search(context.plain):
        whole = "done"
    if whole and not (whole in {"greet", "done"} and len(slots) > 1):
        return whole
    kinds = {hit.value for hit in context.hits("intent.any")}
    return (
        _told(context, slots, kinds)
        or _compared(context, slots, kinds)
        or _rest(context, slots, kinds, question=question)
    )


def _told(context: Context, slots: Mapping[str, Any], kinds: set[str]) -> str | None:
    """Return an intent that its own words say, wherever they stand."""
    if "restart" in kinds and set(slots) <= {"method", "epochs"}:
        return "restart"
    if not slots:
        for intent in ("language", "skip", "done", "back"):
            if intent in kinds:
                return intent
    if "whynot.weak" in kinds and slots:
        return "whynot"
    for intent in ("whynot", "why"):
        if intent in kinds:
            return intent
    if starts(context, "whatif") or "whatif" in kinds:
        return "whatif"
    short = len(context.plain) <= _SHORT // 2
    supposed = short or context.frame(_SUPPOSED).search(context.plain)
    return "whatif" if slots and supposed and context.frame(_THEN).search(context.plain) else None


def _compared(context: Context, slots: Mapping[str, Any], kinds: set[str]) -> str | None:
    cards = slots.get("gpu_mentioned") or ()
    only_cards = set(slots) <= {"gpu_mentioned", "gpu_rel", "gpu_count", "vram_gb"}
    if len(cards) > 1 and ("compare" in kinds or (context.frame(_VERSUS).search(context.rest) and only_cards)):
        return "compare"
    return "compare" if "compare" in kinds and context.frame(_CHOICES).search(context.rest) else None


def _rest(context: Context, slots: Mapping[str, Any], kinds: set[str], *, question: bool) -> str:
    if "export" in kinds and (not _is_ask(context) or context.frame(_REQUEST).match(context.plain)):
        return "export"
    if "diagnose" in kinds and not ({"task", "params", "model", "budget"} & set(slots)):
        return "diagnose"
    if slots.get("task") == "inference":
        return "oos"
    if "oos" in kinds and set(slots) <= {"gpu_mentioned", "gpu_rel", "gpu_count", "vram_gb"}:
        return "oos"
    if question and (not slots or _is_ask(context)):
        return "faq"
    if not slots:
        for clause in _CLAUSES.split(context.plain):
            found = context.lexicon.words("intent.whole").whole(strip_polite(clause.strip(), context.lexicon))
            if found and found not in _LEAST:
                return found
    return "inform"


def asks_for_figure(context: Context) -> bool:
    """Return whether the message asks why a figure is what it is ("why 80 GB?"): it is no value then."""
    return context.frame(_WHY_FIGURE).match(context.rest) is not None


def starts(context: Context, intent: str) -> bool:
    """Return whether the message begins as one with `intent` does, courtesies aside."""
    begin = context.lexicon.polite.match(context.plain)
    end = begin.end() if begin else 0
    places = [place for place in range(end + 1) if not (context.plain[place - 1 : place].isalnum() and place)]
    return any(
        hit is not None and hit.value == intent
        for hit in (context.lexicon.words("intent.start").at(context.plain, place) for place in places)
    )


def is_question(context: Context) -> bool:
    """Return whether the message asks something."""
    return any(hit.value == "yes" for hit in context.hits("question")) or bool(context.hits("question.mark"))


def _is_ask(context: Context) -> bool:
    """Return whether the message is a question in form, not only a statement with a question mark behind it."""
    return context.frame(_MATTERS).search(context.plain) is not None or any(
        hit.value == "yes" and (hit.start <= 12 or hit.end - hit.start > 3) for hit in context.hits("question")
    )


def unknown_slots(context: Context, intent: str) -> tuple[str, ...]:
    """Return the questions the person can not answer."""
    if intent == "unknown" and context.asking:
        return (context.asking,)
    out: list[str] = []
    for mark in context.hits("unknown"):
        first, last = context.clause(mark.start, mark.end)
        topics = context.within("topic.slot", first, last) + context.within("topic.unknown", first, last)
        if not topics and not context.asking and len(context.plain) <= 2 * _SHORT:
            topics = list(context.hits("topic.slot"))
        out.extend(hit.value for hit in topics)
        if not topics and context.asking:
            out.append(context.asking)
    return tuple(dict.fromkeys(out))


def cleared_slots(context: Context) -> tuple[str, ...]:
    """Return the slots whose value is to be forgotten."""
    out = [
        hit.value
        for hit in context.hits("clear.slot")
        for mark in context.hits("clear")
        if mark.end <= hit.start and not context.rest[mark.end : hit.start].strip(" 个什么的了掉")
    ]
    rents = [hit for hit in context.hits("clear.owned") if not negated(context, hit.start, hit.end)]
    return tuple(dict.fromkeys([*out, *(["provider"] if rents else [])]))


def target_of(context: Context, slots: Mapping[str, Any], intent: str) -> dict[str, Any]:
    """Return what a question or command is about."""
    target: dict[str, Any] = {}
    period = next(iter(context.hits("period")), None)
    if period is not None and not slots:
        target["period"] = period.value
    if intent in {"whynot", "compare", "whatif", "why"} and slots.get("gpu_mentioned"):
        target["gpus"] = list(slots["gpu_mentioned"])
    if intent == "whynot" and slots.get("method"):
        target["method"] = slots["method"]
    if intent in {"why", "back", "undo", "faq", "whynot"}:
        topics = [hit.value for hit in context.hits("topic.slot")]
        if topics:
            target["slots"] = list(dict.fromkeys(topics))
    for kind in ("option", "format", "language"):
        hit = next(iter(context.hits(f"target.{kind}")), None)
        wanted = {
            "option": {"why", "whynot", "compare", "export", "show", "done"},
            "format": {"export"},
            "language": {"language"},
        }[kind]
        if hit is not None and intent in wanted:
            target[kind] = hit.value
    return target
