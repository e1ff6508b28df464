"""Remarks on a plan are answered from the plan, and set nothing."""

from __future__ import annotations

import pytest

from assistant.conversation import Conversation, Reply
from assistant.knowledge import Knowledge
from assistant.planning.result import PlanResult

KB = Knowledge.load()
JOB = {
    "en": "full fine-tune qwen2.5 7b on 150M tokens, at most $25 per hour",
    "zh": "lora微调qwen2.5 7b，1500万token，预算200元",
}


def after(lang: str, text: str) -> tuple[Reply, Reply]:
    """Return the reply with the plan and the reply to `text` after it."""
    conversation = Conversation(KB)
    return conversation.say(JOB[lang]), conversation.say(text)


@pytest.mark.parametrize(
    ("lang", "text", "act", "of"),
    [
        ("en", "that's too expensive for us", "show", "cheapest"),
        ("en", "anything cheaper?", "show", "cheapest"),
        ("zh", "这也太贵了", "show", "cheapest"),
        ("en", "hmm, too slow", "show", "fastest"),
        ("zh", "有没有更快的", "show", "fastest"),
        ("en", "how accurate is that?", "why", "sensitivity"),
        ("zh", "这个靠谱吗？", "why", "sensitivity"),
        ("en", "what did you assume?", "show", "assumptions"),
        ("zh", "默认了什么", "show", "assumptions"),
        ("en", "show me the storage", "show", "plan.storage"),
        ("zh", "看一下内存", "show", "plan.ram"),
        ("en", "tl;dr", "show", "plan"),
        ("zh", "一句话", "show", "plan"),
        ("en", "what's your source?", "why", "sources"),
        ("zh", "数据来源？", "why", "sources"),
        ("en", "so which one would you take", "why", "plan.gpu"),
        ("zh", "那选哪个", "why", "plan.gpu"),
    ],
)
def test_a_remark_is_answered_from_the_plan_and_changes_nothing(lang: str, text: str, act: str, of: str) -> None:
    before, reply = after(lang, text)
    done = next(entry for entry in reply.acts if entry["act"] == act)
    assert of in {done.get("of"), done.get("option")}
    assert reply.slots == before.slots
    assert reply.result == before.result
    assert reply.text.strip()


@pytest.mark.parametrize("text", ["too expensive", "太贵了", "are you sure?", "show me the memory", "faster"])
def test_without_a_plan_a_remark_on_it_sets_nothing(text: str) -> None:
    conversation = Conversation(KB)
    before = conversation.say("lora for a 7B")
    assert conversation.say(text).slots == before.slots


@pytest.mark.parametrize("text", ["thanks!", "thank you", "谢谢", "辛苦了", "cool", "明白了"])
def test_courtesy_keeps_the_open_question_and_counts_as_no_failure(text: str) -> None:
    conversation = Conversation(KB)
    asked = conversation.say("lora for a 7B")
    for _ in range(4):
        reply = conversation.say(text)
        assert reply.asks == asked.asks
        assert reply.slots == asked.slots
        assert not any(entry["act"] == "clarify" for entry in reply.acts)


def test_faster_names_what_more_money_buys() -> None:
    before, reply = after("en", "too slow")
    assert before.result is not None
    assert before.result.plan is not None
    shown = {block.id for block in reply.blocks}
    assert {"options.fastest", "options.fastest.free"} <= shown


@pytest.mark.parametrize(
    ("lang", "text", "slot", "factor"),
    [
        ("en", "double the data", "dataset_tokens", 2),
        ("zh", "数据翻倍呢", "dataset_tokens", 2),
        ("zh", "数据砍一半", "dataset_tokens", 0.5),
        ("en", "ten times the tokens", "dataset_tokens", 10),
    ],
)
def test_a_value_in_proportion_to_the_last_one(lang: str, text: str, slot: str, factor: float) -> None:
    before, reply = after(lang, text)
    assert reply.slots[slot] == before.slots[slot] * factor


