"""What every host does with the revisions of pages and posts."""

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.parts import ELEMENTOR_FIELDS
from sitehand.site.content import PageFields
from sitehand.site.host import Host
from sitehand.site.values import MAX_ID

TEXTS = ("<p>one \\u0041</p>", "<p>two &amp; <b>three</b></p>", "<p>three</p>")


async def _revise(host: Host, kind: str) -> int:
    store = host.store(kind)
    made = await store.create(PageFields(title="Revised", content="<p>zero</p>", status="publish"), "key:1")
    for number, text in enumerate(TEXTS):
        await store.update(made["id"], PageFields(content=text, title=f"Title {number}"), "key:1")
    return int(made["id"])


@pytest.mark.parametrize("kind", ["page", "post"])
async def test_each_change_leaves_a_revision(host: Host, kind: str) -> None:
    """Newest first, without bodies; each holds the texts that its change left, byte for byte."""
    item = await _revise(host, kind)
    found = await host.revisions.find(kind, item, 1, 3)
    assert [revision["title"]["raw"] for revision in found.items] == ["Title 2", "Title 1", "Title 0"]
    assert found.total >= 3
    assert all(revision["parent"] == item and "content" not in revision for revision in found.items)
    for revision, text in zip(found.items, reversed(TEXTS), strict=True):
        whole = await host.revisions.get(kind, item, revision["id"])
        assert (whole["content"]["raw"], whole["excerpt"]["raw"]) == (text, "")
        assert revision.items() <= whole.items()
        texts = await host.revisions.get_texts(kind, item, revision["id"])
        assert texts == {"title": revision["title"]["raw"], "content": text, "excerpt": ""}


async def test_what_a_revision_has_beside_its_texts(host: Host) -> None:
    """The fields of the item and its Elementor document on the built-in site; none on a WordPress without Elementor."""
    item = await _revise(host, "page")
    (newest,) = (await host.revisions.find("page", item, 1, 1)).items
    parts = await host.revisions.get_parts("page", item, newest["id"])
    nothing = {"fields": {}, "seo": {}, "elementor": dict.fromkeys(ELEMENTOR_FIELDS, "")}
    assert parts == ({} if host.redirects is None else nothing)


async def test_pages_of_revisions(host: Host) -> None:
    """Each page continues the one before; past the end there is nothing, and the total stays."""
    item = await _revise(host, "page")
    whole = await host.revisions.find("page", item, 1, 100)
    parts = [await host.revisions.find("page", item, page, 2) for page in (1, 2)]
    assert [each for part in parts for each in part.items] == whole.items[:4]
    past = await host.revisions.find("page", item, 50, 2)
    assert (list(past.items), past.total) == ([], whole.total)


async def test_what_is_not_there(host: Host) -> None:
    """An item of another type, a revision of another item, and ids that nothing has are not found."""
    page, other = await _revise(host, "page"), await _revise(host, "page")
    foreign = (await host.revisions.find("page", other, 1, 1)).items[0]["id"]
    for kind, item in (("post", page), ("page", 987_654), ("page", MAX_ID + 1)):
        with pytest.raises(Problem) as refusal:
            await host.revisions.find(kind, item, 1, 10)
        assert refusal.value.code is Code.NOT_FOUND
    for revision in (foreign, 987_654_321, MAX_ID + 1):
        with pytest.raises(Problem) as refusal:
            await host.revisions.get("page", page, revision)
        assert refusal.value.code is Code.NOT_FOUND
