"""Which object a write is about."""

from pathlib import Path

import pytest

from sitehand.app import assemble
from sitehand.errors import Problem
from sitehand.operation.write import item_of, object_of
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.site.content import PageFields, PostFields
from sitehand.site.values import Id, Input
from tests.databases import migrate


class Wanted(Input):
    """One."""

    id: Id


@pytest.fixture
async def parts(tmp_path: Path) -> Parts:
    """A site with nothing in it."""
    parts = assemble(Settings(data=tmp_path, log="off"))
    await migrate(parts.database)
    return parts


async def test_an_object_of_a_kind_is_named_by_its_id(parts: Parts) -> None:
    """Whether it is there or not."""
    assert await object_of("key")(parts.host, Wanted(id=7)) == ("key", "7")


async def test_an_item_is_of_the_kind_that_its_id_has(parts: Parts) -> None:
    """Each of its own; an id without an item is refused."""
    page = await parts.host.pages.create(PageFields(title="A page"), "key:1")
    post = await parts.host.posts.create(PostFields(title="A post"), "key:1")
    found = [await item_of()(parts.host, Wanted(id=each["id"])) for each in (page, post)]
    assert found == [("page", str(page["id"])), ("post", str(post["id"]))]
    with pytest.raises(Problem):
        await item_of()(parts.host, Wanted(id=99))
