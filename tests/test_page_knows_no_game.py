"""The page of a spreadsheet knows no game: what it does for a board, a form or a turn, it reads from marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import sheets_gm.localsheets
from sheets_gm.games.finding import games

PAGE = Path(sheets_gm.localsheets.__file__).parent / "page"
FILES = sorted(path for kind in ("js", "css", "html") for path in PAGE.rglob(f"*.{kind}"))
TWO_WORDS = re.compile(r"(?:[A-Z][a-z]+){2,}")
"""Names that no page has by chance."""


def words_of_games() -> Iterator[str]:
    """What only a game would say: its name, its title, and what it calls its orders, its events and its clauses."""
    for game in games().values():
        yield from (game.name, game.title)
        yield from (each.__name__ for each in (*game.orders, *game.events) if TWO_WORDS.fullmatch(each.__name__))
    yield from ("GVG", "WES", "CBR", "WOD", "CPW")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PAGE)))
def test_no_word_of_a_game_stands_in_the_page(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = [word for word in words_of_games() if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)]
    assert found == []
