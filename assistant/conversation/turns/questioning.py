"""The user asks something: answer it, change nothing, come back to the open question."""

from __future__ import annotations

from assistant.conversation import flow
from assistant.conversation.answers import Answer, answer_topic, ask
from assistant.conversation.articles import article_blocks, claims_of
from assistant.conversation.filling import echo, fill
from assistant.conversation.particulars import particulars
from assistant.conversation.phrases import mistaken
from assistant.conversation.turn import Turn
from assistant.conversation.turns import beliefs
from assistant.conversation.workload import workload_of
from assistant.knowledge import Knowledge
from assistant.planning import Workload
from assistant.planning.words import clauses
from assistant.wording.texts import joined

ASKED_ABOUT = frozenset({"gpu_mentioned", "gpu_rel", "gpu_count", "vram_gb"})
"""Slots that a question is about rather than sets: "is a 4090 enough?" chooses no card."""

SIZES = frozenset({"params", "model", "params_range"})
"""Slots that say how large the model is."""

KNOBS = frozenset({
    "checkpointing", "optimizer", "offload", "strategy", "data_format", "language_of_data", "provider", "alignment",
})  # fmt: skip
"""Details that a question only mentions: "what does checkpointing cost?" switches nothing on."""

DATA_TOPIC = "dataset-vs-vram"
"""Topic of the most common mistake: that the data have to fit into the card."""


def faq(turn: Turn) -> None:
    """Answer a question; what the same message says about the job is taken first."""
    owned = turn.heard.slots.get("gpu_rel") in {"have", "want"}
    facts = frozenset(turn.kb.facts.keys() - Workload.model_fields)
    about = (KNOBS if owned else KNOBS | ASKED_ABOUT) | facts | beliefs.pooled_slots(turn)
    if not turn.heard.corrected:
        about |= _settled(turn)
    about |= only_mentioned(turn)
    told = {slot: value for slot, value in turn.heard.slots.items() if slot not in about}
    told = {} if topic_titled(turn.kb, turn.heard.text) else told
    changes = fill(turn, told, turn.heard.cleared)
    if changes:
        turn.emit("answered")
        echo(turn, changes)
    answer = _ask(turn)
    if answer.topic is not None and (not changes or (_sure(turn, answer) and not _plan_answers(turn, answer))):
        show(turn, answer)
    elif not changes:
        _not_covered(turn, answer)
    if not changes:
        turn.closing = False
        turn.emit("faq", topic=answer.topic)
        flow.reask(turn)


def _plan_answers(turn: Turn, answer: Answer) -> bool:
    """Return whether the plan made anew is itself the answer: "will it be done in two months?" asks for its hours."""
    return turn.before.result is not None and answer.topic in turn.kb.constants["conversation.answered_by_plan"].words


def _settled(turn: Turn) -> frozenset[str]:
    """Return the slots that a question does not overwrite: size and task once known, an amount by a wish for cheap."""
    known = turn.state.slots.keys()
    cheap = turn.heard.asks and turn.heard.slots.get("budget") == {"minimize": True}
    return (SIZES if SIZES & known else frozenset()) | ({"task", "budget"} if cheap else {"task"}) & known


def only_mentioned(turn: Turn) -> frozenset[str]:
    """Return the slots that a general question only mentions: it sets no card, and overwrites no size that is known."""
    heard, known = turn.heard, turn.state.slots
    if mistakes_data_for_memory(turn):
        return frozenset() if heard.slots.get("gpu_rel") == "have" else ASKED_ABOUT
    cards = _cards_asked_about(turn)
    named = frozenset(SIZES & heard.slots.keys() if SIZES & known.keys() else ())
    if not named or not heard.asks or heard.corrected:
        return cards
    answer = _ask(turn)
    sure = answer.topic is not None and answer.score >= turn.kb.number("conversation.surely_asked")
    return named | cards if sure else cards


def _cards_asked_about(turn: Turn) -> frozenset[str]:
    """Return the card slots of a question about nothing but cards, where the job has its card: it is not exchanged."""
    heard = turn.heard
    only = heard.slots.keys() <= ASKED_ABOUT and heard.slots.get("gpu_rel") == "ask"
    return ASKED_ABOUT if heard.asks and only and "gpu_mentioned" in turn.state.slots else frozenset()


def answer_beside(turn: Turn) -> None:
    """Answer the question that stands in a message beside values, where it is one of ours."""
    answer = _ask(turn)
    if answer.topic is not None and _sure(turn, answer) and not _plan_answers(turn, answer):
        show(turn, answer)
    else:
        say_particulars(turn)


def answer_below(turn: Turn, least: float = 0.0) -> None:
    """Add the general answer under one that came from the plan, where the message asks for a topic of ours.

    Args:
        turn: the turn.
        least: likeness to the topic from which on it is added, where it must be surer than beside values.
    """
    answer = ask(turn.kb, turn.heard.text, None)
    if answer.topic is not None and _sure(turn, answer) and answer.score >= least:
        turn.say("faq.in_general")
        show(turn, answer)


