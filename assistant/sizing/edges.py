"""Sizes of pictures, volumes and clips as people write them."""

from __future__ import annotations

import re

from assistant.errors import InputError


def edges(text: str) -> tuple[int, ...]:
    """Return the edges that "640", "800x1344" or "96x96x96" names.

    Raises:
        InputError: it names none.
    """
    if not re.fullmatch(r"\d{1,6}(\s*[x×*,]\s*\d{1,6}){0,2}", text.strip()):
        raise InputError(
            f'image_size must look like 640, "800x1344" or "128x128x128", got {text!r}',
            f"image_size 应写成 640、“800x1344” 或 “128x128x128”，收到 {text!r}",
        )
    parts = tuple(int(part) for part in re.split(r"\s*[x×*,]\s*", text.strip()))
    return parts * 2 if len(parts) == 1 else parts
