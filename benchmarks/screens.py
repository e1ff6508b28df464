"""Pictures of the terminal UI, the same every time: `python -m benchmarks.screens [FOLDER]`.

Each scene is a dialogue held with the real conversation on a screen of a fixed size, written as SVG. Textual's SVG
export measures text in characters where a Chinese character takes two cells (Textualize/rich#2742), and asks a remote
host for its font; both are put right here. The README's pictures in `docs/` are made by `--docs`.
"""

from __future__ import annotations

import argparse
import asyncio
import html
import itertools
import re
from pathlib import Path
from typing import NamedTuple

from rich.cells import cell_len
from textual.widgets import Input

from assistant.tui.app import RigwiseApp
from assistant.tui.session import Session
from benchmarks.svg_shapes import CELL, Place, drawn, is_shape

ROOT = Path(__file__).parents[1]
FONTS = "'Cascadia Mono','DejaVu Sans Mono','Noto Sans Mono CJK SC','Noto Sans CJK SC',monospace"


class Scene(NamedTuple):
    """One picture: what is said, on which screen; a step that begins with "key:" or "theme:" is not said but done."""

    name: str
    lang: str
    size: tuple[int, int]
    steps: tuple[str, ...]
    docs: bool = False


EN = "Full fine-tune a 7B on 20 GB of text, $3000 a month"
ZH = "全参微调7B，数据200G，预算每月3万"
SCENES = (
    Scene("welcome-en", "en", (80, 24), ()),
    Scene("welcome-zh", "zh", (80, 24), ()),
    Scene("chat-80-en", "en", (80, 24), (EN,)),
    Scene("chat-80-zh", "zh", (80, 24), (ZH,)),
    Scene("chat-en", "en", (140, 45), (EN,), docs=True),
    Scene("chat-zh", "zh", (140, 45), (ZH,), docs=True),
    Scene("chat-120-en", "en", (120, 40), (EN,)),
    Scene("chat-120-zh", "zh", (120, 40), (ZH,)),
    Scene("plan-en", "en", (140, 45), (EN, "key:f2"), docs=True),
    Scene("plan-80-zh", "zh", (80, 24), (ZH, "key:f2")),
    Scene("help-en", "en", (80, 24), ("key:f1",)),
    Scene("light-en", "en", (120, 40), ("theme:rig-light", EN)),
    Scene("ansi-en", "en", (120, 40), ("theme:ansi-dark", EN)),
)


def corrected(svg: str) -> str:
    """Return Textual's SVG with every run of characters at its own cells, and with fonts of this machine only."""
    svg = re.sub(r"<text(?P<head>[^>]*?)x=\"(?P<x>[^\"]*)\"(?P<tail>[^>]*)>(?P<text>[^<]*)</text>", _runs, svg)
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code, monospace", FONTS).replace("font-family: Fira Code", f"font-family: {FONTS}")
    return re.sub(r"terminal-\d+", "terminal", svg)


def _runs(match: re.Match[str]) -> str:
    """Return one text element as several, each of characters of one width: stretching a mixed one moves its words."""
    if "textLength" not in match["tail"]:
        return match[0]
    x, made = float(match["x"]), []
    style = re.search(r'class="([^"]*)"', match["head"])
    baseline = re.search(r' y="([^"]*)"', match["tail"])
    for (width, shape), characters in itertools.groupby(html.unescape(match["text"]), _kind):
        text = "".join(characters)
        length = len(text) * width * CELL
        if shape and style is not None and baseline is not None:
            made.append(drawn(shape, len(text), Place(x, float(baseline[1]), style[1])))
        elif text.strip("\u00a0 "):
            tail = re.sub(r'textLength="[^"]*"', f'textLength="{length:.1f}"', match["tail"])
            shown = html.escape(text).replace(" ", "\u00a0")
            made.append(f'<text{match["head"]}x="{x:.1f}"{tail}>{shown}</text>')
        x += length
    return "".join(made)


def _kind(character: str) -> tuple[int, str]:
    """Return what is drawn in one piece: characters of one width, or one shape repeated."""
    return cell_len(character), character if is_shape(character) else ""


async def picture(scene: Scene) -> str:
    """Return the SVG of one scene."""
    app = RigwiseApp(Session(scene.lang))
    async with app.run_test(size=scene.size) as pilot:
        app.screen.query_one(Input).cursor_blink = False
        for step in ("", *scene.steps):
            if step.startswith("key:"):
                await pilot.press(step.removeprefix("key:"))
            elif step.startswith("theme:"):
                app.theme = step.removeprefix("theme:")
            elif step:
                app.screen.submit(step)  # type: ignore[attr-defined]
            for _ in range(3):
                await pilot.pause()
                await app.workers.wait_for_complete()
            await pilot.pause()
        return corrected(app.export_screenshot())


def main() -> None:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description="make pictures of the terminal UI")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "screens")
    parser.add_argument("--docs", action="store_true", help="only those of the README, into docs/")
    parser.add_argument("--only", metavar="NAME", help="only this scene")
    args = parser.parse_args()
    folder = ROOT / "docs" if args.docs else args.folder
    folder.mkdir(parents=True, exist_ok=True)
    for scene in SCENES:
        if (args.docs and not scene.docs) or (args.only and scene.name != args.only):
            continue
        path = folder / f"{scene.name}.svg"
        path.write_text(asyncio.run(picture(scene)), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
