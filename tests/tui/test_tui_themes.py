"""Both themes can be read: WCAG contrast of every text role on every background."""

from __future__ import annotations

from itertools import product

import pytest
from textual.color import Color

from assistant.tui.themes import BACKGROUNDS, PALETTES, theme

LEAST = 4.5


@pytest.mark.parametrize(("name", "background"), list(product(PALETTES, BACKGROUNDS)))
def test_contrast(name: str, background: str) -> None:
    palette = PALETTES[name]
    low = {
        role: round(Color.parse(colour).get_contrast_ratio(Color.parse(palette[background])), 2)
        for role, colour in palette.items()
        if role not in BACKGROUNDS
    }
    assert min(low.values()) >= LEAST, low


@pytest.mark.parametrize("name", PALETTES)
def test_chips_under_the_mouse_can_be_read(name: str) -> None:
    palette = PALETTES[name]
    assert Color.parse(palette["background"]).get_contrast_ratio(Color.parse(palette["primary"])) >= LEAST


def test_both_themes_have_the_same_roles() -> None:
    dark, light = PALETTES.values()
    assert dark.keys() == light.keys()
    assert theme("rig-dark").dark
    assert not theme("rig-light").dark
