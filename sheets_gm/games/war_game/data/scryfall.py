"""The importer of creatures: turns a bulk file of Scryfall into lines of the creature table (rulebook 3.2).

A bulk file has one card on each line, as a JSON array or as JSON lines. It is read line by line, so its size does not
matter. A file on a single line, a reformatted file and the answer to a search are read as a whole. `default-cards` has
every printing, so a watermark on any of them counts (CPW-R48); `oracle-cards` has only one printing of each card.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import orjson

from sheets_gm.games.contract import Imported
from sheets_gm.games.war_game.data.army_lists import CREATURE_COLUMNS, CREATURES, unlistable
from sheets_gm.games.war_game.data.tables import BadData, read_table
from sheets_gm.games.war_game.data.words import FACTIONS
from sheets_gm.kernel.english import counted

LARGEST_WHOLE = 50_000_000
"""Bytes of a file that is not read line by line."""

LARGEST = 9
"""The size of the largest slot."""

NO_CARDS = {"token", "double_faced_token", "emblem", "art_series", "vanguard", "scheme", "planar", "augment", "host"}
"""The layouts of printings that are no cards of the game."""

GROWS = re.compile(r"\+1/\+1 counters? on (?:it\b|this creature|itself)")
TEXTS = ("name", "layout", "type_line", "power", "toughness", "oracle_text", "watermark")
"""The keys of a card, or of a face of one, that are texts."""

SHOWN = 5
"""The names that are listed of what cannot be used."""

MARK = b"\xef\xbb\xbf"
"""What some programs put before the first line of a file in UTF-8."""

NOT_AS_DOWNLOADED = (
    "This is not the file as downloaded: a bulk file of Scryfall has one card a line. Download default-cards from "
    "https://scryfall.com/docs/api/bulk-data, and do not open it in an editor."
)

STORED = 200_000
"""The number of characters from which on a warning says that each match stores its table."""


@dataclass(frozen=True, slots=True)
class Card:
    """A creature card. *gatherer* says that one of its printings is in Gatherer (CPW-50)."""

    name: str
    power: int
    toughness: int
    colours: str
    type: str
    watermark: str
    variable: str
    gatherer: bool

    @property
    def cells(self) -> tuple[str, ...]:
        """Return the card as the cells of a line of the table."""
        sizes = (str(self.power), str(self.toughness))
        return (self.name, *sizes, self.colours, self.type, self.watermark, self.variable)


def import_creatures(lines: Iterable[bytes], present: str, wanted: Collection[str] | None) -> Imported:
    """Return the table *present* with the creatures of a bulk file added; with *wanted*, only those names.

    Existing lines of the table stay as they are. Raises BadData if the file is not a bulk file.
    """
    names = None if wanted is None else {name.casefold() for name in wanted}
    present_lines = {line["name"].casefold(): line for line in read_table(CREATURES, present, CREATURE_COLUMNS)}
    left_out: dict[str, list[str]] = {}
    cards: dict[str, Card] = {}
    for data in _cards(lines):
        if data.get("layout") in NO_CARDS:
            continue
        face = _creature_face(data)
        if face is None or (names is not None and face["name"].casefold() not in names):
            continue
        card = _card(data, face)
        if isinstance(card, str):
            left_out.setdefault(card, []).append(face["name"])
            continue
        key = card.name.casefold()
        cards[key] = _joined(cards[key], card) if key in cards else card
    for card in list(cards.values()):
        if why := _unusable(card):
            left_out.setdefault(why, []).append(card.name)
            del cards[card.name.casefold()]
    new = sorted((card for key, card in cards.items() if key not in present_lines), key=lambda card: card.name)
    text = _text(present, new)
    missing = sorted((names or set()) - cards.keys() - present_lines.keys())
    return Imported(text, tuple(_notes(new, len(cards) - len(new), left_out, missing, text)))


def _cards(lines: Iterable[bytes]) -> Iterator[Mapping[str, Any]]:
    """Yield the cards of a file: one for each line of a downloaded file, otherwise all cards of the whole document."""
    rest = enumerate(lines, start=1)
    before, number, skipped = b"", 0, 0
    for number, line in rest:
        bare = line.strip().removeprefix(MARK).rstrip(b",")
        if bare.startswith(b"[") != bare.endswith(b"]"):  # the first or the last line of an array
            bare = bare.removeprefix(b"[").removesuffix(b"]")
        if bare in (b"", b"[]"):
            before += line.strip()
            skipped += 1
            continue
        try:
            data = orjson.loads(bare)
        except orjson.JSONDecodeError as error:
            if number > skipped + 1:
                raise BadData(
                    f"line {number} of the bulk file is no card: {error}. Download the file again."
                ) from error
            yield from _cards_in(_document(chain((before, line), (each for _, each in rest))))
            return
        yield from _cards_in(data)
    if number == skipped:
        raise BadData(NOT_AS_DOWNLOADED)


def _document(lines: Iterable[bytes]) -> Any:
    """Parse a file in which each card covers several lines."""
    whole = bytearray()
    for each in lines:
        whole += each
        if len(whole) > LARGEST_WHOLE:
            raise BadData(NOT_AS_DOWNLOADED)
    text = bytes(whole).strip().removeprefix(MARK)
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise BadData(NOT_AS_DOWNLOADED) from error


def _cards_in(data: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the cards in *data*: a card, a list of cards, or the answer to a search."""
    if isinstance(data, dict) and isinstance(data.get("data"), list):
        data = data["data"]
    for card in data if isinstance(data, list) else [data]:
        if not _is_card(card):
            raise BadData(NOT_AS_DOWNLOADED)
        yield card


