"""Numbers with what stands around them: scale, unit, noun, keyword. What slot they fill is decided in `binding`."""

from __future__ import annotations

import re

from assistant.language.lexicon import Lexicon
from assistant.language.numerals import Number, numbers
from assistant.language.quantity import Quantity
from assistant.language.ranges import ranges
from assistant.language.spans import USED
from assistant.language.words import Hit

_LETTER_BYTES = {"t": 1e12, "个t": 1e12, "m": 1e6}
_COUNTED = {"tokens", "params", "model", "samples", "steps", "seq_len", "budget"}
_SPACE = re.compile(r"[\s\-]{0,2}(?:[多来余][\s]?(?=[a-z万亿]))?")
_SKIPPED = re.compile(r"\s*(?:of |级别?|量级|个|多|来|余|的|左右|上下|ish |or so |plus |x\s)*\s*")
_ADJECTIVE = re.compile(
    r"\s*(?!(?:and|or|with|on|for|at|in|to|per|a|an|the|vs|is|are|from|using|by|than|budget|gpus?|"
    r"cards?|lora|qlora|if|but|max|then|total)(?![a-z]))[a-z][a-z/\-]*(?=[\s\-/])"
)
_NUMBER_NEXT = re.compile(r"\s*\d")
_MANY = re.compile(
    r" (?:[a-z]+ )?(?!this|plus|less|was|is|as|gas|bus|always|across|yes|perhaps|bucks|others|hours|"
    r"tops|versus|thus|days|terms|cards|gpus|wants?|needs|ones)[a-z]{3,}[a-rt-z]s(?![a-z])"
)


def quantities(text: str, lexicon: Lexicon) -> list[Quantity]:
    """Return every number in `text` that has not been used, with its surroundings."""
    keys = list(lexicon.words("key").find(text))
    found = [_read(text, number, keys, lexicon) for number in numbers(text)]
    return ranges(text, [quantity for quantity in found if quantity is not None])


def _read(text: str, number: Number, keys: list[Hit], lexicon: Lexicon) -> Quantity | None:
    value, end, scale = number.value, number.end, ""
    unit, unit_value = "", 0.0
    after = _SPACE.match(text, end).end()  # type: ignore[union-attr]
    measure = lexicon.words("unit.bytes").at(text, after)
    multiple = lexicon.words("unit.scale").at(text, after)
    if measure and (not multiple or measure.end >= multiple.end):
        unit, unit_value, end = "bytes", float(measure.value), measure.end
    elif multiple and not _single_letter_far(text, number.end, after, multiple):
        scale = text[multiple.start : multiple.end].replace(" ", "")
        value, end = value * float(multiple.value), multiple.end
        more = _SPACE.match(text, end).end()  # type: ignore[union-attr]
        again = lexicon.words("unit.scale").at(text, more)
        if (
            again
            and len(text[again.start : again.end]) > 1
            and more - end <= 1
            and scale in {"hundred", "thousand", "千", "百"}
        ):
            value, end = value * float(again.value), again.end
        measure = lexicon.words("unit.bytes").at(text, more)
        if measure and len(text[measure.start : measure.end]) > 1 and measure.value != "1e6":
            unit, unit_value, end = "bytes", float(measure.value), measure.end
    bare = number.value
    if not scale and number.words and number.value >= 1e4:
        scale = text[number.start : number.end]
        bare /= 1e8 if scale.endswith("亿") else 1e4 if scale.endswith("万") else 1
    core_end = end
    if not unit:
        time = lexicon.words("unit.time").at(text, _SPACE.match(text, end).end())  # type: ignore[union-attr]
        if time is not None and not (scale and scale in {"b", "t"}):
            numerator, _, denominator = time.value.partition("/")
            unit, unit_value, end = "time", float(numerator) / float(denominator or 1), time.end
            if text[time.start : time.end] in {"小时", "个小时"} and text[time.end : time.end + 1] == "半":
                value, end = value + 0.5, time.end + 1
    many = value >= 1000 and scale not in {"b", "bn", "t"}
    if text[number.start : number.end].strip() in {"a", "an"} and not scale and unit != "time":
        return None
    key = _key(text, number.start, keys, lexicon)
    noun, noun_end = _noun(text, end, unit, lexicon, many=many)
    if unit == "bytes" and key is not None and _NUMBER_NEXT.match(text, noun_end):
        noun, noun_end = "", end
    letter = _LETTER_BYTES.get(scale)
    if letter and (noun not in _COUNTED or (scale != "m" and noun == "samples")):
        hit = _bytes_noun(text, end, lexicon)
        of_data = key is not None and key.value == "dataset" and not noun
        if scale != "m" or of_data or (hit is not None and hit.value == "data"):
            unit, unit_value, value = "bytes", letter, number.value
            noun, noun_end = (hit.value, hit.end) if hit else ("", end)
    end = noun_end
    return Quantity(
        value, number.start, end, bare, scale, unit, unit_value, noun, key.value if key else "",
        key.start if key else -1, number.words, core_end=core_end, number_end=number.end,
    )  # fmt: skip


