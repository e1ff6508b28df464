"""What the actions do: one method each, called by key, slash command and palette alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from assistant.conversation.reply import Block, QuickReply
from assistant.tui.actions import ACTIONS, BY_SLASH, Action, matching
from assistant.tui.strings import tr

if TYPE_CHECKING:
    from textual.app import App

    from assistant.tui.exchange import Turn, View
    from assistant.tui.session import Session


class Stage(Protocol):
    """What the actions need of the screen they work on."""

    lang: str
    view: View
    session: Session

    @property
    def app(self) -> App[Any]:
        """The application."""

    def submit(self, text: str) -> None:
        """Say `text` as the user."""

    def say_status(self, message: str) -> None:
        """Show `message` in the last line until the next thing is said."""

    def tell(self, blocks: Sequence[Block]) -> None:
        """Put words of the program itself into the conversation."""

    def prefill(self, text: str) -> None:
        """Put `text` into the prompt, to be gone on with."""

    def change_language(self, lang: str) -> None:
        """Draw everything in `lang`."""


class Commands:
    """The actions over one chat."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def offered(self, typed: str) -> tuple[QuickReply, ...]:
        """Return what the typed beginning of a command may become: commands, or the arguments of one."""
        actions = matching(typed) if typed.startswith("/") else ()
        _, space, begun = typed.partition(" ")
        if not space:
            return tuple(QuickReply(action.command(self._stage.lang), f"/{action.slash}") for action in actions)
        return tuple(
            QuickReply(word, f"/{action.slash} {word}")
            for action in actions[:1]
            for word in self._arguments(action)
            if word.startswith(begun.lower())
        )

    def hint(self, typed: str) -> str:
        """Return what the one command that is being typed does, nothing while it may become several."""
        actions = matching(typed) if typed.startswith("/") else ()
        return actions[0].explain(self._stage.lang) if len(actions) == 1 else ""

    def _arguments(self, action: Action) -> Sequence[str]:
        words: dict[str, Callable[[], Sequence[str]]] = {
            "export": _formats,
            "language": lambda: ("en", "zh"),
            "theme": lambda: sorted(self._stage.app.available_themes, key=lambda name: not name.startswith("rig-")),
        }
        return words[action.id]() if action.id in words else ()

    def run(self, line: str) -> None:
        """Run a typed slash command; an unambiguous beginning is enough."""
        name, _, argument = line.lstrip("/").strip().partition(" ")
        found = BY_SLASH.get(name.lower()) or (matching(name)[0] if name and len(matching(name)) == 1 else None)
        if found is None:
            self._stage.say_status(tr("command.unknown", self._stage.lang, name=f"/{name}"[:40]))
        else:
            self.do(found.id, argument.strip())

    def do(self, name: str, argument: str = "") -> None:
        """Do the action `name`."""
        action = next(entry for entry in ACTIONS if entry.id == name)
        if action.says is not None:
            chinese = self._stage.lang == "zh"
            about = action.about[chinese].format(argument) if action.about is not None and argument else ""
            self._stage.submit(about or action.says[chinese])
        else:
            getattr(self, f"_{name}")(argument)

    def after(self, turn: Turn) -> None:
        """Do what the answer asks the front end to do: write an export."""
        for act in turn.reply.acts:
            if act.get("act") == "export" and act.get("format"):
                self._export(str(act["format"]))

    def _help(self, _: str) -> None:
        from assistant.tui.screens.help import HelpScreen

        self._stage.app.push_screen(HelpScreen(self._stage.lang))

    def _plan(self, _: str) -> None:
        from assistant.tui.screens.plan import PlanScreen

        self._stage.app.push_screen(PlanScreen(self._stage.view, self._stage.lang))

    def _copy(self, _: str) -> None:
        last = self._stage.session.last
        if last is None:
            self._stage.say_status(tr("copied.none", self._stage.lang))
            return
        self._stage.app.copy_to_clipboard(last.reply.text)
        self._stage.say_status(tr("copied", self._stage.lang))

    def _language(self, argument: str) -> None:
        other = "en" if self._stage.lang == "zh" else "zh"
        lang = {"en": "en", "english": "en", "zh": "zh", "中文": "zh"}.get(argument.lower(), other)
        if self._stage.session.turns:
            self._stage.submit("中文" if lang == "zh" else "English")
        else:
            self._stage.session.prefer(lang)
            self._stage.change_language(lang)

    def _theme(self, argument: str) -> None:
        app = self._stage.app
        name = argument if argument in app.available_themes else "rig-light" if app.theme == "rig-dark" else "rig-dark"
        app.theme = name
        self._stage.say_status(tr("theme", self._stage.lang, name=name))

    def _quit(self, _: str) -> None:
        self._stage.app.exit()

    def _export(self, argument: str) -> None:
        from assistant.tui.export import export_plan

        stage = self._stage
        if not (stage.view.result or {}).get("plan"):
            stage.say_status(tr("export.none", stage.lang))
        elif not argument:
            stage.prefill("/export ")
            stage.say_status(tr("export.choose", stage.lang))
        else:
            words, notes = export_plan(stage.app, stage.session.kb, stage.view.result or {}, argument, stage.lang)
            stage.tell([Block("note", words), *(Block("note", f"- {note}") for note in notes)])


def _formats() -> Sequence[str]:
    from assistant import handoff

    return tuple(handoff.TARGETS)
