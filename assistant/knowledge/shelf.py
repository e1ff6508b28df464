"""Where the parts that other layers compile from a base are kept: JSON beside the base's own cache."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from assistant.knowledge import cache

Part = TypeVar("Part", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Shelf:
    """The compiled parts of one base; a broken one, or one of another form, is ignored and made again.

    Attributes:
        key: digest that names the base.
        own: the folder that is read first and written to.
        shipped: the folder that is read where `own` has nothing.
    """

    key: str
    own: Path
    shipped: Path

    def part(self, name: str, form: str, kind: type[Part], make: Callable[[], Part], *, alone: bool = False) -> Part:
        """Return the part `name`, as it is kept or else as `make` makes it.

        Args:
            name: name of the part, as it stands in that of its file.
            form: digest of whatever decides, beside the base, what `make` makes.
            kind: the model of the part.
            make: makes the part from the base alone.
            alone: whether `form` decides it all, so that the part outlives changes elsewhere in the base.
        """
        base = "" if alone else self.key
        key = hashlib.sha256(f"{base}\0{name}\0{form}".encode()).hexdigest()
        file = f"{name}-{key[:32]}.json"
        for folder in (self.own, self.shipped):
            payload = cache.read(folder / file, key)
            if payload is not None:
                try:
                    return kind.model_validate_json(payload)
                except ValidationError:
                    continue
        made = make()
        cache.keep(self.own / file, key, made.model_dump_json().encode())
        return made
