from __future__ import annotations

import pytest

from assistant.errors import InputError
from assistant.transcripts.bounds import around, bound


@pytest.mark.parametrize(
    ("literal", "inside", "outside"),
    [
        ("112 GB ± 2 %", 110, 109),
        ("28000 ± 500", 28500, 28501),
        (">= 24", 24, 23.9),
        ("<= 3 h", 3, 3.1),
        ("between 180 GB and 220 GB", 220, 221),
        (2, 2, 2.1),
        ("1.5e22 FLOP ± 5 %", 1.5e22, 1.6e22),
    ],
)
def test_the_range_is_closed_and_ends_where_it_says(literal: object, inside: float, outside: float) -> None:
    assert bound(literal).holds(inside)
    assert not bound(literal).holds(outside)


def test_a_percentage_is_of_the_middle() -> None:
    limit = bound("200 ± 10 %")
    assert (limit.low, limit.high) == (180, 220)


@pytest.mark.parametrize("value", [0.0123, 1.4, 112.0, 4.2e22])
def test_a_recorded_figure_holds_for_itself(value: float) -> None:
    assert bound(around(value, "GB")).holds(value)


def test_nonsense_is_refused_with_the_forms_that_would_do() -> None:
    with pytest.raises(InputError, match="between"):
        bound("about twelve")
