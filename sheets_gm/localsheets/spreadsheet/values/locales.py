"""How numbers and dates are written in a spreadsheet's locale.

Two things matter here: whether the decimal sign is a comma, and whether the day comes before the month.
"""

from __future__ import annotations

_COMMA = frozenset(
    (
        *("az", "be", "bg", "bs", "ca", "cs", "da", "de", "el", "es", "et", "fi", "fr", "gl", "hr", "hu", "hy"),
        *("id", "is", "it", "ka", "kk", "lt", "lv", "mk", "nb", "nl", "nn", "no", "pl", "pt", "ro", "ru", "sk"),
        *("sl", "sq", "sr", "sv", "tr", "uk", "vi"),
    )
)
"""Languages that write a decimal comma."""

_POINT = frozenset(("de_CH", "de_LI", "it_CH", "es_MX", "es_US", "es_GT", "es_HN", "es_NI", "es_PA", "es_PE", "es_SV"))
"""Locales that write a decimal point all the same."""

_MONTH_FIRST = frozenset(("en_US", "en_PH", "es_US", "", "en"))
_YEAR_FIRST = frozenset(("zh", "ja", "ko", "hu", "lt", "sv"))

_SWAPPED = str.maketrans(",.", ".,")


def has_decimal_comma(locale: str) -> bool:
    """Whether numbers are written like 1.234,5."""
    return locale.split("_", maxsplit=1)[0] in _COMMA and locale not in _POINT


def is_day_first(locale: str) -> bool:
    """Whether dates are written like 31/12/2026."""
    return locale not in _MONTH_FIRST and locale.split("_", maxsplit=1)[0] not in _YEAR_FIRST


def swapped(text: str, locale: str) -> str:
    """Convert the number in *text* from the notation of en_US to that of *locale*, or back."""
    return text.translate(_SWAPPED) if has_decimal_comma(locale) else text
