"""The reference tabs: who plays (Roster), and what is needed to check the dice (Dice)."""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.grid import Cell, Grid, Row
from sheets_gm.sheet.rendering import fixed, head
from sheets_gm.sheet.template import TabTemplate


def draw_roster(tab_template: TabTemplate, seats: Sequence[Seat], layout: str) -> Grid:
    """Who plays in which seat. In a sealed *layout* nobody can open a workbook without an account."""
    unknown = tab_template.word("open" if layout == "shared" else "uninvited")
    rows = list(head(tab_template))
    for seat in seats:
        words = {
            "seat": seat.id,
            "player": seat.player,
            "team": seat.team,
            "captain": tab_template.word("captain" if seat.captain else "neutral")
            if seat.captain or seat.neutral
            else "",
            "account": seat.account or unknown,
            "traits": ", ".join(seat.traits.values()),
        }
        styles = {"account": "account" if seat.account else "account.open"}
        rows.append(
            tuple(
                Cell(words.get(column.field, ""), styles.get(column.field, f"player.{seat.team}"))
                for column in tab_template.columns
            )
        )
    return Grid(tuple(rows))


def draw_dice(tab_template: TabTemplate, snapshot: Snapshot) -> Grid:
    """What anyone needs to check the newest entry; the export has all of them."""
    charter, entry = snapshot.record.charter, snapshot.entry
    word = tab_template.word
    figures: list[tuple[str, Typed]] = [
        (word("top"), charter.top),
        (word("hidden_lock"), charter.hidden_lock),
        (word("entry"), str(entry.number)),
        (word("label"), entry.label),
        (word("secret"), entry.secret),
        (word("after"), entry.after),
        (word("seal"), entry.seal),
    ]
    lock, salt = word("lock"), word("salt")
    figures += [(f"{lock} {seat}", entry.locks[seat]) for seat in sorted(entry.locks)]
    if snapshot.game.secrecy is Secrecy.OPEN:
        # in a game with secrets, a salt would let people guess the hidden orders behind a lock; the export has it
        figures += [(f"{salt} {seat}", entry.salts[seat]) for seat in sorted(entry.salts)]
    rows: list[Row] = [(fixed(tab_template.title, "title"),), (fixed(tab_template.help, "help"),)]
    rows += [(fixed(name, "label"), Cell(value, "mono")) for name, value in figures]
    return Grid(tuple(rows))
