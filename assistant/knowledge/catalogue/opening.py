"""A price list on disk -> its text: plain, gzip or zip, UTF-8 or UTF-16; a spreadsheet is told as one."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib
from pathlib import Path, PurePath

from assistant.errors import InputError

_TABLES = (".csv", ".tsv", ".txt", ".json", ".jsonl", ".ndjson")
_GZIP = b"\x1f\x8b"
_OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def read_text(file: Path, largest: float) -> tuple[str, str]:
    """Return the name of the table, without what it is packed in, and its text of at most `largest` bytes.

    Raises:
        InputError: it is damaged, too large, a spreadsheet, or no Unicode text.
        OSError: it can not be read.
    """
    name, data = (file.name, b"") if file.stat().st_size > largest else _unpacked(file, int(largest))
    if max(file.stat().st_size, len(data)) > largest:
        raise InputError(
            f"{file}: more than {largest / 1e6:,.0f} MB of text; keep only the rows with GPUs",
            f"{file}：超过 {largest / 1e6:,.0f} MB，请只保留有 GPU 的行",
        )
    try:
        text = data.decode("utf-16" if data.startswith(_UTF_16) else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{file}: not a table: not UTF-8 text (byte {error.start + 1}); save it as CSV in UTF-8",
            f"{file}：不是表格：第 {error.start + 1} 个字节不是 UTF-8 文本，请另存为 UTF-8 编码的 CSV",
        ) from error
    if not text.strip():
        raise InputError(f"{file}: it is empty", f"{file}：文件是空的")
    return name, text


def _unpacked(file: Path, largest: int) -> tuple[str, bytes]:
    data = file.read_bytes()
    try:
        if data.startswith(_GZIP):
            with gzip.open(io.BytesIO(data)) as packed:
                return file.name.removesuffix(".gz"), packed.read(largest + 1)
        if zipfile.is_zipfile(io.BytesIO(data)):
            return _member(file, data, largest)
    except (OSError, EOFError, RuntimeError, NotImplementedError, zlib.error, zipfile.BadZipFile) as error:
        raise InputError(f"{file}: can not be unpacked: {error}", f"{file}：无法解压：{error}") from error
    if data.startswith(_OLD_WORKBOOK):
        raise _workbook(file)
    return file.name, data


def _member(file: Path, data: bytes, largest: int) -> tuple[str, bytes]:
    """Return the one table in a zip archive; the files of a spreadsheet are such archives too."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
        if {"[Content_Types].xml", "mimetype"} & set(names):
            raise _workbook(file)
        tables = [name for name in names if name.lower().endswith(_TABLES)]
        if len(tables) != 1:
            raise InputError(
                f"{file}: {len(tables)} tables in the archive, one is expected",
                f"{file}：压缩包里有 {len(tables)} 个表格，应当只有一个",
            )
        with archive.open(tables[0]) as packed:
            return PurePath(tables[0]).name, packed.read(largest + 1)


def _workbook(file: Path) -> InputError:
    return InputError(
        f"{file}: a spreadsheet; save the sheet as CSV (UTF-8)", f"{file}：这是电子表格，请把工作表另存为 CSV（UTF-8）"
    )
