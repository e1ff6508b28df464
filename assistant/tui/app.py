"""The application: themes, screens, palette. Domain state lives in the session, drawing in the screens."""

from __future__ import annotations

import locale
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.command import CommandPalette
from textual.screen import Screen

from assistant.tui.keys import let_alt_digits_through
from assistant.tui.palette import ActionProvider
from assistant.tui.screens.chat import ChatScreen
from assistant.tui.session import Session, open_conversation
from assistant.tui.store import Store
from assistant.tui.strings import tr
from assistant.tui.themes import PALETTES, theme


class RigwiseApp(App[None]):
    """The chat in a terminal."""

    TITLE = "Rigwise"
    CSS_PATH = "rigwise.tcss"
    COMMANDS = {ActionProvider}  # noqa: RUF012 - Textual's own form
    ENABLE_COMMAND_PALETTE: ClassVar[bool] = True

    def __init__(self, session: Session, ascii_only: bool = False) -> None:
        let_alt_digits_through()
        super().__init__()
        self.session = session
        self.ascii_only = ascii_only
        for name in PALETTES:
            self.register_theme(theme(name))
        self.theme = "rig-dark"

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return the variables of our stylesheet that themes of others do not define."""
        if self.current_theme.ansi:
            return {"muted": "ansi_default", "violet": "ansi_magenta"}
        palette = PALETTES["rig-dark" if self.current_theme.dark else "rig-light"]
        return {"muted": palette["muted"], "violet": palette["violet"]}

    def action_command_palette(self) -> None:
        """Open the palette, with its hint in the language of the conversation."""
        screen = self.screen
        if isinstance(screen, ChatScreen):
            self.push_screen(CommandPalette(placeholder=tr("palette", screen.lang), id="--command-palette"))

    def action_help_quit(self) -> None:
        """Say how to leave, in the language of the conversation: ctrl+c copies, and people try it to quit."""
        screen = self.screen
        words = tr("quit.how", self.session.turns[-1].reply.lang if self.session.turns else self.session.first_lang)
        if isinstance(screen, ChatScreen):
            screen.say_status(tr("quit.how", screen.lang))
        else:
            self.notify(words)

    def get_default_screen(self) -> Screen[None]:
        """Return the chat."""
        return ChatScreen(self.session)


def run(
    lang: str = "auto",
    resume: Path | None = None,
    save: Path | None = None,
    ascii_only: bool = False,
    announce: bool = True,
    knowledge: Sequence[str] = (),
) -> int:
    """Open the chat and return the exit code when it is left.

    Args:
        lang: "auto", "en" or "zh".
        resume: transcript to go on with.
        save: transcript to write; without it the conversation is kept in the user's state folder.
        announce: whether to say on leaving where the conversation was saved.
        knowledge: folders of the user's own over the built-in base.
        ascii_only: draw with characters every terminal has; also when the terminal's encoding is not UTF-8.
    """
    lines: Sequence[str] = ()
    if resume is not None:
        from assistant.transcripts import said

        spoken, lines = said(resume)
        lang = spoken if lang == "auto" and spoken in {"en", "zh"} else lang
    session = Session(lang, partial(open_conversation, folders=tuple(knowledge)), store=Store(save), resume=lines)
    plain = ascii_only or "utf" not in locale.getpreferredencoding(False).lower()
    app = RigwiseApp(session, ascii_only=plain)
    try:
        app.run()
    finally:
        if announce and session.turns and session.store is not None and session.store.path is not None:
            print(tr("saved", session.turns[-1].reply.lang, path=session.store.path))
    return app.return_code or 0
