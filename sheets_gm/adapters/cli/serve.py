"""`sheets-gm serve`: the local spreadsheet."""

from __future__ import annotations

from pathlib import Path

import click

SYNC = "sync@localhost"
TOKEN_FILE = "sync.token"  # noqa: S105 - the name of a file


@click.command("serve")
@click.option("--port", default=8765, show_default=True, help="Port to listen on.")
@click.option("--data", "folder", type=click.Path(path_type=Path), default=Path("sheets"), show_default=True)
@click.option("--account", "accounts", multiple=True, metavar="EMAIL", help="Make an account; may be repeated.")
@click.option("--trust-all", is_flag=True, help="Take every caller for the owner (this machine only).")
def command(port: int, folder: Path, accounts: tuple[str, ...], trust_all: bool) -> None:
    """Run a local spreadsheet that speaks Google's API, with its data in a folder.

    It listens on this machine only. Each account has its own secret link, printed once when it is made; the account of
    the sync is made by itself, its token is written to FOLDER/sync.token, and sheets-gm.toml is written beside it if
    there is none yet.

    \b
    sheets-gm serve --data sheets --account ana@example.org --account ben@example.org
    """
    from sheets_gm.adapters import settings
    from sheets_gm.localsheets import server

    held = server.listen(server.LOOPBACK, port)
    port = held.getsockname()[1]
    base = f"http://{server.LOOPBACK}:{port}"
    service = server.open_service(folder, trust_all=trust_all, address=base)
    links = {}
    for account in (SYNC, *accounts):
        if account not in service.accounts():
            links[account] = service.add_account(account)
    if SYNC in links:
        _secret(folder / TOKEN_FILE, links[SYNC])
    file = Path(settings.FILE)
    if not file.exists():
        google = settings.Google(endpoint=base, token_file=str(folder / TOKEN_FILE))
        file.write_text(settings.dump(settings.Settings(google=google)), encoding="utf-8")
        click.echo(f"Wrote {file}: sheets-gm new and sheets-gm sync will use this server.")
    click.echo(f"Listening on {base}  (data in {folder}). Stop with Ctrl-C.")
    for account, token in links.items():
        click.echo(f"  {account:<28} {base}/?key={token}")
    server.serve(service, held)


def _secret(path: Path, text: str) -> None:
    """Write *text* where only its owner can read it."""
    path.touch(mode=0o600, exist_ok=True)
    path.chmod(0o600)
    path.write_text(text + "\n", encoding="utf-8")
