"""Errors in Google's form: an HTTP status, a canonical name, a message.

Sheets returns `{code, message, status}`, with `details` if there are any. Drive returns `{code, message, errors}`,
where the first error contains the reason as a word for programs.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]

NAMES = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    408: "DEADLINE_EXCEEDED",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
}
REASONS = {
    400: "badRequest",
    401: "authError",
    403: "forbidden",
    404: "notFound",
    408: "requestTimeout",
    429: "rateLimitExceeded",
    500: "internalError",
    503: "backendError",
}


class ApiError(Exception):
    """An error that is returned to the caller unchanged.

    *details* are Google's typed details. *reason*, *location* (the name of a parameter) and *drive_message* (a message
    for the reason, if it differs) belong to Drive's form.
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
        drive_message: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status or NAMES.get(code, "UNKNOWN")
        self.details = details
        # Drive's own errors have no canonical name, unlike those of Google's front end
        self.from_drive = reason is not None
        self.reason = reason or REASONS.get(code, "badRequest")
        self.location = location
        self.drive_message = drive_message

    def body(self, *, drive: bool = False) -> Json:
        """Return the JSON of the error, in the form of Sheets or of Drive."""
        body: Json = {"code": self.code, "message": self.message}
        if drive:
            first: Json = {"message": self.drive_message or self.message, "domain": "global", "reason": self.reason}
            if self.location:
                kind = "header" if self.location == "Authorization" else "parameter"
                first |= {"location": self.location, "locationType": kind}
            body["errors"] = [first]
        if not drive or self.details or not self.from_drive:
            body["status"] = self.status
        if self.details:
            body["details"] = list(self.details)
        return {"error": body}


def info(reason: str, metadata: Json) -> Json:
    """A `google.rpc.ErrorInfo`."""
    kind = "type.googleapis.com/google.rpc.ErrorInfo"
    return {"@type": kind, "reason": reason, "domain": "googleapis.com", "metadata": metadata}


def invalid(message: str) -> ApiError:
    """Build a 400 error: the request is invalid."""
    return ApiError(400, message)


def forbidden() -> ApiError:
    """Build a 403 error: the document is not shared with the caller."""
    return ApiError(403, "The caller does not have permission")


def unregistered() -> ApiError:
    """Build a 403 error: the request has no credentials."""
    return ApiError(
        403,
        "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other "
        "form of API consumer identity to call this API.",
    )


def unauthenticated() -> ApiError:
    """Build a 401 error: the access token has expired or was never issued; the client can refresh it and try again."""
    return ApiError(
        401,
        "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid "
        "authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.",
        location="Authorization",
        drive_message="Invalid Credentials",
    )


def narrow_scopes(service: str, method: str) -> ApiError:
    """Build a 403 error: the access token lacks the scope for the call."""
    return ApiError(
        403,
        "Request had insufficient authentication scopes.",
        details=(info("ACCESS_TOKEN_SCOPE_INSUFFICIENT", {"service": service, "method": method}),),
        reason="insufficientPermissions",
        drive_message="Insufficient Permission",
    )


def not_found() -> ApiError:
    """Build a 404 error: it does not exist, or the caller may not know of it."""
    return ApiError(404, "Requested entity was not found.")


def no_file(name: str) -> ApiError:
    """Build a 404 error of Drive: the file does not exist, or the caller may not know of it."""
    return ApiError(404, f"File not found: {name}.", reason="notFound", location="fileId")


def file_forbidden(name: str) -> ApiError:
    """Build a 403 error of Drive: the caller sees the file but may not do this."""
    message = f"The user does not have sufficient permissions for file {name}."
    return ApiError(403, message, reason="insufficientFilePermissions")


def inherited_permission() -> ApiError:
    """Build a 403 error of Drive: access from a folder can be neither reduced nor removed on a file in it."""
    message = (
        "Cannot modify a permission on an item to be less than the inherited access from a direct or indirect parent. "
        "Leverage limited access (https://developers.google.com/workspace/drive/api/guides/limited-expansive-access)."
    )
    return ApiError(403, message, reason="cannotModifyInheritedPermission")


def not_a_spreadsheet() -> ApiError:
    """Build a 400 error of Sheets: the document is a folder."""
    return ApiError(400, "This operation is not supported for this document", "FAILED_PRECONDITION")


def sharing_limit() -> ApiError:
    """Build a 403 error of Drive: the caller has shared too often recently."""
    message = 'Rate limit exceeded. User message: "Sorry, you have exceeded your sharing quota."'
    return ApiError(403, message, reason="sharingRateLimitExceeded")


def sharing_policy() -> ApiError:
    """Build a 403 error of Drive: an organisation does not allow sharing with people outside it."""
    message = "Sharing outside of the organization is not allowed by its administrator."
    return ApiError(403, message, reason="shareOutNotPermitted")


def no_storage(*, drive: bool) -> ApiError:
    """Build a 403 error for a service account that creates a spreadsheet: it has no space in Drive."""
    if not drive:
        return forbidden()
    return ApiError(403, "The user's Drive storage quota has been exceeded.", reason="storageQuotaExceeded")


def no_such_account(address: str) -> ApiError:
    """Build a 400 error of Drive: there is no account with that address, and it may not be mailed."""
    message = (
        f'Bad Request. User message: "You are trying to invite {address}. Since there is no Google account associated '
        'with this email address, you must check the "Notify people" box to invite this recipient."'
    )
    return ApiError(400, message, reason="invalidSharingRequest")


def internal() -> ApiError:
    """Build a 500 error: a failure of this server; nothing was changed."""
    return ApiError(500, "Internal error encountered.")


def unavailable() -> ApiError:
    """Build a 503 error: the service is temporarily unavailable, and nothing was changed."""
    return ApiError(503, "The service is currently unavailable.")


def protected() -> ApiError:
    """Build a 400 error, as Google does, for a write to cells that are protected from the caller."""
    return ApiError(
        400,
        "You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection "
        "if you need to edit.",
    )
