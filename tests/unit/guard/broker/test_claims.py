"""What an introspection answer must say: each claim that is missing, foreign or of another kind refuses."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.guard.broker.claims import MAX_LIFE, Holder, TokenRefused, TokenRequirements, read_holder

NOW = 1_800_000_000.0
EXPECTED = TokenRequirements("https://broker.example", "https://site.example/sitehand/v1/mcp", NOW)
GOOD: dict[str, Any] = {
    "active": True,
    "iss": EXPECTED.issuer,
    "aud": EXPECTED.resource,
    "exp": NOW + 60,
    "sub": "anna",
    "client_id": "assistant",
    "scope": "site:read openid",
    "token_type": "Bearer",
}
ABSENT = object()


def alter(**changed: Any) -> dict[str, Any]:
    """The good answer with other members, or without those that are ABSENT."""
    return {name: value for name, value in {**GOOD, **changed}.items() if value is not ABSENT}


def test_a_good_answer_names_the_holder() -> None:
    """Subject, client and scopes, in the broker's words."""
    assert read_holder(GOOD, EXPECTED) == Holder("anna", "assistant", frozenset({"site:read", "openid"}))


@pytest.mark.parametrize(
    "changed",
    [
        {"aud": ["https://other.example", EXPECTED.resource]},
        {"aud": "https://other.example", "resource": EXPECTED.resource},
        {"aud": ABSENT, "resource": [EXPECTED.resource]},
        {"token_type": "bearer", "typ": "at+JWT", "token_use": "access"},
        {"token_type": ABSENT, "typ": "Bearer"},
        {"nbf": NOW},
        {"nbf": NOW + 3},
        {"exp": NOW + 0.5},
        {"exp": NOW + MAX_LIFE},
        {"iat": NOW + 100},
        {"cnf": None},
    ],
)
def test_what_brokers_also_say(changed: dict[str, Any]) -> None:
    """Several audiences, the claim `resource`, other names for an access token, a clock that is a little ahead."""
    assert read_holder(alter(**changed), EXPECTED).subject == "anna"


@pytest.mark.parametrize("scope", [ABSENT, None, "", 5, ["site:write"], {"site:write": True}])
def test_scopes_that_are_no_text_are_none(scope: Any) -> None:
    """A token without scopes that can be read may do nothing."""
    assert not read_holder(alter(scope=scope), EXPECTED).scopes & {"site:read", "site:write"}


@pytest.mark.parametrize(
    ("changed", "word"),
    [
        *(({"active": value}, "expired or was revoked") for value in (ABSENT, False, None, "true", 1)),
        *(
            ({"iss": value}, "issuer")
            for value in (ABSENT, None, "https://broker.example/", ["https://broker.example"])
        ),
        *(
            ({"token_type": value}, "no access token")
            for value in (ABSENT, None, "", "refresh_token", "N_A", "id_token", ["Bearer"], 1)
        ),
        *(({"typ": value}, "no access token") for value in ("Refresh", "ID", "JWT", None)),
        *(({"token_use": value}, "no access token") for value in ("refresh_token", "id")),
        *(({"cnf": value}, "DPoP") for value in ({}, {"jkt": "x"}, {"x5t#S256": "x"}, "x")),
        *(({"token_type": value}, "DPoP") for value in ("DPoP", "dpop")),
        *(
            ({"aud": value}, "another site")
            for value in (
                *(ABSENT, None, "", "https://other.example/sitehand/v1/mcp", EXPECTED.resource + "/", [], 5),
                *([EXPECTED.resource, 5], {EXPECTED.resource: 1}, EXPECTED.resource.upper()),
            )
        ),
        *(
            ({"exp": value}, "expired")
            for value in (ABSENT, None, NOW, NOW - 1, 0, "9999999999", True, float("nan"), float("inf"), 10**400)
        ),
        *(({"exp": value}, "ten years") for value in (NOW + MAX_LIFE + 1, (NOW + 60) * 1000, 2**53 - 1)),
        *(({"nbf": value}, "not come yet") for value in (None, NOW + 6, "0", float("nan"), True)),
        *(({"sub": value}, "sub") for value in (ABSENT, None, "", 5, "x" * 201)),
        *(({"client_id": value}, "client_id") for value in (ABSENT, None, "", ["assistant"])),
    ],
)
def test_whatever_is_not_as_it_must_be_refuses(changed: dict[str, Any], word: str) -> None:
    """With a reason that names the fault."""
    with pytest.raises(TokenRefused, match=word):
        read_holder(alter(**changed), EXPECTED)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from([*GOOD, "nbf", "cnf", "typ", "token_use", "resource"]), values, min_size=1))
def test_only_refusals_and_holders_come_of_any_answer(changed: dict[str, Any]) -> None:
    """Whatever the broker says is let in by every rule at once, or refused; nothing else happens."""
    claims = {**GOOD, **changed}
    try:
        holder = read_holder(claims, EXPECTED)
    except TokenRefused:
        return
    assert claims["active"] is True
    assert claims["iss"] == EXPECTED.issuer
    assert NOW < claims["exp"] <= NOW + MAX_LIFE
    assert EXPECTED.resource in (claims["aud"] if isinstance(claims["aud"], list) else [claims["aud"]])
    assert (holder.subject, holder.client) == (claims["sub"], claims["client_id"])
