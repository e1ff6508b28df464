"""How a figure was computed, in one line or as a tree.

The line is built from the formula that was evaluated and from the values that went in. Each number is printed with as
few digits as still make the printed line add up: a reader with a pocket calculator gets the printed result.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import lru_cache

from assistant.knowledge import Knowledge
from assistant.sizing.derivation import Derivation, Quantity, evaluate, walk
from assistant.wording.quantities import significant, unit_word

RESULT_DIGITS = 3
_MOST_DIGITS = 16
_OPERATORS: dict[type[ast.operator], tuple[str, int]] = {
    ast.Add: ("+", 1), ast.Sub: ("−", 1), ast.Mult: ("×", 2), ast.Div: ("÷", 2), ast.Pow: ("^", 4),
}  # fmt: skip
_NEGATION, _ATOM = 3, 5


def name_of(kb: Knowledge, quantity: Quantity, lang: str) -> str:
    """Return what `quantity` is called: the text "quantity.<name>", else its dotted name, else its symbol.

    A name without a text of its own is called what the longest beginning of it is called: an entry of a table of
    constants bears the name of the table.
    """
    parts = quantity.name.split(".")
    for length in range(len(parts), 1, -1):
        text = kb.texts.get(f"quantity.{'.'.join(parts[:length])}")
        if text is not None:
            return text.of(lang)
    return quantity.name or quantity.symbol


def source_of(kb: Knowledge, source: str, lang: str) -> str:
    """Return where a number comes from: "you said so", "assumed", or the title of the source."""
    prefix = source.partition(":")[0]
    text = kb.texts.get(f"provenance.{prefix}") if ":" in source else None
    if text is not None:
        return text.of(lang)
    record = kb.sources.get(source)
    return record.title if record else source


def formula_text(formula: str) -> str:
    """Return `formula` in the signs of a textbook: × ÷ − ^."""
    return _print(formula, lambda name: name)


def numbers_put_in(derivation: Derivation) -> str:
    """Return the formula with the numbers put in for the symbols, digits enough to reach the printed result."""
    return _print(derivation.formula, _printed_values(derivation).__getitem__)


def one_line(kb: Knowledge, quantity: Quantity, lang: str, *, titles: bool = True) -> str:
    """Return `name: symbol = formula = numbers put in = result unit [sources]`; a fact has no formula.

    Args:
        kb: where names, units and sources stand.
        quantity: the figure.
        lang: "en" or "zh".
        titles: name sources by their titles; False names them by their ids, for a text with a `legend`.
    """
    unit = unit_word(kb, quantity.unit, lang) if quantity.unit else ""
    result = f"{significant(quantity.value, RESULT_DIGITS)} {unit}".strip()
    head = f"{name_of(kb, quantity, lang)}{'：' if lang == 'zh' else ': '}{quantity.symbol}"
    if not isinstance(quantity, Derivation):
        return f"{head} = {result}{_bracket(kb, (quantity.source,), lang, titles)}"
    formula, numbers = formula_text(quantity.formula), numbers_put_in(quantity)
    steps = [step for index, step in enumerate((formula, numbers)) if index == 0 or step != formula]
    if len(quantity.inputs) == 1 and quantity.formula == quantity.inputs[0].symbol:
        steps = [formula]
    return f"{head} = {' = '.join((*steps, result))}{_bracket(kb, quantity.sources, lang, titles)}"


def tree(kb: Knowledge, quantity: Quantity, lang: str) -> list[str]:
    """Return `quantity` and all it was computed from, one line each, inputs indented below what reads them.

    A quantity that was opened further up is named again without its inputs. Sources are named by their ids; `legend`
    says what they are.
    """
    lines: list[str] = []
    _branch(kb, quantity, lang, "", "", lines, set())
    return lines


def legend(kb: Knowledge, quantity: Quantity) -> list[str]:
    """Return "[id] title (date)" for every source that `quantity` rests on, in the order of the tree."""
    found: dict[str, str] = {}
    for part in walk(quantity):
        for source in part.sources if isinstance(part, Derivation) else (part.source,):
            record = kb.sources.get(source)
            if record is not None:
                found.setdefault(source, f"[{source}] {record.title} ({record.date})")
    return list(found.values())


def _branch(
    kb: Knowledge, quantity: Quantity, lang: str, first: str, rest: str, lines: list[str], seen: set[int]
) -> None:
    lines.append(first + one_line(kb, quantity, lang, titles=False))
    if not isinstance(quantity, Derivation) or id(quantity) in seen:
        return
    seen.add(id(quantity))
    for index, part in enumerate(quantity.inputs):
        last = index == len(quantity.inputs) - 1
        _branch(kb, part, lang, rest + ("└─ " if last else "├─ "), rest + ("   " if last else "│  "), lines, seen)


def _bracket(kb: Knowledge, sources: tuple[str, ...], lang: str, titles: bool) -> str:
    named = [
        source if source in kb.sources and not titles else source_of(kb, source, lang) for source in sources if source
    ]
    return f" [{'; '.join(dict.fromkeys(named))}]" if named else ""


def _printed_values(derivation: Derivation) -> Mapping[str, str]:
    """Return symbol -> printed number, with the fewest digits from which the printed result follows."""
    printed = significant(derivation.value, RESULT_DIGITS)
    texts: dict[str, str] = {}
    for digits in range(RESULT_DIGITS, _MOST_DIGITS + 1):
        texts = {part.symbol: significant(part.value, digits) for part in derivation.inputs}
        values = {symbol: float(text.replace(",", "")) for symbol, text in texts.items()}
        try:
            if significant(evaluate(derivation.formula, values), RESULT_DIGITS) == printed:
                break
        except (ArithmeticError, ValueError):
            continue
    return texts


def _print(formula: str, word: Callable[[str], str]) -> str:
    return _expression(_parsed(formula), word)[0]


@lru_cache(maxsize=1024)
def _parsed(formula: str) -> ast.expr:
    return ast.parse(formula, mode="eval").body


def _expression(node: ast.expr, word: Callable[[str], str]) -> tuple[str, int]:
    """Return the text of `node` and how tightly it binds."""
    if isinstance(node, ast.Name):
        text = word(node.id)
        return text, _NEGATION if text.startswith("-") else _ATOM
    if isinstance(node, ast.Constant):
        return significant(float(node.value), _MOST_DIGITS), _ATOM  # type: ignore[arg-type]
    if isinstance(node, ast.Call):
        arguments = ", ".join(_expression(argument, word)[0] for argument in node.args)
        return f"{ast.unparse(node.func)}({arguments})", _ATOM
    if isinstance(node, ast.UnaryOp):
        text, binds = _expression(node.operand, word)
        return (f"−{text}" if binds > _NEGATION else f"−({text})"), _NEGATION
    if isinstance(node, ast.BinOp):
        return _operation(node, word)
    raise ValueError(f"{ast.unparse(node)} is not arithmetic")


def _operation(node: ast.BinOp, word: Callable[[str], str]) -> tuple[str, int]:
    sign, binds = _OPERATORS[type(node.op)]
    left, left_binds = _expression(node.left, word)
    right, right_binds = _expression(node.right, word)
    right_loose = right_binds <= binds if sign in {"−", "÷", "^"} else right_binds < binds
    if left_binds < binds or (sign == "^" and left_binds <= binds) or left.startswith("-"):
        left = f"({left})"
    if right_loose or right.startswith(("-", "−")):
        right = f"({right})"
    return f"{left} {sign} {right}", binds
