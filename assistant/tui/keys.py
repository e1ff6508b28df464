"""Alt with a digit, as terminals really send it.

Most terminals send escape and the digit. Textual turns just these nine into the characters that the Option key of a US
Mac keyboard makes (alt+1 becomes "¡"), for the sake of one terminal on one system, so a binding on alt+1 never fires.
Without those entries its parser finds alt and the digit by itself. macOS Terminal sends the characters of its own
accord unless Option is set to act as Meta; there the suggested answers are typed or clicked.
"""

from __future__ import annotations

from textual._ansi_sequences import ANSI_SEQUENCES_KEYS


def let_alt_digits_through() -> None:
    """Take the nine sequences out of Textual's table; doing it twice is harmless."""
    table: dict[str, object] = ANSI_SEQUENCES_KEYS  # type: ignore[assignment]
    for digit in range(1, 10):
        table.pop(f"\x1b{digit}", None)
