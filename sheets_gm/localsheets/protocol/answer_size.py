"""The limits of one answer, so that nobody else waits while a giant one is built."""

from __future__ import annotations

from sheets_gm.localsheets.protocol.errors import ApiError, invalid

MOST = 500_000
"""The most units of an answer: a value, an empty cell before one, a row or column with its size are one each."""
CELL = 8
"""The units of a cell with its formats."""
CHARACTERS = 64
"""The number of characters of a text that count as one more unit."""
PASSED_OVER = 16
"""The number of cells outside the range that are passed over in the time of one unit."""


def too_large() -> ApiError:
    """Build the 400 error for an answer that is too large."""
    return invalid(f"The answer would hold more than {MOST} cells, rows and columns. Ask for a smaller range.")


def too_large_to_export() -> ApiError:
    """Build Drive's 403 error for exports over 10 MB, as on Google."""
    return ApiError(403, "This file is too large to be exported.", reason="exportSizeLimitExceeded")


class AnswerSize:
    """The units that are *left* for one answer."""

    def __init__(self, *, export: bool = False) -> None:
        self.left = MOST
        self._export = export

    def spend(self, units: int) -> None:
        """Spend *units*. Raises `ApiError` if fewer are left."""
        self.left -= units
        if self.left < 0:
            raise too_large_to_export() if self._export else too_large()
