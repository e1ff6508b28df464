"""What hardware this machine has: the only part that looks at the world, called by the command line alone."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

from assistant.errors import InputError


def detected() -> dict[str, Any]:
    """Return the NVIDIA cards, RAM, cores and free disk of this machine, as the fields of `Owned`.

    Raises:
        InputError: the optional package is missing, or no card answers.
    """
    try:
        import pynvml
    except ImportError as error:
        raise InputError(
            "--detect needs the extra: pip install 'rigwise[detect]'",
            "--detect 需要可选依赖：pip install 'rigwise[detect]'",
        ) from error
    try:
        pynvml.nvmlInit()
        cards = Counter(_name(pynvml, index) for index in range(pynvml.nvmlDeviceGetCount()))
        pynvml.nvmlShutdown()
    except pynvml.NVMLError as error:
        raise InputError(f"no NVIDIA card answers: {error}", f"未检测到 NVIDIA 显卡：{error}") from error
    if not cards:
        raise InputError("this machine has no NVIDIA card", "本机没有 NVIDIA 显卡")
    name, number = cards.most_common(1)[0]
    ram = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    cores = max((os.cpu_count() or 2) // 2, 1)
    return {
        "gpu": name,
        "count": number,
        "ram_gb": round(ram),
        "cpu_cores": cores,
        "disk_gb": round(shutil.disk_usage(Path.cwd()).free / 1e9),
    }


def _name(pynvml: Any, index: int) -> str:
    found = pynvml.nvmlDeviceGetName(pynvml.nvmlDeviceGetHandleByIndex(index))
    return found.decode() if isinstance(found, bytes) else str(found)
