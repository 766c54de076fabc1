"""Pictures of the page, to be looked at: `python -m tests.screenshots FOLDER`.

With `--play` they are of the play view of every game, small ones: `python -m tests.screenshots docs/play --play` makes
those of the manual.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from PIL import Image

from sheets_gm.games.finding import game, games
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.localsheets.api.open_turns import open_turns
from sheets_gm.localsheets.http_server import server
from tests.browsing import DESK, PHONE, chromium, missing, visitor
from tests.gm.table import Evening

if TYPE_CHECKING:
    from playwright.sync_api import Page

TABLES: dict[str, tuple[int | None, int]] = {
    "wesnoth": (2, 6),
    "champions": (3, 5),
    "win_or_die": (None, 8),
    "war_game": (None, 3),
}
"""How many play and how many turns are played before the picture, where the usual ones show little."""

USUAL: tuple[int | None, int] = (None, 6)

IN_HAND: dict[str, Any] = {"viewport": PHONE, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "viewport": DESK},
    "dark": {"color_scheme": "dark", "viewport": DESK},
    "phone": {"color_scheme": "light", **IN_HAND},
    "dark-phone": {"color_scheme": "dark", **IN_HAND},
}


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--game", "plays", default="gvg", show_default=True, help="The game that is played.")
@click.option("--players", type=int, help="How many play, where the game leaves that open.")
@click.option("--sealed", is_flag=True, help="A workbook for each team or player; always so in a game with secrets.")
@click.option("--turns", default=6, show_default=True, help="Turns that bots play first.")
@click.option("--tab", "tabs", multiple=True, help="Only these tabs, by key; may be repeated.")
@click.option("--size", nargs=2, type=int, metavar="WIDTH HEIGHT", help="Of the window, in pixels.")
@click.option("--play", "as_games", is_flag=True, help="The play view of every game, as small pictures.")
@click.option("--look", "looks", multiple=True, type=click.Choice(list(LOOKS)), help="Only these looks.")
def main(
    folder: Path,
    plays: str,
    players: int | None,
    sealed: bool,
    turns: int,
    tabs: tuple[str, ...],
    size: tuple[int, int] | None,
    looks: tuple[str, ...],
    *,
    as_games: bool,
) -> None:
    """Play a match for some turns, and photograph its tabs as a player sees them, in light, dark and on a phone."""
    reason = missing()
    if reason:
        raise click.ClickException(reason)
    folder.mkdir(parents=True, exist_ok=True)
    if as_games:
        play_views(folder, looks or tuple(LOOKS))
        return
    layout = "sealed" if sealed or game(plays).secrecy is not Secrecy.OPEN else "shared"
    evening = Evening(on="google", plays=plays, players=players, policy=Policy(layout=layout, gm=("gm@table",)))
    evening.play(turns)
    seen = [(book, account) for book, account in _seen(evening) if not tabs or set(tabs) & set(book.tabs)]
    with server.running(evening.service) as base, chromium() as browser:
        for look in looks or LOOKS:
            for book, account in seen:
                window = {"viewport": {"width": size[0], "height": size[1]}} if size else {}
                context = visitor(browser, base, evening.service.add_account(account), **{**LOOKS[look], **window})
                page = context.new_page()
                page.goto(base)
                page.locator("main a").first.wait_for()
                page.screenshot(path=folder / f"{book.key}-list-{look}.png")
                for tab in (tab for tab in book.tabs if not tabs or tab in tabs):
                    page.goto("about:blank")
                    page.goto(f"{base}/d/{book.document}#gid={book.tabs[tab]}")
                    page.locator("#state.live").wait_for()
                    page.screenshot(path=folder / f"{book.key}-{tab}-{look}.png")
                context.close()
            click.echo(f"{look}: {folder}")


def play_views(folder: Path, looks: tuple[str, ...]) -> None:
    """Photograph what the first player who has something to do sees of each game: `GAME-LOOK.webp`."""
    for name, found in games().items():
        players, turns = TABLES.get(name, USUAL)
        layout = "shared" if found.secrecy is Secrecy.OPEN else "sealed"
        evening = Evening(on="google", plays=name, players=players, policy=Policy(layout=layout, gm=("gm@table",)))
        evening.play(turns)
        evening.tick()
        documents = evening.service.documents.values()
        accounts = [seat.account or "" for seat in evening.seats if not seat.neutral]
        due = [(each, turn) for each in accounts for turn in open_turns(documents, each) if turn["tab"]]
        account, turn = due[0]
        with server.running(evening.service) as base, chromium() as browser:
            for look in looks:
                context = visitor(browser, base, evening.service.add_account(account), plays=True, **LOOKS[look])
                page = context.new_page()
                page.goto(f"{base}/d/{turn['document']}")
                page.locator("#state.live").wait_for()
                page.locator("#play .tile").first.wait_for()
                _keep(page, folder / f"{name}-{look}.webp")
                context.close()
        click.echo(f"{name}: {folder}")


def _keep(page: Page, path: Path) -> None:
    """A small picture of *page*: as wide as its window."""
    page.wait_for_timeout(500)
    width = page.viewport_size["width"] if page.viewport_size else DESK["width"]
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    picture.thumbnail((width, picture.height))
    picture.save(path, quality=70, method=6)


def _seen(evening: Evening) -> Iterator[tuple[Workbook, str]]:
    """The workbooks that are worth a look, each with somebody who may open it: of the private ones, the first."""
    player = evening.seats[0]
    yours = {f"seat.{player.id}", f"team.{player.team}"}
    neutral = next((seat for seat in evening.seats if seat.neutral), None)
    for book in evening.record.workbooks:
        if book.key == "gm":
            yield book, "gm@table"
        elif neutral is not None and book.key == f"seat.{neutral.id}":
            yield book, neutral.account or ""
        elif "." not in book.key or book.key in yours:
            yield book, player.account or ""


if __name__ == "__main__":
    main()
