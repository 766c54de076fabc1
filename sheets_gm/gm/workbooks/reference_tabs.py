"""The reference tabs: who plays (Roster), and the data for checking the dice (Dice)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from sheets_gm.gm.between.absences import before_deadline
from sheets_gm.gm.between.finding import from_each
from sheets_gm.gm.match_record.deadlines import clock_face_in_zone
from sheets_gm.gm.match_record.pausing import Pausing
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.seats.hand_over import FREE, Opening, Person, deputies, openings
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.side_jobs import Report
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.kernel.beacon import AHEAD, clock
from sheets_gm.kernel.dice import Secrets, lock
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.match.journal import Charter
from sheets_gm.kernel.match.recorder import ACTION
from sheets_gm.kernel.match.signed import fingerprint
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.grid import Cell, Grid, Row
from sheets_gm.sheet.rendering import fixed, head
from sheets_gm.sheet.template import TabTemplate


def private_links(seats: Iterable[Seat], workbooks: Iterable[Workbook]) -> dict[str, str]:
    """Return the link of the private workbook of each seat that has one: its own, or its team's."""
    books = {book.key: book.link for book in workbooks}
    links = {seat.id: books.get(f"seat.{seat.id}") or books.get(f"team.{seat.team}", "") for seat in seats}
    return {seat: link for seat, link in links.items() if link}


def free_links(openings: Sequence[Opening], workbooks: Iterable[Workbook]) -> dict[str, str]:
    """Return a link for each free or offered seat to the place where it is taken."""
    link = next((f"{book.link}#gid={book.tabs[FREE]}" for book in workbooks if FREE in book.tabs), "")
    return {each.seat: link for each in openings} if link else {}


NO_LINKS: Mapping[str, str] = MappingProxyType({})
NOT_AWAY = NO_LINKS


def away_lines(tab_template: TabTemplate, record: Record, now: float, report: Report) -> dict[str, str]:
    """Return lines by seat: absences that are not over at *now*, deputies, free seats, votes.

    Errors of a feature go to *report*.
    """
    zone, word = record.policy.zone, tab_template.word
    lines: dict[str, str] = {}
    for each in record.presence.left_at(now):
        start, until = (clock_face_in_zone(at, zone) for at in (each.start, each.until))
        text = word("later").format(start, until) if each.start > now else word("away").format(until)
        due = record.last_hours(each.until)
        lines[each.seat] = text if due is None else f"{text}, {before_deadline(each.until, due, zone)}"
    for opening in openings(record):
        who = opening.player or word("anybody")
        how = "unseated" if Pausing.of(record).gathers else "gone" if opening.gone else "offered"
        lines[opening.seat] = _joined(lines, opening.seat, word(how).format(who))
    for deputy in deputies(record):
        lines[deputy.seat] = _joined(lines, deputy.seat, word("deputy").format(deputy.player))
    for seat, text in from_each("roster", lambda feature: feature.roster(record, word), report):
        lines[seat] = _joined(lines, seat, text)
    return lines


def _joined(lines: Mapping[str, str], seat: str, text: str) -> str:
    return "; ".join((*([lines[seat]] if seat in lines else ()), text))


def draw_roster(
    tab_template: TabTemplate,
    seats: Sequence[Seat],
    layout: str,
    links: Mapping[str, str] = NO_LINKS,
    away: Mapping[str, str] = NOT_AWAY,
    gone: frozenset[str] = frozenset(),
    free: Mapping[str, str] = NO_LINKS,
    reserves: Sequence[Person] = (),
) -> Grid:
    """Return who plays in which seat, with *links* to their private workbooks and lines about absences (*away*), by
    seat.

    *gone* are the seats whose players have left. *free* are links by seat to where seats are taken; the text mentions
    that place if there is one, so that the text shows whether there is a link. *reserves* are named below. Columns that
    will always be empty are left out. The tab shows only whether an account is known, never the account. In a sealed
    *layout* nobody can open a workbook without an account.
    """
    known = tab_template.word("known")
    unknown = tab_template.word("open" if layout == "shared" else "uninvited")
    where = tab_template.word("where")
    teams = any(seat.team not in ("", seat.id) for seat in seats)
    lines = [
        {
            "seat": seat.id,
            "player": seat.player,
            "team": seat.team if teams else "",
            "captain": tab_template.word("captain" if seat.captain else "neutral")
            if seat.captain or seat.neutral
            else "",
            "account": known if seat.account else "" if seat.id in gone else unknown,
            "traits": ", ".join(seat.traits.values()),
            "away": where.format(away[seat.id]) if seat.id in free and seat.id in away else away.get(seat.id, ""),
        }
        for seat in seats
    ]
    columns = tuple(
        each for each in tab_template.columns if each.field == "away" or any(words.get(each.field) for words in lines)
    )
    rows = list(head(tab_template.but(columns=columns)))
    for seat, words in zip(seats, lines, strict=True):
        styles = {"account": "account" if seat.account or seat.id in gone else "account.open"}
        rows.append(
            tuple(
                Cell(
                    words[column.field],
                    styles.get(column.field, f"player.{seat.team}"),
                    link={"player": links, "away": free}.get(column.field, NO_LINKS).get(seat.id, ""),
                )
                for column in columns
            )
        )
    for number, each in enumerate(reserves, start=1):
        name = tab_template.word("reserve").format(number)
        told = {"seat": name, "player": each.player, "account": known if each.account else ""}
        rows.append(tuple(Cell(told.get(column.field, ""), "help") for column in columns))
    return Grid(tuple(rows))


