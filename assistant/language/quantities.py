"""Numbers with what stands around them: scale, unit, noun, keyword. What slot they fill is decided in `binding`."""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.language.frames import Frame
from assistant.language.lexicon import Lexicon
from assistant.language.numerals import FRACTIONS, Number, numbers
from assistant.language.quantity import Quantity
from assistant.language.ranges import ranges
from assistant.language.spans import USED
from assistant.language.words import Hit

_LETTER_BYTES = {"t": 1e12, "个t": 1e12, "m": 1e6}
_MODEL_SIZES = {"b", "bn", "t"}
_COUNTED = {"tokens", "params", "model", "samples", "things", "steps", "seq_len", "budget"}
_HELD = {"vram", "ram", "disk"}
_PLAIN_NUMBERS = {"epochs", "steps", "batch", "seq_len", "gpu_count", "image_size"}
"""Keywords whose number has no unit of bytes or time."""
_SPACE = re.compile(
    r"(?:\s?\+|[\s\-]?(?:ish|odd|plus|some)(?![a-z]))?[\s\-]{0,2}(?:[多来余把][\s]?(?=[a-z万亿天周]|个))?"
)
_BOTH = Frame(r"\s*<<both>>")
_AND = Frame(r"\s*(?:<<added>>|[,/&])\s*")
_SIZED = re.compile(r"\d\s*[gt]b?的?\Z", re.IGNORECASE)
_DOING = Frame("<<doing>>")
_SKIPPED = Frame(r"\s*(?:<<number.skipped>>|\s)*\s*")
_ADJECTIVE = Frame(r"\s*(?!<<no_adjective>>)[a-z][a-z/\-]*(?=[\s\-/])")
_AND_A_PART = re.compile(r"半| and an? (?P<part>half|quarter)(?![a-z])")
_SPELT = 4
"""Letters of a currency that is written out."""
_MANY_FROM, _SOME_FROM = 1000, 100
_NUMBER_NEXT = re.compile(r"[\s=:]*\d")
_MANY = Frame(r" (?:[a-z]+ ){0,2}(?!<<no_plural>>)[a-z]{3,}[a-rt-z]s(?![a-z])")


def quantities(text: str, lexicon: Lexicon) -> list[Quantity]:
    """Return every number in `text` that has not been used, with its surroundings."""
    keys = list(lexicon.words("key").find(text))
    found: list[Quantity] = []
    for number in numbers(text):
        quantity = _read(text, number, keys, lexicon)
        if quantity is None:
            continue
        shared = found and found[-1].noun and quantity.key and quantity.key_start < found[-1].end
        held = quantity.unit == "bytes" and quantity.noun in _HELD
        found.append(replace(quantity, key="", key_start=-1) if shared and held else quantity)
    return ranges(text, found, lexicon.frames)


def _read(text: str, number: Number, keys: list[Hit], lexicon: Lexicon) -> Quantity | None:
    """Return a number with its surroundings; None for an article that counts nothing."""
    size = _measured(text, number, lexicon)
    article = text[number.start : number.end].strip() in {"a", "an"}
    spelt = size.unit == "time" or (size.unit == "bytes" and size.end - number.end > 2)
    if article and not size.scale and not spelt and not _is_price(text, number.end, lexicon):
        return None
    key = _key(text, number.start, keys, lexicon)
    if key is not None and size.unit and key.value in _PLAIN_NUMBERS:
        key = None
    many = size.value if size.scale not in _MODEL_SIZES else 0
    noun, end = _noun(text, size.end, size.unit, lexicon, many=many >= _MANY_FROM)
    if not noun and not size.unit and many >= _SOME_FROM:
        counter = lexicon.words("noun.counter").at(text, _SPACE.match(text, size.end).end())  # type: ignore[union-attr]
        noun, end = ("things", counter.end) if counter else ("", end)
    if key is not None and (size.unit == "bytes" or noun in _PLAIN_NUMBERS) and _NUMBER_NEXT.match(text, end):
        noun, end = "", size.end  # "imgsz 1280 batch 4": the word belongs to the number behind it
    letter = _LETTER_BYTES.get(size.scale)
    if letter and (noun not in _COUNTED or (size.scale != "m" and noun == "samples")):
        hit = _bytes_noun(text, size.end, lexicon)
        of_data = key is not None and key.value == "dataset" and not noun
        if size.scale != "m" or of_data or (hit is not None and hit.value == "data"):
            size = replace(size, unit="bytes", unit_value=letter, value=number.value)
            noun, end = (hit.value, hit.end) if hit else ("", size.end)
    place = (key.value, key.start) if key else ("", -1)
    return replace(size, noun=noun, end=end, key=place[0], key_start=place[1])


def _is_price(text: str, end: int, lexicon: Lexicon) -> bool:
    """Return whether an article counts money: "a dollar fifty", "a buck an hour"."""
    place = _SPACE.match(text, end).end()  # type: ignore[union-attr]
    currency = lexicon.words("currency.after").at(text, place)
    if currency is None or currency.end - place < _SPELT:
        return False
    after = _SPACE.match(text, currency.end).end()  # type: ignore[union-attr]
    part = next(numbers(text[after:]), None)
    spoken = part is not None and part.start == 0 and part.words and part.value > 1
    return spoken or lexicon.words("period").at(text, after) is not None


