"""Ids of requests."""

import time
from uuid import RFC_4122, UUID

import pytest

from sitehand.guard.request_ids import make_request_id


def test_an_id_is_a_uuid_that_begins_with_the_time() -> None:
    """Of version 7, without hyphens; its first 48 bits are milliseconds since 1970."""
    before, made, after = time.time_ns(), make_request_id(), time.time_ns()
    named = UUID(made)
    assert named.hex == made
    assert (named.version, named.variant) == (7, RFC_4122)
    assert before // 1_000_000 <= named.int >> 80 <= after // 1_000_000


def test_ids_are_in_the_order_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """As text, which is how the index of the journal has them; those of one moment differ."""
    moments = [1, 1_000_000, 1_764_000_000_000_000_000, 1_764_000_000_001_000_000, 2**47 * 1_000_000]
    ids = []
    for moment in moments:
        monkeypatch.setattr(time, "time_ns", lambda now=moment: now)
        ids.append(make_request_id())
        assert ids[-1] != make_request_id()
    assert ids == sorted(ids)
