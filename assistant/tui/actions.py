"""Everything a user can do by key, slash command or palette, declared once.

Bindings, the footer, the palette, the slash list, the help screen and the README's key table are made from `ACTIONS`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do.

    Attributes:
        id: name of the action; the chat screen has `action_<id>` unless `says` is set or `handler` names another.
        keys: key names as Textual spells them, comma-separated; empty where only a command calls it.
        shown: the keys as a reader spells them.
        slash: name of the slash command without the slash, empty where there is none.
        title: short name, (English, Chinese): footer, palette, slash list.
        help: one sentence, (English, Chinese): palette, help screen, README.
        says: words sent to the conversation instead of calling code, (English, Chinese).
        about: the same with what was typed after the slash command put in.
        footer: whether the footer shows it.
        own: handled by the prompt itself; no screen-wide binding is made.
        priority: the key wins over the prompt's own editing keys.
    """

    id: str
    keys: str
    shown: str
    slash: str
    title: tuple[str, str]
    help: tuple[str, str]
    says: tuple[str, str] | None = None
    about: tuple[str, str] | None = None
    footer: bool = False
    own: bool = False
    priority: bool = False

    def name(self, lang: str) -> str:
        """Return the title in `lang`."""
        return self.title[lang == "zh"]

    def command(self, lang: str) -> str:
        """Return the slash command, with the title where that says more."""
        name = self.name(lang)
        return f"/{self.slash}" if name == self.slash else f"/{self.slash} {name}"

    def explain(self, lang: str) -> str:
        """Return the help sentence in `lang`."""
        return self.help[lang == "zh"]


ACTIONS: Final[tuple[Action, ...]] = (
    Action("send", "enter", "enter", "", ("send", "发送"), ("Send what is typed.", "发送输入的内容。"), own=True),
    Action(
        "pick",
        ",".join(f"alt+{digit}" for digit in range(1, 10)),
        "alt+1…9",
        "",
        ("pick", "选择"),
        ("Pick a suggested answer; clicking it does the same.", "选择建议的回答，也可以用鼠标点击。"),
        own=True,
    ),
    Action(
        "complete",
        "tab",
        "tab",
        "",
        ("complete", "补全"),
        ("Accept the suggestion in grey, else go to the next control.", "接受灰色的补全，否则跳到下一个控件。"),
        own=True,
    ),
    Action(
        "older",
        "ctrl+up",
        "ctrl+↑",
        "",
        ("older", "上一条"),
        (
            "Bring back what was said before; plain ↑ does it while the prompt is empty.",
            "找回之前说过的话，输入框为空时 ↑ 也可以。",
        ),
        own=True,
    ),
    Action("newer", "ctrl+down", "ctrl+↓", "", ("newer", "下一条"), ("The other way.", "向后翻。"), own=True),
    Action(
        "help",
        "f1",
        "F1",
        "help",
        ("help", "帮助"),
        ("Keys, commands and things to say.", "按键、命令和可以说的话。"),
        footer=True,
    ),
    Action(
        "plan",
        "f2",
        "F2",
        "plan",
        ("plan", "方案"),
        ("The whole plan on its own screen.", "在单独的屏幕上查看完整方案。"),
        footer=True,
    ),
    Action(
        "undo",
        "ctrl+z",
        "^z",
        "undo",
        ("undo", "撤销"),
        ("Take the last answer back.", "撤回最后一个回答。"),
        says=("undo", "撤销"),
        footer=True,
        priority=True,
    ),
    Action(
        "copy",
        "ctrl+y",
        "^y",
        "copy",
        ("copy", "复制"),
        ("Copy the last answer.", "复制最后一条回答。"),
        footer=True,
        priority=True,
    ),
    Action(
        "language",
        "ctrl+l",
        "^l",
        "lang",
        ("中文", "English"),
        ("Switch between English and Chinese.", "在中文和英文之间切换。"),
        footer=True,
        priority=True,
    ),
    Action(
        "why",
        "",
        "",
        "why",
        ("why", "为什么"),
        ("Why the last thing is so; /why gpu asks about one part.", "为什么是这样；/why gpu 询问其中一项。"),
        says=("why?", "为什么？"),
        about=("why this {}?", "{}为什么是这样？"),
    ),
    Action(
        "export",
        "",
        "",
        "export",
        ("export", "导出"),
        (
            "Write the plan for a tool: /export slurm, skypilot, markdown …",
            "把方案写成工具的配置：/export slurm、skypilot、markdown …",
        ),
    ),
    Action(
        "reset",
        "",
        "",
        "reset",
        ("start over", "重新开始"),
        ("Forget everything and begin again.", "清空并重新开始。"),
        says=("start over", "重新开始"),
    ),
    Action("theme", "", "", "theme", ("theme", "主题"), ("Dark or light.", "深色或浅色。")),
    Action(
        "scroll",
        "pageup,pagedown",
        "PgUp PgDn",
        "",
        ("scroll", "滚动"),
        ("Scroll the conversation from the prompt.", "不离开输入框滚动对话。"),
        own=True,
    ),
    Action(
        "palette",
        "ctrl+p",
        "^p",
        "",
        ("palette", "命令面板"),
        ("Search every action.", "搜索所有操作。"),
        footer=True,
        own=True,
    ),
    Action(
        "interrupt",
        "ctrl+c",
        "^c",
        "",
        ("copy selection", "复制选中"),
        (
            "Copy what is selected; with nothing selected it says how to leave.",
            "复制选中的文字；没有选中时提示如何退出。",
        ),
        own=True,
    ),
    Action(
        "quit",
        "ctrl+q",
        "^q",
        "quit",
        ("quit", "退出"),
        ("Leave; the conversation is saved.", "退出，对话会保存。"),
        own=True,
    ),
)
"""All actions, in the order in which they are listed."""

BY_SLASH: Final = {action.slash: action for action in ACTIONS if action.slash}
"""Slash name -> action."""


def bound() -> tuple[Action, ...]:
    """Return the actions the chat screen binds to keys."""
    return tuple(action for action in ACTIONS if action.keys and not action.own)


def matching(prefix: str) -> tuple[Action, ...]:
    """Return the actions whose slash command begins with `prefix` (with or without the slash)."""
    head = prefix.lstrip("/").split(" ", 1)[0].lower()
    return tuple(action for name, action in BY_SLASH.items() if name.startswith(head))


def key_table() -> str:
    """Return the Markdown table of the README: key, command, what it does."""
    rows = ["| Key | Command | What it does |", "|---|---|---|"]
    for action in ACTIONS:
        key = f"`{action.shown}`" if action.shown else ""
        slash = f"`/{action.slash}`" if action.slash else ""
        rows.append(f"| {key} | {slash} | {action.help[0]} |")
    return "\n".join(rows)
