"""The knowledge base as one frozen value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

from pydantic import BaseModel, ConfigDict, PrivateAttr

from assistant.knowledge.names import NameIndex, fold
from assistant.knowledge.schema import (
    Claim,
    Concept,
    Constant,
    Disagreement,
    FactDeclaration,
    Gpu,
    LintWaiver,
    LooseName,
    Model,
    Offer,
    Rate,
    Refusal,
    Rule,
    Slot,
    Source,
    Table,
    Term,
    Text,
    Topic,
)  # fmt: skip

Part = TypeVar("Part", bound=BaseModel)


class Keeper(Protocol):
    """Keeps the parts that other layers compile from a base; see `Shelf`."""

    def part(self, name: str, form: str, kind: type[Part], make: Callable[[], Part], *, alone: bool = False) -> Part:
        """Return the part `name`, as it is kept or else as `make` makes it."""


class Knowledge(BaseModel):
    """Everything the product knows, validated and indexed by id.

    Load it once and hand it down: `understand(kb, ...)`, `plan(kb, ...)` and the rest are pure functions of it. A base
    is equal to itself alone, so that it can be the key of a cache without being compared record by record.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    sources: Mapping[str, Source] = {}
    constants: Mapping[str, Constant] = {}
    gpus: Mapping[str, Gpu] = {}
    models: Mapping[str, Model] = {}
    loose_names: Mapping[str, LooseName] = {}
    offers: Mapping[str, Offer] = {}
    rates: Mapping[str, Rate] = {}
    facts: Mapping[str, FactDeclaration] = {}
    tables: Mapping[str, Table] = {}
    rules: Mapping[str, Rule] = {}
    waivers: Mapping[str, LintWaiver] = {}
    topics: Mapping[str, Topic] = {}
    refusals: Mapping[str, Refusal] = {}
    concepts: Mapping[str, Concept] = {}
    claims: Mapping[str, Claim] = {}
    disagreements: Mapping[str, Disagreement] = {}
    slots: Mapping[str, Slot] = {}
    texts: Mapping[str, Text] = {}
    vocabulary: Mapping[str, Term] = {}

    _shelf: Keeper | None = PrivateAttr(None)

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    @classmethod
    def load(cls, *extra_dirs: Path | str) -> Knowledge:
        """Return the built-in base with `extra_dirs` layered over it, later ones winning.

        Raises:
            KnowledgeError: a file is wrong; every fault of every file is named at once.
        """
        from assistant.knowledge.loader import load

        return load(*(Path(folder) for folder in extra_dirs))

    def on_shelf(self, shelf: Keeper | None) -> Self:
        """Return this base, which from now on keeps its compiled parts on `shelf`, or nowhere."""
        self._shelf = shelf
        return self

    def compiled(
        self, name: str, form: str, kind: type[Part], make: Callable[[], Part], *, alone: bool = False
    ) -> Part:
        """Return what `make` makes of this base, from beside its cache where that is warm.

        Args:
            name: name of the part.
            form: digest of whatever decides, beside this base, what `make` makes.
            kind: the model of the part.
            make: makes the part from this base alone.
            alone: whether `form` decides it all, so that the part outlives changes elsewhere in the base.
        """
        return make() if self._shelf is None else self._shelf.part(name, form, kind, make, alone=alone)

    def __copy__(self) -> Self:
        """Return a copy that keeps nothing: it may be about to differ from the base that the kept parts are of."""
        return super().__copy__().on_shelf(None)

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> Self:
        """Return a copy in depth, which keeps nothing either."""
        return super().__deepcopy__(memo).on_shelf(None)

    @cached_property
    def gpu_names(self) -> NameIndex:
        """Names of cards."""
        return NameIndex((gpu.id, (gpu.id, gpu.name, *gpu.aliases)) for gpu in self.gpus.values())

    @cached_property
    def model_names(self) -> NameIndex:
        """Names of models, without the loose ones."""
        return NameIndex((model.id, (model.id, *model.aliases)) for model in self.models.values())

    @cached_property
    def loose(self) -> Mapping[str, LooseName]:
        """Folded loose name -> what it may mean; these win over ids."""
        return {fold(name): entry for entry in self.loose_names.values() for name in entry.names}

    @cached_property
    def rules_by_table(self) -> Mapping[str, tuple[Rule, ...]]:
        """Table -> its rules, greatest priority first, then by id."""
        ordered = sorted(self.rules.values(), key=lambda rule: (-rule.priority, rule.id))
        return {table: tuple(rule for rule in ordered if rule.table == table) for table in self.tables}

    def find_gpu(self, name: str) -> Gpu | None:
        """Return the card that `name` names, by id, name or alias; None where no card has it."""
        found = self.gpu_names.find(name)
        return self.gpus[found] if found else None

    def find_model(self, name: str) -> Model | None:
        """Return the model that `name` names: loose names first (their default), then ids and aliases."""
        entry = self.loose.get(fold(name))
        if entry is not None and entry.default:
            return self.models.get(entry.default)
        found = self.model_names.find(name)
        return self.models[found] if found else None

    def number(self, constant: str, key: str = "") -> float:
        """Return the constant `constant`, or its table entry `key`.

        Raises:
            KeyError: there is no such constant, or it has no such entry.
        """
        entry = self.constants[constant]
        if key:
            return entry.table[key]
        if entry.value is None:
            raise KeyError(f"{constant} is a table; name one of {', '.join(entry.table)}")
        return entry.value
