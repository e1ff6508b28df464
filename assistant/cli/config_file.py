"""The config.json of a model, as Hugging Face writes it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from assistant.errors import InputError


def read_config(file: str) -> dict[str, Any]:
    """Return the keys of a config.json.

    Raises:
        InputError: it can not be read, or holds no JSON object.
    """
    try:
        data = json.loads(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}") from error
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{file} is not JSON: {error}", f"{file} 不是 JSON：{error}") from error
    if not isinstance(data, dict):
        raise InputError(f"{file} must hold one JSON object", f"{file} 应包含一个 JSON 对象")
    return data
