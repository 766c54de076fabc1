"""Long runs: with --minutes whatever looks for the unknown, until the time is over (tests/searches.py). By number:
whole matches by random and by playing bots, every position held against every law; with --clients or --kills the local
spreadsheet instead, under many clients or killed again and again, every answered write read back; with --matches many
matches on Google's quota, on a clock that nobody waits for; with --crowded turns in which many armies get into each
other's way; with --weeks two weeks of matches whose people live by habits; with --settings matches whose settings are
away from their defaults; with --files damaged files of strangers; with --ports the tests of the game master on both
ports; with --seeds simulated worlds in which whatever can go wrong does.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import Pool
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from rich.progress import Progress, track

from sheets_gm.games.finding import games
from tests.gm.race import race
from tests.settings_soak import SOAKED, Trial, covering, met, smaller, trials, trouble
from tests.whole_matches import jobs, one


def spreadsheet(clients: int | None, seconds: float, processes: int, kills: int | None) -> int:
    """Load or kill the local spreadsheet; tell the figures. The exit code: 1 if anything was lost or failed."""
    from tests.localsheets import load

    bad = 0
    if clients:
        with TemporaryDirectory() as home:
            done = load.hammer(Path(home), clients, seconds, processes)
        bad += len(done.lost) + done.wrong.total()
        click.echo(f"{clients} clients: " + "\n".join(done.lines()))
    if kills:
        with TemporaryDirectory() as home:
            killed = load.kill_often(Path(home), kills)
        bad += len(killed.wrong)
        click.echo(
            f"{killed.kills} kills survived, {killed.acknowledged} acknowledged writes all there, "
            f"{killed.cut} writes were cut off and are whole or absent."
            if not killed.wrong
            else "\n".join(killed.wrong)
        )
    return 1 if bad else 0


def crowded_part(part: tuple[str, int, int]) -> int:
    """Play the crowded turns of a game from one number up to another; how many battles began."""
    name, start, end = part
    battles: int = importlib.import_module(f"tests.games.{name}.crowded").run(range(start, end))
    return battles


def crowded_turns(number: int) -> int:
    """Play *number* crowded turns of each game whose tests have a module `crowded`. AssertionError if one is wrong."""
    started = time.monotonic()
    homes = sorted(path.parent.name for path in (Path(__file__).parent / "games").glob("*/crowded.py"))
    parts = [(name, start, min(start + 500, number)) for name in homes for start in range(0, number, 500)]
    with Pool() as pool:
        battles = sum(track(pool.imap_unordered(crowded_part, parts), "Playing", len(parts), transient=True))
    taken = time.monotonic() - started
    click.echo(f"{number} crowded turns, {battles} battles, no army lost, no limit broken, in {taken:.0f} s.")
    return 0


def away_from_defaults(names: Sequence[str], matches: int) -> int:
    """Play *matches* of each game with settings away from their defaults. The exit code: 1 if anything broke."""
    started = time.monotonic()
    # neighbouring trials are of different games, so that what is played until a stop covers all of them
    todo = [trial for row in zip(*(trials(name, matches) for name in names), strict=True) for trial in row]
    played: list[Trial] = []
    wrong = 0
    with Pool() as pool, suppress(KeyboardInterrupt):  # what was played until then is counted all the same
        for trial, what in track(pool.imap_unordered(_tried, todo), "Playing", len(todo), transient=True):
            played.append(trial)
            if what is not None:
                wrong += 1
                least = smaller(trial)
                click.echo(f"{trial}: {what}\n  smaller: {least}: {trouble(least)}")
    for name in names:
        own = [trial for trial in played if trial.game == name]
        counts = met(own)
        click.echo(
            f"{name}: {len(own)} matches, {len(covering(name))} rows of settings, {len(counts)} values met, "
            f"each in {min(counts.values(), default=0)} matches or more"
        )
    click.echo(f"{len(played)} matches, {wrong} broken, in {time.monotonic() - started:.0f} s.")
    return 1 if wrong else 0


def _tried(trial: Trial) -> tuple[Trial, str | None]:
    return trial, trouble(trial)


def crowd(matches: int, busy: int, accounts: int, minutes: float, *, watching: bool) -> int:
    """Poll so many matches for so many minutes of a clock that is only set. The exit code: 1 if a call was refused."""
    from sheets_gm.adapters.google.capacity import Crowd as Plan
    from sheets_gm.adapters.google.capacity import forecast
    from tests.crowd import CALL, Crowd

    started = time.monotonic()
    # with several accounts calls are made at the same time, which one clock cannot tell: they take no time at all
    made = Crowd(matches, busy, accounts, watching=watching, call=CALL if accounts == 1 else (0.0, 0.0))
    click.echo(f"{matches} matches founded in {time.monotonic() - started:.0f} s.")
    made.warm_up()
    begun = made.clock.now
    with Progress(transient=True) as progress:
        task = progress.add_task("Polling", total=minutes * 60)
        made.run(minutes, lambda now: progress.update(task, completed=now - begun))
    plan = forecast(Plan(matches, busy, 1, accounts, watching), made.quota)
    click.echo("\n".join(made.lines()))
    click.echo(
        f"foretold: busy polled every {plan.busy_pause:.0f} s, receipt after {plan.busy_delay:.0f} s; "
        f"idle polled every {plan.idle_pause:.0f} s, receipt after {plan.idle_delay:.0f} s"
    )
    click.echo(f"{minutes:g} minutes in {time.monotonic() - started:.0f} s.")
    return 1 if made.counted.exceeded or made.troubles else 0


def on_both_ports() -> int:
    """Run the room `gm` with each match on the fake port and then on Google's. The exit code: 1 if a test failed."""
    room = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "tests/gm"]
    ports = ({**os.environ, "SHEETS_PORT": port} for port in ("fake", "google"))
    return max(subprocess.run(room, check=False, env=port).returncode for port in ports)


