"""Both themes can be read: WCAG contrast of every text role on every background."""

from __future__ import annotations

from itertools import product

import pytest
from textual.color import Color

from assistant.tui.themes import BACKGROUNDS, PALETTES, theme

LEAST = 4.5


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    channels = (channel / 255 for channel in Color.parse(colour).rgb)
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_measure_itself() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize(("name", "background"), list(product(PALETTES, BACKGROUNDS)))
def test_contrast(name: str, background: str) -> None:
    palette = PALETTES[name]
    low = {
        role: round(contrast(colour, palette[background]), 2)
        for role, colour in palette.items()
        if role not in BACKGROUNDS
    }
    assert min(low.values()) >= LEAST, low


@pytest.mark.parametrize("name", PALETTES)
def test_chips_under_the_mouse_can_be_read(name: str) -> None:
    palette = PALETTES[name]
    assert contrast(palette["background"], palette["primary"]) >= LEAST


def test_both_themes_have_the_same_roles() -> None:
    dark, light = PALETTES.values()
    assert dark.keys() == light.keys()
    assert theme("rig-dark").dark
    assert not theme("rig-light").dark
