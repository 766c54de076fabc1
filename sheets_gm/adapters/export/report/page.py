"""The whole page: its parts, its styles and scripts, and inside it the boards and the record."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from typing import NamedTuple

from sheets_gm.adapters.export.origin import Origin, origin_of
from sheets_gm.adapters.export.packing import parcel
from sheets_gm.adapters.export.proof import Proof
from sheets_gm.adapters.export.report import sections
from sheets_gm.adapters.export.report.frames import Frames, frames_of
from sheets_gm.adapters.export.report.parts import Hashed, digest, digests, signed_text, title_digest
from sheets_gm.adapters.export.report.ribbon import key, meaning, ribbon
from sheets_gm.adapters.export.report.sealed import sealed_lines
from sheets_gm.adapters.export.report.turn_list import turn_list
from sheets_gm.gm.story.audience import EVERYTHING, PUBLIC, Audience
from sheets_gm.gm.story.building import build_story
from sheets_gm.gm.story.card import HIGH, WIDE
from sheets_gm.gm.story.model import Story
from sheets_gm.gm.story.past import Past
from sheets_gm.gm.story.rows import fight_rows
from sheets_gm.kernel.english import owner_name
from sheets_gm.kernel.model import canonical
from sheets_gm.kernel.rules import Secrecy

MOST_BYTES = 4_000_000
"""How large a report may be."""


EARLY = ", before its result"
"""What follows the name of a turn whose board is that before its result."""


class Fullness(NamedTuple):
    """What a report contains: the maximum number of *boards*, and whether the *dice* of its fights and the *record*."""

    boards: int
    dice: bool = True
    record: bool = True


FULL = (Fullness(240), Fullness(240, dice=False), Fullness(60, dice=False), Fullness(60, dice=False, record=False))
"""The fuller reports first. A long match gets the first one that is small enough, or else the last."""


def report_page(past: Past, audience: Audience, proof: Proof, most: int = MOST_BYTES, card: str = "") -> str:
    """Return the report of *past*, as *audience* may know it, as HTML of at most *most* bytes if possible.

    *card* is the name of the picture file that previews of links show, "" if there is none.
    """
    story = build_story(past, audience)
    page = ""
    for fullness in FULL:
        page = _page(past, audience, proof, story, fullness, card)
        if len(page.encode()) <= most:
            return page
    return page


def _page(past: Past, audience: Audience, proof: Proof, story: Story, fullness: Fullness, card: str) -> str:
    frames = frames_of(past, audience, len(story.turns), fullness.boards, story.opening.turn)
    body = "".join(
        (
            sections.head(story, _seen_by(past, audience)),
            "<main>",
            _boards(story, frames),
            turn_list(story, fight_rows(past, audience), dice=fullness.dice),
            sections.people(story),
            sections.acts(story),
            _check(proof, fullness),
            "</main>",
        )
    )
    parcels = parcel("frames", [frames.text])
    if fullness.record:
        sealed = list(sealed_lines(proof.shown(), whole=proof.whole))
        parcels += parcel("sealed", ["\n".join(sealed)])
        record = Hashed(proof.text())
        parcels += parcel("record", record)
        others = {
            "frames": digest(frames.text),
            "title": title_digest(story.title, _preview(story)),
            "record": record.digest,
        }
        parcels += parcel("parts", [_parts(proof, digests(body) | others, sealed[-1])])
    rolls = "open" if not audience.everything else "all" if proof.whole else "unknown"
    return _document(story, body, parcels, rolls, origin_of(past, audience), card)


def _parts(proof: Proof, parts: Mapping[str, str], seal: str) -> str:
    """Return the digests of the *parts* as JSON, and in a second line their signature by the key of the match."""
    part_digests = canonical(dict(parts)).decode()
    return f"{part_digests}\n{proof.sign_page(signed_text(part_digests, seal)) if proof.sign_page is not None else ''}"


def _seen_by(past: Past, audience: Audience) -> str:
    """Return a note on the audience of the report, if that is not everybody."""
    if past.game.secrecy is Secrecy.OPEN:
        return ""
    if audience == EVERYTHING:
        return "This report shows everything, also what was hidden during the match."
    if audience == PUBLIC:
        return "This report shows what everybody may know while the match goes on."
    who = owner_name(audience.seat or "", {seat.id: seat for seat in past.record.people})
    return f"This report shows what {who} saw."


def _boards(story: Story, frames: Frames) -> str:
    opening = story.opening
    shown = story.turns[opening.turn]
    title = f"{escape(opening.title)}: " if opening.title else ""
    few = (
        f"This long match shows {len(frames.at)} of its {len(story.turns)} boards."
        if len(frames.at) < len(story.turns)
        else ""
    )
    last_place = len(frames.at) - 1
    controls = (
        '<div class="controls"><div class="screen buttons" hidden><button id="play" type="button">Play</button>'
        '<button id="back" type="button" aria-label="The turn before">←</button>'
        '<button id="on" type="button" aria-label="The next turn">→</button>'
        '<button id="zoom" type="button" aria-pressed="false" aria-label="Large board">⤢</button></div>'
        f'<div class="ribbon">{ribbon(story)}<input id="turn" class="screen" type="range" min="0" max="{last_place}" '
        f'value="{frames.place}" aria-label="Turn" hidden></div></div>'
    )
    early = EARLY if shown.number in frames.early else ""
    caption = (
        f'<p id="caption" aria-live="polite" data-turn="{shown.number}" data-title="{title}" '
        f'data-early="{EARLY}">{title}'
        f"<strong>{escape(shown.label)}{early}</strong> {escape(shown.text)}</p>"
    )
    help_text = "Keys: ← and → a turn, Home and End, space plays. Arrows on the board are the moves of the turn."
    board = f'<div id="board" class="wide" role="group" tabindex="0" aria-label="The board">{frames.svg}</div>'
    notes = f'<p class="note screen">{escape(few)} {help_text}</p>'
    told = f"{sections.card(story)}{meaning(story)}{sections.turning_points(story)}{notes}"
    inside = f"{board}{caption}{key(story)}{controls}{told}"
    return sections.section("boards", "The board, turn by turn", inside)


def _check(proof: Proof, fullness: Fullness) -> str:
    if not fullness.record:
        left = "The match is too long for a page that carries its record. sheets-gm verify checks its .json file."
        return sections.section("proof", "Proof", f"<p>{left}</p>")
    said = (
        "Your browser recomputes every roll from the secrets that were fixed before the match began, and every seal "
        "that binds an entry to all before it."
        if proof.whole
        else "Your browser recomputes every public roll from the secrets of its turn. The seals cover what is still "
        "hidden, so they can be checked once the match is over."
    )
    covers = (
        " It compares each part of this page, its headline, turns, figures, boards and names, with what the key of the "
        "match has signed."
    )
    left = (
        "It does not play the match again: <code>sheets-gm verify</code> with this file does. Compare the last seal "
        "with the one that the Dice tab showed: whoever has the secrets can write another record that is right in "
        "itself."
    )
    button = '<p class="screen"><button id="check" type="button" disabled>Check this page</button></p>'
    result = '<p id="verdict" role="status">This needs scripts.</p>'
    return sections.section("proof", "Proof", f'<p>{said}{covers}</p>{button}{result}<p class="note">{left}</p>')


def _preview(story: Story) -> tuple[str, str]:
    """Return the title and the description that previews of a link to the report show."""
    return f"{story.title}: {story.result or story.turns[-1].label}", " ".join(each.text for each in story.card)


def _preview_tags(story: Story, card: str) -> str:
    names = ("og:title", "og:description")
    tags = "".join(
        f'<meta property="{name}" content="{escape(text)}">' for name, text in zip(names, _preview(story), strict=True)
    )
    if not card:
        return tags
    size = f'<meta property="og:image:width" content="{WIDE}"><meta property="og:image:height" content="{HIGH}">'
    return f'{tags}{size}<meta property="og:image" content="{escape(card)}">'


def _document(story: Story, body: str, parcels: str, rolls: str, origin: Origin, card: str) -> str:
    style, scripts = _file("report.css"), [_file("check.js"), _file("report.js")]
    allowed = f"default-src 'none'; style-src {_hash(style)}; script-src {' '.join(map(_hash, scripts))}"
    coded = "".join(f"<script>{script}</script>" for script in scripts)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{allowed}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="generator" content="sheets_gm report 1">'
        f'<meta name="origin" content="{escape(origin.model_dump_json())}"><title>{escape(story.title)}</title>'
        f"{_preview_tags(story, card)}"
        f"<style>{style}</style></head>"
        f'<body data-rolls="{rolls}">{body}\n{parcels}\n{coded}</body></html>\n'
    )


def style_and_its_hash() -> tuple[str, str]:
    """Return the styles of the report, and the hash that a page's policy needs to allow them."""
    style = _file("report.css")
    return style, _hash(style)


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def _file(name: str) -> str:
    return (files("sheets_gm.adapters.export.report") / "page" / name).read_text(encoding="utf-8")
