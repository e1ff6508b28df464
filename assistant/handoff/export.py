"""One entry for all targets."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from assistant.errors import InputError
from assistant.handoff.job import Job
from assistant.handoff.targets import TARGETS

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge


@dataclass(frozen=True, slots=True)
class Handoff:
    """What an export gives.

    Attributes:
        files: file name -> text, the main file first.
        notes: what the reader must know and the format can not say, in the language of the plan.
    """

    files: Mapping[str, str]
    notes: tuple[str, ...] = ()


def export(kb: Knowledge, result: Mapping[str, Any], target: str, lang: str = "en") -> Handoff:
    """Return the files of `target` for a plan.

    Args:
        kb: the knowledge base, for names of cards and clouds.
        result: a plan result in the public JSON form.
        target: a key of `TARGETS`, or a common other name for one ("k8s", "sbatch", "md").
        lang: language of the report and of comments.

    Raises:
        InputError: no such target, no plan, or a plan that the target can not express.
    """
    name = target.strip().lower()
    name = kb.constants["handoff.format_names"].words.get(name, name)
    if name not in TARGETS:
        raise _unknown(kb, target, name)
    module = importlib.import_module(TARGETS[name].module)
    try:
        job = Job.of(kb, result, lang)
        notes = tuple(module.notes(kb, job)) if hasattr(module, "notes") else ()
        return Handoff(dict(module.files(kb, job)), notes)
    except InputError:
        raise
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise InputError(
            f"the plan is not in the form that `rigwise plan --json` writes: {type(error).__name__}: {error}",
            f"方案不是 `rigwise plan --json` 输出的形式：{type(error).__name__}：{error}",
        ) from error


def _unknown(kb: Knowledge, target: str, name: str) -> InputError:
    """Return the refusal of a format that is not written, with what comes nearest."""
    known, others = ", ".join(TARGETS), kb.constants["handoff.format_names"].words
    alike = get_close_matches(name, [*TARGETS, *others], n=1)
    near = kb.constants["handoff.nearest_format"].words.get(name) or next(iter(alike), "")
    near = others.get(near, near)
    return InputError(
        f"no export format {target!r}{f'; nearest is {near}' if near else ''}; there are {known}",
        f"没有导出格式 {target!r}{f'，最接近的是 {near}' if near else ''}；可用：{known}",
    )
