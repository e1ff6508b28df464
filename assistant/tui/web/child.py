"""One browser session: the chat over the driver that textual-serve names in the environment."""

from __future__ import annotations

import sys

from assistant.tui.app import run

if __name__ == "__main__":
    sys.exit(run(sys.argv[1] if len(sys.argv) > 1 else "auto", announce=False))
