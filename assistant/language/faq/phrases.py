"""Finding many phrases in a text at once: Latin ones word by word, Chinese ones anywhere."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping

HAN = re.compile(r"[\u3400-\u9fff]")
TOKEN = re.compile(r"[a-z0-9][a-z0-9+#./_-]*|[\u3400-\u9fff]+")
_EDGE = ".-_/+"
_JOINT = re.compile(r"[-/_]|(?<=[a-z])\.(?=[a-z])")
_LONGEST_TEXT = 2000
_MOST_WORDS = 20_000
_TIMES = re.compile(r"\b(\d+) ?[x*](?!large)(?=[a-z])")
_SUM = re.compile(r"\b\d+ *(?:x|\*) *\d+ *(?:gb?)? *(?:=|等于) *\d*")


def characters_of(kb_vocabulary: Iterable[tuple[str, tuple[str, ...]]]) -> dict[int, str]:
    """Return the table Traditional to Simplified from vocabulary entries (kind, words) of kind "script.characters"."""
    table: dict[int, str] = {}
    for kind, words in kb_vocabulary:
        if kind == "script.characters":
            pairs = "".join(words)
            table.update({ord(pairs[index]): pairs[index + 1] for index in range(0, len(pairs) - 1, 2)})
    return table


def simplify(text: str, characters: Mapping[int, str]) -> str:
    """Return `text` in half width, lower case and Simplified characters; only the beginning of a long one is read.

    "8xH100" becomes two words, and "2x24 = 48" one word of its own: whoever writes it asks whether memory adds up.
    """
    return _folded(text[:_LONGEST_TEXT], characters)


def simplify_all(texts: Iterable[str], characters: Mapping[int, str]) -> list[str]:
    """Return every one of `texts` simplified, at once: none of them has a line break.

    Those in plain ASCII go apart from the others: they have no characters to look up.
    """
    kept = list(texts)
    plain = iter(_folded("\n".join(text for text in kept if text.isascii()), characters).split("\n"))
    other = iter(_folded("\n".join(text for text in kept if not text.isascii()), characters).split("\n"))
    return [next(plain if text.isascii() else other) for text in kept]


def _folded(text: str, characters: Mapping[int, str]) -> str:
    folded = text.lower()
    if not text.isascii():
        folded = unicodedata.normalize("NFKC", text).lower().translate(characters)
    folded = folded.replace("'", "").replace("\u2019", "").replace("×", "x")
    return _TIMES.sub(r"\1x ", _SUM.sub(" cards-times-memory ", folded))


class Courtesy:
    """Greetings, thanks and the like around a question.

    Args:
        phrases: what is no part of a question, in simplified form.
    """

    def __init__(self, phrases: Iterable[str]) -> None:
        longest = sorted(phrases, key=lambda phrase: -len(phrase))
        latin = [phrase for phrase in longest if not HAN.search(phrase)]
        self._first = frozenset(phrase.split()[0] for phrase in latin)
        words = "|".join(map(re.escape, latin))
        self._latin = re.compile(rf"(?<![\w+-])(?<!play )(?<!playing )(?:{words})(?![\w+-])")
        self._han = re.compile("|".join(re.escape(phrase) for phrase in longest if HAN.search(phrase)))

    def strip(self, simple: str) -> str:
        """Return `simple` without courtesies, or as it is where nothing else is said."""
        bare = simple
        if not self._first.isdisjoint(TOKEN.findall(simple)):  # looking is dearer than knowing that there is none
            bare = self._latin.sub(" ", bare)
        if not simple.isascii():
            bare = self._han.sub(" ", bare)
        return bare if bare is simple or TOKEN.search(bare) else simple


def tokens(simple: str) -> list[str]:
    """Return the Latin words and the runs of Chinese characters of a simplified text, in order."""
    return [word for raw in TOKEN.findall(simple) if (word := raw.strip(_EDGE))]


class PhraseBook:
    """Phrases and what each stands for.

    Args:
        entries: (phrase in simplified form, what it stands for); one phrase may stand for several things.
    """

    def __init__(self, entries: Iterable[tuple[str, str]]) -> None:
        self._latin: dict[str, list[tuple[str, str]]] = defaultdict(list)
        self._han: dict[str, list[tuple[str, str]]] = defaultdict(list)
        self._begun: dict[str, list[tuple[tuple[str, ...], str, str]]] = {}
        for entry in entries:
            phrase = entry[0]
            if not phrase.isascii() and HAN.search(phrase):
                self._han[phrase[:2]].append(entry)
            elif words := _words(phrase):
                self._latin[words[0]].append(entry)

    def find(self, simple: str, words: list[str]) -> dict[str, set[str]]:
        """Return meaning -> phrases found.

        Args:
            simple: the simplified text.
            words: its tokens.
        """
        found: dict[str, set[str]] = defaultdict(set)
        self._find_latin(words, found)
        if not simple.isascii():
            self._find_han(simple, found)
        return found

    def _find_latin(self, words: list[str], found: dict[str, set[str]]) -> None:
        for index, word in enumerate(words):
            begun = self._begun.get(word)
            if begun is None:
                begun = [
                    (tuple((parts := _words(phrase))[1:]), meaning, " ".join(parts))
                    for form in _forms(word)
                    for phrase, meaning in self._latin.get(form, ())
                ]
                if len(self._begun) < _MOST_WORDS:
                    self._begun[word] = begun
            for rest, meaning, phrase in begun:
                if not rest or tuple(words[index + 1 : index + 1 + len(rest)]) == rest:
                    found[meaning].add(phrase)

    def _find_han(self, simple: str, found: dict[str, set[str]]) -> None:
        book = self._han
        for start, character in enumerate(simple):
            if character in book:
                for phrase, meaning in book[character]:
                    found[meaning].add(phrase)
            pair = simple[start : start + 2]
            if pair in book and len(pair) > 1:
                for phrase, meaning in book[pair]:
                    if simple.startswith(phrase, start):
                        found[meaning].add(phrase)


def _words(phrase: str) -> list[str]:
    """Return the words of a phrase as `tokens` would have them."""
    return [word for raw in phrase.split() if (word := raw.strip(_EDGE))]


def _forms(word: str) -> list[str]:
    """Return `word`, its singular and its parts."""
    forms = [word]
    if len(word) > 2 and word.endswith("s") and not HAN.match(word):
        forms.append(word[:-1])
    if _JOINT.search(word):
        forms.extend(part for part in _JOINT.split(word) if part and part not in forms)
    return forms
