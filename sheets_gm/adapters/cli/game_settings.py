"""The settings of a game as typed on the command line: KEY=VALUE."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ValidationError

from sheets_gm.kernel.errors import UserError


class BadGameSettings(UserError, ValueError):
    """A setting of a game is unknown or out of range. The message names it."""


def settings_of(kind: type[BaseModel], assigned: tuple[str, ...], name: str = "GAME") -> BaseModel:
    """Return the settings of the game *name* with the KEY=VALUE pairs *assigned*. Raises `BadGameSettings`."""
    from difflib import get_close_matches

    from sheets_gm.adapters.cli.match_options import new_options
    from sheets_gm.kernel.validation_messages import in_plain_words, place

    values: dict[str, Any] = {}
    for each in assigned:
        key, equals, value = each.partition("=")
        if not equals:
            raise BadGameSettings(
                f"“{each}” is not KEY=VALUE: write the name of a setting, an equals sign and its value."
            )
        if key not in kind.model_fields:
            options = (option.argument for option in new_options())
            near = get_close_matches(key, (*kind.model_fields, *options), n=1)
            meant = f" Did you mean {near[0]}?" if near else ""
            raise BadGameSettings(f"There is no setting {key}.{meant} All settings: sheets-gm games {name}")
        values[key] = _value(value)
    try:
        return kind.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        problem = f"{place(first, 'settings')}: {in_plain_words(first)}"
        raise BadGameSettings(f"{problem.rstrip('.')}. All settings: sheets-gm games {name}") from error


def _value(text: str) -> Any:
    """Return *text* as a TOML value; if it is not one, the text itself."""
    import tomllib

    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
