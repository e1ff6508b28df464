"""Words with a fixed meaning: method, precision, spot; the words by which a task is known."""

from __future__ import annotations

from dataclasses import replace

from assistant.language.context import Context
from assistant.language.frames import Frame
from assistant.language.negation import negated
from assistant.language.spans import Finding, Scan
from assistant.language.words import Hit

_DISMISSED = Frame(r"\s*<<dismissed>>")
_BEFORE_UNDO = Frame("<<undo.before>>")
_AFTER_UNDO = Frame(r"\s*<<undo.after>>")
_BEFORE_START = Frame("<<start>>")
_ACCEPTED = Frame("<<accepted>>")


def take_precisions(scan: Scan, context: Context) -> list[Finding]:
    """Return the precisions said, and blank them: their digits are no numbers to be read."""
    for hit in context.lexicon.words("precision.not").find(scan.rest):
        scan.take(hit.start, hit.end)
    found = []
    for hit in list(context.lexicon.words("precision").find(scan.rest)):
        tag = "negated" if not context.asks_why_not and negated(context, hit.start, hit.end) else ""
        found.append(Finding("precision", hit.value, hit.start, hit.end, 3, tag))
    return found


def methods(context: Context) -> list[Finding]:
    """Return the methods said, in order; a negated one is tagged."""
    out = []
    for hit in context.hits("method"):
        words = context.rest[hit.start : hit.end]
        denied = not context.asks_why_not and negated(context, hit.start, hit.end)
        tag = "negated" if denied else "plain" if " lora" in words else ""
        out.append(Finding("method", hit.value, hit.start, hit.end, 3, tag))
    if len({finding.value for finding in out}) > 1:
        out = [replace(f, tag="negated") if context.frame(_DISMISSED).match(context.rest, f.end) else f for f in out]
    return [finding for finding in out if not _is_undo(context, finding)]


def _is_undo(context: Context, finding: Finding) -> bool:
    """Return whether "scratch" stands in "scratch that", or "start over from scratch"."""
    ahead = context.rest[max(0, finding.start - 12) : finding.start]
    again = context.frame(_AFTER_UNDO).match(context.rest, finding.end) and context.frame(_BEFORE_START).search(ahead)
    return finding.value == "scratch" and bool(again or context.frame(_BEFORE_UNDO).search(ahead))


def method_of(
    found: list[Finding], precisions: list[Finding], *, corrected: bool, tunes: bool
) -> tuple[Finding | None, bool]:
    """Return (the method meant, whether 4 bits are part of it); None where none, or where several are left open."""
    eight = any(p.value == "int8" and p.tag != "negated" for p in precisions)
    found = [replace(f, value="lora" if eight else "qlora") if f.value == "quantized" else f for f in found]
    said = [finding for finding in found if finding.tag != "negated"]
    four_bits = [p for p in precisions if p.value == "int4" and p.tag != "negated"]
    values = {finding.value for finding in said}
    if four_bits and (values <= {"lora", "qlora"}) and (values or tunes):
        return Finding("method", "qlora", four_bits[0].start, four_bits[0].end), True
    if not said:
        return None, False
    if values == {"lora", "qlora"} and not corrected and said[-1].tag != "plain":
        return next(f for f in said if f.value == "qlora"), True
    if "scratch" in values and values <= {"scratch", "full"}:
        return next(f for f in said if f.value == "scratch"), False
    if len(values) > 1 and not corrected and len(said) == len(found) and said[-1].tag != "plain":
        return None, False
    return said[-1], said[-1].value == "qlora"


def spot(context: Context, *, question: bool, supposed: bool = False) -> Finding | None:
    """Return whether interruptible machines are accepted, where that was said or, as in a what-if, `supposed`."""
    out: Finding | None = None
    for hit in (*context.hits("spot"), *context.hits("spot.flat")):
        if context.within("unknown", *context.clause(hit.start, hit.end)):
            continue
        yes = hit.value == "yes"
        flat = hit in context.hits("spot.flat")
        if not flat and negated(context, hit.start, hit.end, after=True):
            yes = not yes
        elif not flat and question and yes and not supposed and not _accepted(context, hit):
            continue
        if out is None or (out.value and not yes):
            out = Finding("spot_ok", yes, hit.start, hit.end, 3)
    return out


def _accepted(context: Context, hit: Hit) -> bool:
    return context.frame(_ACCEPTED).search(context.rest[max(0, hit.start - 8) : hit.end + 10]) is not None