def _measured(text: str, number: Number, lexicon: Lexicon) -> Quantity:
    """Return a number with its scale and unit."""
    value, end, scale, bare = number.value, number.end, "", number.value
    unit, unit_value = "", 0.0
    after = _SPACE.match(text, end).end()  # type: ignore[union-attr]
    measure = lexicon.words("unit.bytes").at(text, after)
    multiple = lexicon.words("unit.scale").at(text, after)
    if measure and (not multiple or measure.end >= multiple.end):
        unit, unit_value, end = "bytes", float(measure.value), measure.end
    elif multiple and not _single_letter_far(text, number.end, after, multiple):
        scale = text[multiple.start : multiple.end].replace(" ", "")
        value, end = value * float(multiple.value), multiple.end
        value, end = _scaled_again(text, value, end, scale, lexicon)
        measure = lexicon.words("unit.bytes").at(text, _SPACE.match(text, end).end())  # type: ignore[union-attr]
        if measure and len(text[measure.start : measure.end]) > 1 and measure.value != "1e6":
            unit, unit_value, end = "bytes", float(measure.value), measure.end
    elif number.words and number.value >= 1e4:
        scale = text[number.start : number.end]
        bare /= 1e8 if scale.endswith("亿") else 1e4 if scale.endswith("万") else 1
    core_end = end
    if not unit and scale not in {"b", "t"}:
        value, unit, unit_value, end = _timed(text, value, end, lexicon)
    return Quantity(
        value, number.start, end, bare, scale, unit, unit_value,
        words=number.words, core_end=core_end, number_end=number.end,
    )  # fmt: skip


def _scaled_again(text: str, value: float, end: int, scale: str, lexicon: Lexicon) -> tuple[float, int]:
    """Return (value, end) with a second scale counted ("five hundred thousand")."""
    place = _SPACE.match(text, end).end()  # type: ignore[union-attr]
    again = lexicon.words("unit.scale").at(text, place)
    if (
        again is None
        or again.end - again.start == 1
        or place - end > 1
        or scale not in {"hundred", "thousand", "千", "百"}
    ):
        return value, end
    return value * float(again.value), again.end


def _timed(text: str, value: float, end: int, lexicon: Lexicon) -> tuple[float, str, float, int]:
    """Return (value, "time", hours of one unit, end) where a unit of time follows, else what came in."""
    time = lexicon.words("unit.time").at(text, _SPACE.match(text, end).end())  # type: ignore[union-attr]
    if time is None:
        return value, "", 0.0, end
    numerator, _, denominator = time.value.partition("/")
    hours = float(numerator) / float(denominator or 1)
    more = _AND_A_PART.match(text, time.end)
    if more is None:
        return value, "time", hours, time.end
    return value + (FRACTIONS[more["part"]] if more["part"] else 0.5), "time", hours, more.end()


def _single_letter_far(text: str, end: int, after: int, scale: Hit) -> bool:
    """Return whether a lone letter is too far off to be a scale ("8 k80" is read elsewhere, "3 b" is 3 billion)."""
    return scale.end - scale.start == 1 and after - end > 1 and text[scale.start].isascii()


def _noun(text: str, end: int, unit: str, lexicon: Lexicon, *, many: bool = False) -> tuple[str, int]:
    """Return the kind of the noun behind a number and where it ends."""
    place = lexicon.frames(_SKIPPED).match(text, end).end()  # type: ignore[union-attr]
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
        step = lexicon.frames(_ADJECTIVE).match(text, place)
        if step is None:
            break
        place = step.end() + (1 if text[step.end() : step.end() + 1] in {" ", "-", "/"} else 0)
    return _plural(text, end, lexicon) if many else ("", end)


def _plural(text: str, end: int, lexicon: Lexicon) -> tuple[str, int]:
    """Return "things" for a great number of something we have no word for ("9k widgets")."""
    match = lexicon.frames(_MANY).match(text, end)
    return ("things", match.end()) if match else ("", end)


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
    if hit is not None and hit.value == "samples":
        behind = lexicon.words("noun.count").at(text, _SPACE.match(text, hit.end).end())  # type: ignore[union-attr]
        return behind if behind is not None and behind.value == "model" else hit  # "an 8b chat model"
    return hit


def _bytes_noun(text: str, end: int, lexicon: Lexicon) -> Hit | None:
    start = _SPACE.match(text, end).end()  # type: ignore[union-attr]
    return lexicon.words("noun.bytes").at(text, start) or lexicon.words("noun.bytes").at(text, end)


def _only(lexicon: Lexicon, text: str, place: int, kinds: set[str]) -> Hit | None:
    hit = lexicon.words("noun.time").at(text, place)
    return hit if hit and hit.value in kinds else None


def _also(text: str, hit: Hit, start: int, keys: list[Hit], lexicon: Lexicon) -> Hit | None:
    """Return the keyword that shares a number with `hit`: "bs和梯度累积都是1"."""
    if not lexicon.frames(_BOTH).match(text, hit.end, start):
        return None
    between = lexicon.frames(_AND)
    return next((other for other in reversed(keys) if between.fullmatch(text, other.end, hit.start)), None)


def _key(text: str, start: int, keys: list[Hit], lexicon: Lexicon) -> Hit | None:
    """Return the keyword just before a number: nothing but fillers may stand between."""
    amount = None
    for hit in reversed(keys):
        if hit.end > start:
            continue
        if start - hit.end > 40 or not lexicon.gap.fullmatch(text, hit.end, start):
            return amount
        if _SIZED.search(text, max(hit.start - 8, 0), hit.start) and lexicon.frames(_DOING).search(
            text, hit.end, start
        ):
            return amount  # "48G显存做13B": the word belongs to the size before it
        if hit.value == "none" and (both := _also(text, hit, start, keys, lexicon)) is not None:
            return both
        if hit.value != "amount":
            return hit
        amount = hit
    return amount
