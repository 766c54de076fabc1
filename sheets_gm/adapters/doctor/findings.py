"""Findings: what an examination has looked at, how bad it is, and how to mend it."""

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
    """What was looked at, how it is, and how to mend it; *match* is empty for what concerns all of them."""

    level: Level
    subject: str
    told: str
    mend: str = ""
    match: str = ""


def ok(subject: str, told: str, match: str = "") -> Finding:
    """Nothing is wrong."""
    return Finding(Level.OK, subject, told, match=match)


def warn(subject: str, told: str, mend: str, match: str = "") -> Finding:
    """It goes on like this, but not as it should."""
    return Finding(Level.WARN, subject, told, mend, match)


def bad(subject: str, told: str, mend: str = "", match: str = "") -> Finding:
    """It does not go on like this. Where *mend* is empty, *told* says it too."""
    return Finding(Level.BAD, subject, told, mend, match)
