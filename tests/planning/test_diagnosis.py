from __future__ import annotations

import pytest

from assistant.errors import InputError
from assistant.knowledge import Knowledge
from assistant.planning import diagnose


@pytest.mark.parametrize(
    ("words", "bottleneck"),
    [
        ("my GPU sits at 35 %, CPU at 100 %", "cpu"),
        ("gpu at 40%, cpu 20%", "storage"),
        ("OOM at batch 8 on 24 GB", "memory"),
        ("两卡反而更慢", "network"),
        ("显存不足", "memory"),
        ("the GPU is at 96% all the time", "none"),
        ("it feels slow", "unknown"),
    ],
)
def test_a_sentence_is_enough_to_find_the_bottleneck(kb: Knowledge, words: str, bottleneck: str) -> None:
    assert diagnose(kb, words).bottleneck == bottleneck


def test_the_acceptance_criteria_are_those_of_the_audit(kb: Knowledge) -> None:
    found = diagnose(kb, {"gpu_util": 0.9, "data_wait": 0.15})
    assert {verdict.name: verdict.passes for verdict in found.verdicts} == {"gpu_util": True, "data_wait": False}


def test_missing_figures_are_asked_for_with_the_way_to_read_them(kb: Knowledge) -> None:
    assert any("nvidia-smi" in ask for ask in diagnose(kb, {"cpu_util": 0.5}).asks)
    assert diagnose(kb, {"gpu_util": 0.4, "cpu_util": 0.95, "data_wait": 0.3}).asks == ()


def test_fixes_come_from_rules_in_both_languages(kb: Knowledge) -> None:
    english, chinese = (diagnose(kb, {"gpu_util": 0.35, "cpu_util": 1.0}, lang) for lang in ("en", "zh"))
    assert english.fixes
    assert [fix.id for fix in english.fixes] == [fix.id for fix in chinese.fixes]
    assert english.fixes[0].text != chinese.fixes[0].text


@pytest.mark.parametrize("wrong", [{"gpu_util": 35}, {"gpu_utilisation": 0.3}, {"data_wait": -0.1}])
def test_a_figure_that_is_none_is_refused(kb: Knowledge, wrong: dict[str, float]) -> None:
    with pytest.raises(InputError):
        diagnose(kb, wrong)
