"""A real terminal: what the bytes of keys become, and a pseudo-terminal run from start to end."""

from __future__ import annotations

import os
import pty
import select
import struct
import sys
import termios
import time
from fcntl import ioctl
from pathlib import Path

import pytest
from textual import events
from textual._xterm_parser import XTermParser

from assistant.tui.keys import let_alt_digits_through

CODE = """
import sys
sys.path.insert(0, {tests!r})
from tui_fake import fake_opener
from assistant.tui.app import RigwiseApp
from assistant.tui.session import Session
def hold_the_cursor(app):
    app.screen.query_one("#prompt").cursor_blink = False
RigwiseApp.on_ready = hold_the_cursor
app = RigwiseApp(Session("zh", fake_opener))
app.run()
print("SAID", *[turn.said for turn in app.session.turns], sep="|")
"""


@pytest.mark.parametrize("digit", range(1, 10))
def test_escape_and_a_digit_are_alt_and_the_digit(digit: int) -> None:
    let_alt_digits_through()
    parser = XTermParser()
    found = [event for event in parser.feed(f"\x1b{digit}") if isinstance(event, events.Key)]
    found += [event for event in parser.feed("") if isinstance(event, events.Key)]
    assert [event.key for event in found] == [f"alt+{digit}"]


def test_a_pound_sign_is_still_a_pound_sign() -> None:
    let_alt_digits_through()
    assert [event.character for event in XTermParser().feed("£") if isinstance(event, events.Key)] == ["£"]


class Terminal:
    """A child on a pseudo-terminal."""

    def __init__(self, code: str) -> None:
        self.pid, self.file = pty.fork()
        if not self.pid:
            os.environ.update(TERM="xterm-256color", LANG="C.UTF-8", TEXTUAL_ANIMATIONS="none")
            os.execv(sys.executable, [sys.executable, "-c", code])  # noqa: S606 - the test's own code
        ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.seen = b""

    def read(self, until: str, seconds: float = 20) -> bool:
        """Read until `until` was drawn."""
        end = time.monotonic() + seconds
        while until.encode() not in self.seen and time.monotonic() < end:
            if select.select([self.file], [], [], 0.1)[0]:
                try:
                    self.seen += os.read(self.file, 65536)
                except OSError:
                    break
        return until.encode() in self.seen

    def quiet(self, seconds: float) -> bytes:
        """Return what is written in `seconds`."""
        end, before = time.monotonic() + seconds, len(self.seen)
        while time.monotonic() < end:
            if select.select([self.file], [], [], 0.05)[0]:
                self.seen += os.read(self.file, 65536)
        return self.seen[before:]

    def write(self, text: str) -> None:
        os.write(self.file, text.encode())


@pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")
def test_from_start_to_end_on_a_pseudo_terminal() -> None:
    terminal = Terminal(CODE.format(tests=str(Path(__file__).parent)))
    assert terminal.read("全参微调 7B"), terminal.seen[-2000:]
    terminal.quiet(1.0)
    assert terminal.quiet(1.0) == b"", "an idle screen writes nothing: redrawing disturbs input methods"
    terminal.write("\x1b[200~全量微调\n7B\x1b[201~")
    terminal.quiet(0.5)
    terminal.write("\r")
    assert terminal.read("句：全量微调 7B")
    terminal.quiet(0.5)
    terminal.write("\x1b2")
    assert terminal.read("200 GB"), "alt+2 was not taken as a pick"
    terminal.quiet(0.5)
    terminal.seen = b""
    terminal.write("\x19")
    assert terminal.read("\x1b]52;c;"), "copying writes OSC 52"
    terminal.write("\x11")
    assert terminal.read("SAID|全量微调 7B|200 GB"), terminal.seen[-400:]
    assert b"\x1b[?1049l" in terminal.seen, "the normal screen comes back"
    assert os.waitpid(terminal.pid, 0)[1] == 0
    os.close(terminal.file)
