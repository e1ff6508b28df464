"""Where the base lies, and which of its files are read in which order."""

from __future__ import annotations

from pathlib import Path


def built_in_folder() -> Path:
    """Return the folder of the built-in base: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).parent.parent
    inside = package / "_knowledge"
    return inside if inside.is_dir() else package.parent / "knowledge"


def yaml_files(folder: Path) -> list[Path]:
    """Return the YAML files of `folder` and below, in the order in which they are read; hidden ones are left out."""
    files = (file for file in folder.rglob("*.yaml") if file.is_file())
    return sorted(file for file in files if not any(part.startswith(".") for part in file.relative_to(folder).parts))
