"""Build step: the wheel brings the validated knowledge base along, so that the first start is as fast as the second."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WarmBase(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the JSON cache of `knowledge/` and what is compiled from it; an editable install reads the YAML itself."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Validate the base and add its cache; a base with a fault stops the build with its lines."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from assistant.knowledge.loader import write_cache
        from assistant.language.faq.index import index_of

        folder = Path(tempfile.mkdtemp(prefix="rigwise-build-"))
        index_of(write_cache(folder / "base.json"))
        for file in folder.iterdir():
            build_data["force_include"][str(file)] = f"assistant/_knowledge/{file.name}"
