"""What the companion may tell of the version of the site, and what is made of it."""

from collections.abc import Mapping
from typing import Any

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.answer import Answer
from sitehand.hosts.wordpress.site_version import (
    ELSEWHERE,
    NOT_TOLD,
    PROOF_SECONDS,
    RETRY_SECONDS,
    UNREADABLE,
    SiteVersion,
)

ROOT = "https://sitehand.invalid/wp-json/"
WORD = "0" * 32


class Hand:
    """A clock that is set by hand, in seconds."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("told", "refusal"),
    [
        ([], NOT_TOLD),
        ({"address": "https://sitehand.invalid/file.txt", "version": ""}, NOT_TOLD),
        ({"address": None, "version": WORD}, ELSEWHERE),
        ({"address": "http://[", "version": WORD}, ELSEWHERE),
        ({"address": "http://sitehand.invalid/file.txt", "version": WORD}, ELSEWHERE),
        ({"address": "https://169.254.169.254/file.txt", "version": WORD}, ELSEWHERE),
        ({"address": "https://sitehand.invalid/file.txt", "version": WORD}, UNREADABLE),
    ],
)
async def test_what_proves_nothing_is_said(told: Any, refusal: str) -> None:
    """No version is looked for then, nothing at another address is read, and the next proof is due later."""
    clock = Hand()
    version = SiteVersion(ROOT, clock)

    async def read(route: str, query: Mapping[str, Any] | None = None) -> Answer:
        return Answer(200, {}, told)

    assert (await version.prove(read), await version.look(), version.needs_proof()) == (refusal, "", False)
    clock.now += RETRY_SECONDS
    assert version.needs_proof()
    await version.close()


async def test_an_older_companion_has_no_version() -> None:
    """It has no such route, which is no failure; another refusal is one."""
    version = SiteVersion(ROOT)

    def refuse(code: str) -> Any:
        async def read(route: str) -> Answer:
            raise Problem(Code.HOST_UNAVAILABLE, "No.", extra={"upstream": {"code": code}})

        return read

    assert await version.prove(refuse("rest_no_route")) == NOT_TOLD
    with pytest.raises(Problem):
        await version.prove(refuse("rest_forbidden"))
    await version.close()


async def test_a_proof_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the companion is gone nobody proves again, and the version that its file still has means nothing."""
    clock = Hand()
    version = SiteVersion(ROOT, clock)

    async def read(route: str) -> Answer:
        return Answer(200, {}, {"address": "https://sitehand.invalid/file.txt", "version": WORD})

    async def read_file(address: Any) -> str:
        return WORD

    monkeypatch.setattr(version, "_read", read_file)
    assert (await version.prove(read), await version.look(), version.needs_proof()) == ("", WORD, False)
    clock.now += PROOF_SECONDS
    assert (await version.look(), version.needs_proof()) == (WORD, True)
    clock.now += RETRY_SECONDS + 1
    assert await version.look() == ""
    await version.close()
