"""`rigwise plan`: one plan from options, without a conversation."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant.cli import literals
from assistant.cli.batch import add_output_arguments, print_json, run_jsonl
from assistant.cli.slots import SLOTS
from assistant.errors import InputError

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge
    from assistant.planning import PlanResult, Workload

_READ = (literals.read_count, literals.read_bytes, literals.read_money, literals.read_hours, literals.read_number)
_READERS = {slot.slot: slot.read for slot in SLOTS if slot.read in _READ} | {"owned": literals.read_owned}
"""Slots whose JSON may be a text, as on the command line."""
_SAYS_NOTHING = frozenset({"lang", "provider", "region"})
"""Fields that describe no job."""
_EXAMPLE = "--task llm_finetune --params 7B --dataset 20GB --budget '500 USD total'"


def add_slot_arguments(parser: argparse.ArgumentParser) -> None:
    """Add every slot as an option of `parser`."""
    for slot in SLOTS:
        parser.add_argument(
            slot.option,
            dest=slot.slot,
            choices=slot.choices or None,
            help=slot.help,
            metavar=None if slot.choices else "X",
        )
    spot = parser.add_mutually_exclusive_group()
    spot.add_argument(
        "--spot", dest="spot_ok", action="store_true", default=None, help="machines that may be taken away are fine"
    )
    spot.add_argument("--no-spot", dest="spot_ok", action="store_false", help="no machines that may be taken away")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    add_slot_arguments(parser)
    parser.add_argument(
        "--offers",
        metavar="FILE",
        type=Path,
        help="your own prices in place of the catalogue (CSV or JSON, see `rigwise offers`)",
    )
    parser.add_argument("--knowledge", action="append", default=[], metavar="DIR", help="your own folder over the base")
    parser.add_argument(
        "--detect", action="store_true", help="read the NVIDIA cards of this machine and plan for them first"
    )
    parser.add_argument("--explain", action="store_true", help="print every figure with its formula")
    add_output_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Print the plan; the exit code is 1 where nothing keeps the limits."""
    from assistant.planning import plan

    kb = _knowledge(args)
    if args.jsonl:
        return run_jsonl(args.jsonl, lambda request: plan(kb, known(kb, _requested(request))).to_json())
    result = plan(kb, known(kb, workload_of(args)))
    if args.json:
        print_json(result.to_json())
    else:
        print(_words(kb, result, explain=args.explain))
    return 0 if result.feasible else 1


def _requested(request: dict[str, Any]) -> Workload:
    return request_workload(_saying_something(request, '{"task": "llm_finetune", "params": "7B"}'))


def _words(kb: Knowledge, result: PlanResult, *, explain: bool) -> str:
    """Return the plan in words; with `explain` every figure with its formula and the numbers put in."""
    from assistant.wording.derivations import one_line
    from assistant.wording.plain import blocks_to_text
    from assistant.wording.plan_report import report_blocks

    lang = result.workload.lang
    text = blocks_to_text(report_blocks(kb, result, lang))
    sums = [one_line(kb, quantity, lang) for quantity in result.derivations.values()] if explain else []
    return "\n\n".join([text, "\n".join(sums)] if sums else [text])


def known(kb: Knowledge, workload: Workload) -> Workload:
    """Return `workload` if the catalogue knows the names in it and its figures are ones that a slot can have.

    Raises:
        InputError: a model or a card has no entry, or a figure is beyond what its slot declares.
    """
    for name, value in workload.slots().items():
        slot = kb.slots.get(name)
        if slot is not None and isinstance(value, int | float):
            _bounded(name, value, slot.low, slot.high)
    if workload.model and kb.find_model(workload.model) is None and workload.params is None:
        raise InputError(
            f"no model named {workload.model!r}; give its size with params",
            f"没有名为 {workload.model!r} 的模型；请给出参数量",
        )
    from assistant.planning.mentions import find_card

    owned = (workload.owned.gpu,) if workload.owned else ()
    workload = _placed(kb, workload)
    for name in (*workload.gpu_mentioned, *owned):
        if find_card(kb, name) is None:
            raise InputError(f"no card named {name!r} in the catalogue", f"目录中没有名为 {name!r} 的显卡")
    return workload


