"""A formula with its numbers put in, exact to the last digit, for programs to evaluate again."""

from __future__ import annotations

import re

from assistant.sizing.derivation import FUNCTIONS, Derivation

_WORD = re.compile(r"(?<![\w.])[A-Za-z_]\w*")


def substitution(derivation: Derivation) -> str:
    """Return the formula of `derivation` with each symbol replaced by its value: plain arithmetic, in ASCII."""
    values = {quantity.symbol: _number(quantity.value) for quantity in derivation.inputs}
    return _WORD.sub(lambda match: _put(match.group(), values), derivation.formula)


def _put(word: str, values: dict[str, str]) -> str:
    return word if word in FUNCTIONS and word not in values else values.get(word, word)


def _number(value: float) -> str:
    whole = value == int(value) and abs(value) < 1e15
    text = str(int(value)) if whole else repr(float(value))
    return f"({text})" if value < 0 else text