def growing(numbers: tuple[int, ...]) -> int:
    """Tell what a sync takes with so many matches."""
    from tests.growth import growth

    for figures in growth(numbers):
        click.echo(str(figures))
    return 0


def shared(processes: int, matches: int, busy: int, minutes: float) -> int:
    """Poll matches by several real syncs on a real PostgreSQL, of which one is killed. 1 if a call was refused."""
    from tests.conftest import postgres_server
    from tests.many_syncs import many_syncs

    with (
        TemporaryDirectory() as home,
        postgres_server() as where,
        many_syncs(Path(home), where, matches, 60) as syncs,
    ):
        click.echo(f"{matches} matches founded; starting {processes} syncs.")
        syncs.start(processes)
        click.echo(f"Each was looked at once within {syncs.see_all(busy) / 60:.0f} minutes.")
        first, delays = syncs.play(busy, minutes / 2)
        click.echo(f"matches that become busy: {_spread(first)}")
        click.echo(f"{processes} syncs: {_spread(delays)}; {_memory(syncs.megabytes())}")
        syncs.syncs[0].kill()
        early, killed = syncs.play(busy, minutes / 2)
        click.echo(f"one of them killed: {_spread([*early, *killed])}; {_memory(syncs.megabytes())}")
        click.echo(f"{syncs.counted.allowed} calls, {syncs.counted.refused} refused with 429")
        return 1 if syncs.counted.refused else 0


def _spread(delays: Sequence[float]) -> str:
    late = sorted(delays)
    if not late:
        return "no edit was answered"
    at = [late[int(len(late) * share)] for share in (0.5, 0.95)]
    return f"{len(late)} edits, median {at[0]:.0f} s, 95 % within {at[1]:.0f} s, at most {late[-1]:.0f} s"


def _memory(megabytes: Sequence[float]) -> str:
    return f"each process {min(megabytes):.0f} to {max(megabytes):.0f} MB"


