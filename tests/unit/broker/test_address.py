"""Which addresses a broker may have."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.broker.address import WrongAddress, check_address, check_issuer, check_resource


@pytest.mark.parametrize(
    "url",
    [
        *("https://broker.example", "https://broker.example/", "https://broker.example:8443/realms/site"),
        *("http://127.0.0.1:9000", "http://localhost/x", "http://[::1]:9000", "http://127.9.9.9", "https://10.0.0.1"),
    ],
)
def test_issuers(url: str) -> None:
    """https anywhere, http on this machine."""
    assert check_issuer(url) == url


@pytest.mark.parametrize(
    "url",
    [
        *(
            "",
            "broker.example",
            "https://",
            "https:///path",
            "ftp://127.0.0.1",
            "javascript:alert(1)",
            "//broker.example",
        ),
        *("http://broker.example", "http://10.0.0.1", "http://0.0.0.0", "http://localhost.example", "http://[::2]"),
        *("http://127.0.0.1@broker.example", "https://anna:x@broker.example", "http://127.0.0.1.broker.example"),
        *("https://broker.example?x=1", "https://broker.example/#x", "https://broker.example/?", "https://b.example#"),
        *("https://broker.example/a b", "https://broker.example/\r\nX: y", "https://bröker.example", "https://b:99999"),
        *("https://[::1", "https://b:x", "https://b.example/" + "x" * 2000, "http://2130706433", "http://0177.0.0.1"),
    ],
)
def test_no_issuers(url: str) -> None:
    """Anything else is refused before anybody is asked."""
    with pytest.raises(WrongAddress):
        check_issuer(url)


def test_a_broker_elsewhere_does_not_lead_here() -> None:
    """An https broker names no http service of this machine; one on this machine may, and both may have a query."""
    assert check_address("http://127.0.0.1/x?y=1", beside="http://127.0.0.1")
    assert check_address("https://other.example/x?y=1", beside="https://broker.example")
    with pytest.raises(WrongAddress):
        check_address("http://127.0.0.1/x", beside="https://broker.example")


@pytest.mark.parametrize(
    "url", ["https://site.example/mcp", "http://10.0.0.1/mcp", "urn:site:1", "https://site.example/?a=b"]
)
def test_resources(url: str) -> None:
    """Any absolute address: it is a name, and nobody goes there."""
    assert check_resource(url) == url


@pytest.mark.parametrize(
    "url",
    ["", "/mcp", "site", "https://site.example/#x", 'https://site.example/"', "https://s e", "https:", "http://["],
)
def test_no_resources(url: str) -> None:
    """What is relative, has a fragment, or would break a header."""
    with pytest.raises(WrongAddress):
        check_resource(url)


@given(st.text() | st.text(alphabet="htps:/.@#?[]0123456789abl\\ \n"))
def test_any_text_is_an_address_or_refused(text: str) -> None:
    """Nothing else happens, and what passes is https or on this machine."""
    try:
        check_address(text)
    except WrongAddress:
        return
    assert text.lower().startswith(("https://", "http://"))
