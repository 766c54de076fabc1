"""The query `q` of `files.list`: terms joined by `and`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from sheets_gm.localsheets.drive.call import Json
from sheets_gm.localsheets.protocol.errors import ApiError

Term: TypeAlias = Callable[[Json], bool]

_TEXT = r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'"
_TERM = re.compile(
    rf"\s*(?:(?P<field>[A-Za-z]+)\s*(?P<sign>!=|<=|>=|=|<|>|contains\b|in\b)\s*(?P<value>{_TEXT}|true|false)"
    rf"|(?P<text>{_TEXT})\s+in\s+(?P<list>parents|owners|writers|readers))\s*(?P<and>and\b|$)"
)


def terms(query: str) -> list[Term]:
    """Parse *query* into tests of a file resource; a file must pass all of them.

    Raises 400 in Drive's words for other syntax.
    """
    tests, at = [], 0
    more = bool(query.strip())
    while more:
        match = _TERM.match(query, at)
        if match is None:
            raise _invalid_query()
        tests.append(_membership_test(match) if match["list"] else _comparison_test(match))
        at, more = match.end(), match["and"] == "and"
    return tests


def _invalid_query() -> ApiError:
    return ApiError(400, "Invalid Value", reason="invalid", location="q")


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1])


def _membership_test(match: re.Match[str]) -> Term:
    """Return the test of a term such as `'x' in parents`."""
    name, wanted = match["list"], _unescape(match["text"])
    if name == "parents":
        return _in_folder(wanted)
    if name == "owners":
        return lambda file: any(wanted in ("me" if each["me"] else "", each["emailAddress"]) for each in file["owners"])
    raise _invalid_query()


def _in_folder(folder: str) -> Term:
    """Whether a file is in *folder*; in `root` is what the caller owns and put nowhere else."""
    if folder == "root":
        return lambda file: file["ownedByMe"] and not file.get("parents")
    return lambda file: folder in file.get("parents", ())


def _comparison_test(match: re.Match[str]) -> Term:
    name, sign, value = match["field"], match["sign"], match["value"]
    if name in ("trashed", "starred", "sharedWithMe") and sign in ("=", "!=") and value in ("true", "false"):
        wanted = (value == "true") == (sign == "=")
        if name == "sharedWithMe":
            return lambda file: (not file["ownedByMe"]) == wanted
        return lambda file: file.get(name, False) is wanted
    if value in ("true", "false"):
        raise _invalid_query()
    text = _unescape(value)
    if name == "parents" and sign == "in":
        return _in_folder(text)
    if name == "name" and sign == "contains":
        words = text.casefold()
        return lambda file: any(
            file["name"].casefold().startswith(words, at)
            for at in (0, *(each.end() for each in re.finditer(r"\W", file["name"])))
        )
    if name in ("name", "mimeType") and sign in ("=", "!="):
        return lambda file: (file[name].casefold() == text.casefold()) == (sign == "=")
    if name in ("modifiedTime", "createdTime"):
        signs: dict[str, Callable[[str, str], bool]] = {
            "<": lambda one, two: one < two,
            "<=": lambda one, two: one <= two,
            "=": lambda one, two: one == two,
            "!=": lambda one, two: one != two,
            ">": lambda one, two: one > two,
            ">=": lambda one, two: one >= two,
        }
        if sign in signs:
            return lambda file: signs[sign](file[name][: len(text.rstrip("Z"))], text.rstrip("Z"))
    raise _invalid_query()
