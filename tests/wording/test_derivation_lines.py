"""The printed line is arithmetic: reading it back gives the printed result."""

from __future__ import annotations

import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.knowledge import Knowledge
from assistant.sizing.derivation import FUNCTIONS, Derivation, Fact, derive
from assistant.wording.derivations import formula_text, one_line, tree
from assistant.wording.quantities import significant

KB = Knowledge()

FORMULAS = (
    "a + b * c",
    "a / (b * c)",
    "a / b / c",
    "a - (b - c)",
    "(a + b) * c / 1e9",
    "a ** 0.28 * b ** 0.52",
    "max(a, b) + min(b, c)",
    "sqrt(2 * a * b) + ceil(c)",
    "exp(-4.65) * a / (b + c)",
    "6 * a + 12 * b * c",
    "2 * (a - 1) / a * b / c",
    "-a + b * c + 2 * a",
)


def read_back(text: str) -> float:
    """Evaluate printed arithmetic the way a reader would."""
    plain = re.sub(r"(?<=\d),(?=\d{3})", "", text)
    for sign, operator in (("×", "*"), ("÷", "/"), ("−", "-"), ("^", "**")):
        plain = plain.replace(sign, operator)
    return float(eval(plain, {"__builtins__": {}, **FUNCTIONS}))  # noqa: S307 - printed by us


def numbers_and_result(line: str) -> tuple[str, str]:
    """Return the last two members of the chain of equations."""
    parts = line.split(" [", maxsplit=1)[0].split(" = ")
    return parts[-2], parts[-1].split(" ")[0]


def within_rounding(got: float, printed: str) -> bool:
    shown = float(printed.replace(",", ""))
    return math.isclose(got, shown, rel_tol=0.0051, abs_tol=1e-12)


@pytest.mark.parametrize("formula", FORMULAS)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_the_printed_line_evaluates_to_the_printed_result(formula: str, data: st.DataObject) -> None:
    number = st.floats(1e-6, 1e13, allow_nan=False).map(lambda value: float(f"{value:.7g}"))
    inputs = [Fact(symbol, data.draw(number)) for symbol in "abc"]
    figure = derive("x.y", "X", "GB", formula, *[part for part in inputs if part.symbol in formula])
    numbers, printed = numbers_and_result(one_line(KB, figure, "en"))
    assert within_rounding(read_back(numbers), printed)


def test_a_line_says_name_symbol_formula_numbers_result_unit_and_source() -> None:
    states = derive(
        "memory.states",
        "M",
        "GB",
        "P * (w + g + o) / 1e9",
        Fact("P", 7e9, "", "model.params", "slot:params"),
        Fact("w", 4, "B"),
        Fact("g", 4, "B"),
        Fact("o", 8, "B"),
        sources=("zero-paper",),
    )
    assert one_line(KB, states, "en") == (
        "memory.states: M = P × (w + g + o) ÷ 1e9 = 7e9 × (4 + 4 + 8) ÷ 1e9 = 112 GB [zero-paper]"
    )
    assert one_line(KB, states, "zh").startswith("memory.states：M = ")


def test_operators_bind_as_they_do_in_the_formula() -> None:
    assert formula_text("a / (b * c)") == "a ÷ (b × c)"
    assert formula_text("a - (b - c)") == "a − (b − c)"
    assert formula_text("(a + b) ** 2") == "(a + b) ^ 2"
    assert formula_text("a * b / c") == "a × b ÷ c"


def test_digits_grow_until_a_difference_adds_up() -> None:
    figure = derive("x", "x", "", "a - b", Fact("a", 1000.7), Fact("b", 1000.2))
    numbers, printed = numbers_and_result(one_line(KB, figure, "en"))
    assert printed == "0.5"
    assert within_rounding(read_back(numbers), printed)


def test_a_tree_opens_every_input_once() -> None:
    base = derive("x.base", "b", "", "p * 2", Fact("p", 3, name="x.p", source="default:p"))
    root = derive("x.root", "r", "", "b + c", base, derive("x.other", "c", "", "b * 2", base))
    lines = tree(KB, root, "en")
    assert len(lines) == 5
    assert lines[1].startswith("├─ x.base")
    assert sum("x.p" in line for line in lines) == 1


def test_a_figure_that_is_no_number_is_never_printed() -> None:
    for value in (math.nan, math.inf):
        with pytest.raises(ValueError, match="can not be printed"):
            significant(value)


def test_formulas_of_facts_alone_need_no_numbers() -> None:
    fact = Fact("P", 7e9, "", "model.params", "slot:params")
    assert one_line(KB, fact, "en") == "model.params: P = 7e9 [slot:params]"
    assert isinstance(derive("x", "x", "", "P", fact), Derivation)