@pytest.mark.parametrize(("lang", "text"), [("en", "half the budget"), ("zh", "预算减半")])
def test_half_the_budget_keeps_currency_and_period(lang: str, text: str) -> None:
    before, reply = after(lang, text)
    assert reply.slots["budget"] == {**before.slots["budget"], "amount": before.slots["budget"]["amount"] / 2}


def test_twice_an_assumed_value_is_twice_what_the_plan_took() -> None:
    before, reply = after("en", "what about double the context?")
    assert before.result is not None
    assumed = next(entry.value for entry in before.result.assumptions if entry.name == "seq_len")
    assert reply.slots["seq_len"] == 2 * assumed


def test_a_question_about_the_total_changes_no_budget() -> None:
    conversation = Conversation(KB)
    before = conversation.say("lora fine-tune llama-3-8b on 20M tokens, budget $50")
    assert conversation.say("how much in total?").slots == before.slots


@pytest.mark.parametrize("text", ["what does my budget buy?", "这点钱能跑多久", "how many cards for my deadline?"])
def test_the_plan_turned_round_is_what_the_planner_found(text: str) -> None:
    conversation = Conversation(KB)
    conversation.say("lora fine-tune llama-3-8b on 200M tokens, $50 total, within 2 hours")
    reply = conversation.say(text)
    assert reply.result is not None
    assert len(reply.result.reach) == 2
    shown = next(block.text for block in reply.blocks if block.id == "reach")
    assert all(sentence in shown for sentence in reply.result.reach)


def test_a_supposed_card_is_judged_before_the_plan_is_made_anew() -> None:
    conversation = Conversation(KB)
    conversation.say("lora fine-tune llama-3-8b on 200M tokens, $50 total, within 2 hours")
    reply = conversation.say("how long would it take on one 4090?")
    verdict = next(entry for entry in reply.acts if entry["act"] == "explain")
    assert verdict["constraint"] == "deadline"
    assert reply.blocks[1].id == f"whatif.{verdict['target']}"


def test_a_budget_that_is_asked_about_is_planned_with_and_the_ways_out_are_shown() -> None:
    conversation = Conversation(KB)
    conversation.say("lora微调llama3 8b，2000万token，预算300块")
    reply = conversation.say("5块够吗")
    assert reply.slots["budget"]["amount"] == 5
    assert reply.result is not None
    assert reply.result.violates == ("budget",)
    assert {"plan", "levers"} <= {block.id for block in reply.blocks}


FAILS = {"en": "full fine-tune llama-3-70b, 5 GB, $100 total", "zh": "全参微调qwen2.5 14b，2G数据，总预算500元"}


def failed(lang: str) -> tuple[Conversation, PlanResult]:
    """Return a conversation with a plan in force that breaks its limits, and that plan."""
    conversation = Conversation(KB)
    result = conversation.say(FAILS[lang]).result
    assert result is not None
    assert len(result.levers) > 1
    return conversation, result


@pytest.mark.parametrize(
    ("lang", "text", "index"),
    [
        ("en", "let's do the first one", 0),
        ("en", "option 2 please", 1),
        ("en", "2", 1),
        ("zh", "用第一个办法吧", 0),
        ("zh", "第2种", 1),
    ],
)
def test_a_way_out_is_taken_by_its_number_and_leads_to_the_plan_it_promised(lang: str, text: str, index: int) -> None:
    conversation, before = failed(lang)
    lever, reply = before.levers[index], conversation.say(text)
    assert next(entry for entry in reply.acts if entry["act"] == "confirm")["lever"] == lever.id
    assert reply.result is not None
    assert reply.result.feasible
    assert reply.result.plan == lever.plan


def test_each_way_out_is_taken_by_its_own_words() -> None:
    _, before = failed("en")
    for lever in before.levers:
        conversation, _ = failed("en")
        reply = conversation.say(lever.change)
        assert reply.result is not None
        assert reply.result.plan == lever.plan


def test_a_way_out_that_was_taken_can_be_taken_back() -> None:
    conversation, before = failed("en")
    conversation.say("the first one")
    assert conversation.say("undo").result == before


