"""Accounts of the local spreadsheet: the one that the sync uses is not removed by mistake."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from sheets_gm.adapters.installation import settings
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.identity import credential_files
from tests.adapters.place import ROBOT, Done, typed
from tests.installation import installation

SYNC = "sync@table"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with installation(tmp_path) as service:
        service.add_account("ana@table")
        yield service


def founded(home: Path, *names: str) -> None:
    for name in names:
        assert typed(home, "new", "gvg", "--name", name, "--set", "team_size=1").code == 0


def answered(home: Path, answer: str, monkeypatch: pytest.MonkeyPatch, *words: str) -> Done:
    """A command that asks is given *answer*."""

    def prompt(asked: str) -> str:
        click.echo(asked)
        return answer

    monkeypatch.setattr("click.termui.visible_prompt_func", prompt)
    return typed(home, "account", *words)


def test_the_account_of_the_sync_is_removed_only_after_a_yes_that_knows_of_its_matches(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    founded(tmp_path, "friday", "sunday", "done")
    assert typed(tmp_path, "concede", "done", "red", "--why", "ill").code == 0
    refused = answered(tmp_path, "n", monkeypatch, "remove", SYNC)
    asked = f"{SYNC} is the account with which the sync opens its spreadsheets: without it friday and sunday would stop"
    assert (asked in refused.out, refused.code) == (True, 130)
    assert SYNC in service.accounts()
    assert typed(tmp_path, "account", "remove", SYNC, "--yes").out == f"{SYNC} is removed.\n"
    assert SYNC not in service.accounts()


def test_where_no_match_goes_on_it_is_said_whose_account_it_is(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    founded(tmp_path)
    asked = answered(tmp_path, "y", monkeypatch, "remove", SYNC)
    assert "opens its spreadsheets. Remove it anyway?" in asked.out
    assert SYNC not in service.accounts()


@pytest.mark.parametrize("email", ["ana@table", SYNC])
def test_an_account_that_the_sync_does_not_use_is_removed_at_once(email: str, service: Service, tmp_path: Path) -> None:
    if email == SYNC:
        (tmp_path / "token").unlink()
    assert typed(tmp_path, "account", "remove", email).out == f"{email} is removed.\n"
    assert email not in service.accounts()


def test_a_key_file_of_the_sync_says_whose_account_it_is(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    founded(tmp_path, "friday")
    credential_files.write(
        tmp_path / "key.json", credential_files.service_account_key(service.identity, "robot", service.address)
    )
    named = settings.Settings(google=settings.Google(endpoint=service.address, service_account="key.json"))
    (tmp_path / settings.FILE).write_text(settings.dump(named), encoding="utf-8")
    assert "without it friday would stop" in answered(tmp_path, "n", monkeypatch, "remove", ROBOT).out
    assert typed(tmp_path, "account", "remove", SYNC).code == 0


def test_a_folder_that_is_no_installation_has_no_sync_to_ask_for(service: Service, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert typed(elsewhere, "account", "remove", SYNC, "--data", str(tmp_path / "sheets")).code == 0
    assert SYNC not in service.accounts()
