"""The comments on an item, drawn by the blocks of a template."""

import re
from typing import Any

import pytest
from sqlalchemy import insert

from sitehand.hosts.builtin.public.rendering.threads import THREADS
from sitehand.hosts.builtin.tables import comments
from tests.unit.hosts.builtin.public.site import Site

TEMPLATE = """<!-- wp:comments-title {"level":3} /-->
<!-- wp:comment-template --><!-- wp:group --><div class="wp-block-group"><!-- wp:avatar {"size":40,"isLink":true} /-->
<!-- wp:comment-author-name /--><!-- wp:comment-date {"format":"Y-m-d"} /--><!-- wp:comment-content /-->
<!-- wp:comment-edit-link /--><!-- wp:comment-reply-link /--></div><!-- /wp:group --><!-- /wp:comment-template -->"""
PAGES = """<!-- wp:comments-pagination {"paginationArrow":"arrow"} --><!-- wp:comments-pagination-previous /-->
<!-- wp:comments-pagination-numbers /--><!-- wp:comments-pagination-next /--><!-- /wp:comments-pagination -->"""
FORM = "<!-- wp:post-comments-form /-->"
PATH = "/2026/03/lake/"


def write_comments(inner: str = TEMPLATE) -> str:
    """A block of comments as the editor stores it."""
    return f'<!-- wp:comments --><div class="wp-block-comments"><h2>Said</h2>{inner}{FORM}</div><!-- /wp:comments -->'


async def add_post(site: Site, content: str = "", **values: Any) -> int:
    """A post with a block of comments."""
    given = {"slug": "lake", "title": "A <em>lake</em>", "date": "2026-03-02T12:00:00Z", **values}
    return await site.add(content=content or write_comments(), **given)


async def say(site: Site, post: int, content: str, **values: Any) -> int:
    """Write a comment."""
    row = {"post": post, "status": "approved", "author_name": "Otto", "date": "2026-04-01T08:00:00Z", **values}
    return await site.insert(comments, content=content, **row)


async def say_much(site: Site, post: int) -> None:
    """Write comments for three pages, numbered from 1."""
    row = {"post": post, "status": "approved", "author_name": "O", "date": "2026-04-01T08:00:00Z", "content": "x"}
    rows = [{**row, "id": number} for number in range(1, 2 * THREADS + 2)]
    await site.database.transact(lambda opened: opened.execute(insert(comments), rows))


async def show(site: Site, query: str = "") -> str:
    """The page of the post, from its content on."""
    text = (await site.visit(PATH + query)).text
    return text.split('<div class="content">', 1)[1].split("</main>", 1)[0]


async def test_each_comment_is_drawn_with_the_replies_to_it(site: Site) -> None:
    """Once on the page, in lists within each other, whatever the order in which they came."""
    post = await add_post(site)
    first = await say(site, post, "First", author=1, author_name="Ada Lovelace", author_url="https://ada.example/?a&b")
    await say(site, post, "Third", author_name="")
    reply = await say(site, post, "Second", parent=first, date="2026-05-01T08:00:00Z")
    for hidden in ({"status": "hold"}, {"type": "note"}):
        await say(site, post, "Secret", **hidden)
    html = await show(site)
    assert re.findall(r"<p>(.*?)</p>", html) == ["First", "Second", "Third"]
    nested = "<ol <li <ol <li </li </ol </li <li </li </ol"
    assert " ".join(re.findall(r"</?ol|</?li\b", html)) == nested
    assert f'<li id="comment-{reply}" class="comment odd alt depth-2">' in html
    by = "comment byuser comment-author-ada bypostauthor even thread-even depth-1"
    assert f'<li id="comment-{first}" class="{by}">' in html
    assert '<h3 class="wp-block-comments-title" id="comments">3 responses to “A <em>lake</em>”</h3>' in html
    assert "Secret" not in html and 'class="comments"' not in html


async def test_blocks_speak_of_their_comment(site: Site) -> None:
    """Who said it and where they are on the web, when, and what, with its markup cleaned; nothing leads to a form."""
    post = await add_post(site)
    words = '<b onclick="x()">Hm</b><script>alert(1)</script>'
    number = await say(site, post, words, author_name="Cy <i>", author_url="https://cy.example/")
    html = await show(site)
    assert f'<time datetime="2026-04-01T08:00:00Z"><a href="#comment-{number}">2026-04-01</a></time>' in html
    link = 'rel="external nofollow ugc noopener" target="_self" href="https://cy.example/"'
    assert f'<div class="wp-block-comment-author-name"><a {link}>Cy &lt;i&gt;</a></div>' in html
    assert '<div class="wp-block-comment-content"><p><b>Hm</b></p></div>' in html
    assert (
        'aria-label="Cy &lt;i&gt; Avatar"' in html
        and 'class="wp-block-avatar__link" href="https://cy.example/"' in html
    )
    assert ">One response to " in html
    assert "alert" not in html and "<form" not in html and "Reply" not in html


async def test_an_address_that_runs_code_leads_nowhere(site: Site) -> None:
    """The name stands there alone."""
    await say(site, await add_post(site), "Yes", author_url="javascript:alert(1)")
    html = await show(site)
    assert '<div class="wp-block-comment-author-name">Otto</div>' in html and "javascript" not in html


