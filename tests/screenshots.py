"""Pictures of the page, to be looked at: `python -m tests.screenshots FOLDER`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from sheets_gm.localsheets import server
from tests.browsing import DESK, PHONE, chromium, missing, visitor
from tests.gm.table import Evening

TABS = ("board", "orders", "commands", "teams", "rules", "log", "roster", "dice", "gm")
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "viewport": DESK},
    "dark": {"color_scheme": "dark", "viewport": DESK},
    "phone": {
        "color_scheme": "light",
        "viewport": PHONE,
        "device_scale_factor": 2,
        "has_touch": True,
        "is_mobile": True,
    },
}


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--turns", default=6, show_default=True, help="Turns that bots play first.")
@click.option("--tab", "tabs", multiple=True, type=click.Choice(TABS), help="Only these tabs; may be repeated.")
@click.option("--look", "looks", multiple=True, type=click.Choice(list(LOOKS)), help="Only these looks.")
def main(folder: Path, turns: int, tabs: tuple[str, ...], looks: tuple[str, ...]) -> None:
    """Play a GvG match for some turns, and photograph its tabs as a player sees them, in light, dark and on a phone."""
    reason = missing()
    if reason:
        raise click.ClickException(reason)
    folder.mkdir(parents=True, exist_ok=True)
    evening = Evening()
    evening.play(turns)
    book = evening.record.workbooks[0]
    player = evening.seats[0]
    key = evening.service.add_account(player.account or "")
    with server.running(evening.service) as base, chromium() as browser:
        for look in looks or LOOKS:
            context = visitor(browser, base, key, **LOOKS[look])
            page = context.new_page()
            page.goto(base)
            page.locator("#files a").first.wait_for()
            page.screenshot(path=folder / f"list-{look}.png")
            for tab in tabs or TABS:
                page.goto("about:blank")
                page.goto(f"{base}/d/{book.document}#gid={book.tabs[tab]}")
                page.locator("#state.live").wait_for()
                page.screenshot(path=folder / f"{tab}-{look}.png")
            context.close()
            click.echo(f"{look}: {folder}")


if __name__ == "__main__":
    main()
