"""A figure that knows where it comes from.

A `Fact` is a number that was said, read from the knowledge base or chosen. A `Derivation` is a number computed from
facts and other derivations by a formula. The formula is text, and the text is what is computed: `derive` evaluates the
very string that is later printed, so a printed formula can not disagree with its printed result.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import CodeType
from typing import TypeAlias

FUNCTIONS = {
    "max": max,
    "min": min,
    "ceil": math.ceil,
    "floor": math.floor,
    "sqrt": math.sqrt,
    "exp": math.exp,
    "log": math.log,
}
"""What a formula may call."""

_ALLOWED = (
    ast.Expression, ast.BinOp, ast.UnaryOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow, ast.USub, ast.Call, ast.Name,
    ast.Load, ast.Constant,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fact:
    """A number that is given.

    Attributes:
        symbol: the name it has in formulas, an identifier ("P", "b_w").
        value: the number, in `unit`.
        unit: "GB", "B", "FLOP/s", "USD/h", "tokens", "" for a pure number.
        name: id of its meaning, which the wording tables translate ("model.params").
        source: id of a source, of a slot ("slot:params") or of an assumption ("default:seq_len").
    """

    symbol: str
    value: float
    unit: str = ""
    name: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Derivation:
    """A number that is computed.

    Attributes:
        symbol, value, unit, name: as in `Fact`; `name` is a dotted id ("memory.weights").
        formula: an arithmetic expression over the symbols of `inputs`.
        inputs: what the formula reads, in the order in which it is explained.
        sources: ids of the sources of the formula itself.
        valid: id of a text that says where the formula holds, empty where it holds always.
    """

    symbol: str
    value: float
    unit: str
    name: str
    formula: str
    inputs: tuple[Quantity, ...]
    sources: tuple[str, ...] = ()
    valid: str = ""


Quantity: TypeAlias = Fact | Derivation


@cache
def compile_formula(formula: str) -> CodeType:
    """Return `formula` as code.

    Raises:
        ValueError: it is not plain arithmetic over names.
    """
    tree = ast.parse(formula, mode="eval")
    for node in ast.walk(tree):
        if not isinstance(node, _ALLOWED):
            raise ValueError(f"formula {formula!r}: {type(node).__name__} is not arithmetic")
        if isinstance(node, ast.Call) and not (isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS):
            raise ValueError(f"formula {formula!r}: only {', '.join(FUNCTIONS)} may be called")
    return compile(tree, "<formula>", "eval")


def evaluate(formula: str, values: dict[str, float]) -> float:
    """Return the value of `formula` with `values` put in for its names."""
    return float(eval(compile_formula(formula), {"__builtins__": {}, **FUNCTIONS}, values))  # noqa: S307 - checked above


def derive(
    name: str,
    symbol: str,
    unit: str,
    formula: str,
    *inputs: Quantity,
    sources: tuple[str, ...] = (),
    valid: str = "",
) -> Derivation:
    """Return the figure that `formula` gives over `inputs`.

    Args:
        name: dotted id, unique within one result.
        symbol: its name in other formulas.
        unit: unit of the result; a conversion stands in the formula ("P * b / 1e9").
        formula: arithmetic over the inputs' symbols.
        inputs: facts and derivations, each with its own symbol.
        sources: ids of the formula's sources.
        valid: id of a text on the range where it holds.

    Raises:
        NameError: the formula reads a symbol that no input has.
        ValueError: the formula is not plain arithmetic.
    """
    value = evaluate(formula, {quantity.symbol: quantity.value for quantity in inputs})
    return Derivation(symbol, value, unit, name, formula, inputs, sources, valid)


def walk(root: Quantity) -> Iterator[Quantity]:
    """Yield `root` and everything it was computed from, each once, inputs after what reads them."""
    seen: set[int] = set()
    queue: list[Quantity] = [root]
    while queue:
        quantity = queue.pop(0)
        if id(quantity) in seen:
            continue
        seen.add(id(quantity))
        yield quantity
        if isinstance(quantity, Derivation):
            queue.extend(quantity.inputs)
