"""`sheets-gm status`: how matches stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from sheets_gm.adapters.cli.context import Installation, home_option, say

if TYPE_CHECKING:
    from sheets_gm.kernel.seats import Seat


@click.command("status")
@click.argument("match", required=False)
@click.option(
    "--position",
    is_flag=True,
    help="Print the position itself, as JSON; a path in it, like players.blue1.at, is what override takes.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@home_option
def command(match: str | None, position: bool, as_json: bool, installation: Installation) -> None:
    """Show how MATCH stands (or all of them): its step, who is waited for, its result, its spreadsheets.

    Also how often it is polled and why, and what part it had of all calls that the sync made in the last hour.
    """
    if position:
        say(position_of(installation.store.last(installation.match(match)).state))
        return
    names = [installation.match(match)] if match else list(installation.store.names())
    calls = taken(installation)
    told = [{**standing(installation, name), **polling(installation, name, calls)} for name in names]
    if as_json:
        say(told)
        return
    if not told:
        click.echo(f"There is no match yet in {installation.folder}. Found one with: sheets-gm new GAME")
    for each in told:
        _print(each)


def position_of(state: dict[str, Any]) -> dict[str, Any]:
    """*state* with its settings last, and without those that are whole texts: a board, a table."""
    plain = {key: value for key, value in state.get("settings", {}).items() if "\n" not in str(value)}
    rest = {key: value for key, value in state.items() if key != "settings"}
    return {**rest, "settings": plain} if plain else rest


def standing(installation: Installation, name: str) -> dict[str, Any]:
    """How one match stands."""
    from sheets_gm.games.finding import game as find
    from sheets_gm.gm.deadlines import clock_face_in_zone
    from sheets_gm.gm.intake.attendance import waiting
    from sheets_gm.gm.intake.rows import key_of
    from sheets_gm.gm.intake.submissions import OpenStep, collect
    from sheets_gm.gm.record.cases import Stage
    from sheets_gm.kernel.rules import Codec

    record = installation.store.record(name)
    last = installation.store.last(name)
    game = find(record.charter.game)
    state = Codec(game).state(last.state)
    drafts = {key_of(draft): draft for draft in record.drafts}
    forms = [form for form in game.open(state) if record.result is None]
    step = OpenStep(
        game=game, state=state, forms=forms, format_time=str, drafts=drafts, excused=frozenset(record.excused)
    )
    submissions = collect(step, {}, 0.0)
    players = {seat.id: seat.player for seat in record.people}
    result = record.result or game.result(state)
    return {
        "match": name,
        "game": game.name,
        "title": record.charter.title,
        "status": record.status.value,
        "step": game.label(state),
        "entry": last.number,
        "due": clock_face_in_zone(record.due, record.policy.zone) if record.due else None,
        "waiting": [players.get(seat, seat) for seat in waiting(submissions.attendance)],
        "attendance": {seat: done.value for seat, done in submissions.attendance.items()},
        "result": {**result.model_dump(), "people": _people(result.winners, record.people)} if result else None,
        "problem": record.reason or None,
        "claims": [case.model_dump(mode="json") for case in record.cases if case.stage is not Stage.FINAL],
        "vacant": list(record.vacant),
        "workbooks": {book.key: book.link for book in record.workbooks},
    }


def _people(winners: Sequence[str], seats: Sequence[Seat]) -> list[str]:
    """Everybody who won, in the order of the sides."""
    from sheets_gm.kernel.english import seats_of_side

    return [seat.player for side in winners for seat in seats_of_side(side, seats)]


def taken(installation: Installation) -> dict[str, tuple[int, int]]:
    """Reads and writes of each match in the last hour, as far as the store keeps them."""
    import time

    from sheets_gm.gm.schedule.quota import CallLedger

    return (
        dict(installation.store.calls(int(time.time() // 60) - 59))
        if isinstance(installation.store, CallLedger)
        else {}
    )


def polling(installation: Installation, name: str, calls: dict[str, tuple[int, int]]) -> dict[str, Any]:
    """How often a match is polled, and its share of the calls of all."""
    import time

    from sheets_gm.adapters import wiring
    from sheets_gm.gm.schedule.pace import activity_of
    from sheets_gm.gm.schedule.rounds import SEATED

    record = installation.store.record(name)
    pace = wiring.pacing(installation.settings)(activity_of(record, installation.store.last(name).when), time.time())
    reads, writes = calls.get(name, (0, 0))
    every = sum(map(sum, calls.values()))
    return {
        "pace": {"why": pace.why, "every": pace.pause} if record.status in SEATED else None,
        "account": record.account or None,
        "calls": {"reads": reads, "writes": writes, "share": round((reads + writes) / every, 4) if every else 0.0},
    }


def _print(told: dict[str, Any]) -> None:
    from sheets_gm.adapters.cli.durations import span

    click.echo(f"{told['match']}  ({told['title']})")
    click.echo(f"  {told['status']}: {told['step']}, entry {told['entry']} of the journal")
    result = told["result"]
    if result:
        who = f"{', '.join(result['winners'])} ({', '.join(result['people'])})" if result["winners"] else "a draw"
        click.echo(f"  result: {who}: {result['reason']}")
    else:
        click.echo(f"  waiting for: {', '.join(told['waiting']) or 'nobody'}")
        click.echo(f"  deadline: {told['due'] or 'none'}")
    for each in told["claims"]:
        click.echo(f"  claim {each['number']} is {each['stage']}: {each['text']}")
    if told["vacant"]:
        click.echo(f"  free for a substitute: {', '.join(told['vacant'])}")
    if told["problem"]:
        click.echo(f"  problem: {told['problem']}")
    if told["pace"]:
        by = f", by {told['account']}" if told["account"] else ""
        click.echo(f"  polled: every {span(told['pace']['every'])} or so ({told['pace']['why']}){by}")
    if told["calls"]["share"]:
        calls = told["calls"]
        click.echo(
            f"  calls in the last hour: {calls['reads']} reads, {calls['writes']} writes, "
            f"{calls['share']:.0%} of those of all matches"
        )
    for key, link in told["workbooks"].items():
        click.echo(f"  {key}: {link}")
