"""`sheets-gm status`: shows the state of matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from sheets_gm.adapters.cli.context import Installation, home_option, print_json
from sheets_gm.gm.match_record.claims import Claims
from sheets_gm.gm.match_record.repairs import Repairs
from sheets_gm.gm.match_record.seats.hand_over import Openings, openings
from sheets_gm.gm.match_record.step_time import StepTime

if TYPE_CHECKING:
    from sheets_gm.gm.match_record.policy import Policy
    from sheets_gm.gm.match_record.record import Record
    from sheets_gm.gm.ports.store import Store
    from sheets_gm.kernel.match.journal import Entry
    from sheets_gm.kernel.seats import Seat


UNREADABLE = "unreadable"
"""The status of a match that the store cannot read."""


@click.command("status")
@click.argument("match", required=False)
@click.option(
    "--position",
    is_flag=True,
    help="Print the position as JSON; override takes a path in it, like players.blue1.at.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@home_option
def command(match: str | None, position: bool, as_json: bool, installation: Installation) -> None:
    """Show the state of MATCH (or of all matches): its step, who still has to move, its result, its spreadsheets.

    Of several matches it first shows a line each: its state, deadline, who is waited for, and open claims. It also
    shows how often the match is polled and why, and its share of the calls of the last hour.

    \b
    sheets-gm status
    sheets-gm status friday
    """
    if position:
        print_json(position_of(installation.store, installation.match(match)))
        return
    names = [installation.match(match)] if match else list(installation.store.names())
    calls = recent_calls(installation)
    rows = [_row(installation, name, calls) for name in names]
    if as_json:
        print_json(rows)
        return
    if not rows:
        click.echo(f"There is no match yet in {installation.folder}. Create one with: sheets-gm new GAME")
    if len(rows) > 1:
        _print_overview(rows)
    for each in rows:
        _print(each)


def _print_overview(rows: Sequence[dict[str, Any]]) -> None:
    """Print a line for each match: first those with a problem, then running ones, then those that are over."""
    from sheets_gm.kernel.english import counted

    def rank(row: dict[str, Any]) -> tuple[bool, bool]:
        return not row["problem"], bool(row.get("result"))

    width = max(len(row["match"]) for row in rows)
    for row in sorted(rows, key=rank):
        waits = len(row.get("waiting", ()))
        live = row["status"] == "live"
        parts = (
            row["status"],
            row.get("step", "") if not row.get("result") else row["result"]["text"],
            f"due {row['due']}" if live and row["due"] else "",
            f"waits for {counted(waits, 'person', 'people')}" if live and waits else "",
            f"⚠ {counted(len(row['claims']), 'open claim')}" if row.get("claims") else "",
            "⚠ see the problem below" if row["problem"] else "",
            "⚠ no sync looks" if (row.get("look") or {}).get("ended") else "",
        )
        click.echo(f"{row['match']:<{width}}  {' · '.join(part for part in parts if part)}")
    click.echo("")


def _row(installation: Installation, name: str, calls: dict[str, tuple[int, int]]) -> dict[str, Any]:
    """Return the state of one match and how it is polled. An unreadable match does not hide the others."""
    from sheets_gm.adapters.stores.errors import StoreBroken

    try:
        return {**standing(installation, name), **polling(installation, name, calls)}
    except StoreBroken as error:
        return {"match": name, "status": UNREADABLE, "problem": str(error)}


def position_of(store: Store, match: str) -> dict[str, Any]:
    """Return the position of *match* with its settings last, and without long settings such as a board."""
    from sheets_gm.games.finding import game as find
    from sheets_gm.kernel.match.codec import Codec

    charter = store.record(match).charter
    position = Codec(find(charter.game), charter).state(store.last(match).state)
    state = position.model_dump(mode="json")
    plain = {key: value for key, value in state.get("settings", {}).items() if "\n" not in str(value)}
    rest = {key: value for key, value in state.items() if key != "settings"}
    return {**rest, "settings": plain} if plain else rest


def standing(installation: Installation, name: str) -> dict[str, Any]:
    """Return the state of one match. If its rules fail, parts are missing, and the problem says so."""
    from sheets_gm.gm.intake.desk.roll_form import missing_rolls
    from sheets_gm.gm.match_record.claims import Stage
    from sheets_gm.gm.match_record.deadlines import clock_face_in_zone
    from sheets_gm.kernel.english import owner_name
    from sheets_gm.kernel.errors import plain_reason

    record = installation.store.record(name)
    last = installation.store.last(name)
    seats = {seat.id: seat for seat in record.people}
    problem = record.reason
    try:
        rules_state = _known_by_the_rules(record, last)
    except Exception as error:  # noqa: BLE001 - whatever one match raises, the others are shown
        rules_state = {"step": f"after {last.label}", "waiting": [], "attendance": {}, "result": None}
        problem = problem or f"the rules fail on the position after entry {last.number}: {plain_reason(error)}"
    return {
        "match": name,
        "game": record.charter.game,
        "title": record.title,
        "status": record.status.value,
        "entry": last.number,
        "due": clock_face_in_zone(record.due, record.policy.zone) if record.due else None,
        "late": _late(record),
        "hours": str(record.policy.hours) if record.policy.hours else None,
        "options": _options(record.policy, seats),
        "resumes": clock_face_in_zone(record.resumes, record.policy.zone) if record.resumes else None,
        "clocks": [
            {
                "clock": clock.name,
                "of": owner_name(clock.owner, seats),
                "left": None if clock.due else round(clock.left),
                "until": clock_face_in_zone(clock.due, record.policy.zone) if clock.due else None,
            }
            for clock in record.clocks
        ],
        "moved": StepTime.of(record).moved,
        "backup": back.model_dump() if (back := Repairs.of(record).restored) else None,
        "players": {seat.id: seat.player for seat in record.people},
        "problem": problem or None,
        "rolls": [each.why for each in missing_rolls(record)],
        "claims": [case.model_dump(mode="json") for case in Claims.of(record).cases if case.stage is not Stage.FINAL],
        "openings": [each.model_dump(exclude={"account"}) for each in openings(record)],
        "vacant": list(Openings.of(record).vacant),
        "neutral": {seat.id: seat.player for seat in record.people if seat.neutral},
        "conceded": list(record.conceded),
        "workbooks": {book.key: book.link for book in record.workbooks},
        **rules_state,
    }


def _known_by_the_rules(record: Record, last: Entry) -> dict[str, Any]:
    """Return the step of a match after its entry *last*, whom the match waits for, and its result."""
    import time

    from sheets_gm.games.finding import game as find
    from sheets_gm.gm.intake.attendance import waiting
    from sheets_gm.gm.intake.desk.roll_form import open_forms
    from sheets_gm.gm.intake.open_step import Absent, OpenStep
    from sheets_gm.gm.intake.rows import key_of
    from sheets_gm.gm.intake.submissions import collect
    from sheets_gm.kernel.english import capitalized, describe_winners, owner_name, with_names
    from sheets_gm.kernel.match.codec import Codec

    game = find(record.charter.game)
    state = Codec(game, record.charter).state(last.state)
    drafts = {key_of(draft): draft for draft in record.drafts}
    forms = open_forms(record, record.forms_in_play(game.open(state)))
    now = time.time()
    step = OpenStep(
        game=game,
        state=state,
        forms=forms,
        drafts=drafts,
        absent=Absent(record.presence.excused_at(now), record.presence.away_at(now)),
    )
    submissions = collect(step, {})
    seats = {seat.id: seat for seat in record.people}
    result = record.result or game.result(state)
    return {
        "step": with_names(game.label(state), seats),
        "waiting": [owner_name(owner, seats) for owner in waiting(submissions.attendance)],
        "attendance": {seat: done.value for seat, done in submissions.attendance.items()},
        "result": {
            **result.model_dump(),
            "people": _people(result.winners, record.people),
            "text": capitalized(describe_winners(result.winners, seats)),
        }
        if result
        else None,
    }


def _people(winners: Sequence[str], seats: Sequence[Seat]) -> list[str]:
    """Return the players who won, in the order of the sides."""
    from sheets_gm.kernel.english import seats_of_side

    return [seat.player for side in winners for seat in seats_of_side(side, seats)]


def _late(record: Record) -> str | None:
    """Return until when late moves count, between the deadline and the end of its grace; otherwise None."""
    import time

    from sheets_gm.gm.match_record.deadlines import clock_face_in_zone

    if record.due is None or not record.due <= time.time() < record.due + record.policy.grace:
        return None
    return clock_face_in_zone(record.due + record.policy.grace, record.policy.zone)


def recent_calls(installation: Installation) -> dict[str, tuple[int, int]]:
    """Return the reads and writes of each match in the last hour; empty if the store does not count calls."""
    import time

    from sheets_gm.gm.poll.schedule.call_quota import CallLedger

    return (
        dict(installation.store.calls(int(time.time() // 60) - 59))
        if isinstance(installation.store, CallLedger)
        else {}
    )


def polling(installation: Installation, name: str, calls: dict[str, tuple[int, int]]) -> dict[str, Any]:
    """Return how often a match is polled, its calls, and its share of all calls if they are limited."""
    import time

    from sheets_gm.adapters import wiring
    from sheets_gm.gm.poll.schedule.last_look import describe_look
    from sheets_gm.gm.poll.schedule.pace import activity_of
    from sheets_gm.gm.poll.schedule.watch import is_polled

    record = installation.store.record(name)
    pace = wiring.pacing(installation.settings)(activity_of(record, installation.store.last(name).when), time.time())
    reads, writes = calls.get(name, (0, 0))
    reading = describe_look(installation.store.look(name), time.time(), record.policy.zone)
    # without a quota there is nothing to share
    every = sum(map(sum, calls.values())) if installation.settings.google.limits is not None else 0
    return {
        "pace": {"why": pace.why, "every": pace.pause} if is_polled(record) else None,
        "look": {"ended": reading.ended, "text": reading.text} if is_polled(record) and reading.text else None,
        "account": record.account or None,
        "calls": {"reads": reads, "writes": writes, "share": round((reads + writes) / every, 4) if every else 0.0},
    }


def _options(policy: Policy, seats: Mapping[str, Seat]) -> dict[str, str]:
    """Return the options that differ from the defaults, by name."""
    from sheets_gm.gm.between.finding import policy_options

    options = {option.field: option for option in policy_options().values() if option.shown(policy)}
    shown = {option.argument: (option, option.shown(policy)) for option in options.values()}
    return {name: seats[text].player if option.seat else text for name, (option, text) in shown.items()}


def _print(row: dict[str, Any]) -> None:
    from sheets_gm.adapters.cli.new_match.lines import link_lines
    from sheets_gm.kernel.english import listed

    if row["status"] == UNREADABLE:
        click.echo(f"{row['match']}\n  {UNREADABLE}: {row['problem']}")
        return
    click.echo(f"{row['match']}  ({row['title']})")
    click.echo(f"  {row['status']}: {row['step']}, entry {row['entry']} of the journal")
    if back := row["backup"]:
        click.echo(f"  went on from a backup, from entry {back['last']}: what was played up to {back['shown']} is gone")
    if row["options"]:
        click.echo(f"  run with: {', '.join(f'{name} {value}' for name, value in row['options'].items())}")
    result = row["result"]
    if result:
        click.echo(f"  result: {result['text']}: {result['reason']}")
    else:
        _print_deadlines(row)
    for each in row["rolls"]:
        click.echo(f"  roll to type: {each}")
    for each in row["claims"]:
        click.echo(f"  claim {each['number']} is {each['stage']}: {each['text']}")
    if row["neutral"]:
        click.echo(f"  neutral: {', '.join(f'{player} ({seat})' for seat, player in row['neutral'].items())}")
    if row["conceded"]:
        click.echo(f"  gave up: {', '.join(row['players'].get(each, each) for each in row['conceded'])}")
    for each in row["openings"]:
        offered = f" for {each['player']}" if each["player"] else ""
        given_up = ", given up" if each["gone"] else ""
        click.echo(f"  free{offered}: the seat of {row['players'][each['seat']]}{given_up}")
    if row["vacant"]:
        click.echo(f"  free for a substitute: the seat of {listed([row['players'][seat] for seat in row['vacant']])}")
    if row["problem"]:
        click.echo(f"  problem: {row['problem']}")
    _print_polls(row)
    for line in link_lines(row["workbooks"], row["players"]):
        click.echo(line)


def _print_deadlines(row: dict[str, Any]) -> None:
    """Print whom a match waits for, and until when."""
    from sheets_gm.adapters.cli.durations import format_duration
    from sheets_gm.kernel.english import listed

    click.echo(f"  waiting for: {listed(row['waiting'])}")
    late = f" has passed; late moves count until {row['late']}" if row["late"] else ""
    click.echo(f"  deadline: {row['due'] or 'none'}{late}")
    if row["resumes"]:
        click.echo(f"  paused until: {row['resumes']}")
    for each in row["clocks"]:
        time = f"until {each['until']}" if each["until"] else f"{format_duration(each['left'])} left"
        click.echo(f"  clock {each['clock']} of {each['of']}: {time}")
    if row["moved"]:
        way = "later" if row["moved"] > 0 else "earlier"
        click.echo(f"  the deadline moved automatically: {format_duration(abs(row['moved']))} {way} (see put-back)")


def _print_polls(row: dict[str, Any]) -> None:
    """Print how often a match is polled, and how many calls that took."""
    from sheets_gm.adapters.cli.durations import format_duration

    if row["look"]:
        click.echo(f"  {'⚠ ' if row['look']['ended'] else ''}{row['look']['text']}")
    elif row["pace"]:
        by = f", by {row['account']}" if row["account"] else ""
        click.echo(f"  polled: about every {format_duration(row['pace']['every'])} ({row['pace']['why']}){by}")
    if row["calls"]["share"]:
        calls = row["calls"]
        click.echo(
            f"  calls in the last hour: {calls['reads']} reads, {calls['writes']} writes, "
            f"{calls['share']:.0%} of all calls"
        )