@pytest.mark.parametrize(("lang", "text"), [("en", "so what can i do?"), ("zh", "那怎么办")])
def test_the_ways_out_can_be_asked_for(lang: str, text: str) -> None:
    conversation, before = failed(lang)
    shown = "".join(block.text for block in conversation.say(text).blocks)
    assert all(lever.change in shown for lever in before.levers)


@pytest.mark.parametrize(
    ("lang", "text"), [("en", "the last one"), ("en", "go with the fastest"), ("zh", "选最后一个")]
)
def test_an_option_that_is_taken_is_the_plan_from_then_on(lang: str, text: str) -> None:
    before, reply = after(lang, text)
    assert before.result is not None
    assert reply.result is not None
    fastest, now = before.result.options["fastest"], reply.result.plan
    assert now is not None
    assert (now.gpu, now.gpu_count, now.offer.provider) == (fastest.gpu, fastest.gpu_count, fastest.offer.provider)


def test_more_than_there_is_can_not_be_taken() -> None:
    before, reply = after("en", "the fifth one")
    assert reply.slots == before.slots
    assert "options" in {block.id for block in reply.blocks}


def test_renting_instead_of_what_is_owned_plans_a_rented_machine() -> None:
    conversation = Conversation(KB)
    owned = conversation.say("i have 2 3090s, qlora mistral 7b, 30M tokens")
    assert owned.result is not None
    conversation.say("rent instead")
    reply = conversation.say("$200 total")
    assert reply.result is not None
    assert reply.result.plan is not None
    assert reply.result.plan.offer.provider != "owned"


@pytest.mark.parametrize("text", ["能跑吗", "能跑得动吗", "will it run?"])
def test_whether_it_runs_is_answered_from_the_plan(text: str) -> None:
    _, reply = after("zh", text)
    assert "plan.memory" in {block.id for block in reply.blocks}


@pytest.mark.parametrize(("lang", "text"), [("en", "why not the others?"), ("zh", "其他卡为什么不行")])
def test_all_that_was_not_taken_can_be_asked_for(lang: str, text: str) -> None:
    _, reply = after(lang, text)
    assert reply.result is not None
    shown = next(block.text for block in reply.blocks if block.id == "rejected.all")
    assert all(entry.text in shown for entry in reply.result.rejected)


@pytest.mark.parametrize(
    ("text", "topic"), [("buy or rent", "rent-vs-buy"), ("租还是买", "rent-vs-buy"), ("nvlink", "nvlink")]
)
def test_a_topic_named_without_a_question_is_answered(text: str, topic: str) -> None:
    assert Conversation(KB).say(text).topic == topic


@pytest.mark.parametrize(
    ("lang", "text", "block"),
    [
        ("en", "ok, what about storage then", "plan.storage"),
        ("en", "how many tokens per second", "plan.hours"),
        ("zh", "每秒多少token", "plan.hours"),
        ("en", "sounds good, how do I start?", "advice.all"),
        ("zh", "下一步做什么", "advice.all"),
    ],
)
def test_a_line_of_the_plan_is_shown_where_no_topic_is_asked_for(lang: str, text: str, block: str) -> None:
    _, reply = after(lang, text)
    assert block in {entry.id for entry in reply.blocks}


def test_what_it_costs_elsewhere_is_planned_there() -> None:
    _, reply = after("en", "what does it cost on AWS?")
    assert reply.result is not None
    assert reply.result.plan is not None
    assert reply.result.plan.offer.provider == "aws"


@pytest.mark.parametrize("text", ["why not a gpu?", "要GPU吗", "do i need a graphics card for that?"])
def test_a_plan_without_a_card_says_why(text: str) -> None:
    conversation = Conversation(KB)
    conversation.say("clean 10TB of text, no training, $500 total")
    reply = conversation.say(text)
    assert next(entry for entry in reply.acts if entry["act"] == "why")["of"] == "plan.gpu"
    assert reply.topic is None
