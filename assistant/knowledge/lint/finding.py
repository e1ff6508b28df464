"""What the linter finds, and every lint it has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

Severity = Literal["error", "warning", "info"]


class Lint(NamedTuple):
    """One lint; `severity` is what its findings count as."""

    title: str
    severity: Severity


LINTS = {
    "R000": Lint("the file can not be used", "error"),
    "R001": Lint("rule can never fire", "error"),
    "R002": Lint("rule always loses to stronger ones", "error"),
    "R003": Lint("rules overlap that may not fire together", "error"),
    "R004": Lint("case that no rule decides", "error"),
    "R005": Lint("rule says again what another one says", "warning"),
    "R006": Lint("test that always holds", "warning"),
    "R007": Lint("fact that no condition reads", "info"),
    "R008": Lint("hole or double cover on a bound", "error"),
    "R009": Lint("reference to something that does not exist, or card that can not hold the job", "error"),
    "R010": Lint("number in a reason that nothing cited has, or rule without any source", "error"),
    "R011": Lint("language sides differ", "error"),
    "R012": Lint("example that does not come out", "error"),
    "R013": Lint("a greater job gets a smaller machine", "error"),
    "R014": Lint("rule that no transcript fires", "warning"),
    "R015": Lint("claim that nothing uses", "error"),
    "R016": Lint("source without a date", "error"),
    "R017": Lint("price without a date, an old one, or a spot price that is no discount", "warning"),
    "R018": Lint("name that two records claim", "error"),
    "R019": Lint("phrasing that another topic wins", "warning"),
    "R020": Lint("waiver that waives nothing", "warning"),
}
"""Every lint by id."""


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One finding.

    Attributes:
        file, line, column: where; lines and columns from 1.
        lint: id ("R004").
        where: record and path ("rules > gpu.vision").
        message: what is wrong.
        fix: what would be right; may be several lines (a stub to paste).
        severity: as the lint says, or weaker for this finding.
    """

    file: str
    line: int
    column: int
    lint: str
    where: str
    message: str
    fix: str = ""
    severity: Severity = "error"
