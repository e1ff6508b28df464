"""What each kind of turn does, told as short conversations."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from assistant.conversation import Conversation, Reply
from assistant.knowledge import Knowledge


def talk(kb: Knowledge, *said: str, lang: str = "auto") -> list[Reply]:
    conversation = Conversation(kb, lang)
    return [conversation.say(text) for text in said]


def acts(reply: Reply) -> list[str]:
    return [str(act["act"]) for act in reply.acts]


READY = ("fine-tune a 7B LLM with lora", "3 GB", "$400 total")


def test_it_recommends_unasked_as_soon_as_enough_is_known(kb: Knowledge) -> None:
    replies = talk(kb, *READY)
    assert [reply.asks for reply in replies] == ["dataset", "budget", None]
    assert "recommend" in acts(replies[-1])
    assert replies[-1].result is not None


def test_all_in_one_message_needs_no_question(kb: Knowledge) -> None:
    (reply,) = talk(kb, "lora fine-tune of a 7B LLM on 3 GB for $400 total")
    assert reply.asks is None
    assert reply.result is not None


@pytest.mark.parametrize(
    ("said", "never"),
    [
        (("deduplicate 2TB of web text, no training",), "params"),
        (("pretrain a 1B LLM from scratch",), "method"),
        (("train resnet-50",), "params"),
    ],
)
def test_it_asks_only_what_the_task_needs(kb: Knowledge, said: Sequence[str], never: str) -> None:
    conversation = Conversation(kb)
    reply = conversation.say(said[0])
    asked = []
    while reply.asks and len(asked) < 8:
        asked.append(reply.asks)
        reply = conversation.say("skip")
    assert never not in asked
    assert reply.result is not None


def test_owned_cards_need_no_budget(kb: Knowledge) -> None:
    replies = talk(kb, "i own 2x RTX 3090", "lora on a 7B", "2 GB")
    assert replies[-1].asks is None
    assert replies[-1].result is not None
    assert replies[-1].result.plan is not None
    assert replies[-1].result.plan.offer.provider == "owned"


def test_a_correction_is_echoed_as_old_and_new(kb: Knowledge) -> None:
    reply = talk(kb, "lora on a 7B", "no wait, 13B")[-1]
    assert {"act": "changed", "slot": "params", "old": 7_000_000_000, "new": 13_000_000_000} in reply.acts
    assert "7B → 13B" in reply.text


def test_after_a_plan_only_the_difference_is_shown(kb: Knowledge) -> None:
    first, second = talk(kb, *READY, "actually it is 13B")[-2:]
    assert "compare" in acts(second)
    assert len(second.text) < len(first.text)
    assert "→" in second.text


def test_a_question_in_between_changes_nothing_and_the_open_one_comes_back(kb: Knowledge) -> None:
    before, during = talk(kb, "lora on a 7B", "why is multi-GPU scaling not linear?")
    assert during.topic == "scaling-not-linear"
    assert during.slots == before.slots
    assert during.asks == before.asks


def test_why_at_a_question_goes_three_levels_deep(kb: Knowledge) -> None:
    replies = talk(kb, "lora on a 7B", "why do you ask?", "why?", "why?")
    said = [next(block.text for block in reply.blocks if block.kind == "answer") for reply in replies[1:]]
    assert len(set(said)) == 3
    assert "=" in said[2]
    assert all(reply.asks == "dataset" for reply in replies)


def test_why_on_a_line_shows_its_arithmetic(kb: Knowledge) -> None:
    reply = talk(kb, *READY, "why so much vram?")[-1]
    assert "why" in acts(reply)
    assert any(block.kind == "maths" and "=" in block.text for block in reply.blocks)


def test_whynot_names_the_limit_and_sets_nothing(kb: Knowledge) -> None:
    before, reply = talk(kb, "full fine-tune a 7B LLM", "2 GB", "$30/hour", "why not a 4090?")[-2:]
    assert "whynot" in acts(reply)
    assert reply.slots == before.slots
    assert "GB" in reply.text


def test_whatif_can_be_kept_or_dropped(kb: Knowledge) -> None:
    dropped = talk(kb, *READY, "what if 13B", "drop it")
    assert dropped[-2].slots["params"] == 13_000_000_000
    assert dropped[-1].slots == dropped[2].slots
    assert dropped[-1].result is dropped[2].result
    kept = talk(kb, *READY, "what if 13B", "keep it")
    assert kept[-1].slots["params"] == 13_000_000_000


def test_nonsense_climbs_the_ladder_and_ends_in_a_stated_default(kb: Knowledge) -> None:
    replies = talk(kb, "lora on a 7B", "asdfgh", "qwerty", "zxcvbn")
    texts = [reply.text for reply in replies[1:]]
    assert len(set(texts)) == 3
    assert [reply.asks for reply in replies] == ["dataset", "dataset", "dataset", "budget"]
    assert "dataset" in replies[-1].state.skipped


def test_a_letter_picks_the_choice_that_was_shown(kb: Knowledge) -> None:
    replies = talk(kb, "lora on a 7B", "asdfgh", "qwerty", "a")
    assert replies[-1].slots["dataset_bytes"] == 2_000_000_000


def test_an_amount_of_data_is_no_budget_until_it_is_confirmed(kb: Knowledge) -> None:
    replies = talk(kb, "lora on a 7B", "3 GB", "1 TB", "no", "$30 total")
    assert replies[2].asks == "confirm"
    assert replies[3].slots["dataset_bytes"] == 3_000_000_000
    assert replies[4].result is not None
    assert talk(kb, "lora on a 7B", "3 GB", "1 TB", "yes")[-1].slots["dataset_bytes"] == 1_000_000_000_000


def test_a_yes_without_a_question_fills_no_slot(kb: Knowledge) -> None:
    replies = talk(kb, "what is the weather?", "yes")
    assert replies[-1].slots == {}


def test_restart_forgets_and_undo_brings_back(kb: Knowledge) -> None:
    replies = talk(kb, "lora on a 7B", "restart", "undo")
    assert replies[1].slots == {}
    assert replies[2].slots == replies[0].slots


def test_going_back_asks_the_last_question_again(kb: Knowledge) -> None:
    replies = talk(kb, "lora on a 7B", "3 GB", "go back")
    assert replies[-1].asks == "dataset"
    assert "dataset_bytes" not in replies[-1].slots
    assert replies[-1].slots["params"] == 7_000_000_000


def test_a_language_that_was_asked_for_stays(kb: Knowledge) -> None:
    replies = talk(kb, "lora on a 7B", "请用中文", "3 GB", "$30 total")
    assert [reply.lang for reply in replies] == ["en", "zh", "zh", "zh"]
    assert replies[-1].slots["budget"]["currency"] == "USD"


def test_a_message_without_words_keeps_the_language(kb: Knowledge) -> None:
    assert [reply.lang for reply in talk(kb, "微调一个大模型", "7B", "LoRA")] == ["zh", "zh", "zh"]


def test_serving_is_declined_and_training_asked_for(kb: Knowledge) -> None:
    reply = talk(kb, "which GPU to serve llama 70b with vllm to 100 users?")[-1]
    assert "oos" in acts(reply)
    assert reply.result is None


def test_repeat_says_the_same_again(kb: Knowledge) -> None:
    first, again = talk(kb, "lora on a 7B", "say that again")
    assert again.text == first.text
    assert again.asks == first.asks


def test_done_plans_with_stated_assumptions(kb: Knowledge) -> None:
    reply = talk(kb, "lora on a 7B", "enough, just recommend")[-1]
    assert reply.result is not None
    assert reply.asks is None
    assert len(reply.assumptions) > len(reply.result.assumptions)


def test_export_names_the_format_for_the_front_end(kb: Knowledge) -> None:
    reply = talk(kb, *READY, "export slurm")[-1]
    (act,) = [act for act in reply.acts if act["act"] == "export"]
    assert act["format"] == "slurm"


def test_compare_shows_both_cards(kb: Knowledge) -> None:
    reply = talk(kb, *READY, "compare A100 and H100")[-1]
    assert "compare" in acts(reply)
    assert "A100" in reply.text
    assert "H100" in reply.text


def test_a_range_of_sizes_is_planned_at_its_upper_end(kb: Knowledge) -> None:
    reply = talk(kb, "lora on a 7-13B LLM", "3 GB", "$30 total")[-1]
    assert reply.result is not None
    assert reply.result.workload.params == 13_000_000_000


@pytest.mark.parametrize(
    "said",
    [
        "",
        "   ",
        "\x00\x1b[31m",
        "🙂🙂",
        "\u202e\u05e9\u05dc\u05d5\u05dd",
        "<b>[bold]x[/bold]</b> {params}",
        "7" * 3000,
        "x" * 1_000_000,
    ],
)
def test_no_input_breaks_it(kb: Knowledge, said: str) -> None:
    reply = talk(kb, "lora on a 7B", said)[-1]
    assert reply.text
    assert reply.slots["method"] == "lora"


def test_a_change_of_language_words_the_plan_anew_and_does_not_change_it(kb: Knowledge) -> None:
    before, after = talk(kb, "用lora微调7B，数据3G，每小时10元", "English please")
    assert after.lang == "en"
    assert before.result is not None
    assert after.result is not None
    assert after.result.plan is not None
    assert before.result.plan is not None
    assert (after.result.plan.gpu, after.result.plan.offer.id) == (before.result.plan.gpu, before.result.plan.offer.id)
    assert after.result.plan.hours == before.result.plan.hours
    assert "GPU" in after.text
    assert "推荐" not in after.text


def test_why_infeasible_names_need_and_limit(kb: Knowledge) -> None:
    reply = talk(kb, "full fine-tune a 7B LLM on 10 GB for $2 per hour", "why is it infeasible?")[-1]
    assert any(block.id == "gap" and "$2" in block.text for block in reply.blocks)
    assert any(block.id == "levers" for block in reply.blocks)


def test_is_it_enough_is_answered_from_the_plan(kb: Knowledge) -> None:
    reply = talk(kb, *READY, "will it fit?")[-1]
    assert any(block.id == "plan.memory" for block in reply.blocks)


def test_goodbye_shows_no_plan_again(kb: Knowledge) -> None:
    reply = talk(kb, *READY, "bye")[-1]
    assert not any(block.kind == "plan" for block in reply.blocks)
    assert reply.result is not None