@click.command()
@click.option("--game", "chosen", multiple=True, help="Only this game; may be repeated.")
@click.option("--random", "random_matches", default=500, show_default=True, help="Matches of random bots a game.")
@click.option("--playing", default=100, show_default=True, help="Matches of playing bots a game.")
@click.option(
    "--players", "tables", type=int, multiple=True, help="Players at the table (default: all seats); may be repeated."
)
@click.option("--set", "assigned", multiple=True, metavar="KEY=VALUE", help="A setting of the game; may be repeated.")
@click.option("--clients", type=int, help="So many gspread clients at once on a local spreadsheet.")
@click.option("--seconds", default=60.0, show_default=True, help="How long the clients write.")
@click.option("--processes", default=2, show_default=True, help="Processes that the clients live in.")
@click.option("--kills", type=int, help="Kill a local spreadsheet so many times while it is written to.")
@click.option("--matches", type=int, help="Poll so many matches on Google's quota, on a clock that is only set.")
@click.option("--busy", default=20, show_default=True, help="So many of them are busy.")
@click.option("--accounts", default=1, show_default=True, help="Accounts that serve them.")
@click.option("--minutes", type=float, help="Look for whatever breaks so long; with --matches, of that clock (30).")
@click.option("--crowded", type=int, help="Play so many crowded turns of each game that has such turns in its tests.")
@click.option("--settings", "away", type=int, help="So many matches a game with settings away from their defaults.")
@click.option("--ports", is_flag=True, help="Run all tests of the game master on the fake port, and on Google's.")
@click.option("--race", "turns", type=int, help="Let two processes play one match of so many turns.")
@click.option("--seeds", type=int, help="Simulate so many worlds of each game, in which everything goes wrong.")
@click.option("--seed", "begin", type=int, help="The first of these seeds (0; with --minutes others each day).")
@click.option("--lively", is_flag=True, help="Of --seeds, only matches in which people rename, amend and besiege.")
@click.option("--weeks", type=int, help="Live two weeks of so many matches of each game, by people with habits.")
@click.option("--log", type=click.Path(path_type=Path), help="Keep what became of each world here, and go on from it.")
@click.option("--growth", multiple=True, type=int, help="Tell what a sync takes with so many matches; may be repeated.")
@click.option("--syncs", type=int, help="Poll --matches by so many real syncs on PostgreSQL, in real time.")
@click.option("--files", type=int, help="Read so many damaged files of every kind, each with little memory and time.")
@click.option("--no-feed", is_flag=True, help="Without Drive's feed of changes.")
def main(
    chosen: tuple[str, ...],
    random_matches: int,
    playing: int,
    tables: tuple[int, ...],
    assigned: tuple[str, ...],
    clients: int | None,
    seconds: float,
    processes: int,
    kills: int | None,
    matches: int | None,
    busy: int,
    accounts: int,
    minutes: float | None,
    crowded: int | None,
    away: int | None,
    ports: bool,
    turns: int | None,
    seeds: int | None,
    begin: int | None,
    lively: bool,
    weeks: int | None,
    log: Path | None,
    files: int | None,
    no_feed: bool,
    growth: tuple[int, ...],
    syncs: int | None,
) -> None:
    """Play whole matches until something breaks, or nothing does."""
    if minutes and not matches:
        from tests.searches import search_all

        sys.exit(search_all(minutes, begin))
    first, minutes = begin or 0, minutes or 30.0
    if files:
        from tests.fuzzed_files import fuzz

        sys.exit(fuzz(files, first))
    if seeds:
        from tests.simulation.settings import lively_settings_of
        from tests.simulation.soak import LIVELY, simulate

        kinds = list(chosen or sorted(games()))
        if lively:
            kinds = [f"{name}{LIVELY}" for name in kinds if lively_settings_of(name)]
        sys.exit(simulate(kinds, seeds, first, log=log))
    if weeks:
        from tests.simulation.weeks import live_all

        sys.exit(live_all(list(chosen or sorted(games())), range(first, first + weeks)))
    if away:
        sys.exit(away_from_defaults(chosen or SOAKED, away))
    if turns:
        with TemporaryDirectory() as home:
            race(Path(home), str(Path(home) / "matches.db"), turns)
        click.echo(f"two processes played each of {turns} turns once.")
        return
    if ports:
        sys.exit(on_both_ports())
    if crowded:
        sys.exit(crowded_turns(crowded))
    if growth:
        sys.exit(growing(growth))
    if matches and syncs:
        sys.exit(shared(syncs, matches, busy, minutes))
    if matches:
        sys.exit(crowd(matches, busy, accounts, minutes, watching=not no_feed))
    if clients or kills:
        sys.exit(spreadsheet(clients, seconds, processes, kills))
    todo = list(jobs(list(chosen or games()), random_matches, playing, list(tables) or [None], assigned))
    ends: Counter[str] = Counter()
    steps = 0
    started = time.monotonic()
    with Pool() as pool:
        for end, count in track(pool.imap_unordered(one, todo, 4), "Playing", len(todo), transient=True):
            ends[end] += 1
            steps += count
    for end, count in ends.most_common():
        click.echo(f"{count:5}  {end}")
    click.echo(f"{len(todo)} matches, {steps} steps, no law broken, in {time.monotonic() - started:.0f} s.")


if __name__ == "__main__":
    main()