def draw_dice(tab_template: TabTemplate, snapshot: Snapshot) -> Grid:
    """Return what anyone needs to check the newest entry. The export has this for all entries."""
    charter, entry = snapshot.record.charter, snapshot.entry
    word = tab_template.word
    figures: list[tuple[str, Typed]] = [
        *_sandbox(charter, tab_template),
        (word("top"), charter.top),
        (word("hidden_lock"), charter.hidden_lock),
        *_key(charter.key, tab_template),
        *_first_position(tab_template),
        (word("entry"), str(entry.number)),
        (word("label"), entry.label),
        (word("secret"), entry.secret),
        (word("after"), entry.after),
        (word("seal"), entry.seal),
    ]
    if charter.beacon:
        figures += _beacon(snapshot, tab_template)
    lock, salt = word("lock"), word("salt")
    figures += [(f"{lock} {_locked_name(seat)}", entry.locks[seat]) for seat in sorted(entry.locks)]
    if snapshot.game.secrecy is Secrecy.OPEN:
        # in a game with secrets, a salt would let people guess the hidden orders behind a lock; the export has it
        figures += [(f"{salt} {_locked_name(seat)}", entry.salts[seat]) for seat in sorted(entry.salts)]
    rows: list[Row] = [(fixed(tab_template.title, "title"),), (fixed(tab_template.help_text, "help"),)]
    rows += [(fixed(name, "label"), Cell(value, "mono")) for name, value in figures]
    return Grid(tuple(rows))


def _locked_name(seat: str) -> str:
    """Return what a lock contains: the orders of a seat, or an action."""
    return "the action" if seat == ACTION else seat


def _sandbox(charter: Charter, tab_template: TabTemplate) -> Iterator[tuple[str, Typed]]:
    """Yield the origin of a sandbox: the match and the entry."""
    if (taken := charter.sandbox) is not None:
        word = tab_template.word("sandbox")
        yield word, f"It began at {taken.label} of {taken.match}, after entry {taken.entry} with the seal {taken.seal}."


def _key(key: str, tab_template: TabTemplate) -> Iterator[tuple[str, Typed]]:
    """Yield the public key that signs the record. Matches that are older than signatures have none."""
    if key:
        yield tab_template.word("key"), key
        yield tab_template.word("fingerprint"), fingerprint(key)


def _first_position(tab_template: TabTemplate) -> Iterator[tuple[str, Typed]]:
    """Yield what no secret and no beacon proves about the first position."""
    yield tab_template.word("first"), tab_template.word("chosen")


QUICKNET_NAME = "League of Entropy, quicknet: the first round at least {:.0f} seconds after the lock"


def _beacon(snapshot: Snapshot, tab_template: TabTemplate) -> Iterator[tuple[str, Typed]]:
    """Yield the public rounds of the newest entry and of a waiting lock, with the content of that lock.

    People who see the locks before the round is published know that the orders were not chosen to fit it.
    """
    word = tab_template.word
    entry, pending = snapshot.entry, snapshot.record.pending
    yield word("beacon"), QUICKNET_NAME.format(AHEAD)
    if entry.beacon is not None:
        yield word("round"), str(entry.beacon.round)
        yield word("signature"), entry.beacon.signature
    if pending is not None and pending.round is not None:
        yield word("waiting"), f"{pending.round} ({clock(pending.round)})"
        secrets, number = Secrets(bytes.fromhex(snapshot.record.seed)), entry.number + 1
        for seat, orders in sorted(pending.orders.items()):
            if orders:
                yield f"{word('locked')} {seat}", lock(secrets.salt(number, seat), orders)
