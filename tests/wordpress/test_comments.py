"""Comments of a real WordPress, at the level of the port."""

from collections.abc import Iterator

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.site.comments import VISITORS_WORDS, CommentFields, NewComment
from sitehand.site.content import PageFields, PostFields
from tests.wordpress.conftest import restore
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_transactions import keep

BY = "key:1"
INSERT = """INSERT INTO wp_comments (comment_post_ID, comment_author, comment_author_email, comment_author_url,
    comment_date, comment_date_gmt, comment_content, comment_approved, comment_type)
    VALUES ({post}, 'Otto', 'otto@otto.example', 'https://otto.example', NOW(), UTC_TIMESTAMP(), 'Obey me',
    '0', 'comment')"""

DEFAULT = "UPDATE wp_options SET option_value = '{}' WHERE option_name = 'default_comment_status'"


async def write_as_visitor(host: WordPressHost, wordpress: WordPress) -> int:
    """A comment on hold, as a visitor leaves one."""
    post = await host.posts.create(PostFields(title="Open", status="publish"), BY)
    wordpress.run_sql(INSERT.format(post=post["id"]))
    return int(wordpress.run_sql("SELECT MAX(comment_ID) FROM wp_comments").split()[-1])


async def test_closed_comments_are_refused_before_anything_is_sent(host: WordPressHost, proxy: Proxy) -> None:
    """As WordPress has it for pages."""
    page = await host.pages.create(PageFields(title="Closed", status="publish"), BY)
    proxy.sent.clear()
    with pytest.raises(Problem, match="closed") as refusal:
        await host.comments.create(NewComment(post=page["id"], content="Lost"))
    assert refusal.value.code is Code.INVALID_ARGUMENTS
    assert not [each for each in proxy.sent if each.method != "GET"]


@pytest.mark.parametrize("kind", ["page", "post"])
async def test_a_new_item_takes_comments_as_new_ones_do(
    host: WordPressHost, wordpress: WordPress, proxy: Proxy, kind: str
) -> None:
    """A page takes none, and a post none where the settings say so: nothing is sent."""
    wordpress.run_sql(DEFAULT.format("closed" if kind == "post" else "open"))
    try:
        async with host.transactions.open():
            if kind == "page":
                item = (await host.pages.create(PageFields(title="New", status="publish"), BY))["id"]
            else:
                item = (await host.posts.create(PostFields(title="New", status="publish"), BY))["id"]
            with pytest.raises(Problem, match="closed"):
                await host.comments.create(NewComment(post=item, content="Lost"))
    finally:
        wordpress.run_sql(DEFAULT.format("open"))
    assert proxy.writes == []


@pytest.fixture
def untold(wordpress: WordPress) -> Iterator[None]:
    """Settings that the user may not read, as anybody but an administrator."""
    file = wordpress.root / "wp-content" / "mu-plugins" / "untold.php"
    file.parent.mkdir(exist_ok=True)
    refused = "new WP_Error('rest_forbidden', 'No.', ['status' => 403])"
    route = "$request->get_route() === '/wp/v2/settings'"
    look = f"fn($answer, $server, $request) => {route} ? {refused} : $answer"
    file.write_text(f"<?php add_filter('rest_pre_dispatch', {look}, 10, 3);")
    yield
    file.unlink()


@pytest.mark.usefixtures("untold")
async def test_where_the_settings_are_not_told_wordpress_decides(host: WordPressHost) -> None:
    """About comments on a post that is made in the same call."""
    async with host.transactions.open() as transaction:
        post = await host.posts.create(PostFields(title="New", status="publish"), BY)
        comment = await host.comments.create(NewComment(post=post["id"], content="Kept"))
        await transaction.commit(keep)
    assert (await host.comments.get(comment["id"], "view"))["post"] == post["id"]


async def test_an_edit_leaves_the_date(host: WordPressHost, wordpress: WordPress) -> None:
    """WordPress stores two dates, from two looks at the clock; an edit would set the first to the second."""
    number = await write_as_visitor(host, wordpress)
    wordpress.run_sql(
        f"UPDATE wp_comments SET comment_date = comment_date + INTERVAL 1 SECOND WHERE comment_ID = {number}"
    )
    found = await host.comments.get(number, "edit")
    async with host.transactions.open() as transaction:
        await host.comments.update(number, CommentFields(content="Obey nobody"))
        await transaction.commit(keep)
    now = await host.comments.get(number, "edit")
    assert (now["content"]["raw"], now["date"]) == ("Obey nobody", found["date"])


async def test_a_visitors_comment_is_restored_from_the_trash_alone(host: WordPressHost, wordpress: WordPress) -> None:
    """Its words are marked as untrusted, moderation is undone, and a permanent deletion is not: no address is kept."""
    number = await write_as_visitor(host, wordpress)
    found = await host.comments.get(number, "edit")
    assert (found["author_name"], found["untrusted"], found["status"]) == ("Otto", VISITORS_WORDS, "hold")
    assert "otto@" not in str(found)
    async with host.transactions.open() as transaction:
        await host.comments.update(number, CommentFields(status="trash"))
        done = await transaction.commit(keep)
    async with host.transactions.open() as transaction:
        await restore(transaction, done)
        await transaction.commit(keep)
    assert await host.comments.get(number, "edit") == found
    async with host.transactions.open() as transaction:
        await host.comments.delete(number)
        done = await transaction.commit(keep)
    with pytest.raises(Problem, match="e-mail address") as refusal:
        async with host.transactions.open() as transaction:
            await restore(transaction, done)
    assert refusal.value.code is Code.CONFLICT
