"""Arguments as the journal keeps them."""

import pytest

from sitehand.guard.secrets import HIDDEN, SHOWN_CHARACTERS, hide_secrets


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"password": "hush", "title": "a"}, {"password": HIDDEN, "title": "a"}),
        ({"headers": {"X-API-Key": "hush"}}, {"headers": {"X-API-Key": HIDDEN}}),
        (["/pages?api_key=hush&page=2"], [f"/pages?api_key={HIDDEN}&page=2"]),
        ("/pages?a%70i_key=hush", f"/pages?a%70i_key={HIDDEN}"),
        ("no path?api_key=shown", "no path?api_key=shown"),
    ],
)
def test_secrets_are_hidden_wherever_they_stand(given: object, kept: object) -> None:
    """As members, as headers of a part, and in the query of its path."""
    assert hide_secrets(given) == kept


def test_only_the_beginning_of_a_long_text_is_looked_at() -> None:
    """A text that begins like a path and has a million parameters took the event loop 0.3 s; a secret stays hidden."""
    long = "/pages?api_key=" + "hush" * SHOWN_CHARACTERS
    assert hide_secrets(long) == f"/pages?api_key={HIDDEN}… ({len(long)} characters)"
    many = "/?" + "a=b&" * 1_000_000
    assert hide_secrets(many) == f"{many[:SHOWN_CHARACTERS]}… ({len(many)} characters)"
