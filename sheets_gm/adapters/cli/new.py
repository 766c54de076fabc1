"""`sheets-gm new`: creates a match."""

from __future__ import annotations

import os
import shlex
import sys
import time
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from sheets_gm.adapters.cli.context import Installation, home_option, print_json
from sheets_gm.adapters.cli.game_settings import settings_of
from sheets_gm.adapters.cli.match_options import chosen_policy
from sheets_gm.adapters.cli.new_match.checks import (
    check_heir,
    check_name,
    check_options,
    check_together,
)
from sheets_gm.adapters.cli.new_match.free_seats import start_of, with_free_names, without_player
from sheets_gm.adapters.cli.new_match.lines import lines_about, warnings_about
from sheets_gm.adapters.cli.new_match.options import NewOptions, match_options
from sheets_gm.adapters.cli.new_match.sandbox import Origin, check_fits, origin_of_sandbox
from sheets_gm.kernel.beacon import QUICKNET

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sheets_gm.adapters.google.google_sheets import GoogleSheets
    from sheets_gm.games.contract import Game
    from sheets_gm.gm.match_record.policy import Policy
    from sheets_gm.gm.workbooks.layout import WorkbookLayout
    from sheets_gm.kernel.seats import Seat


@click.command("new")
@match_options
@home_option
def command(asked: NewOptions, installation: Installation) -> None:
    """Create a match of GAME: its first position, its spreadsheet, and who may type where.

    \b
    sheets-gm new gvg --name friday --roster friends.csv --every 24h
    sheets-gm new gvg --at "Sun 17:00" --zone Europe/London --set grace=2h --set extensions=2 --no-show bot
    sheets-gm new gvg --every 24h --zone Europe/Berlin --set hours=8-23 --set days-off=sat,sun,2026-12-24..2027-01-02
    sheets-gm new gvg --set max_turns=30 --set turn_mode=blind
    sheets-gm new gvg --sheet https://docs.google.com/spreadsheets/d/…/edit
    sheets-gm new gvg --sealed --sheet public=URL --sheet team.blue=URL --sheet team.red=URL --sheet gm=URL
    sheets-gm new gvg --sealed --sheet https://drive.google.com/drive/folders/…
    sheets-gm new gvg --sealed --set share=link
    sheets-gm new --from exports/friday.xlsx --turn "Turn 12"
    """
    from sheets_gm.adapters.export.signing import public_key
    from sheets_gm.adapters.google.drive.files import is_folder
    from sheets_gm.adapters.installation import templates
    from sheets_gm.gm.creation import NewMatch, create_match
    from sheets_gm.gm.workbooks.layout import gets_own_desk, workbook_layouts

    check_together(asked)
    begun = _beginning(asked, installation)
    game, seats, free = begun.game, begun.seats, begun.free
    policy = _policy(asked, game, seats)
    begins = start_of(asked.start, policy.zone, open_seats=asked.open_seats)
    lay_out = partial(workbook_layouts, game, begun.settings, seats, real_dice=asked.dice == "manual")
    named = [each.partition("=")[0] for each in asked.named if not is_folder(each)]
    books = lay_out(policy, own_desk=gets_own_desk(policy, named))
    documents, sheets = _documents(asked, installation, policy, seats, books)
    policy = _with_game_master(policy, sheets, documents, books)
    own_desk = gets_own_desk(policy, documents)
    books = lay_out(policy, own_desk=own_desk)
    seed = os.urandom(32)
    new = NewMatch(
        game=game,
        template=templates.template(game.name),
        match=begun.name,
        title=begun.title,
        settings=begun.settings,
        seats=seats,
        policy=policy,
        seed=seed,
        documents=documents,
        account=sheets.identity.account if sheets.peers and sheets.identity else "",
        dice=asked.dice,
        beacon=QUICKNET if asked.beacon else "",
        key=public_key(seed),
        sandbox=begun.origin.taken.sandbox if begun.origin else None,
        open_seats=free,
        begins=begins,
        own_desk=own_desk,
    )
    record = create_match(new, installation.store, sheets, time.time)
    _drop_empty_tabs(sheets, documents.values())
    if asked.as_json:
        links, charter = {book.key: book.link for book in record.workbooks}, record.charter
        data = {"match": charter.match, "game": game.name, "workbooks": links, "top": charter.top, "key": charter.key}
        print_json(data)
        return
    for line in lines_about(record, installation, is_local=sheets.is_local):
        click.echo(line)
    for line in warnings_about(asked, new, record, books, sheets):
        click.echo(f"  ⚠ {line}")
    click.echo("Next: sheets-gm sync    (answers players and plays the turns that are due)")


