"""Messages that more than one widget or screen knows."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from assistant.tui.exchange import Turn


@dataclass
class Said(Message):
    """The user said something: typed, picked or by a key."""

    text: str


@dataclass
class Picked(Message):
    """A suggested answer was picked; `index` counts from 0."""

    index: int


@dataclass
class TurnReady(Message):
    """The conversation answered; `resumed` where it is an earlier conversation said again."""

    turn: Turn
    resumed: bool = False


@dataclass
class TurnFailed(Message):
    """The conversation could not answer; what was said before is kept."""

    error: str


@dataclass
class Loaded(Message):
    """The knowledge base is there; what was queued can be answered."""
