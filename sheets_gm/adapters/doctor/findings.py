"""Findings: what was checked, what is wrong with it, and how to fix it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How bad a finding is."""

    OK = "ok"
    WARN = "warn"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was checked, the result, and how to fix it. *match* is "" for the installation."""

    level: Level
    subject: str
    message: str
    fix: str = ""
    match: str = ""


def ok(subject: str, message: str, match: str = "") -> Finding:
    """Return a finding that nothing is wrong."""
    return Finding(Level.OK, subject, message, match=match)


def warn(subject: str, message: str, fix: str, match: str = "") -> Finding:
    """Return a finding that something is not as it should be, but play can continue."""
    return Finding(Level.WARN, subject, message, fix, match)


def bad(subject: str, message: str, fix: str = "", match: str = "") -> Finding:
    """Return a finding that something must be fixed. If *fix* is empty, *message* states how."""
    return Finding(Level.BAD, subject, message, fix, match)
