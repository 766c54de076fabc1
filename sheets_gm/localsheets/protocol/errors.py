"""Errors in Google's shape: an HTTP status, a canonical name, a sentence.

Sheets answers `{code, message, status}`, with `details` where there are any; Drive answers `{code, message, errors}`,
whose first entry names the reason as a word that programs look for.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]

NAMES = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    503: "UNAVAILABLE",
}
REASONS = {
    400: "badRequest",
    401: "authError",
    403: "forbidden",
    404: "notFound",
    429: "rateLimitExceeded",
    503: "backendError",
}


class ApiError(Exception):
    """A refusal, answered to the caller as it is.

    *details* are Google's typed details. *reason*, *location* (a parameter's name) and *said* (the sentence beside the
    reason, where it differs) are for Drive's shape.
    """

    def __init__(
        self,
        code: int,
        message: str,
        status: str | None = None,
        *,
        details: tuple[Json, ...] = (),
        reason: str | None = None,
        location: str | None = None,
        said: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status or NAMES.get(code, "UNKNOWN")
        self.details = details
        self.ours = reason is not None  # Drive's own refusals bear no canonical name, those of Google's front end do
        self.reason = reason or REASONS.get(code, "badRequest")
        self.location = location
        self.said = said

    def body(self, *, drive: bool = False) -> Json:
        """The JSON that Google answers, in the shape of Sheets or of Drive."""
        made: Json = {"code": self.code, "message": self.message}
        if drive:
            first: Json = {"message": self.said or self.message, "domain": "global", "reason": self.reason}
            if self.location:
                kind = "header" if self.location == "Authorization" else "parameter"
                first |= {"location": self.location, "locationType": kind}
            made["errors"] = [first]
        if not drive or self.details or not self.ours:
            made["status"] = self.status
        if self.details:
            made["details"] = list(self.details)
        return {"error": made}


def info(reason: str, metadata: Json) -> Json:
    """A `google.rpc.ErrorInfo`."""
    kind = "type.googleapis.com/google.rpc.ErrorInfo"
    return {"@type": kind, "reason": reason, "domain": "googleapis.com", "metadata": metadata}


def invalid(message: str) -> ApiError:
    """400: the request is wrong."""
    return ApiError(400, message)


def forbidden() -> ApiError:
    """403: not shared with this caller."""
    return ApiError(403, "The caller does not have permission")


def unregistered() -> ApiError:
    """403: a caller who shows nothing at all."""
    return ApiError(
        403,
        "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other "
        "form of API consumer identity to call this API.",
    )


def unauthenticated() -> ApiError:
    """401: an access token that has run out or was never issued; a client that can refresh does so and asks again."""
    return ApiError(
        401,
        "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid "
        "authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.",
        location="Authorization",
        said="Invalid Credentials",
    )


def narrow_scopes(service: str, method: str) -> ApiError:
    """403: the access token was not issued for this kind of call."""
    return ApiError(
        403,
        "Request had insufficient authentication scopes.",
        details=(info("ACCESS_TOKEN_SCOPE_INSUFFICIENT", {"service": service, "method": method}),),
        reason="insufficientPermissions",
        said="Insufficient Permission",
    )


def not_found() -> ApiError:
    """404: there is no such thing, or the caller may not know of it."""
    return ApiError(404, "Requested entity was not found.")


def no_file(name: str) -> ApiError:
    """404 of Drive: there is no such file, or the caller may not know of it."""
    return ApiError(404, f"File not found: {name}.", reason="notFound", location="fileId")


def file_forbidden(name: str) -> ApiError:
    """403 of Drive: the caller sees the file and may not do this with it."""
    message = f"The user does not have sufficient permissions for file {name}."
    return ApiError(403, message, reason="insufficientFilePermissions")


def unavailable() -> ApiError:
    """503: the service is down for a moment, and nothing was done."""
    return ApiError(503, "The service is currently unavailable.")


def protected() -> ApiError:
    """400, as Google has it, for a write into cells that others have protected."""
    return ApiError(
        400,
        "You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection "
        "if you need to edit.",
    )
