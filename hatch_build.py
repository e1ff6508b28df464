"""Build step: the wheel brings the validated knowledge base along, so that the first start is as fast as the second."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WarmBase(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the JSON cache of `knowledge/` to a wheel; an editable install reads the YAML itself."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Validate the base and add its cache; a base with a fault stops the build with its lines."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from assistant.knowledge.loader import write_cache

        target = Path(tempfile.mkdtemp(prefix="rigwise-build-")) / "base.json"
        write_cache(target)
        build_data["force_include"][str(target)] = "assistant/_knowledge/base.json"