def _single_letter_far(text: str, end: int, after: int, scale: Hit) -> bool:
    """Return whether a lone letter is too far off to be a scale ("8 k80" is read elsewhere, "3 b" is 3 billion)."""
    return scale.end - scale.start == 1 and after - end > 1 and text[scale.start].isascii()


def _noun(text: str, end: int, unit: str, lexicon: Lexicon, *, many: bool = False) -> tuple[str, int]:
    """Return the kind of the noun behind a number and where it ends."""
    place = _SKIPPED.match(text, end).end()  # type: ignore[union-attr]
    if unit == "bytes":
        hit = _bytes_noun(text, end, lexicon)
        return (hit.value, hit.end) if hit else ("", end)
    if unit == "time":
        hit = _only(lexicon, text, place, {"audio"}) or _only(lexicon, text, end, {"audio"})
        return (hit.value, hit.end) if hit else ("", end)
    near = _counted(text, _SPACE.match(text, end).end(), lexicon, many=many)  # type: ignore[union-attr]
    if near is not None:
        return near.value, near.end
    for _ in range(4):
        hit = _counted(text, place, lexicon, many=many)
        if hit is not None:
            return hit.value, hit.end
        step = _ADJECTIVE.match(text, place)
        if step is None:
            break
        place = step.end() + (1 if text[step.end() : step.end() + 1] in {" ", "-", "/"} else 0)
    return _plural(text, end) if many else ("", end)


def _plural(text: str, end: int) -> tuple[str, int]:
    """Return "samples" for a great number of things we have no word for ("9k widgets")."""
    match = _MANY.match(text, end)
    return ("samples", match.end()) if match else ("", end)


def _counted(text: str, place: int, lexicon: Lexicon, *, many: bool) -> Hit | None:
    hit = lexicon.words("noun.count").at(text, place)
    if (
        hit is not None
        and not many
        and hit.value == "samples"
        and text[hit.end : hit.end + 1] == USED
        and text[hit.start : hit.end] in {"张", "块"}
    ):
        return None
    return hit


def _bytes_noun(text: str, end: int, lexicon: Lexicon) -> Hit | None:
    start = _SPACE.match(text, end).end()  # type: ignore[union-attr]
    return lexicon.words("noun.bytes").at(text, start) or lexicon.words("noun.bytes").at(text, end)


def _only(lexicon: Lexicon, text: str, place: int, kinds: set[str]) -> Hit | None:
    hit = lexicon.words("noun.time").at(text, place)
    return hit if hit and hit.value in kinds else None


def _key(text: str, start: int, keys: list[Hit], lexicon: Lexicon) -> Hit | None:
    """Return the keyword just before a number: nothing but fillers may stand between."""
    for hit in reversed(keys):
        if hit.end > start:
            continue
        if start - hit.end > 40:
            return None
        if lexicon.gap.fullmatch(text, hit.end, start):
            return hit
        return None
    return None
