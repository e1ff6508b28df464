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


def export_plan(app: App[Any], kb: Knowledge | None, result: Mapping[str, Any] | None, target: str, lang: str) -> str:
    """Write the plan for `target` into the current folder and return what to tell the user.

    In a browser it is delivered as a download instead: no path of the server is written there.
    """
    from assistant import handoff

    if kb is None or result is None or not result.get("plan"):
        return tr("export.none", lang)
    if not target:
        return tr("export.formats", lang, formats=", ".join(handoff.TARGETS))
    try:
        files = handoff.export(kb, result, target, lang).files
        if app.is_web:
            for name, text in files.items():
                app.deliver_text(io.StringIO(text), save_filename=name)
        else:
            for name, text in files.items():
                Path(name).write_text(text, encoding="utf-8")
    except InputError as error:
        return error.of(lang)
    except OSError as error:
        return tr("save.failed", lang, error=error.strerror or error)
    return tr("exported", lang, path=", ".join(files))
