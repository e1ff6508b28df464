"""Why the plan is what it is: assumptions, rejections, levers, rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from textual.content import Content

from assistant.tui.arithmetic import arithmetic_lines
from assistant.tui.render import inline
from assistant.tui.widgets.section import Section, pairs
from assistant.tui.wrap import wrap

NAME_CELLS: Final = 18
"""Widest column of names of assumptions, which are longer than labels of slots."""


class Listed(Section):
    """A section of entries that can be counted."""

    def count(self) -> int:
        """Return how many entries there are."""
        raise NotImplementedError

    def has_content(self) -> bool:
        """Only where there is something."""
        return self.count() > 0

    def bullets(self, texts: list[str], width: int) -> list[Content]:
        """Return each text with a bullet."""
        dot = "- " if self.ascii_only else "• "
        return [line for text in texts for line in wrap(Content.styled(dot, "$primary") + inline(text), width, "  ")]


class _ListSection(Listed):
    """A section over one list of the result."""

    KEY = ""

    def items(self) -> list[Mapping[str, Any]]:
        """Return the records."""
        return list((self.view.result or {}).get(self.KEY) or ())

    def count(self) -> int:
        """Return how many records there are."""
        return len(self.items())


class Assumptions(Listed):
    """What was assumed, with the reason."""

    TITLE = "assumptions"

    def count(self) -> int:
        """Return how many assumptions there are."""
        return len(self.view.assumed)

    def body(self, width: int) -> list[Content]:
        """Return name, value and reason."""
        rows = [
            (name, Content.assemble((value, "bold"), (f"  {why}", "$muted"))) for name, value, why in self.view.assumed
        ]
        return pairs(rows, width, most=NAME_CELLS)


class Rejected(_ListSection):
    """What was not chosen, and the constraint that it breaks."""

    TITLE = KEY = "rejected"

    def body(self, width: int) -> list[Content]:
        """Return one entry a card."""
        return self.bullets(
            [_named(str(item.get("gpu") or ""), str(item.get("text") or "")) for item in self.items()], width
        )


def _named(name: str, text: str) -> str:
    """Return `text` with the card's name in bold, put before it where the text does not name it."""
    if not name:
        return text
    return text.replace(name, f"**{name}**", 1) if name in text else f"**{name}** {text}"


class Levers(_ListSection):
    """What would change the answer, and what it buys."""

    TITLE = KEY = "levers"

    def body(self, width: int) -> list[Content]:
        """Return change and effect, which names the machine it leads to."""
        return self.bullets([f"**{item['change']}**: {item.get('effect') or ''}" for item in self.items()], width)


class Rules(_ListSection):
    """The rules that fired."""

    TITLE = KEY = "rules"

    def body(self, width: int) -> list[Content]:
        """Return text and id of each."""
        return self.bullets([f"{item.get('text') or ''} [{item['id']}]".lstrip() for item in self.items()], width)


class Derivations(Listed):
    """Every figure of the plan with its formula."""

    TITLE = "derivations"

    def count(self) -> int:
        """Return how many figures there are."""
        return len(self.view.figures)

    def body(self, width: int) -> list[Content]:
        """Return the arithmetic of each."""
        return [line for text in self.view.figures.values() for line in arithmetic_lines(text, width, self.ascii_only)]