def set_right(turn: Turn) -> None:
    """Answer beliefs about several cards that are no question: "two 4090 with NVLink, so 48 GB"."""
    for picked in beliefs.topics(turn):
        if picked in turn.kb.topics:
            show(turn, answer_topic(turn.kb, picked, workload_of(turn.state)))


def is_known(turn: Turn) -> bool:
    """Return whether a message without values is much like a topic even without the form of a question: "nvlink"."""
    answer = ask(turn.kb, turn.heard.text, None)
    return answer.topic is not None and answer.score >= turn.kb.number("conversation.near_score")


def _sure(turn: Turn, answer: Answer) -> bool:
    """Return whether the answer is worth giving beside values that answer themselves, by the plan."""
    return answer.score >= turn.kb.number("conversation.beside_score")


def mistakes_data_for_memory(turn: Turn) -> bool:
    """Return whether a message concludes from the size of its data what card it takes; no model is named in it."""
    slots = turn.heard.slots
    if "dataset_bytes" not in slots or {"params", "model", "method"} & slots.keys():
        return False
    return mistaken(turn.kb, turn.heard.text)


def _ask(turn: Turn) -> Answer:
    picked = topic_titled(turn.kb, turn.heard.text) or (DATA_TOPIC if mistakes_data_for_memory(turn) else None)
    picked = picked or next((topic for topic in beliefs.topics(turn) if topic == beliefs.POOLING), None)
    if not turn.state.slots:
        return answer_topic(turn.kb, picked, None) if picked else ask(turn.kb, turn.heard.text, None)
    workload = _asked_about(turn)
    return answer_topic(turn.kb, picked, workload) if picked else ask(turn.kb, turn.heard.text, workload)


def _asked_about(turn: Turn) -> Workload:
    """Return the job a question is computed for: the one at hand, with the card or the size that the question names."""
    workload, heard, result = workload_of(turn.state), turn.heard.slots, turn.state.result
    named: dict[str, object] = {}
    if cards := heard.get("gpu_mentioned"):
        named["gpu_mentioned"] = tuple(cards)
    elif result is not None and result.plan is not None and result.plan.gpu and not workload.gpu_mentioned:
        named |= {"gpu_mentioned": (result.plan.gpu,), "gpu_count": result.plan.gpu_count}
    if "params" in heard or "model" in heard:
        named |= {"params": heard.get("params"), "model": heard.get("model"), "params_range": None}
    return workload.model_copy(update=named)


def topic_titled(kb: Knowledge, text: str) -> str | None:
    """Return the topic whose title `text` is: what a quick reply sends."""
    words = text.strip()
    return next((topic.id for topic in kb.topics.values() if words in {topic.title.en, topic.title.zh}), None)


def show(turn: Turn, answer: Answer) -> None:
    """Show the answer and where it comes from."""
    turn.topic = answer.topic
    turn.emit("told", topic=answer.topic or "")
    turn.act("answer", topic=answer.topic)
    say_particulars(turn)
    turn.add("answer", answer.text.get(turn.lang, ""), f"topic.{answer.topic}")
    other = _near(answer)
    if answer.close and other and other[0] in turn.kb.topics:
        title = turn.kb.topics[other[0]].title.of(turn.lang)
        turn.say("faq.or", kind="note", title=title)
        turn.offer(title)
    titles = [turn.kb.sources[source].named(turn.lang) for source in answer.sources if source in turn.kb.sources]
    if titles:
        turn.say(
            "faq.sources", kind="note", block_id=f"topic.{answer.topic}.sources", sources=clauses(turn.lang, *titles)
        )
    turn.blocks.extend(article_blocks(turn.kb, claims_of(turn.kb, answer.topic or ""), turn.lang, folded=True))


def say_particulars(turn: Turn) -> bool:
    """Say first what the rules hold of the very things that are named; return whether they hold anything."""
    found = particulars(turn.kb, turn.heard.text, turn.heard.slots)
    if found:
        turn.act("explain", of="rules", rules=[rule.id for rule in found])
        rows = [f"{rule.because.of(turn.lang)} [{rule.id}]" for rule in found]
        turn.add("answer", "\n".join(rows), "particulars")
    return bool(found)


def _not_covered(turn: Turn, answer: Answer) -> None:
    """Say that it is not covered; name the topic that comes near where one does."""
    if say_particulars(turn):
        return
    turn.intent = "oos"
    turn.act("oos", reason="not-covered")
    turn.add("say", answer.text.get(turn.lang, "") or turn.words("oos.general"))
    least = turn.kb.number("conversation.near_score")
    near = [entry.topic for entry in answer.alternatives[:2] if entry.score >= least and entry.topic in turn.kb.topics]
    if near:
        titles = [turn.kb.topics[topic].title.of(turn.lang) for topic in near]
        turn.act("clarify", topics=near)
        turn.say("faq.near", titles=joined(titles, turn.lang))
        turn.offer(*titles)


def _near(answer: Answer) -> tuple[str, ...]:
    return tuple(entry.topic for entry in answer.alternatives[:2])
