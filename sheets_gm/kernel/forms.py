"""Forms: what a seat may fill in now.

A form is one or more rows of fields for one seat. Its choices are the legal ones, so a sheet can offer them as a
drop-down, a bot can pick among them, and "nearest legal choice" has a meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

from sheets_gm.kernel.outcome import Order

Typed: TypeAlias = str | int | float | bool | None
"""What a cell can hold once it is cleaned: text, a number, a tick, or nothing."""

NOTHING: Mapping[str, Typed] = MappingProxyType({})


class Kind(StrEnum):
    """How a typed cell is cleaned into a field."""

    CHOICE = "choice"
    WHOLE = "whole"
    NUMBER = "number"
    TEXT = "text"
    FLAG = "flag"


class Close(StrEnum):
    """When a form is taken: with all others at the lock, or each complete row by itself, in order."""

    TOGETHER = "together"
    AT_ONCE = "at_once"


@dataclass(frozen=True, slots=True)
class Field:
    """One cell of a form's row.

    *choices* are legal now and become the drop-down. A choice outside them is still an order if it is in *known*
    (a tile of the board that is out of reach): then the rules say why it cannot stand. Anything else is a slip.
    *low* and *high* bound a number, inclusive. *most* bounds a text, in characters.
    """

    name: str
    kind: Kind = Kind.CHOICE
    choices: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    default: Typed = None
    required: bool = False
    low: float | None = None
    high: float | None = None
    most: int = 500


@dataclass(frozen=True, slots=True)
class Form:
    """What *seat* may fill in now.

    *key* names the form in the game's template; *order* is the type a filled row becomes, built from the fields by
    name. *due*: the table waits for this seat; a form that is not due may be left empty. *forced*: there is only one
    legal choice, so nobody waits for it. *shown* is what the row tells the player beside the fields (position,
    roll). *helpers* are other seats that may fill it in (a captain).
    """

    key: str
    seat: str
    order: type[Order]
    fields: tuple[Field, ...]
    rows: int = 1
    due: bool = True
    forced: bool = False
    close: Close = Close.TOGETHER
    shown: Mapping[str, Typed] = field(default_factory=lambda: NOTHING)
    helpers: tuple[str, ...] = ()
