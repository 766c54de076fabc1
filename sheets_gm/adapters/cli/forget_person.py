"""`sheets-gm forget-person`: takes somebody's name and address out of what is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheets_gm.adapters.cli.context import Installation, home_option
from sheets_gm.gm.match_record.moving import Moving

if TYPE_CHECKING:
    from sheets_gm.gm.match_record.known_person import KnownPerson
    from sheets_gm.gm.match_record.record import Record

MOST_BYTES = 20_000_000
"""The largest file that is searched."""

ENDINGS = (".csv", ".json", ".jsonl", ".html", ".toml", ".txt", ".md", ".ics", ".match")
"""The endings of files that are searched."""


@click.command("forget-person")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@home_option
def command(name: str, yes: bool, installation: Installation) -> None:
    """Remove the name and the address of NAME from all matches, their spreadsheets and the season.

    NAME is a name or an address of a roster. It becomes "Somebody" with the seat. Whoever still plays in a match must
    leave it first. The journal is sealed, so it stays: the command names the matches, files and backups that still
    have the name. It cannot be undone.

    \b
    Examples:
    sheets-gm forget-person Ben
    sheets-gm forget-person ben@example.org
    """
    from sheets_gm.gm.forgetting import check_gone, person_called

    store = installation.store
    records = [store.record(match) for match in store.names()]
    person = person_called(name, records)
    for record in records:
        check_gone(person, record)
    if not yes:
        click.confirm(f"Forget {name} in {len(records)} matches and in the season? It cannot be undone", abort=True)
    for record in records:
        _forget(installation, record, person)
    for line in _season_lines(installation, person):
        click.echo(line)
    for path in _files(installation.folder, person):
        click.echo(f"{path} has the name or the address: change or delete it by hand.")
    click.echo(
        "Backups of the store, exported files that were given away, and the version history of the spreadsheets keep "
        "what they have."
    )


def _forget(installation: Installation, record: Record, person: KnownPerson) -> None:
    """Forget the person in one match, and update its sheets."""
    from sheets_gm.adapters import wiring
    from sheets_gm.games.finding import game
    from sheets_gm.gm.forgetting import without_person
    from sheets_gm.gm.match_record.policy import Status
    from sheets_gm.gm.moving_matches import has_moved
    from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused
    from sheets_gm.gm.ports.store import Conflict
    from sheets_gm.kernel.dice import Secrets
    from sheets_gm.kernel.english import counted

    store, match = installation.store, record.charter.match
    hidden = Secrets(bytes.fromhex(record.seed)).hidden if record.status is Status.OVER else None
    after = without_person(record, person, game(record.charter.game), store.entries(match), hidden)
    if after == record:
        return
    try:
        store.save(after)
    except Conflict as error:
        raise click.ClickException(f"{match}: another process is working on this match. Try again.") from error
    click.echo(f"{match}: forgotten.")
    if Moving.of(record).departure is not None:
        click.echo(f"  {has_moved(record)} Forget the person there too.")
        return
    try:
        wiring.poller(store, installation.sheets, match, installation.settings).tick(rebuild=True)
    except (SheetsDown, SheetsRefused) as error:
        click.echo(f"⚠ {match}: its spreadsheets could not be drawn again: {error} Try sheets-gm rebuild.", err=True)
    kept = sum(person.is_named_in(entry.model_dump_json()) for entry in store.entries(match))
    if kept:
        click.echo(f"  {counted(kept, 'entry', 'entries')} of its journal has the name or the address, and is sealed.")


def _season_lines(installation: Installation, person: KnownPerson) -> Iterator[str]:
    """Forget the person in the season, and yield a line for each thing that was done."""
    from sheets_gm.adapters.season import keeping, people

    if (installation.folder / keeping.FILE).exists():
        kept = keeping.read_kept(installation.folder)
        results = {key: each for key, each in kept.results.items() if not person.is_named_in(each.model_dump_json())}
        if results != kept.results:
            keeping.write_kept(installation.folder, kept.but(results=results))
            yield "The season counts the matches of this person again."
    path = installation.folder / people.FILE
    if path.exists() and (removed := people.forget(path, person.is_named_in)):
        yield f"{path}: {removed} of its lines {'is' if removed == 1 else 'are'} gone."


def _files(folder: Path, person: KnownPerson) -> Iterator[Path]:
    """Yield the files of an installation, and those exported beside it, that contain the name or the address."""
    for path in sorted((*folder.glob("*"), *folder.glob("exports/*"))):
        is_looked_into = path.suffix in ENDINGS and path.is_file() and path.stat().st_size <= MOST_BYTES
        if is_looked_into and person.is_named_in(path.read_text(encoding="utf-8", errors="replace")):
            yield path
