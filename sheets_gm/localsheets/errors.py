"""Errors in Google's shape: an HTTP status, a canonical name, a sentence."""

from __future__ import annotations

from typing import Any

NAMES = {
    400: "INVALID_ARGUMENT",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    503: "UNAVAILABLE",
}


class ApiError(Exception):
    """A refusal, answered to the caller as it is."""

    def __init__(self, code: int, message: str, status: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status or NAMES.get(code, "UNKNOWN")

    def body(self) -> dict[str, Any]:
        """The JSON that Google answers."""
        return {"error": {"code": self.code, "message": self.message, "status": self.status}}


def invalid(message: str) -> ApiError:
    """400: the request is wrong."""
    return ApiError(400, message)


def forbidden() -> ApiError:
    """403: not shared with this caller, or no caller at all."""
    return ApiError(403, "The caller does not have permission")


def not_found() -> ApiError:
    """404: there is no such thing, or the caller may not know of it."""
    return ApiError(404, "Requested entity was not found.")


def protected() -> ApiError:
    """400, as Google has it, for a write into cells that others have protected."""
    return ApiError(
        400,
        "You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection "
        "if you need to edit.",
    )
