"""A size right behind a model's name is data, also where a card has that size."""

from __future__ import annotations

import pytest

from assistant.knowledge import Knowledge
from assistant.language import understand

KB = Knowledge.load()


@pytest.mark.parametrize("size", [6, 8, 10, 11, 12, 16, 20, 32, 40])
@pytest.mark.parametrize("form", ["lora llama3 8b {n}GB $2/hr", "mistral 7b {n}GB", "qwen2.5-7b lora {n}GB 每小时5元"])
def test_a_size_after_a_model_is_its_data(form: str, size: int) -> None:
    assert understand(KB, form.format(n=size)).slots["dataset_bytes"] == size * 10**9