def _placed(kb: Knowledge, workload: Workload) -> Workload:
    """Return `workload` with its provider as the catalogue spells it, if that and the region have offers.

    Raises:
        InputError: the catalogue has no offers of that provider, or in that region; the message lists what there is.
    """
    from assistant.planning.machine import OWNED
    from assistant.planning.places import in_region, provider_named, providers, regions

    region = workload.region
    if region and not any(in_region(kb, offer, region) for offer in kb.offers.values()):
        names = ", ".join(regions(kb))
        raise InputError(
            f"no offers in a region named {region!r}; there are {names}",
            f"目录中没有地域 {region!r} 的机器；现有 {names}",
        )
    said = workload.provider
    if not said or said.casefold() == OWNED:
        return workload
    provider = provider_named(kb, said)
    if provider is None:
        names = ", ".join(providers(kb))
        raise InputError(
            f"no provider named {said!r} in the catalogue; there are {names}",
            f"目录中没有云厂商 {said!r}；现有 {names}",
        )
    return workload.model_copy(update={"provider": provider})


def _bounded(name: str, value: float, low: float | None, high: float | None) -> None:
    if (low is None or value >= low) and (high is None or value <= high):
        return
    least, most = f"at least {low:g}" if low is not None else "", f"at most {high:g}" if high is not None else ""
    bounds = " and ".join(part for part in (least, most) if part)
    raise InputError(
        f"{name} must be {bounds}, got {value:g}", f"{name} 应在 {low or 0:g} 与 {high or literals.MOST:g} 之间"
    )


def workload_of(args: argparse.Namespace) -> Workload:
    """Return the workload that the options describe.

    Raises:
        InputError: an option can not be read.
    """
    fields = {slot.slot: slot.read(value) for slot in SLOTS if (value := getattr(args, slot.slot)) is not None}
    if args.spot_ok is not None:
        fields["spot_ok"] = args.spot_ok
    if getattr(args, "detect", False):
        from assistant.planning.detect import detected

        fields.setdefault("owned", detected())
    return request_workload(_saying_something(fields, _EXAMPLE))


def _saying_something(fields: dict[str, Any], example: str) -> dict[str, Any]:
    """Return `fields` if they say anything of a job: nothing at all is not planned for.

    Raises:
        InputError: they do not; the sentence gives an example.
    """
    if any(value is not None for name, value in fields.items() if name not in _SAYS_NOTHING):
        return fields
    raise InputError(f"say what is to be trained, as in {example}", f"请说明要训练什么，例如 {example}")


def request_workload(request: dict[str, Any]) -> Workload:
    """Return the workload of one request: slots, provider, region, lang.

    Raises:
        InputError: a key is unknown or a value is not one of the slot's; the message names it.
    """
    from pydantic import ValidationError

    from assistant.knowledge.faults import refusal
    from assistant.planning import Workload

    given = {
        key: tuple(value) if isinstance(value, list) else value for key, value in request.items() if value is not None
    }
    _budget_form(given.get("budget"))
    try:
        return Workload.model_validate(literals.spelled(given, _READERS))
    except ValidationError as error:
        raise refusal(error.errors()) from error


def _budget_form(budget: Any) -> None:
    """Refuse a budget that is neither text nor object."""
    if budget is not None and not isinstance(budget, str | Mapping):
        raise InputError(
            'budget must be a text such as "500 USD total" or an object such as '
            '{"amount": 500, "currency": "USD", "per": "total"}',
            'budget 应为文字（如 "500 USD total"）或对象（如 {"amount": 500, "currency": "USD", "per": "total"}）',
        )


def _knowledge(args: argparse.Namespace) -> Knowledge:
    from assistant.knowledge import Knowledge

    kb = Knowledge.load(*args.knowledge)
    if args.offers is None:
        return kb
    from assistant.knowledge.catalogue import read_offers

    return kb.model_copy(update={"offers": {offer.id: offer for offer in read_offers(kb, args.offers)}})
