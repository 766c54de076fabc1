"""What a game says of its tables and its first map with one mistake in them: a line for each mistake that was tried.

A mistake is a word of a line that is another, or missing, or a line that is missing or there twice. What is said of it,
or that it is taken, stands in `tests/games/<game>/files_tried.txt`: a message or a limit changes on purpose or not at
all. `python -m tests.kept tests.games.files_tried` writes the files anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from sheets_gm.games import files
from sheets_gm.games.contract import Game
from sheets_gm.games.csv_tables import pack
from sheets_gm.games.finding import game, games
from sheets_gm.kernel.validation_messages import in_plain_words
from tests.kept import Kept

MOST = 40
"""Mistakes that are tried in a file, spread over all that it can have."""

LONGEST = 160
"""Letters of a message."""

WORDS = ("x", "", "1", "yes", "A1", ".")
NUMBERS = ("0", "-1", "1", "21", "101", "x")
_WORD = re.compile(r"[^\s,;]+")


def mistakes(text: str) -> Iterator[tuple[str, str]]:
    """Everything that is tried in *text*: what is changed, and the changed text."""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        for what, instead in (("missing", []), ("twice", [line, line])):
            yield f"line {at + 1} {what}", "\n".join([*lines[:at], *instead, *lines[at + 1 :]])
        below = _WORD.findall(lines[at + 1]) if at + 1 < len(lines) else []
        for place, word in enumerate(_WORD.finditer(line)):
            others = NUMBERS if re.fullmatch(r"-?\d+", word[0]) else WORDS
            for other in (*others, *below[place : place + 1]):
                if other != word[0]:
                    new = f"{line[: word.start()]}{other}{line[word.end() :]}"
                    yield (
                        f"line {at + 1} “{word[0]}” > “{other}”",
                        "\n".join([*lines[:at], new, *lines[at + 1 :]]),
                    )


def tried(name: str) -> str:
    """What the game *name* says of its files with a mistake."""
    rules, home = game(name), files.folder(name)
    found: list[str] = []
    for path in sorted([*home.glob("*.csv"), *home.glob("*.txt"), *sorted(home.glob("maps/*.txt"))[:1]]):
        changes = list(mistakes(path.read_text("utf-8")))
        # a step that has no factor in common with the number of mistakes of a word
        step = max(1, len(changes) // MOST) | 1
        found.append(f"== {path.relative_to(home)}")
        found += [f"{what}: {_said(rules, path, text) or 'taken'}" for what, text in changes[:: step + 10 * (step > 9)]]
    return "\n".join(found) + "\n"


def _said(rules: Game[Any, Any], path: Path, text: str) -> str:
    """What is said of settings with *text* in the place of a file; "" if it is taken."""
    field = "map" if path.parent.name == "maps" else path.stem
    try:
        if field in rules.settings.model_fields:
            rules.settings.model_validate({**_usual(rules), field: text})
        else:
            names = sorted(each.name for each in path.parent.glob("*.csv"))
            texts = {each: (path.parent / each).read_text("utf-8") for each in names}
            rules.settings.model_validate({"tables": pack({**texts, path.name: text}, names)})
    except ValidationError as error:
        return in_plain_words(error.errors()[0]).replace("\n", " / ")[:LONGEST]
    return ""


def _usual(rules: Game[Any, Any]) -> dict[str, Any]:
    """The packed tables as they are, so that they are not packed anew for each mistake on a map."""
    return {"tables": rules.settings().model_dump()["tables"]} if "tables" in rules.settings.model_fields else {}


def path_of(name: str) -> Path:
    return Path(__file__).parent / name / "files_tried.txt"


def kept() -> Kept:
    return {path_of(name): partial(tried, name) for name in games()}
