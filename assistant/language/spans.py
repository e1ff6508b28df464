"""What is found in a message: findings, and a text whose used parts are blanked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from assistant.language.frames import Frames

USED = "\u0001"
"""Stands where something was read already, so that no later reader sees it again."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A value for a slot and where it stands.

    Attributes:
        slot: the slot it fills.
        value: in the form of the public interface.
        start, end: place in the plain text.
        strength: how sure the binding is: 3 unit or name, 2 keyword, 1 the only place it can go, 0 a guess.
        tag: anything its reader wants the binder to know ("range", "name", "loose", ...).
    """

    slot: str
    value: Any
    start: int
    end: int
    strength: int = 3
    tag: str = ""


@dataclass(slots=True)
class Scan:
    """One message being read; lives for one call only.

    Attributes:
        plain: the plain text, never changed.
        rest: the same with used parts blanked.
        frames: grammar filled with the words of the knowledge base.
        findings: what was found so far.
    """

    plain: str
    rest: str
    frames: Frames
    findings: list[Finding] = field(default_factory=list)

    def take(self, start: int, end: int, mark: str = USED) -> None:
        """Blank `start:end`."""
        self.rest = self.rest[:start] + mark * (end - start) + self.rest[end:]

    def add(self, finding: Finding, *, take: bool = True) -> None:
        """Note `finding`, and blank its words."""
        self.findings.append(finding)
        if take:
            self.take(finding.start, finding.end)