def _with_game_master(
    policy: Policy, sheets: GoogleSheets, documents: Mapping[str, str], books: Sequence[WorkbookLayout]
) -> Policy:
    """Return *policy* with the owner of the spreadsheet as its game master, if none was named and this is Google."""
    from sheets_gm.adapters.google.drive.files import owner_of
    from sheets_gm.gm.workbooks.layout import GM_TAB

    if policy.gm or sheets.is_local:
        return policy
    desk = next((book.key for book in books if GM_TAB in book.tabs), "")
    owner = owner_of(sheets, documents.get(desk))
    return policy.but(gm=(owner,)) if owner else policy


def _drop_empty_tabs(sheets: GoogleSheets, documents: Iterable[str]) -> None:
    """Delete the empty first tabs of *documents*. If that fails, print a warning, because the match exists."""
    from sheets_gm.adapters.google.drive.files import drop_empty_tab
    from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused

    for document in documents:
        try:
            drop_empty_tab(sheets, document)
        except (SheetsDown, SheetsRefused) as error:
            click.echo(f"⚠ The empty first tab of a spreadsheet stays: {error}", err=True)


class _Beginning(NamedTuple):
    """The start of a match. *free* are the seats that people may take, *origin* is where a sandbox comes from."""

    game: Game[Any, Any]
    name: str
    title: str
    settings: Any
    seats: tuple[Seat, ...]
    free: tuple[str, ...]
    origin: Origin | None


def _beginning(asked: NewOptions, installation: Installation) -> _Beginning:
    """Return the start of the match: by the rules, or at a position of another match. Raises `UsageError`."""
    from sheets_gm.adapters.installation.questions import check_from_outside
    from sheets_gm.adapters.people import roster as rosters
    from sheets_gm.games.finding import game as find
    from sheets_gm.gm.creation import check_name_free

    origin = origin_of_sandbox(asked.source, asked.turn, asked.game_name) if asked.source else None
    game = find(origin.charter.game if origin else str(asked.game_name))
    check_from_outside(game)
    if origin:
        name = check_name(asked.name or origin.name(installation.store.names() if installation.is_there else ()))
        title = f"Sandbox: {asked.title or origin.title}"
        settings, seats = game.settings.model_validate(origin.charter.settings), origin.taken.seats
    else:
        name = check_name(asked.name or game.name)
        title = asked.title or f"{game.title}: {name}"
        settings = settings_of(game.settings, asked.assigned, game.name)
        seats = rosters.made_up(game.places(settings))
    if installation.is_there:
        check_name_free(name, installation.store)
    if asked.roster:
        seats = rosters.read(asked.roster, game, settings)
        if origin:
            check_fits(seats, origin.taken)
    if not asked.open_seats:
        return _Beginning(game, name, title, settings, seats, (), origin)
    free = without_player(seats, is_made_up=asked.roster is None and origin is None)
    return _Beginning(game, name, title, settings, with_free_names(seats, free), free, origin)


def _policy(asked: NewOptions, game: Game[Any, Any], seats: Sequence[Seat]) -> Policy:
    """Return how the match is run. Raises `UsageError` if that is not possible."""
    from sheets_gm.gm.workbooks.layout import layout_for

    policy = chosen_policy(asked.options, lambda name: check_heir(name, seats))
    policy = policy.but(layout=layout_for(game, sealed=asked.sealed, open_hands=policy.open_hands))
    check_options(game, policy)
    return policy


def _documents(
    asked: NewOptions,
    installation: Installation,
    policy: Policy,
    seats: tuple[Seat, ...],
    books: Sequence[WorkbookLayout],
) -> tuple[Mapping[str, str], GoogleSheets]:
    """Return the named documents by workbook, and the account that will serve the match.

    They are checked, and a notice about invitations is printed, before anything is created.
    """
    from sheets_gm.adapters.google.account_pool import account_for_new_match
    from sheets_gm.adapters.google.drive import files
    from sheets_gm.adapters.stores import from_settings
    from sheets_gm.gm.workbooks.sharing import guests_of, invitations, is_private, shares_of

    keys = [book.key for book in books]
    folders = [files.folder_id(each) for each in asked.named if files.is_folder(each)]
    documents = files.by_workbook([each for each in asked.named if not files.is_folder(each)], keys)
    files.check_not_the_store(documents, from_settings.store_document(installation.settings))
    installation.may_create_store = True
    sheets = account_for_new_match(installation.sheets, installation.store, documents)
    for folder in folders:
        left = [key for key in keys if key not in documents]
        documents |= files.from_folder(sheets, folder, left, installation.store)
    files.check_named(sheets, documents, keys, shlex.join(["sheets-gm", *sys.argv[1:]]), or_folder=True)
    owner = (sheets.identity and sheets.identity.account) or ""
    shares = shares_of(policy, seats, books, owner)
    files.check_usable(sheets, documents, installation.store, inviting=shares > 0 or policy.sharing == "link")
    if not policy.allow_others:
        private = {book.key: guests_of(policy, seats, book) for book in books if is_private(policy, book)}
        files.check_private(sheets, documents, private)
    if shares and not asked.as_json:
        click.echo(invitations(shares, len(books)))
    return documents, sheets
