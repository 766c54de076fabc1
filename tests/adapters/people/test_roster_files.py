"""Rosters as people export them: what is meant is read, and what nobody can have meant is named with line and cell."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheets_gm.adapters.people.roster import ignored, read
from sheets_gm.adapters.people.seat_assignment import BadRoster
from sheets_gm.games.finding import games

GVG = games()["gvg"]
SETTINGS = GVG.settings()

READ = {
    "several unnamed columns": "player,,account,\nAna,,ana@x,\nBen,1,ben@x,\n",
    "equal headings that nobody uses": "player,note,note,account\nAna,a,b,ana@x\nBen,,,ben@x\n",
    "a form": "Timestamp,Email Address,Your name\n1/2/2026,ana@x,Ana\n1/2/2026,ben@x,Ben\n",
    "a German form": "Zeitstempel;E-Mail-Adresse;Name\n1.2.2026;ana@x;Ana\n1.2.2026;ben@x;Ben\n",
    "a user name that is an address": "Timestamp,Username,Player Name\n1,ana@x,Ana\n2,ben@x,Ben\n",
    "a user name that is a name": "Username,E-mail\nAna,ana@x\nBen,ben@x\n",
    "addresses with signs around": "player,account\nAna,<ana@x>\nBen,\"mailto:ben@x,\"\n",
    "unseen signs": "\u200bplayer,account\n\u2066Ana\u2069,\u200bana@x\u00a0\nBen,ben@x\u200b\n",
    "name and address in one cell": "player\nAna <ana@x>\n\"\"\"Ben\"\" <mailto:ben@x>,\"\n",
    "name and address in the cell of the address": "email\nAna <ana@x>\nBen <ben@x>;\n",
    "a title above": "Our friends\n\nplayer,account\nAna,ana@x\nBen,ben@x\n",
    "a separator that is stated": "sep=;\nplayer;account\nAna;ana@x\nBen;ben@x\n",
    "commas behind the last cell": "player,account,,\nAna,ana@x,,,\nBen,ben@x,,,,,\n",
    "zones in any case": "player,account,Time zone\nAna,ana@x,europe/berlin\nBen,ben@x,Europe/berlin\n",
}  # fmt: skip


@pytest.mark.parametrize("text", READ.values(), ids=READ)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_roster_is_read_as_people_export_it(text: str, encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "friends.csv"
    file.write_text(text, encoding=encoding)
    seats = read(file, GVG, SETTINGS)
    assert [(seat.player, seat.account) for seat in seats] == [("Ana", "ana@x"), ("Ben", "ben@x")]
    assert {seat.zone for seat in seats} <= {None, "Europe/Berlin"}


REFUSED = {
    "a cell beyond the headings": ("player,team\nAna,blue\nBen,red,ben@x\n", "line 3, cell 3: “ben@x” has no heading"),
    "an address under no heading": ("player,,\nAna,,ana@x\n", "line 2, cell 3: “ana@x” has no heading"),
    "equal headings": ("player,account,E-Mail\nAna,ana@x,\n", "line 1: “account” and “E-Mail” are the same column"),
    "a quotation mark": ("player\nAna\n\"Ben\nCleo\n", "line 3: a quotation mark is not closed"),
    "a long cell": ("player\nAna\n" + "x" * 140_000 + "\n", "line 3: a cell has more than 131,072 characters"),
    "no headings": ("Ana,ana@x\nBen,ben@x\n", "the first line must name the columns"),
    "no file": ("", "the first line must name the columns"),
    "no zone": ("player,zone\nAna,Mars/Base\nBen,\n", "line 2: there is no time zone “Mars/Base”"),
    "no address": ("player,account\nAna,ana@\nBen,\n", "line 2: “ana@” is not an e-mail address"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "why"), REFUSED.values(), ids=REFUSED)
def test_what_nobody_can_have_meant_is_named_with_its_line(text: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "friends.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadRoster) as error:
        read(file, GVG, SETTINGS)
    assert why in str(error.value)
    assert len(str(error.value)) < 300


def test_columns_that_nobody_uses_are_named(tmp_path: Path) -> None:
    file = tmp_path / "friends.csv"
    file.write_text("Our friends\nName,Shoe size,\nAna,39,\nBen,44,\n", encoding="utf-8")
    assert ignored(file, GVG, SETTINGS).startswith("friends.csv: the column “Shoe size” is ignored. Known columns:")
