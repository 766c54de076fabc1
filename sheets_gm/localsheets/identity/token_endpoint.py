"""The token endpoint: access tokens for service accounts (RFC 7523) and for users who have consented (RFC 6749, 6).

An assertion is checked in Google's order (form, account, signature, times, scopes, audience) and refused in Google's
words, with one difference: an unknown account is refused like a wrong signature, after the same work, so that a
stranger cannot find out which accounts exist, or how many keys they have. No response repeats an assertion or a refresh
token.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import parse_qsl

from sheets_gm.localsheets.identity.accounts import Accounts, Caller, Key, digest
from sheets_gm.localsheets.identity.scopes import AUTH, FEEDS

Json: TypeAlias = dict[str, Any]

PATH = "/token"
JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer"
REFRESH = "refresh_token"
LIFETIME = 3599
"""The lifetime of an access token in seconds, as on Google."""
LONGEST = 3600
"""The longest lifetime of an assertion, in seconds."""
SKEW = 300
"""The tolerated difference between two clocks, in seconds."""
AUDIENCES = frozenset(
    {
        "https://oauth2.googleapis.com/token",
        "https://www.googleapis.com/oauth2/v4/token",
        "https://accounts.google.com/o/oauth2/token",
    }
)
"""Audiences that clients name whatever address they use."""

_NO_ACCOUNT = Key(
    id="",
    email="",
    client="",
    project="",
    public="-----BEGIN PUBLIC KEY-----\n"
    "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAwgsEuoi1GB94lcWF11+D\n"
    "WQki3JxoiRvEtxW6mrPv6wpmm3prfN+oDBL0E/UdCj5wIUHnstHT0BXFIAXBWzO9\n"
    "uq4S/Cd7uViIyk7uxJoFHmQoaStYmjfWGhY86AjshIhgFKIM88Wu0FAdFnv8j1vJ\n"
    "9JxGSPuXET+Uuu+AMF0t9QjrD+ZJqg5S59QmZLp2BCq7GiIsiJ1TtbhZ723pD3+C\n"
    "86hsQUhLfKOsSam+73phd6A6ggJIAc/kct5oehtMtxhEPklx+G6hQME5MQbO9aPM\n"
    "+8i+uwbR963NUp2H8Oc+Y8WLP9trwSiDJ5DyPbc0B9/8ACV77PRraxlcXNDPUpU4\n"
    "TQIDAQAB\n"
    "-----END PUBLIC KEY-----\n",
)
"""Checked for an account without keys, and never accepted. Nobody has kept its private half."""

NOT_SHORT = (
    "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp "
    "values in the JWT claim."
)


class TokenRefused(Exception):
    """A refusal of the token endpoint: the name of the error, a description, an HTTP status."""

    def __init__(self, error: str, description: str, status: int = 400) -> None:
        super().__init__(description)
        self.error = error
        self.status = status

    def body(self) -> Json:
        """Return the JSON of the response."""
        return {"error": self.error, "error_description": str(self)}


@dataclass(frozen=True, slots=True)
class TokenRequest:
    """A request for a token at the instant *now*. *content* is a form, or JSON according to *media*.

    *audiences* are the names of this endpoint.
    """

    content: bytes
    media: str
    audiences: frozenset[str]
    now: float


def answer_token_request(accounts: Accounts, request: TokenRequest, lifetime: int) -> tuple[int, Json]:
    """Answer a token request with a token that is valid for *lifetime* seconds."""
    now = request.now
    try:
        form = _form(request.content, request.media)
        kind = form.get("grant_type", "")
        if kind == JWT_BEARER:
            caller = _caller_of_assertion(accounts, form, request.audiences, now)
        elif kind == REFRESH:
            caller = _caller_of_refresh_token(accounts, form)
        else:
            raise TokenRefused("unsupported_grant_type", f"Invalid grant_type: {kind[:80]}")
    except TokenRefused as error:
        return error.status, error.body()
    answer: Json = {
        "access_token": accounts.issue(caller, now + lifetime, now),
        "expires_in": lifetime,
        "token_type": "Bearer",
    }
    if kind == REFRESH:
        answer["scope"] = " ".join(sorted(caller.scopes or ()))
    return 200, answer


def _form(content: bytes, media: str) -> Mapping[str, str]:
    try:
        if media.partition(";")[0].strip().lower() == "application/json":
            held = json.loads(content)
            if not isinstance(held, dict):
                raise TokenRefused("invalid_request", "Bad Request")
            return {name: value for name, value in held.items() if isinstance(value, str)}
        return dict(parse_qsl(content.decode("ascii"), max_num_fields=50))
    except (ValueError, RecursionError) as error:
        raise TokenRefused("invalid_request", "Bad Request") from error


# -- service accounts --------------------------------------------------------------------------------------------------


def _caller_of_assertion(accounts: Accounts, form: Mapping[str, str], audiences: frozenset[str], now: float) -> Caller:
    signed, header, claims, signature = _parts(form.get("assertion", ""))
    issuer = _text(claims.get("iss"))
    keys = accounts.keys(issuer)
    keys += (_NO_ACCOUNT,) * (max(accounts.most_keys(), 1) - len(keys))
    signers = [key for key in keys if _signed_by(key, signed, signature)]
    key = signers[0] if signers else _NO_ACCOUNT
    if key is _NO_ACCOUNT or header.get("alg") != "RS256":
        raise TokenRefused("invalid_grant", "Invalid JWT Signature.")
    _must_be_timely(claims, now)
    scopes = _scopes(_text(claims.get("scope")))
    if not _audiences_of(claims) & (AUDIENCES | audiences):
        raise TokenRefused("invalid_grant", "Invalid JWT: Failed audience check.")
    if claims.get("sub", issuer) != issuer:
        message = (
            "Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of "
            "the scopes requested."
        )
        raise TokenRefused("unauthorized_client", message, 401)
    return Caller(issuer, scopes, key.client, key.project)


def _text(claim: object) -> str:
    """Return a claim that should be a text, without unpaired surrogates; "" for anything else."""
    return claim.encode("utf-8", "replace").decode("utf-8") if isinstance(claim, str) else ""


def _audiences_of(claims: Json) -> frozenset[str]:
    """Return the claim `aud`: one audience, or a list of them (RFC 7519, 4.1.3)."""
    held = claims.get("aud")
    return frozenset(each for each in (held if isinstance(held, list) else [held]) if isinstance(each, str))


def _parts(assertion: str) -> tuple[bytes, Json, Json, bytes]:
    """Return the signed part, the header, the claims and the signature of an assertion."""
    pieces = assertion.split(".")
    try:
        if len(pieces) != 3:
            raise ValueError(assertion)
        header, claims = json.loads(_decoded(pieces[0])), json.loads(_decoded(pieces[1]))
        if not isinstance(header, dict) or not isinstance(claims, dict):
            raise ValueError(assertion)
        return f"{pieces[0]}.{pieces[1]}".encode("ascii"), header, claims, _decoded(pieces[2])
    except (ValueError, RecursionError, binascii.Error) as error:
        raise TokenRefused("invalid_request", "Bad Request") from error


def _decoded(piece: str) -> bytes:
    return base64.b64decode(piece + "=" * (-len(piece) % 4), altchars=b"-_", validate=True)


def _signed_by(key: Key, signed: bytes, signature: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    public = load_pem_public_key(key.public.encode("ascii"))
    if not isinstance(public, RSAPublicKey):
        return False
    try:
        public.verify(signature, signed, PKCS1v15(), SHA256())
    except InvalidSignature:
        return False
    return True


def _must_be_timely(claims: Json, now: float) -> None:
    times = []
    for name, meaning in (("iat", "issued at"), ("exp", "expiration time")):
        try:
            times.append(float(claims[name]))
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise TokenRefused("invalid_grant", f"Invalid JWT: {name} ({meaning}) is not set.") from error
    issued, ends = times
    if not (issued <= now + SKEW and ends > now - SKEW and 0 <= ends - issued <= LONGEST + SKEW):
        raise TokenRefused("invalid_grant", NOT_SHORT)


def _scopes(text: str) -> frozenset[str]:
    scopes = frozenset(text.split())
    if not scopes or not all(_is_scope(scope) for scope in scopes):
        raise TokenRefused("invalid_scope", "Invalid OAuth scope or ID token audience provided.")
    return scopes


def _is_scope(scope: str) -> bool:
    return scope.startswith(AUTH) or scope in (FEEDS, "openid", "email", "profile")


# -- users -------------------------------------------------------------------------------------------------------------


def _caller_of_refresh_token(accounts: Accounts, form: Mapping[str, str]) -> Caller:
    token = form.get("refresh_token", "")
    if not token:
        raise TokenRefused("invalid_request", "Missing required parameter: refresh_token")
    grant = accounts.grant(token)
    if grant is None:
        raise TokenRefused("invalid_grant", "Token has been expired or revoked.")
    if form.get("client_id") != grant.client:
        raise TokenRefused("unauthorized_client", "Unauthorized", 401)
    if digest(form.get("client_secret", "")) != grant.secret:
        raise TokenRefused("invalid_client", "The provided client secret is invalid.", 401)
    requested = frozenset(form.get("scope", "").split()) or grant.scopes
    if not requested <= grant.scopes:
        raise TokenRefused("invalid_scope", "Some requested scopes were invalid.")
    return Caller(grant.email, requested, grant.client, grant.client.partition("-")[0])
