"""What the actions do: one method each, called by key, slash command and palette alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from assistant.tui.actions import ACTIONS, BY_SLASH, Action, matching
from assistant.tui.strings import tr

if TYPE_CHECKING:
    from assistant.tui.exchange import Turn
    from assistant.tui.screens.chat import ChatScreen


class Commands:
    """The actions over one chat screen."""

    def __init__(self, screen: ChatScreen) -> None:
        self._screen = screen

    def offered(self, typed: str) -> tuple[Action, ...]:
        """Return the commands that what is typed may become; once it has an argument, only the command itself."""
        return matching(typed)

    def run(self, line: str) -> None:
        """Run a typed slash command; an unambiguous beginning is enough."""
        name, _, argument = line.lstrip("/").strip().partition(" ")
        found = BY_SLASH.get(name.lower()) or (matching(name)[0] if name and len(matching(name)) == 1 else None)
        if found is None:
            self._screen.say_status(tr("command.unknown", self._screen.lang, name=f"/{name}"[:40]))
        else:
            self.do(found.id, argument.strip())

    def do(self, name: str, argument: str = "") -> None:
        """Do the action `name`."""
        action = next(entry for entry in ACTIONS if entry.id == name)
        if action.says is not None:
            chinese = self._screen.lang == "zh"
            about = action.about[chinese].format(argument) if action.about is not None and argument else ""
            self._screen.submit(about or action.says[chinese])
        else:
            getattr(self, f"_{name}")(argument)

    def after(self, turn: Turn) -> None:
        """Do what the answer asks the front end to do: write an export."""
        for act in turn.reply.acts:
            if act.get("act") == "export" and act.get("format"):
                self._export(str(act["format"]))

    def _help(self, _: str) -> None:
        from assistant.tui.screens.help import HelpScreen

        self._screen.app.push_screen(HelpScreen(self._screen.lang))

    def _plan(self, _: str) -> None:
        from assistant.tui.screens.plan import PlanScreen

        self._screen.app.push_screen(PlanScreen(self._screen.view, self._screen.lang))

    def _copy(self, _: str) -> None:
        last = self._screen.session.last
        if last is None:
            self._screen.say_status(tr("copied.none", self._screen.lang))
            return
        self._screen.app.copy_to_clipboard(last.reply.text)
        self._screen.say_status(tr("copied", self._screen.lang))

    def _language(self, argument: str) -> None:
        other = "en" if self._screen.lang == "zh" else "zh"
        lang = {"en": "en", "english": "en", "zh": "zh", "中文": "zh"}.get(argument.lower(), other)
        if self._screen.session.turns:
            self._screen.submit("中文" if lang == "zh" else "English")
        else:
            self._screen.session.lang = lang
            self._screen.run_worker(self._screen.switch_language(lang))

    def _theme(self, argument: str) -> None:
        app = self._screen.app
        name = argument if argument in app.available_themes else "rig-light" if app.theme == "rig-dark" else "rig-dark"
        app.theme = name
        self._screen.say_status(tr("theme", self._screen.lang, name=name))

    def _quit(self, _: str) -> None:
        self._screen.app.exit()

    def _export(self, argument: str) -> None:
        from assistant.tui.export import export_plan

        result: Mapping[str, Any] | None = self._screen.view.result
        written, words = export_plan(self._screen.app, self._screen.session.kb, result, argument, self._screen.lang)
        if written or not (result or {}).get("plan"):
            self._screen.say_status(words)
        else:
            self._screen.run_worker(self._screen.tell(words))
