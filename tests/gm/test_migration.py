"""What earlier versions stored of a match is brought up to date when it is read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sheets_gm.adapters.files.match_files import read_match, write_match
from sheets_gm.adapters.stores.record_parts import joined, split
from sheets_gm.gm.between.exchanges import Exchanges, ExchangeWish
from sheets_gm.gm.between.heirs import Heirs
from sheets_gm.gm.between.talk import Talk
from sheets_gm.gm.between.votes import Ballot, Votes
from sheets_gm.gm.match_record.claims import Claims
from sheets_gm.gm.match_record.drafts import Emptied
from sheets_gm.gm.match_record.moving import Departure, Moving
from sheets_gm.gm.match_record.notice_addresses import ReadAddress
from sheets_gm.gm.match_record.notice_wishes import NoticeWish
from sheets_gm.gm.match_record.notices_part import Notices, Reminders
from sheets_gm.gm.match_record.pausing import Pausing
from sheets_gm.gm.match_record.plans import Became, Plans
from sheets_gm.gm.match_record.repairs import Repairs, Restored
from sheets_gm.gm.match_record.reserves import reserves
from sheets_gm.gm.match_record.seats.hand_over import Deputy, Opening, Openings, Person, deputies
from sheets_gm.gm.match_record.seats.players_then import PlayersThen
from sheets_gm.gm.match_record.seats.presence import Absence, Excuses, absences
from sheets_gm.gm.match_record.step_time import StepTime
from sheets_gm.gm.match_record.table_talk import TeamMessage
from sheets_gm.gm.match_record.upkeep import Upkeep
from sheets_gm.gm.moving_matches import MovingMatch
from tests.gm.table import Evening

FORMER: dict[str, dict[str, Any]] = {
    "policy": {"replay": True, "own_zones": True, "patience": 3},
    "workbooks": {"viewed": "3f2a"},
}


def test_fields_that_say_nothing_any_more_are_left_out() -> None:
    head = split(Evening().record, most=0).head
    record = joined(head, {})
    for name, fields in FORMER.items():
        head[name] = (
            [{**each, **fields} for each in head[name]] if isinstance(head[name], list) else head[name] | fields
        )
    assert joined(head, {}) == record
    parts = {name: json.dumps(head[name]) for name in FORMER}
    assert joined({**head, **{name: {"part": name} for name in FORMER}}, parts) == record


def test_a_match_in_a_file_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    evening, path = Evening(), tmp_path / "friday.json"
    write_match(path, MovingMatch(evening.record, evening.store.entries(evening.name), 0.0), "")
    held = json.loads(path.read_text("utf-8"))
    held["record"]["policy"] |= FORMER["policy"]
    held["record"] |= {"nudged": {"red1": 5.0}, "told": []}
    path.write_text(json.dumps(held), "utf-8")
    read = read_match(path)
    assert Votes.of(read.record) == Votes(nudged={"red1": 5.0})
    assert read.record.policy == evening.record.policy


def test_what_features_stored_in_the_record_stands_in_their_parts() -> None:
    record = Evening().record
    asked = {
        "ballots": [{"seat": "red1", "on": "pause", "whom": ""}],
        "nudged": {"red1": 5.0},
        "inherits": 7.0,
        "exchanges": [{"seat": "red1", "other": "red2", "entry": 3}],
        "said": ["red1"],
        "told": [{"team": "red", "seat": "red1", "name": "Finn", "text": "Now!", "at": 3.0}],
        "heard": {"public": "2026-11-24T18:00:00Z"},
        "reserves": [{"player": "Zoe", "account": None}],
        "wishes": {"red1": {"daily": 600}},
        "addresses": [{"player": "Finn", "account": None, "seat": "red1", "digest": "ab"}],
        "absences": [{"seat": "red2", "start": 1.0, "until": 9.0}],
        "deputies": [{"seat": "red3", "player": "Yan", "account": None}],
        "openings": [{"seat": "red2", "player": "", "account": None, "gone": True}],
        "vacant": ["red4"],
        "parts": {"left": {"people": [{"player": "Ivo", "account": "i@x"}]}},
        "cases": [{"number": 1, "by": "red1", "text": "It was mine"}],
        "reminded": 4.0,
        "last_one": ["red1", "Turn 1"],
        "rehearsal": ["Nobody moves."],
        "mended": ["A1 (12:00)"],
        "restored": {"at": 1.0, "last": 2, "shown": 3},
        "departure": {"where": "there"},
        "moves": 2,
        "paused_until": 8.0,
        "gathers": True,
        "former": [{"seat": {"id": "red1", "team": "red", "player": "Gus"}, "until": 2}],
        "given_up": [{"since": 3, "teams": ["red"]}],
        "joined": [{"since": 4, "seats": []}],
        "excused": ["red1"],
        "extended": {"red1": 1},
        "missed": {"red2": 2},
        "sharing_due": 5.0,
        "ending": True,
        "retitled": "Friday",
        "emptied": {"entry": 4, "drafts": []},
        "left": 6.0,
        "moved": -2.0,
        "planned": [{"seat": "red1", "row": 0, "text": "Filled in."}],
    }
    head = {name: value for name, value in split(record, most=0).head.items() if name != "parts"}
    read = joined({**head, **asked}, {})
    assert Votes.of(read) == Votes(ballots=(Ballot(seat="red1", on="pause"),), nudged={"red1": 5.0})
    assert Heirs.of(read) == Heirs(due=7.0)
    assert Exchanges.of(read) == Exchanges(wishes=(ExchangeWish(seat="red1", other="red2", entry=3),))
    told = TeamMessage(team="red", seat="red1", name="Finn", text="Now!", at=3.0)
    assert Talk.of(read) == Talk(said=("red1",), told=(told,), heard={"public": "2026-11-24T18:00:00Z"})
    assert reserves(read) == (Person(player="Zoe"),)
    address = ReadAddress(player="Finn", seat="red1", digest="ab")
    assert Notices.of(read) == Notices(wishes={"red1": NoticeWish(daily=600)}, addresses=(address,))
    assert Plans.of(read) == Plans(became=(Became(seat="red1", row=0, text="Filled in."),))
    assert absences(read) == (Absence(seat="red2", start=1.0, until=9.0),)
    assert deputies(read) == (Deputy(seat="red3", player="Yan"),)
    left = (Opening(seat="red2", gone=True),)
    assert Openings.of(read) == Openings(seats=left, vacant=("red4",), people=(Person(player="Ivo", account="i@x"),))
    assert read.presence.gone == {"red2"}
    assert [case.text for case in Claims.of(read).cases] == ["It was mine"]
    assert Reminders.of(read) == Reminders(due=4.0, last=("red1", "Turn 1"))
    restored = Restored(at=1.0, last=2, shown=3)
    assert Repairs.of(read) == Repairs(dry_run=("Nobody moves.",), mended=("A1 (12:00)",), restored=restored)
    assert Moving.of(read) == Moving(departure=Departure(where="there"), moves=2)
    assert Pausing.of(read) == Pausing(until=8.0, gathers=True)
    then = PlayersThen.of(read)
    assert (then.former[0].seat.player, then.given_up[0].teams, then.joined[0].since) == ("Gus", ("red",), 4)
    assert Excuses.of(read) == Excuses(excused=("red1",), extended={"red1": 1}, missed={"red2": 2})
    emptied = Emptied(entry=4, drafts=())
    assert Upkeep.of(read) == Upkeep(sharing_due=5.0, ending=True, retitled="Friday", emptied=emptied)
    assert StepTime.of(read) == StepTime(left=6.0, moved=-2.0)
    again = joined(split(read, most=0).head, {})
    assert split(again, most=0).head == split(read, most=0).head
