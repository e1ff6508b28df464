"""The line the user types in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.reactive import reactive
from textual.suggester import Suggester
from textual.widgets import Input

from assistant.tui.messages import Picked, Said
from assistant.tui.render import clean


class _Suggest(Suggester):
    """Completes to the first candidate that begins with what is typed."""

    def __init__(self, candidates: Callable[[], Iterable[str]]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._candidates = candidates

    async def get_suggestion(self, value: str) -> str | None:
        """Return the completion of `value`, None where there is none."""
        if len(value) < 2:
            return None
        return next((text for text in self._candidates() if text.startswith(value) and text != value), None)


class Prompt(Input):
    """An input with history and suggestions; pasted lines are joined, not dropped."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", show=False),
        Binding("ctrl+up", "recall(-1)", show=False),
        Binding("ctrl+down", "recall(1)", show=False),
        Binding("up", "recall_if_idle(-1)", show=False),
        Binding("down", "recall_if_idle(1)", show=False),
        *(Binding(f"alt+{digit}", f"pick({digit - 1})", show=False, priority=True) for digit in range(1, 10)),
    ]

    value = reactive("", layout=False, init=False)
    """What is typed. Unlike the base's it asks for no new layout: the prompt's size does not depend on it, and laying
    out a long conversation at every key would be felt."""

    virtual_size = reactive(Size(0, 0), layout=False)
    """The same for the length of what is typed."""

    def __init__(self, completions: Callable[[], Iterable[str]]) -> None:
        super().__init__(id="prompt", suggester=_Suggest(self._all_completions), select_on_focus=False)
        self._completions = completions
        self._history: list[str] = []
        self._at = 0
        self._draft = ""

    def remember(self, text: str) -> None:
        """Add `text` to the history, unless it repeats the newest entry."""
        if not self._history or self._history[-1] != text:
            self._history.append(text)
        self._at = len(self._history)

    def prefill(self, text: str) -> None:
        """Put `text` here, to be gone on with."""
        self.value, self.cursor_position = text, len(text)
        self.focus()

    def action_submit_now(self) -> None:
        """Send what is typed."""
        text = clean(self.value).strip()
        if text:
            self.value = ""
            self.remember(text)
            self.post_message(Said(text))

    async def action_submit(self) -> None:
        """Send what is typed."""
        self.action_submit_now()

    def action_complete(self) -> None:
        """Accept the suggestion, else go to the next control."""
        if self._suggestion and self.cursor_at_end:
            self.value = self._suggestion
            self.cursor_position = len(self.value)
        else:
            self.screen.focus_next()

    def action_pick(self, index: int) -> None:
        """Pick a suggested answer."""
        self.post_message(Picked(index))

    def action_recall_if_idle(self, step: int) -> None:
        """Go through the history while nothing new is typed."""
        if not self.value or (self._at < len(self._history) and self.value == self._history[self._at]):
            self.action_recall(step)

    def action_recall(self, step: int) -> None:
        """Go `step` entries through the history; what was being typed is the newest entry."""
        if self._at == len(self._history):
            self._draft = self.value
        self._at = min(max(self._at + step, 0), len(self._history))
        self.value = self._history[self._at] if self._at < len(self._history) else self._draft
        self.cursor_position = len(self.value)

    def _on_paste(self, event: events.Paste) -> None:
        """Insert what was pasted as one line."""
        text = " ".join(line.strip() for line in clean(event.text).split("\n") if line.strip())
        start, end = self.selection
        self.replace(text, start, end)
        event.stop()
        event.prevent_default()

    def _all_completions(self) -> Iterable[str]:
        yield from self._completions()
        yield from reversed(self._history)
