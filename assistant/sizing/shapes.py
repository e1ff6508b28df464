"""What a network looks like: from the catalogue, from a Hugging Face config, or assumed from a parameter count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from assistant.errors import InputError
from assistant.sizing.shape import Moe, Shape
from assistant.sizing.shape_catalogue import assumed_shape, of_model
from assistant.sizing.shape_config import of_config

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge

__all__ = ["Moe", "Shape", "assumed_shape", "of_model", "resolve_shape"]


def resolve_shape(
    kb: Knowledge,
    *,
    model: str | None = None,
    params: float | None = None,
    config: Mapping[str, Any] | None = None,
    kind: str | None = None,
) -> Shape:
    """Return the shape of the network that is named, described or only sized.

    Args:
        kb: the knowledge base.
        model: a catalogue id, alias or loose name; it wins over the other two.
        params: a parameter count; the shape of a typical network of that size is assumed.
        config: keys of a Hugging Face config.json.
        kind: catalogue kind or task that `params` belongs to; language models when empty.

    Raises:
        InputError: nothing was given, the name is not known, or a number is out of range.
    """
    if config and not model:
        return of_config(kb, config, params)
    return _resolved(kb, model or "", params, kind or "")


@lru_cache(maxsize=4096)
def _resolved(kb: Knowledge, model: str, params: float | None, kind: str) -> Shape:
    """Return the shape of a named or only sized network; planning asks for the same few hundreds of times."""
    if model:
        return _of_model(kb, model, params)
    if params is None:
        raise InputError(
            'say which network: "model", "params" or "config" is missing',
            "请说明是哪个网络：缺少 “model”、“params” 或 “config”",
        )
    return assumed_shape(kb, params, kind or "llm-dense")


def _of_model(kb: Knowledge, name: str, params: float | None) -> Shape:
    found = kb.models.get(name) or kb.find_model(name)
    if found is None:
        if params is not None:
            return assumed_shape(kb, params, "llm-dense")
        raise InputError(
            f'model "{name}" is not in the catalogue; give "params" or "config"',
            f"目录里没有模型 “{name}”；请给出 “params” 或 “config”",
        )
    like = kb.constants["memory.like"].words.get(found.id)
    if found.params is None and params is None and like:
        return replace(of_model(kb, kb.models[like]), assumed=True, note=f"shape of {like}")
    if found.params is None and params is None:
        raise InputError(
            f'"{found.id}" has no fixed size; give "params" (embedding rows x dimension and the layers above)',
            f"“{found.id}” 没有固定大小；请给出 “params”（嵌入表行数 x 维度，加上上层网络）",
        )
    return of_model(kb, found, params)
