"""A token service that fails itself is away; only one that answers refuses a key."""

from __future__ import annotations

import json

import pytest
import requests
import responses
from google.auth.exceptions import GoogleAuthError
from google.auth.transport.requests import Request
from google.oauth2.credentials import Credentials

from sheets_gm.adapters.google.accounts.credential_files import BadCredentials
from sheets_gm.adapters.google.accounts.credentials import Identity, token_error
from sheets_gm.gm.ports.sheets import SheetsDown

TOKEN = "https://oauth2.googleapis.com/token"
PAGE = (
    "<!DOCTYPE html>\n<html><head><title>Error 502 (Server Error)!!1</title><style>a{b}</style></head>\n<body>x</body>"
)


def refused(status: int, body: str) -> SheetsDown:
    made = Credentials(None, refresh_token="r", token_uri=TOKEN, client_id="c", client_secret="s")  # type: ignore[no-untyped-call]
    with responses.RequestsMock() as service:
        service.add("POST", TOKEN, status=status, body=body)
        with pytest.raises(GoogleAuthError) as error:
            made.refresh(Request(requests.Session()))  # type: ignore[no-untyped-call]
    return token_error(Identity("sync@x", "key.json", made, renew="make a new key"), error.value)


@pytest.mark.parametrize(
    ("status", "body", "says"),
    [
        (502, PAGE, "Error 502 (Server Error)!!1"),
        (504, "<html><body>504\n gateway</body></html>", "504 gateway"),
        (502, "Bad Gateway", "Bad Gateway"),
        (502, "", "it gave no answer"),
        (502, json.dumps({"error": {"code": 502, "message": "x"}}), ""),
    ],
)
def test_a_passing_failure_of_the_token_service_is_one_line_and_asks_for_no_new_key(
    status: int, body: str, says: str
) -> None:
    error = refused(status, body)
    assert not isinstance(error, BadCredentials)
    assert str(error).startswith(f"Google's token service cannot be reached: {says}")
    assert not {"<", "\n"} & set(str(error))
    assert "new key" not in str(error)


def test_a_token_service_that_answers_that_the_consent_is_gone_is_believed() -> None:
    error = refused(400, json.dumps({"error": "invalid_grant", "error_description": "Token has been revoked."}))
    assert isinstance(error, BadCredentials)
    assert "revoked" in str(error)
