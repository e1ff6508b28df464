from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.conversation.state import Event, State, apply, fold, undone

SLOTS = st.sampled_from(["task", "params", "budget"])
EVENTS = st.one_of(
    st.tuples(st.just("slot_set"), st.fixed_dictionaries({"slot": SLOTS, "value": st.integers(1, 9)})),
    st.tuples(st.just("asked"), st.fixed_dictionaries({"question": SLOTS})),
    st.tuples(st.just("missed"), st.just({})),
    st.tuples(st.just("faq"), st.fixed_dictionaries({"topic": st.just("nvlink")})),
    st.tuples(st.just("skipped"), st.fixed_dictionaries({"question": SLOTS, "taken": st.just({"params": 7})})),
    st.tuples(st.just("restarted"), st.just({})),
)
CHANGING = {"slot_set", "skipped", "restarted"}


def build(turns: list[list[tuple[str, dict[str, object]]]]) -> list[State]:
    """Return the state before the first turn and after each."""
    states = [State()]
    for number, turn in enumerate(turns, 1):
        state = states[-1]
        for kind, data in turn:
            state = apply(state, Event(kind, number, data))
        states.append(state)
    return states


@settings(max_examples=120, deadline=None)
@given(turns=st.lists(st.lists(EVENTS, min_size=1, max_size=4), min_size=1, max_size=5))
def test_undo_gives_the_state_before_the_last_turn_that_changed_something(
    turns: list[list[tuple[str, dict[str, object]]]],
) -> None:
    states = build(turns)
    changing = [index for index, turn in enumerate(turns) if any(kind in CHANGING for kind, _ in turn)]
    earlier = undone(states[-1])
    if not changing:
        assert earlier is None
        return
    wanted = states[changing[-1]]
    assert earlier is not None
    assert (earlier.slots, earlier.skipped, earlier.open, earlier.misses) == (
        wanted.slots,
        wanted.skipped,
        wanted.open,
        wanted.misses,
    )


@settings(max_examples=80, deadline=None)
@given(turns=st.lists(st.lists(EVENTS, min_size=1, max_size=4), min_size=1, max_size=5))
def test_the_state_is_the_fold_of_its_events(turns: list[list[tuple[str, dict[str, object]]]]) -> None:
    state = build(turns)[-1]
    assert fold(state.events) == state


def test_a_restart_can_be_taken_back() -> None:
    state = build([[("slot_set", {"slot": "params", "value": 7})], [("restarted", {})]])[-1]
    assert state.slots == {}
    earlier = undone(state)
    assert earlier is not None
    assert earlier.slots == {"params": 7}


def test_a_question_that_comes_again_keeps_its_misses_and_another_one_starts_at_none() -> None:
    state = build([[("asked", {"question": "task"}), ("missed", {}), ("asked", {"question": "task"})]])[-1]
    assert state.misses == 1
    assert apply(state, Event("asked", 2, {"question": "params"})).misses == 0
