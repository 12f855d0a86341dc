"""The refusals of requests that do not show who calls."""

from sitehand.errors import Code, Problem


def refuse_two_keys() -> Problem:
    """The refusal of a request with two different keys."""
    return Problem(
        Code.CONFLICTING_CREDENTIALS,
        "The request has two different keys.",
        hint="Send one key, preferably in the header X-API-Key.",
    )


def refuse_key() -> Problem:
    """The refusal of a key that nobody has. It does not say which it is: mistyped, expired or revoked."""
    return Problem(
        Code.INVALID_CREDENTIAL,
        "The key is not valid. It may be mistyped, expired or revoked.",
        hint="Ask the owner for a key (admin screens, Keys). A key is sitehand_ and 48 hex characters.",
    )


def refuse_bound_token() -> Problem:
    """The refusal of a token that is bound to its client's key."""
    return Problem(
        Code.INVALID_CREDENTIAL,
        "This site does not support the scheme DPoP.",
        hint="Get a plain bearer token from the broker, and send Authorization: Bearer.",
    )


def refuse_no_key() -> Problem:
    """The refusal of a request without a credential."""
    return Problem(
        Code.MISSING_CREDENTIAL,
        "The request has no key.",
        hint="Send the header X-API-Key, or Authorization: Bearer with the key.",
    )
