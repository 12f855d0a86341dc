"""What a request says of itself."""

import re
import tracemalloc
from collections.abc import Iterator

import pytest

from sitehand.doors.credentials import origin_of, read_headers
from sitehand.guard.origins import MAX_CLIENT, MAX_ORIGINS, MAX_READ

MEGABYTE = 2**20


@pytest.fixture
def traced() -> Iterator[None]:
    """Memory is measured."""
    tracemalloc.start()
    yield
    tracemalloc.stop()


@pytest.mark.usefixtures("traced")
def test_what_long_clients_call_themselves_is_not_kept() -> None:
    """A User-Agent comes before anybody has shown a key, and has no bound of its own."""
    before, _ = tracemalloc.get_traced_memory()
    for number in range(MAX_ORIGINS):
        origin = origin_of("rest", read_headers({"headers": [(b"user-agent", b"%d" % number + b"\0" * MEGABYTE)]}))
        assert origin.client == str(number)
    assert tracemalloc.get_traced_memory()[0] - before < MEGABYTE


def test_a_key_that_a_client_calls_itself_is_hidden_however_long() -> None:
    """Also where the name is too long to be kept as it was told."""
    for more in ("", "x" * MEGABYTE):
        origin = origin_of("rest", {"user-agent": f"sitehand_{'0' * 48} by {more}"})
        assert origin.client == f"sitehand_*** by {more}"[:MAX_CLIENT]


@pytest.mark.parametrize("place", range(57))
def test_a_key_that_is_cut_off_is_hidden(place: int) -> None:
    """What is read of a long name may end within a key, and characters that are not shown may stand in it."""
    key = "sitehand_" + "0\0" * 48
    origin = origin_of("rest", {"user-agent": "\0" * (MAX_READ - place) + key})
    assert re.fullmatch(r"s?i?t?e?h?a?n?d?_?|sitehand_(0{1,6}|\*\*\*)", origin.client)
