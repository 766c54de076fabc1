"""Pictures of the page, to be looked at: `python -m tests.screenshots FOLDER`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from sheets_gm.games.finding import game
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.localsheets.http_server import server
from tests.browsing import DESK, PHONE, chromium, missing, visitor
from tests.gm.table import Evening

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
) -> None:
    """Play a match for some turns, and photograph its tabs as a player sees them, in light, dark and on a phone."""
    reason = missing()
    if reason:
        raise click.ClickException(reason)
    folder.mkdir(parents=True, exist_ok=True)
    layout = "sealed" if sealed or game(plays).secrecy is not Secrecy.OPEN else "shared"
    evening = Evening(plays=plays, players=players, policy=Policy(layout=layout, gm=("gm@table",)))
    evening.play(turns)
    seen = [(book, account) for book, account in _seen(evening) if not tabs or set(tabs) & set(book.tabs)]
    with server.running(evening.service) as base, chromium() as browser:
        for look in looks or LOOKS:
            for book, account in seen:
                window = {"viewport": {"width": size[0], "height": size[1]}} if size else {}
                context = visitor(browser, base, evening.service.add_account(account), **{**LOOKS[look], **window})
                page = context.new_page()
                page.goto(base)
                page.locator("#files a").first.wait_for()
                page.screenshot(path=folder / f"{book.key}-list-{look}.png")
                for tab in (tab for tab in book.tabs if not tabs or tab in tabs):
                    page.goto("about:blank")
                    page.goto(f"{base}/d/{book.document}#gid={book.tabs[tab]}")
                    page.locator("#state.live").wait_for()
                    page.screenshot(path=folder / f"{book.key}-{tab}-{look}.png")
                context.close()
            click.echo(f"{look}: {folder}")


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