def _is_card(data: object) -> bool:
    """Whether *data* has the keys of a card, each with a value of the right type; null counts as missing."""
    if not isinstance(data, dict) or not isinstance(data.get("name"), str) or data.get("object", "card") != "card":
        return False
    faces = data.get("card_faces") or []
    return isinstance(faces, list) and all(map(_is_printed, (data, *faces)))


def _is_printed(face: object) -> bool:
    """Whether the printed values of a card, or of one face, have the right types."""
    if not isinstance(face, dict) or not all(isinstance(face.get(key), str | None) for key in TEXTS):
        return False
    colours = face.get("colors") or []
    return isinstance(colours, list) and all(isinstance(each, str) for each in colours)


def _creature_face(data: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the card, or its first face, that is a creature. A face inherits missing values from its card."""
    for face in data.get("card_faces") or [data]:
        together = {**data, **face}
        if "Creature" in str(together.get("type_line", "")).split("//")[0] and isinstance(together.get("name"), str):
            return together
    return None


def _card(data: Mapping[str, Any], face: Mapping[str, Any]) -> Card | str:
    """Return the creature of a card, or why it cannot be used."""
    sizes = [_size(face.get(each)) for each in ("power", "toughness")]
    power, toughness = sizes
    if power is None or toughness is None:
        return "its power or toughness is no number"
    colours = face.get("colors") or []
    text = str(face.get("oracle_text", "")).replace(str(face["name"]), "it")
    stars = [str(face.get(each)) for each in ("power", "toughness") if "*" in str(face.get(each))]
    plus = any("+" in each for each in stars)
    variable = "up" if plus or (not stars and GROWS.search(text)) else "any" if stars else ""
    return Card(
        str(face["name"]), power, toughness, "".join(letter for letter in FACTIONS if letter in colours),
        str(face["type_line"]).split("//")[0].strip().replace("—", "-"), str(face.get("watermark") or ""), variable,
        bool(data.get("multiverse_ids")),
    )  # fmt: skip


def _size(printed: object) -> int | None:
    """Read a power or toughness: "3", "1+*" (as 1), "*" (as 0), never below 0. None for "3.5" or "?"."""
    match = re.fullmatch(r"(-?\d{1,2})|(\d)?[+-]?\*(?:\+(\d))?", str(printed))
    return None if match is None else max(0, int(match[1] or match[2] or match[3] or 0))


def _joined(one: Card, other: Card) -> Card:
    """Merge two printings of a card: a watermark or a place in Gatherer counts if either has it."""
    return replace(one, watermark=one.watermark or other.watermark, gatherer=one.gatherer or other.gatherer)


def _unusable(card: Card) -> str:
    """Return why no army can have the card; "" if one can."""
    if not card.gatherer:
        return "it is not in Gatherer"
    if unlistable(card.name):
        return "its name has a sign that lists of units use"
    size = max(card.power, card.toughness)
    if not card.variable and not 1 <= size <= LARGEST:
        return f"no slot is for {size}/{size} creatures"
    return ""


def _text(present: str, new: Iterable[Card]) -> str:
    """Return the table with new lines added at the end."""
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(card.cells for card in new)
    return present.rstrip("\n") + "\n" + written.getvalue()


def _notes(
    new: list[Card], present_count: int, left_out: Mapping[str, list[str]], missing: list[str], text: str
) -> Iterator[str]:
    """Yield notes on what was imported and what could not be used."""
    yield f"{counted(len(new), 'creature')} added, {present_count} already there."
    grown = [card.name for card in new if card.variable]
    if grown:
        yield f"{counted(len(grown), 'creature')} of variable size, which is worth a look: {_some(grown)}."
    if new and not any(card.watermark for card in new):
        yield "None of them has a watermark; the file default-cards has those of every printing."
    for why, names in sorted(left_out.items()):
        yield f"{counted(len(set(names)), 'creature')} left out, as {why}: {_some(sorted(set(names)))}."
    if missing:
        yield f"{counted(len(missing), 'name')} that no creature of the file has: {_some(missing)}."
    if len(text) > STORED:
        yield f"The table has {len(text):,} characters, and each match stores it. Use --only to take fewer creatures."


def _some(names: list[str]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more
