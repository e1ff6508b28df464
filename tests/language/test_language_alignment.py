"""The preference method of a message reaches the plan: each method keeps other models beside the trained one."""

from __future__ import annotations

import pytest

from assistant import Conversation
from assistant.knowledge import Knowledge
from assistant.language import understand


@pytest.mark.parametrize(
    ("text", "method"),
    [
        ("ppo on a 7b, full parameters", "ppo"),
        ("GRPO 一个14B模型", "grpo"),
        ("RLHF with DPO for an 8B model", "dpo"),
        ("rlhf for a 13B model", "rlhf"),
        ("not PPO, SimPO on 7B", "orpo"),
        ("train a PPO agent for Atari games", None),
        ("fine-tune a 7B model with LoRA", None),
    ],
)
def test_a_preference_method_is_read_where_it_means_one(base: Knowledge, text: str, method: str | None) -> None:
    assert understand(base, text).slots.get("alignment") == method


def test_a_chat_about_ppo_plans_policy_value_reference_and_reward_model(base: Knowledge) -> None:
    def needed(method: str) -> tuple[str, float]:
        chat = Conversation(base, lang="en")
        chat.say(f"{method} on a 7b, full parameters, 20k prompts, $1000")
        result = chat.say("enough, just recommend").state.result
        assert result is not None
        assert result.plan is not None
        assert result.plan.memory is not None
        said = next(taken for taken in result.assumptions if taken.name == "alignment")
        return said.value, result.plan.memory.weights_gb * result.plan.gpu_count

    (ppo, four), (dpo, two) = needed("PPO"), needed("DPO")
    assert (ppo, dpo) == ("PPO", "DPO")
    # fp32 policy and value model with two frozen 16-bit models, against one policy and one frozen model.
    assert four > two
