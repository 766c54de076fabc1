"""REGEXMATCH, REGEXEXTRACT and REGEXREPLACE with RE2, as on Google."""

from __future__ import annotations

import re
from typing import Any

from sheets_gm.localsheets.spreadsheet.calculation.arrays import Array
from sheets_gm.localsheets.spreadsheet.calculation.budget import CHARACTERS
from sheets_gm.localsheets.spreadsheet.calculation.coercion import as_text, formula_error, not_a
from sheets_gm.localsheets.spreadsheet.calculation.evaluation import Context
from sheets_gm.localsheets.spreadsheet.calculation.functions.arguments import elementwise
from sheets_gm.localsheets.spreadsheet.calculation.functions.criteria import PATTERN_STEPS
from sheets_gm.localsheets.spreadsheet.calculation.operators import concatenate
from sheets_gm.localsheets.spreadsheet.values.patterns import Match, Pattern, PatternError, matching_case
from sheets_gm.localsheets.spreadsheet.values.writing import MOST_CHARACTERS

_GROUP = re.compile(r"\$(\d)|\\(.)")


def _read(context: Context, value: Any, expression: Any, function: str) -> tuple[str, Pattern]:
    """Return the text to search and the pattern. Raises `FormulaError`, also for numbers, as on Google."""
    for at, given in enumerate((value, expression), 1):
        if given is not None and not isinstance(given, str):
            raise not_a("text", given, function, at)
    text, written = as_text(value), as_text(expression)
    try:
        pattern = matching_case(written)
    except PatternError as error:
        message = f"Function {function} parameter 2 value '{written}' is not a valid regular expression."
        raise formula_error("REF", message) from error
    context.budget.spend(PATTERN_STEPS + PATTERN_STEPS * len(text) // CHARACTERS)
    return text, pattern


def _matches(context: Context, value: Any, expression: Any) -> bool:
    text, pattern = _read(context, value, expression, "REGEXMATCH")
    return pattern.search(text) is not None


def _extract(context: Context, value: Any, expression: Any) -> Any:
    """Return the part that matches, or a row of its groups."""
    text, pattern = _read(context, value, expression, "REGEXEXTRACT")
    match = pattern.find(text)
    if match is None:
        raise formula_error(
            "N_A",
            f"Function REGEXEXTRACT parameter 2 value '{as_text(expression)}' does not match text of "
            f"Function REGEXEXTRACT parameter 1 value '{text}'.",
        )
    groups = [group or "" for group in match.groups()]
    return Array([groups]) if len(groups) > 1 else groups[0] if groups else match.group(0)


def _replace(context: Context, value: Any, expression: Any, replacement: Any) -> str:
    """Replace every match. `$1` stands for a group; a backslash escapes the next character."""
    if replacement is not None and not isinstance(replacement, str):
        raise not_a("text", replacement, "REGEXREPLACE", 3)
    text, pattern = _read(context, value, expression, "REGEXREPLACE")
    given = as_text(replacement)
    parts, at, length = [], 0, len(text)
    groups = len(_GROUP.findall(given))
    for match in pattern.all(text):
        context.budget.spend(PATTERN_STEPS + groups + len(given) // CHARACTERS)
        part = _filled_in(given, match, pattern.groups)
        context.budget.spend(len(part) // CHARACTERS)
        parts += [text[at : match.start()], part]
        at, length = match.end(), length + len(part)
        if length > 2 * MOST_CHARACTERS:
            break  # it is refused below, whatever follows
    return concatenate(*parts, text[at:])


def _filled_in(replacement: str, match: Match, groups: int) -> str:
    def part(sign: re.Match[str]) -> str:
        if sign[2] is not None:
            return sign[2]
        return (match.group(int(sign[1])) or "") if int(sign[1]) <= groups else sign[0]

    return _GROUP.sub(part, replacement)


FUNCTIONS = (
    elementwise("REGEXMATCH", _matches, 2),
    elementwise("REGEXEXTRACT", _extract, 2),
    elementwise("REGEXREPLACE", _replace, 3),
)
