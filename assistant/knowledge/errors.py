"""What is wrong with a knowledge folder, in lines an author can act on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One fault, with its place.

    Attributes:
        file: path as the author knows it.
        line, column: counted from 1.
        where: path of the value ("gpus > rtx-4090 > memory_gb").
        message: what is wrong and what would be right.
    """

    file: str
    line: int
    column: int
    where: str
    message: str

    def __str__(self) -> str:
        """Return the one-line form."""
        where = f"{self.where}: " if self.where else ""
        return f"{self.file}:{self.line}:{self.column}  {where}{self.message}"


class KnowledgeError(Exception):
    """The knowledge base can not be used; `problems` says why, sorted by file and line."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = sorted(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))
