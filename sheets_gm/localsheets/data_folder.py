"""The data folder, which holds the databases of the documents and of the accounts."""

from __future__ import annotations


class DataBroken(Exception):
    """The data folder cannot be used; the message states why."""
