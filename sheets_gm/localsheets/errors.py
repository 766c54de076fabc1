"""Errors of commands of the local spreadsheet. Each is one line for the person who typed the command."""

from __future__ import annotations

from typing import ClassVar


class CommandFailed(Exception):
    """A command cannot be carried out; the message says what to do."""

    exit_code: ClassVar[int] = 1


class MustBeFixed(CommandFailed):
    """The data folder, the port or another part of the installation must be fixed first."""

    exit_code: ClassVar[int] = 3


class DataBroken(MustBeFixed):
    """The data folder, which holds the databases of the documents and of the accounts, cannot be used."""
