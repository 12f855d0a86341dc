"""Hosts and origins, read exactly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.site.addresses import Authority, WebOrigin, read_authority, read_origin, to_ascii

ODD_HOSTS = [
    *(
        "",
        " ",
        "example.org.",
        ".example.org",
        "a..b",
        "-a.example",
        "a-.example",
        "exa mple.org",
        "a" * 64,
        "a." * 127,
    ),
    *("user@example.org", "user:word@example.org", "example.org@", "example.org/", "example.org/x", "example.org?x"),
    *("example.org#x", "example.org\\x", "example.org\\@localhost", "localhost%00.evil.example", "%6cocalhost"),
    *("example.org:", "example.org:0", "example.org:08", "example.org:65536", "example.org:+1", "example.org:80:80"),
    *("::1", "[::1", "::1]", "[::1]x", "[fe80::1%eth0]", "[1.2.3.4]", "[]", "[::g]", "127.1", "2130706433", "0x7f.1"),
    *(
        "0x7f000001",
        "127.0.0.01",
        "127.0.0.1.",
        "1.2.3.256",
        "a.0x",
        "\u212aite.example",
        "bücher.example",
        "localhost\n",
    ),
    *("example.org,example.org", "example.org localhost", "a\tb", "\uff4cocalhost", "exämple.org", "*"),
]


@pytest.mark.parametrize("text", ODD_HOSTS)
def test_an_odd_host_is_none(text: str) -> None:
    """Whatever another parser makes of it; in an origin neither."""
    assert read_authority(text) is None
    assert read_origin(f"https://{text}") is None


def test_the_longest_name_is_read_with_its_port() -> None:
    """253 characters and a port of five digits; one character more is none."""
    name = ".".join(["a" * 63] * 3 + ["b" * 61])
    assert read_authority(f"{name}:65535") == Authority(name, 65535)
    assert read_authority(f"{name}b") is None


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Example.ORG", ("example.org", None)),
        ("example.org:8443", ("example.org", 8443)),
        ("my_service:1", ("my_service", 1)),
        ("127.0.0.1:65535", ("127.0.0.1", 65535)),
        ("[0:0::1]:80", ("[::1]", 80)),
        ("[2001:DB8::A]", ("[2001:db8::a]", None)),
        ("xn--bcher-kva.example", ("xn--bcher-kva.example", None)),
        ("4chan.example", ("4chan.example", None)),
    ],
)
def test_a_host_is_read_as_it_is_compared(text: str, read: tuple[str, int | None]) -> None:
    """In lower case, addresses in their one form, and the port as a number."""
    assert read_authority(text) == Authority(*read)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("https://Example.org", ("https", "example.org", 443)),
        ("https://example.org:443", ("https", "example.org", 443)),
        ("http://example.org", ("http", "example.org", 80)),
        ("vscode-webview://abc", ("vscode-webview", "abc", None)),
    ],
)
def test_an_origin_has_its_schemes_port(text: str, read: tuple[str, str, int | None]) -> None:
    """So that with it and without it the same origin is meant."""
    assert read_origin(text) == WebOrigin(*read)


@pytest.mark.parametrize(
    "text",
    ["null", "", "example.org", "//example.org", "https:example.org", "https://a.example/", "https://a.example/x"],
)
def test_what_is_no_origin_is_none(text: str) -> None:
    """No scheme, or more than an origin has."""
    assert read_origin(text) is None


@given(st.text(max_size=12), st.sampled_from(["localhost", "example.org", "127.0.0.1"]), st.text(max_size=12))
def test_nothing_around_a_known_name_makes_it_known(before: str, name: str, after: str) -> None:
    """What is read as a name is that name, to the letter, with nothing but a port behind it."""
    found = read_authority(f"{before}{name}{after}")
    if found and found.host == name:
        assert before == ""
        assert after in ("", f":{found.port}")


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("bücher.example", "xn--bcher-kva.example"),
        ("https://straße.example:8443", "https://xn--strae-oqa.example:8443"),
        ("example.org", "example.org"),
    ],
)
def test_names_in_other_scripts_are_sent_in_ascii(written: str, sent: str) -> None:
    """As browsers send them."""
    assert to_ascii(written) == sent


def test_what_is_no_name_in_any_script_is_refused() -> None:
    """With the error that settings show."""
    with pytest.raises(ValueError, match="not allowed"):
        to_ascii("a\u202eb.example")
