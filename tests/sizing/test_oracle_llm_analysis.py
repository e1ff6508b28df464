"""Sharded states beside llm-analysis 0.2.2, an independent estimator (optional: runs where it is installed).

It counts Megatron's mixed precision, 2 + 4 + 12 bytes a parameter where autocast keeps 4 + 4 + 8, so ours must be 16/18
of it; and it knows a plain feed-forward of two matrices only, so the shapes here are plain ones.
"""

from __future__ import annotations

import pytest

from assistant.knowledge import Knowledge
from assistant.sizing import memory

analysis = pytest.importorskip("llm_analysis.analysis")
config = pytest.importorskip("llm_analysis.config")

TOLERANCE = 0.03
SHAPES = ((24, 2048, 16, 50257), (32, 4096, 32, 50257), (48, 6144, 48, 50257))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("layers", "hidden", "heads", "vocab"), SHAPES)
@pytest.mark.parametrize("gpus", [8, 64])
def test_states_of_full_sharding(layers: int, hidden: int, heads: int, vocab: int, gpus: int) -> None:
    model = config.ModelConfig(
        name="plain", num_layers=layers, n_head=heads, hidden_dim=hidden, vocab_size=vocab, max_seq_len=2048
    )
    card = config.GPUConfig("card", 1000, 2000, 300, 8e-6, 312)
    other = analysis.LLMAnalysis(model, card, config.DtypeConfig(), config.ParallelismConfig(dp_size=gpus))
    said = other.training(batch_size_per_gpu=1, gradient_accumulation_steps=1, seq_len=2048, ds_zero=analysis.DSZeRO(3))

    ours = memory.estimate(
        Knowledge.load(),
        memory.MemoryRequest(
            params=round(said["num_params_total"]), method="full", precision="amp", gpus=gpus, sharding="zero3"
        ),
    )
    states = ours.gradients.value + ours.optimizer.value + said["num_params_total"] * 4 / gpus / 1e9

    assert states == pytest.approx(said["(weight+op_state+grad)_memory_per_gpu"] / 1e9 * 16 / 18, rel=TOLERANCE)
