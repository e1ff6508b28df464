"""The conversation: log, suggested answers, prompt, and beside them what is known so far."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Input

from assistant.conversation.reply import Block
from assistant.tui.actions import bound
from assistant.tui.commands import Commands
from assistant.tui.exchange import Turn, View
from assistant.tui.messages import Loaded, Picked, Said, TurnFailed, TurnReady
from assistant.tui.session import Session
from assistant.tui.strings import tr
from assistant.tui.view import rows_of, standing
from assistant.tui.widgets.log import Log
from assistant.tui.widgets.panel import Panel
from assistant.tui.widgets.prompt import Prompt
from assistant.tui.widgets.quick_replies import QuickReplies
from assistant.tui.widgets.status import Header, StatusBar
from assistant.tui.widgets.welcome import Logo, Welcome, examples

_CHINESE: Final = re.compile("[\u4e00-\u9fff]")


class ChatScreen(Screen[None]):
    """One column below 100 columns, the panel at the right from there on."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide"), (132, "-huge")]  # noqa: RUF012 - Textual's own form
    VERTICAL_BREAKPOINTS = [(0, "-small"), (16, "-tall")]  # noqa: RUF012 - Textual's own form
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(a.keys, f"do('{a.id}')", a.title[0], show=False, priority=a.priority) for a in bound()),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
    ]
    AUTO_FOCUS = "#prompt"

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.commands = Commands(self)
        self.lang = session.first_lang
        self.view = View(rows_of(None, {}, self.lang))
        self.replies = examples(self.lang)
        self._waiting: deque[str] = deque()
        self._busy = False
        self._hint = ""

    def compose(self) -> ComposeResult:
        """Lay out prompt and log; the panel comes after the first frame."""
        yield Header()
        with Horizontal(id="middle"), Vertical(id="talk"):
            yield Log()
            yield QuickReplies()
            yield Prompt(self._completions)
        yield StatusBar()

    async def on_mount(self) -> None:
        """Draw the welcome, then load the rest behind the first frame."""
        self.set_class(bool(getattr(self.app, "ascii_only", False)), "-ascii")
        await self.query_one(Log).mount(Logo(), Welcome(self.lang))
        await self.query_one(QuickReplies).show([reply.label for reply in self.replies])
        self._furniture()
        self.call_after_refresh(self._after_first_frame)

    async def _after_first_frame(self) -> None:
        if not self.query(Panel):
            await self.query_one("#middle").mount(Panel(self.view, self.lang))
        self._load()

    # what is said

    @on(Said)
    def _said(self, event: Said) -> None:
        event.stop()
        if event.text.startswith("/"):
            self.commands.run(event.text)
        else:
            self.submit(event.text)

    @on(Picked)
    def _picked(self, event: Picked) -> None:
        event.stop()
        value = self.query_one(Prompt).value
        if value.startswith("/"):
            offered = self.commands.offered(value)
            if event.index < len(offered):
                self.query_one(Prompt).value = ""
                self.commands.run(offered[event.index].text)
        elif event.index < len(self.replies):
            self.query_one(Prompt).remember(self.replies[event.index].text)
            self.submit(self.replies[event.index].text)
        self.query_one(Prompt).focus()

    def submit(self, text: str) -> None:
        """Say `text`: answered at once, or as soon as what is before it has been."""
        self.say_status(tr("queued" if not self.session.loaded else "thinking", self.lang))
        self.run_worker(self._say(text), group="say")

    async def _say(self, text: str) -> None:
        await self.query_one(Log).said(text, "zh" if _CHINESE.search(text) else self.lang)
        self._waiting.append(text)
        self._next()

    def _next(self) -> None:
        if self._waiting and not self._busy and self.session.loaded:
            self._busy = True
            self._answer(self._waiting.popleft())

    @work(thread=True, group="engine", exit_on_error=False)
    def _load(self) -> None:
        try:
            self.session.load()
            for line in self.session.resume:
                self.post_message(TurnReady(self.session.answer(line), resumed=True))
        except Exception as error:  # noqa: BLE001 - shown to the user, who can still read and quit
            self.post_message(TurnFailed(str(error)))
        else:
            self.post_message(Loaded())

    @work(thread=True, group="engine", exit_on_error=False)
    def _answer(self, text: str) -> None:
        try:
            turn = self.session.answer(text)
        except Exception as error:  # noqa: BLE001 - one bad turn must not end the conversation
            self.post_message(TurnFailed(f"{type(error).__name__}: {error}"))
        else:
            self.post_message(TurnReady(turn))

    @on(Loaded)
    async def _loaded(self) -> None:
        self.view = View(rows_of(self.session.kb, {}, self.lang)) if not self.session.turns else self.view
        self._furniture()
        self._next()

    @on(TurnReady)
    async def _turn_ready(self, event: TurnReady) -> None:
        if event.resumed:
            await self.query_one(Log).said(event.turn.said, event.turn.reply.lang)
            self.query_one(Prompt).remember(event.turn.said)
        else:
            self._busy = False
        await self._show(event.turn, act=not event.resumed)
        self._next()

    @on(TurnFailed)
    async def _turn_failed(self, event: TurnFailed) -> None:
        self._busy = False
        await self.query_one(Log).answered([Block("say", tr("failed", self.lang, error=event.error))], self.lang)
        self._furniture()
        self._next()

    async def _show(self, turn: Turn, act: bool) -> None:
        reply = turn.reply
        self.lang, self.view = reply.lang, turn.view
        self.replies = reply.quick_replies or (
            self.replies if self.session.same_plan else standing(self.session.kb, reply)
        )
        await self.query_one(Log).answered(reply.blocks, reply.lang)
        await self._offer()
        self._furniture()
        if self.session.save_error:
            self.say_status(tr("save.failed", self.lang, error=self.session.save_error))
        if act:
            self.commands.after(turn)

    def tell(self, blocks: Sequence[Block]) -> None:
        """Put words of the program itself into the conversation."""
        self.say_status(self._idle())
        self.run_worker(self.query_one(Log).added(blocks, self.lang), group="say")

    # what is drawn around it

    def _furniture(self) -> None:
        """Draw header, panel, prompt and status line in the language of the conversation."""
        self.query_one(Header).show(self.view.rows, self.lang, not (self.has_class("-wide") or self.has_class("-huge")))
        for panel in self.query(Panel):
            panel.show(self.view, self.lang)
        self.query_one(Prompt).placeholder = tr("prompt", self.lang)
        busy = "thinking" if self._busy or self._waiting else ""
        self.say_status(tr(busy, self.lang) if busy and self.session.loaded else self._idle())

    def _idle(self) -> str:
        return "" if self.session.loaded else tr("loading", self.lang)

    def say_status(self, message: str) -> None:
        """Show `message` in the last line until the next thing is said."""
        self.query_one(StatusBar).show(self.lang, message)

    def on_resize(self) -> None:
        """Redraw the header, whose content depends on the width."""
        if self.is_mounted:
            self.call_after_refresh(self._furniture)

    @on(Input.Changed, "#prompt")
    async def _typed(self, event: Input.Changed) -> None:
        event.stop()
        await self._offer()

    async def _offer(self) -> None:
        value = self.query_one(Prompt).value
        offered = self.commands.offered(value) if value.startswith("/") else self.replies
        hint = self.commands.hint(value)
        if hint != self._hint:
            self._hint = hint
            self.say_status(hint or self._idle())
        await self.query_one(QuickReplies).show([reply.label for reply in offered])

    def _completions(self) -> Iterable[str]:
        value = self.query_one(Prompt).value
        yield from (reply.text for reply in (*(self.commands.offered(value)), *self.replies))

    def prefill(self, text: str) -> None:
        """Put `text` into the prompt, to be gone on with."""
        self.query_one(Prompt).prefill(text)

    # keys

    def action_do(self, name: str) -> None:
        """Do the action `name` of the table."""
        self.commands.do(name)

    def action_page(self, step: int) -> None:
        """Scroll the conversation by a page."""
        self.query_one(Log).page(step)

    def change_language(self, lang: str) -> None:
        """Draw the furniture in `lang`; before the first turn the welcome too."""
        self.lang = lang
        self.run_worker(self._language_changed(lang), group="say")

    async def _language_changed(self, lang: str) -> None:
        if not self.session.turns:
            self.view = View(rows_of(self.session.kb, {}, lang))
            self.replies = examples(lang)
            for welcome in self.query("#welcome"):
                await welcome.remove()
            await self.query_one(Log).mount(Welcome(lang), after=0)
            await self._offer()
        self._furniture()
