"""What the screens draw: one exchange, and the state of the conversation after it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assistant.conversation.reply import Reply
    from assistant.knowledge import Knowledge


@dataclass(frozen=True, slots=True)
class Row:
    """One line of "what I know".

    Attributes:
        label: what it is.
        value: what it is worth, empty where it is still missing.
        core: whether it stands for one of the things that a plan needs.
    """

    label: str
    value: str
    core: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """What the panel and the plan screen draw.

    Attributes:
        rows: slots, known ones with their values.
        kb: the words for figures; None before it is loaded.
        result: the plan in force in the public JSON form, None before there is one.
        limits: names of the limits that the plan breaks.
        curve: (GPUs, speed-up) of the chosen machine, empty where one GPU is all there is.
        assumed: what was assumed: its name, the value and the reason, in words.
        figures: name of each figure -> its formula with the numbers put in, in the language of the turn.
    """

    rows: tuple[Row, ...] = ()
    kb: Knowledge | None = None
    result: Mapping[str, Any] | None = None
    limits: tuple[str, ...] = ()
    curve: tuple[tuple[int, float], ...] = ()
    assumed: tuple[tuple[str, str, str], ...] = ()
    figures: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turn:
    """One exchange: what was said, what was answered, what the panel shows afterwards."""

    said: str
    reply: Reply
    view: View
