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
    app: App[Any], kb: Knowledge | None, result: Mapping[str, Any], target: str, lang: str
) -> tuple[str, tuple[str, ...]]:
    """Write the plan for `target` into the current folder; return what to tell the user, and notes on the format.

    In a browser it is delivered as a download instead: no path of the server is written there. A file that is there
    already is never overwritten: the new one gets another name.
    """
    from assistant import handoff

    if kb is None:
        return tr("export.none", lang), ()
    try:
        handed = handoff.export(kb, result, target, lang)
        if app.is_web:
            for name, text in handed.files.items():
                app.deliver_text(io.StringIO(text), save_filename=name)
            return tr("delivered", lang, path=", ".join(handed.files)), handed.notes
        files = handoff.beside_others(Path(), handed.files, target)
        handoff.write_files(Path(), files)
    except InputError as error:
        return error.of(lang), ()
    except OSError as error:
        return tr("export.failed", lang, error=error.strerror or error), ()
    except Exception as error:  # noqa: BLE001 - a fault in one format must not end the conversation
        return tr("failed", lang, error=f"{type(error).__name__}: {error}"), ()
    return tr("exported", lang, path=", ".join(files), folder=Path.cwd()), handed.notes
