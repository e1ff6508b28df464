"""Writing the plan out of the screen: to a file beside the user, or as a download in a browser."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant.errors import InputError
from assistant.tui.strings import tr

if TYPE_CHECKING:
    from textual.app import App

    from assistant.knowledge import Knowledge


def export_plan(
    app: App[Any], kb: Knowledge | None, result: Mapping[str, Any] | None, target: str, lang: str
) -> tuple[bool, str]:
    """Write the plan for `target` into the current folder; return whether it was, and what to tell the user.

    In a browser it is delivered as a download instead: no path of the server is written there. A file that is there
    already is never overwritten: the new one gets another name.
    """
    from assistant import handoff

    if kb is None or result is None or not result.get("plan"):
        return False, tr("export.none", lang)
    if not target:
        return False, tr("export.formats", lang, formats=", ".join(handoff.TARGETS))
    try:
        files = handoff.export(kb, result, target, lang).files
        if app.is_web:
            for name, text in files.items():
                app.deliver_text(io.StringIO(text), save_filename=name)
        else:
            files = handoff.beside_others(Path(), files, target)
            handoff.write_files(Path(), files)
    except InputError as error:
        return False, error.of(lang)
    except OSError as error:
        return False, tr("save.failed", lang, error=error.strerror or error)
    return True, tr("exported", lang, path=", ".join(files))
