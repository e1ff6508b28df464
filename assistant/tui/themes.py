"""The two themes, one table."""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

PALETTES: Final[dict[str, dict[str, str]]] = {
    "rig-dark": {
        "background": "#16161E",
        "surface": "#1A1B26",
        "panel": "#24283B",
        "foreground": "#C0CAF5",
        "muted": "#8B95BF",
        "primary": "#7AA2F7",
        "secondary": "#9ECE6A",
        "accent": "#E0AF68",
        "violet": "#BB9AF7",
        "error": "#F7768E",
    },
    "rig-light": {
        "background": "#F7F7FB",
        "surface": "#EDEEF5",
        "panel": "#E1E3EE",
        "foreground": "#1F2335",
        "muted": "#555B78",
        "primary": "#2E5BB8",
        "secondary": "#3F6212",
        "accent": "#8A5A00",
        "violet": "#7A3FB0",
        "error": "#B4233C",
    },
}
"""Theme -> role -> colour. Text roles keep at least 4.5:1 against background, surface and panel (WCAG AA)."""

BACKGROUNDS: Final = ("background", "surface", "panel")
"""Roles that are drawn on; all others are drawn with."""


def theme(name: str) -> Theme:
    """Return the Textual theme made from the palette `name`."""
    colours = dict(PALETTES[name])
    muted, violet = colours.pop("muted"), colours.pop("violet")
    return Theme(
        name=name,
        dark=name == "rig-dark",
        **colours,  # type: ignore[arg-type]
        success=colours["secondary"],
        warning=colours["accent"],
        variables={
            "muted": muted,
            "violet": violet,
            "input-cursor-background": colours["primary"],
            "input-cursor-foreground": colours["background"],
            "input-selection-background": f"{colours['primary']} 35%",
            "border": colours["primary"],
            "border-blurred": colours["panel"],
            "scrollbar": colours["panel"],
            "scrollbar-hover": muted,
            "scrollbar-active": colours["primary"],
            "scrollbar-background": colours["background"],
            "scrollbar-background-hover": colours["background"],
            "scrollbar-background-active": colours["background"],
            "scrollbar-corner-color": colours["background"],
        },
    )
