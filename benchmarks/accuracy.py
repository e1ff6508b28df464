"""Write docs/accuracy.md from the measurements in `benchmarks/data/`.

python -m benchmarks.accuracy          write the file
python -m benchmarks.accuracy --check  exit 1 where the file does not say what the code measures
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from assistant.knowledge import Knowledge
from benchmarks import accuracy_memory, accuracy_plan, accuracy_speed

DOCUMENT = Path(__file__).parent.parent / "docs" / "accuracy.md"
HEAD = """\
# Accuracy

What the estimates are off by, re-measured by `python -m benchmarks.accuracy` from the rows in `benchmarks/data/`.
GB are 1e9 bytes. An error is (estimate - measured) / measured.

"""


def document(kb: Knowledge) -> str:
    """Return the whole document."""
    parts = (accuracy_memory.section(kb), accuracy_plan.section(kb), accuracy_speed.section(kb))
    return HEAD + "\n".join(part.rstrip() + "\n" for part in parts)


def main() -> int:
    """Write or check the document; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    arguments = parser.parse_args()
    text = document(Knowledge.load())
    if not arguments.check:
        DOCUMENT.write_text(text, encoding="utf-8")
        return 0
    same = DOCUMENT.is_file() and DOCUMENT.read_text(encoding="utf-8") == text
    if not same:
        sys.stderr.write("docs/accuracy.md is out of date: python -m benchmarks.accuracy\n")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
