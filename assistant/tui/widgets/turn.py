"""One message of the conversation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Collapsible

from assistant.conversation.reply import Block
from assistant.tui.parts import heading, parts
from assistant.tui.render import block_lines, plain
from assistant.tui.strings import tr
from assistant.tui.widgets.flow import Flow
from assistant.tui.wrap import wrap

SHOWN_LINES: Final = 6
"""Lines of a user's own message that stand open; one more line is shown rather than hidden."""
NARROWEST: Final = 30
"""Cells of a line on the narrowest screen: a message shorter than so many lines of it is never folded."""


class Words(Flow):
    """Blocks of the assistant's words with an empty line between them, under the name of who speaks."""

    def __init__(self, blocks: Sequence[Block], speaker: str = "") -> None:
        super().__init__()
        self._blocks, self._speaker = tuple(blocks), speaker

    def lines(self, width: int) -> list[Content]:
        """Return all blocks."""
        lines = [name_line(self._speaker, "primary", width)] if self._speaker else []
        for number, block in enumerate(self._blocks):
            if number and not _tight(self._blocks[number - 1], block):
                lines.append(Content(""))
            lines.extend(block_lines(block, width, self.ascii_only))
        return lines


def _tight(before: Block, after: Block) -> bool:
    """Whether two blocks stand together without an empty line: of one kind, and no heading between them."""
    alike = before.kind == after.kind and after.kind in {"list", "note", "plan", "maths"}
    return alike and not heading(after.text)[0]


def name_line(name: str, role: str, width: int) -> Content:
    """Return who speaks, as a word: colour alone would not be enough."""
    return Content.styled(name[:width], f"bold ${role}")


class UserTurn(Flow):
    """A message of the user, as it was typed: one widget, never read as markup; a long one is folded."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "unfold", show=False)]

    def __init__(self, text: str, lang: str) -> None:
        super().__init__(classes="turn user")
        self._text, self._lang = text, lang
        self._open = False
        self.can_focus = len(text) > SHOWN_LINES * NARROWEST or text.count("\n") >= SHOWN_LINES

    def speak(self, lang: str) -> None:
        """Write name and hints in `lang`, the one it was answered in."""
        if lang != self._lang:
            self._lang = lang
            self.changed()

    def lines(self, width: int) -> list[Content]:
        """Return the name and the words: all of them, or the first ones and how many more there are."""
        paragraphs = plain(self._text).split("\n", allow_blank=True)
        words = [line for paragraph in paragraphs for line in wrap(paragraph, width)]
        name = name_line(tr("you", self._lang), "secondary", width)
        if len(words) <= SHOWN_LINES + 1:
            return [name, *words]
        marks = ("+", "-") if self.ascii_only else ("▸", "▾")
        if self._open:
            return [name, *words, Content.styled(f"{marks[1]} {tr('fewer.lines', self._lang)}", "$primary")]
        more = tr("more.lines", self._lang, count=len(words) - SHOWN_LINES)
        return [name, *words[:SHOWN_LINES], Content.styled(f"{marks[0]} {more}", "$primary").truncate(width)]

    def on_click(self) -> None:
        """Show all of it, or only its beginning again."""
        self.action_unfold()

    def action_unfold(self) -> None:
        """Show all of it, or only its beginning again."""
        self._open = not self._open
        self.changed()


class Folded(Collapsible):
    """A part that is closed at first; its body is made when it is first opened."""

    def __init__(self, title: str, body: Callable[[], Widget], ascii_only: bool = False) -> None:
        marks = ("+", "-") if ascii_only else ("▸", "▾")
        super().__init__(title=title, collapsed_symbol=marks[0], expanded_symbol=marks[1])
        self._body = body
        self._made = False

    def watch_collapsed(self, collapsed: bool) -> None:
        """Make the body on the first opening."""
        if not collapsed and not self._made:
            self._made = True
            self.query_one(Collapsible.Contents).mount(self._body())
        if not collapsed:
            self.call_after_refresh(self.call_after_refresh, self._reveal)

    def _reveal(self) -> None:
        """Bring what was opened into view: all of it, or its beginning where it is longer than the screen."""
        around = next((widget for widget in self.ancestors if isinstance(widget, VerticalScroll)), None)
        if around is not None and self.region.bottom > around.scrollable_content_region.bottom:
            around.anchor(False)
            longer = self.size.height > around.size.height
            around.scroll_to_widget(self, top=longer, animate=False)


class AssistantTurn(Vertical):
    """A message of the assistant."""

    def __init__(self, blocks: Sequence[Block], lang: str) -> None:
        super().__init__(classes="turn assistant")
        self._blocks, self._lang = tuple(blocks), lang

    def compose(self) -> ComposeResult:
        """Lay out what is open as words, and what is closed as something to open."""
        speaker = tr("me", self._lang)
        ascii_only = bool(getattr(self.app, "ascii_only", False))
        laid_out = parts(self._blocks, self._lang)
        if not laid_out:
            yield Words((), speaker)
        for before, part, after in zip([None, *laid_out], laid_out, [*laid_out[1:], None], strict=False):
            if not part.title:
                yield Words(part.blocks, speaker if before is None else "")
                continue
            if before is None:
                yield Words((), speaker)
            folded = Folded(part.title, partial(Words, part.blocks), ascii_only)
            folded.set_class(before is not None and bool(before.title), "-after")
            folded.set_class(after is None or bool(after.title), "-before")
            yield folded
