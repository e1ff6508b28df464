"""Why the plan is what it is: assumptions, rejections, levers, rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from textual.content import Content

from assistant.tui.figures import Figures
from assistant.tui.render import inline
from assistant.tui.widgets.section import Section, pairs
from assistant.tui.wrap import wrap

NAME_CELLS: Final = 18
"""Widest column of names of assumptions, which are longer than labels of slots."""


class _ListSection(Section):
    """A section over one list of the result."""

    KEY = ""

    def items(self) -> list[Mapping[str, Any]]:
        """Return the records."""
        return list((self.view.result or {}).get(self.KEY) or ())

    def has_content(self) -> bool:
        """Only where there is something."""
        return bool(self.items())

    def bullets(self, texts: list[str], width: int) -> list[Content]:
        """Return each text with a bullet."""
        dot = "- " if self.ascii_only else "• "
        return [line for text in texts for line in wrap(Content.styled(dot, "$primary") + inline(text), width, "  ")]


class Assumptions(Section):
    """What was assumed, with the reason."""

    TITLE = "assumptions"

    def has_content(self) -> bool:
        """Only where something was."""
        return bool(self.view.assumed)

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
        """Return change, effect and the plan it leads to."""
        figures = Figures(self.view.kb, self.lang)
        texts = []
        for item in self.items():
            plan = item.get("plan")
            leads = f" → {figures.machine(plan)}, {figures.time_and_cost(plan)}" if plan else ""
            texts.append(f"**{item['change']}** {item.get('effect') or ''}{leads}")
        return self.bullets(texts, width)


class Rules(_ListSection):
    """The rules that fired."""

    TITLE = KEY = "rules"

    def body(self, width: int) -> list[Content]:
        """Return text and id of each."""
        lines: list[Content] = []
        for item in self.items():
            lines.extend(self.bullets([f"{item.get('text') or item['id']}"], width))
            lines.append(Content.styled(f"  {item['id']}", "$muted").truncate(width))
        return lines

    def title(self) -> Content:
        """Return the title with the count."""
        return super().title() + Content.styled(f"  {len(self.items())}", "$muted")
