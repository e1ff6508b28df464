"""One message of the conversation."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Collapsible

from assistant.conversation.reply import Block
from assistant.tui.parts import parts
from assistant.tui.render import block_lines, plain
from assistant.tui.strings import tr
from assistant.tui.widgets.flow import Flow
from assistant.tui.wrap import wrap


class Words(Flow):
    """Blocks of the assistant's words, with an empty line between them."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        super().__init__()
        self._blocks = tuple(blocks)

    def lines(self, width: int) -> list[Content]:
        """Return all blocks."""
        lines: list[Content] = []
        for number, block in enumerate(self._blocks):
            if number and lines and not _tight(self._blocks[number - 1], block):
                lines.append(Content(""))
            lines.extend(block_lines(block, width, self.ascii_only))
        return lines


def _tight(before: Block, after: Block) -> bool:
    """Whether two blocks stand together without an empty line."""
    return before.kind == after.kind and after.kind in {"list", "note", "plan", "maths"}


class UserWords(Flow):
    """What the user said, as it was typed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def lines(self, width: int) -> list[Content]:
        """Return the words, never read as markup."""
        return [
            line for paragraph in plain(self._text).split("\n", allow_blank=True) for line in wrap(paragraph, width)
        ]


class Speaker(Flow):
    """Who speaks, as a word: colour alone would not be enough."""

    def __init__(self, name: str, role: str) -> None:
        super().__init__()
        self._who, self._role = name, role

    def lines(self, width: int) -> list[Content]:
        """Return the name."""
        return [Content.styled(self._who[:width], f"bold ${self._role}")]


class Logo(Flow):
    """The name in two lines of blocks; decoration, so it goes on small and on ASCII screens."""

    _LINES = ("█▀▄ █ █▀▀ █ █ █ █ █▀ █▀▀", "█▀▄ █ █▄█ ▀▄▀▄▀ █ ▄█ ██▄")

    def lines(self, width: int) -> list[Content]:
        """Return the two lines."""
        return [Content.styled(line[:width], "$primary") for line in self._LINES]


class Folded(Collapsible):
    """A part that is closed at first; its body is made when it is first opened."""

    def __init__(self, title: str, blocks: Sequence[Block], ascii_only: bool = False) -> None:
        marks = ("+", "-") if ascii_only else ("▸", "▾")
        super().__init__(title=title, collapsed_symbol=marks[0], expanded_symbol=marks[1])
        self._blocks = tuple(blocks)
        self._made = False

    def watch_collapsed(self, collapsed: bool) -> None:
        """Make the body on the first opening."""
        if not collapsed and not self._made:
            self._made = True
            self.query_one(Collapsible.Contents).mount(Words(self._blocks))


class UserTurn(Vertical):
    """A message of the user."""

    def __init__(self, text: str, lang: str) -> None:
        super().__init__(classes="turn user")
        self._text, self._lang = text, lang

    def compose(self) -> ComposeResult:
        """Lay out the name and the words."""
        yield Speaker(tr("you", self._lang), "secondary")
        yield UserWords(self._text)


class AssistantTurn(Vertical):
    """A message of the assistant."""

    def __init__(self, blocks: Sequence[Block], lang: str) -> None:
        super().__init__(classes="turn assistant")
        self._blocks, self._lang = tuple(blocks), lang

    def compose(self) -> ComposeResult:
        """Lay out what is open as words, and what is closed as something to open."""
        yield Speaker(tr("me", self._lang), "primary")
        ascii_only = bool(getattr(self.app, "ascii_only", False))
        laid_out = parts(self._blocks, self._lang)
        for before, part, after in zip([None, *laid_out], laid_out, [*laid_out[1:], None], strict=False):
            if not part.title:
                yield Words(part.blocks)
                continue
            folded = Folded(part.title, part.blocks, ascii_only)
            folded.set_class(before is not None and bool(before.title), "-after")
            folded.set_class(after is None or bool(after.title), "-before")
            yield folded
