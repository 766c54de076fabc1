"""Checks of all games and their templates, so that a typing error is found before a match is created."""

from __future__ import annotations

from collections.abc import Iterator

from sheets_gm.adapters.doctor.findings import Finding, bad, ok, warn
from sheets_gm.adapters.installation import templates
from sheets_gm.games.files import NoTemplate
from sheets_gm.games.finding import broken_games, game, games
from sheets_gm.gm.workbooks.layout import RULES
from sheets_gm.kernel.english import listed
from sheets_gm.sheet.template import BadTemplate


def check_templates() -> Iterator[Finding]:
    """Check that every game can be loaded, and its template against its tabs. Yield a finding for each problem."""
    for name, error in broken_games().items():
        yield bad(f"game {name}", str(error), "correct that line, or remove the game: the others can be played")
    right = []
    for name in games():
        try:
            templates.template(name)
        except (NoTemplate, BadTemplate) as error:
            for line in str(error).splitlines():
                yield bad(subject_of(name), line)
        else:
            right.append(name)
            if not any(tab.key == RULES for tab in game(name).tabs_for(game(name).settings())):
                fix = 'add ViewTab("rules", draw_rules) to its tabs, and the table [tabs.rules] to its template'
                yield warn(f"game {name}", "has no tab “rules”, on which people read how to play", fix)
    if right:
        yield ok("templates", f"those of {listed(right)} have all that their games need")


def subject_of(game: str) -> str:
    """Return the subject of findings about the template of *game*."""
    return f"template of {game}"