async def test_comments_have_pages_where_a_block_leads_to_them(site: Site) -> None:
    """So many threads on each, whole ones; without such a block all stand on one page."""
    post = await add_post(site, write_comments(TEMPLATE + PAGES))
    await say_much(site, post)
    await say(site, post, "Reply", id=900, parent=THREADS + 1, date="2026-06-01T08:00:00Z")
    pages = {number: await show(site, f"?cpage={number}") for number in (1, 2, 3, 9)}
    shown = {
        number: [int(each) for each in re.findall(r'<li id="comment-(\d+)"', html)] for number, html in pages.items()
    }
    assert shown[1] == [*range(1, THREADS + 1)] and shown[2] == [THREADS + 1, 900, *range(THREADS + 2, 2 * THREADS + 1)]
    assert shown[3] == shown[9] == [2 * THREADS + 1]
    assert f'<a class="wp-block-comments-pagination-previous" href="{PATH}#comments">' in pages[2]
    arrow = '<span class="wp-block-comments-pagination-next-arrow is-arrow-arrow" aria-hidden="true">→</span>'
    assert (
        f'class="wp-block-comments-pagination-next" href="{PATH}?cpage=3#comments">Newer Comments{arrow}</a>'
        in pages[2]
    )
    assert '<span aria-current="page" class="page-numbers current">2</span>' in pages[2]


async def test_comments_without_pages_stand_on_one(site: Site) -> None:
    """Where no block leads to further ones."""
    await say_much(site, await add_post(site))
    assert (await show(site, "?cpage=2")).count('<li id="comment-') == 2 * THREADS + 1


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("{}", "2 responses to “A <em>lake</em>”"),
        ('{"showPostTitle":false}', "2 responses"),
        ('{"showCommentsCount":false}', "Responses to “A <em>lake</em>”"),
        ('{"showCommentsCount":false,"showPostTitle":false}', "Responses"),
    ],
)
async def test_the_title_says_as_much_as_its_author_wants(site: Site, given: str, words: str) -> None:
    """How many comments, on what, or neither."""
    post = await add_post(site, write_comments(f"<!-- wp:comments-title {given} /-->{TEMPLATE}"))
    await say(site, post, "One")
    await say(site, post, "Two")
    assert f'id="comments">{words}</h2>' in await show(site)


async def test_nothing_stands_there_without_comments(site: Site) -> None:
    """Nor for a block that draws no comment; then they stand below the post as they do without blocks."""
    await add_post(site)
    assert "Said" not in await show(site)
    bare = await add_post(site, write_comments(""), slug="bare")
    await say(site, bare, "Below")
    text = (await site.visit("/2026/03/bare/")).text
    assert "Said" not in text and '<section class="comments"' in text and "Below" in text


async def test_a_protected_post_keeps_its_comments(site: Site) -> None:
    """In a list they are not drawn; on its own page they are with the password."""
    secret = await add_post(site, password="séame")
    await say(site, secret, "Behind the door")
    inner = f"<!-- wp:post-template -->{write_comments()}<!-- /wp:post-template -->"
    await site.add(
        "page", slug="all", content=f'<!-- wp:query --><div class="wp-block-query">{inner}</div><!-- /wp:query -->'
    )
    assert "Behind the door" not in (await site.visit("/all/")).text
    assert "Behind the door" not in (await site.visit(PATH)).text
    assert "Behind the door" in (await site.visit(PATH, "POST", data={"password": "séame"})).text


async def test_comments_stand_on_a_page_once(site: Site) -> None:
    """A second block of comments on the same item draws nothing: an id is of one element."""
    post = await add_post(site, write_comments() * 2)
    number = await say(site, post, "Once")
    assert (await show(site)).count(f'id="comment-{number}"') == 1


async def test_a_list_shows_the_comments_of_each_post(site: Site) -> None:
    """Below its own words, and not those of the page around."""
    for name in ("one", "two"):
        await say(site, await site.add(title=name), f"On {name}", date="2026-04-01T08:00:00Z")
    inner = f"<!-- wp:post-template --><!-- wp:post-title /-->{write_comments()}<!-- /wp:post-template -->"
    await site.add(
        "page", slug="all", content=f'<!-- wp:query --><div class="wp-block-query">{inner}</div><!-- /wp:query -->'
    )
    text = (await site.visit("/all/")).text
    assert re.findall(r"On (?:one|two)|“(?:one|two)”", text) == ["“two”", "On two", "“one”", "On one"]


@pytest.mark.parametrize(("size", "is_whole"), [(2_000, True), (40_000, False)])
async def test_long_comments_are_shown_as_far_as_there_is_room(site: Site, size: int, is_whole: bool) -> None:
    """The blocks around them count nothing twice, and what was drawn stays when the room ends."""
    post = await add_post(site)
    row = {
        "post": post,
        "status": "approved",
        "author_name": "O",
        "date": "2026-04-01T08:00:00Z",
        "content": "a" * size,
    }
    rows = [{**row, "id": number} for number in range(1, 301)]
    await site.database.transact(lambda opened: opened.execute(insert(comments), rows))
    html = await show(site)
    shown = html.count("a" * size)
    assert (shown == len(rows), "left-out" in html) == (is_whole, not is_whole)
    assert shown * size > 500_000
    assert len(html) < 2_100_000


async def test_a_second_template_in_the_block_draws_nothing(site: Site) -> None:
    """Each comment has its id, which is on a page once."""
    comment = await say(site, await add_post(site, write_comments(TEMPLATE * 2)), "Once")
    html = await show(site)
    assert (html.count(f'id="comment-{comment}"'), html.count("Once")) == (1, 1)


async def test_comments_that_no_template_draws_stand_below(site: Site) -> None:
    """A template in a list speaks of the items of the list, and not of the post around."""
    items = f"<!-- wp:post-template -->{TEMPLATE}<!-- /wp:post-template -->"
    inner = f"<!-- wp:query -->{items}<!-- /wp:query -->"
    await say(site, await add_post(site, write_comments(inner)), "Not lost")
    html = (await site.visit(PATH)).text
    assert html.count("Not lost") == 1 and 'class="comments"' in html
