"""Hashes of blocks, by which a block is known again wherever it stands."""

from hashlib import sha256
from typing import Any

import pytest

from sitehand.blocks import fingerprints
from sitehand.blocks.fingerprints import hash_blocks
from sitehand.blocks.outline import read_outline

ONE = "<!-- wp:paragraph -->\n<p>One</p>\n<!-- /wp:paragraph -->"
GROUP = f"<!-- wp:group --><div>{ONE}</div><!-- /wp:group -->"


def list_hashes(source: str) -> list[bytes]:
    """The hash of each block, in their order."""
    return list(hash_blocks(read_outline(source)).values())


def test_a_block_has_its_hash_wherever_it_stands() -> None:
    """Alone, beside others and within one; a block around another has the hash of all that is in it."""
    (alone,) = list_hashes(ONE)
    group, inner = list_hashes(GROUP)
    assert alone == inner != group
    assert list_hashes(f"{ONE}\n\n{GROUP}") == [alone, group, inner]
    changed, other = list_hashes(GROUP.replace("One", "Two"))
    assert {changed, other}.isdisjoint({group, inner})


@pytest.mark.parametrize(
    "source",
    ["<!-- wp:html --><script>" * 500, "<!-- wp:group -->" * 500 + "<!-- /wp:group -->" * 500],
    ids=["never closed", "deep"],
)
def test_all_hashes_cost_one_pass(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What blocks share is hashed once, not once for each of them."""
    hashed: list[int] = []

    def count(content: bytes) -> Any:
        hashed.append(len(content))
        return sha256(content)

    monkeypatch.setattr(fingerprints, "sha256", count)
    assert len(list_hashes(source)) == len(hashed)
    assert sum(hashed) < 5 * len(source)
