"""Which figure, if it were wrong, changes the recommendation, and from what value on."""

from __future__ import annotations

from planning_jobs import FULL_7B, LORA_7B

from assistant.knowledge import Knowledge
from assistant.planning import Workload, plan, sensitivity


def test_a_longer_context_changes_the_machine_at_a_break_point(kb: Knowledge) -> None:
    points = {point.name: point for point in sensitivity(kb, Workload.model_validate({**LORA_7B, "lang": "zh"}))}
    assert points["seq_len"].at > 2048
    assert points["seq_len"].before != points["seq_len"].after


def test_a_dearer_card_loses_its_place_at_the_price_that_is_named(kb: Knowledge) -> None:
    workload = Workload.model_validate(FULL_7B)
    points = {point.name: point for point in sensitivity(kb, workload)}
    at, now = points["price"].at, plan(kb, workload).plan
    assert now is not None
    card = kb.find_gpu(now.gpu or "")
    assert card is not None
    for factor, same in ((0.97, True), (1.001, False)):
        raised = at * factor / points["price"].now
        offers = {
            name: offer.model_copy(update={"price": offer.price and offer.price * raised})
            if offer.gpu == card.id
            else offer
            for name, offer in kb.offers.items()
        }
        then = plan(kb.model_copy(update={"offers": offers}), workload).plan
        assert then is not None
        assert ((then.gpu, then.gpu_count) == (now.gpu, now.gpu_count)) is same
