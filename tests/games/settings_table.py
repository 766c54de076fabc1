"""The settings of a game as a table: the default of each, its limits or its choices.

A match stores only what differs from a default, and rosters, commands and templates name settings: so a default, a
limit or a name changes on purpose or not at all. `python -m tests.games.settings_table` writes the tables of all games.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sheets_gm.games.contract import Game
from sheets_gm.games.finding import game, games

LIMITS = ("default", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "enum", "maxLength", "pattern")
LONGEST = 100
"""Letters of a default beyond which it is a table of the template, and not shown."""


def table(rules: Game[Any, Any]) -> dict[str, Any]:
    """Each setting by its name, with the part of its JSON schema that limits it."""
    properties = rules.settings.model_json_schema()["properties"]
    return {
        name: {key: schema[key] for key in LIMITS if key in schema and len(str(schema[key])) <= LONGEST}
        for name, schema in properties.items()
    }


def stored(name: str) -> Path:
    return Path(__file__).parent / name / "settings.json"


def expected(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(stored(name).read_text(encoding="utf-8"))
    return found


def write() -> None:
    for name in games():
        lines = (f"  {json.dumps(key)}: {json.dumps(each)}" for key, each in table(game(name)).items())
        stored(name).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    write()
