"""The config.json of a model, as Hugging Face writes it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from assistant.cli.json_lines import read_json
from assistant.errors import InputError


def read_config(file: str) -> dict[str, Any]:
    """Return the keys of a config.json.

    Raises:
        InputError: it can not be read, or holds no JSON object.
    """
    try:
        data = read_json(Path(file).read_text(encoding="utf-8-sig"), file)
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{file}: not JSON: not UTF-8 text", f"{file}：不是 JSON：不是 UTF-8 文本") from error
    if not isinstance(data, dict):
        raise InputError(f"{file} must hold one JSON object", f"{file} 应包含一个 JSON 对象")
    return data
