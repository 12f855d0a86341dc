"""What every host tells of users, and of types of content."""

import pytest

from sitehand.errors import Code, Problem
from sitehand.site.content import PostFields
from sitehand.site.host import Host
from sitehand.site.types import find_type
from sitehand.site.users import UserQuery
from sitehand.site.values import MAX_ID


async def test_the_author_of_an_item_is_a_user(host: Host) -> None:
    """The id that an item has as its author leads to a user with a name, a slug and an address."""
    post = await host.posts.create(PostFields(title="Signed", status="publish"), "key:1")
    user = await host.users.get(post["author"])
    assert user["id"] == post["author"]
    assert user["name"]
    assert user["slug"]
    assert user["link"].startswith("http")
    listed = await host.users.find(UserQuery(orderby="id", per_page=100))
    assert user in listed.items
    assert listed.total == len(listed.items)


async def test_users_are_found_by_name_slug_and_id(host: Host) -> None:
    """Each filter alone; what nobody has finds nobody."""
    user = (await host.users.find(UserQuery())).items[0]
    for query in (UserQuery(search=user["name"][:4]), UserQuery(slug=[user["slug"]]), UserQuery(include=[user["id"]])):
        assert user in (await host.users.find(query)).items
    for query in (UserQuery(search="zzzzz"), UserQuery(slug=["nobody"]), UserQuery(include=[987_654])):
        assert (await host.users.find(query)).total == 0
    assert user not in (await host.users.find(UserQuery(exclude=[user["id"]]))).items


@pytest.mark.parametrize("user_id", [987_654_321, MAX_ID + 1])
async def test_a_user_who_is_not_there(host: Host, user_id: int) -> None:
    """The id is not found."""
    with pytest.raises(Problem) as refusal:
        await host.users.get(user_id)
    assert refusal.value.code is Code.NOT_FOUND


async def test_types_of_content(host: Host) -> None:
    """Pages are a tree, posts have categories and tags, files are a type too; a REST base names a type as well."""
    types = {each["slug"]: each for each in await host.types.all()}
    assert {"page", "post", "attachment"} <= set(types)
    assert (types["page"]["hierarchical"], types["post"]["hierarchical"]) == (True, False)
    assert set(types["post"]["taxonomies"]) == {"category", "post_tag"}
    assert find_type(list(types.values()), "posts") == types["post"]
    with pytest.raises(Problem):
        find_type(list(types.values()), "planet")
