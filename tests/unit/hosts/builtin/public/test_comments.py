"""Comments as visitors see them."""

import re
from typing import Any

from sitehand.hosts.builtin.public.comments import MAX_COMMENTS
from sitehand.hosts.builtin.tables import comments
from tests.unit.hosts.builtin.public.site import Site

PATH = "/2026/03/lake/"


async def add(site: Site, post: int, content: str, **values: Any) -> int:
    """Write a comment."""
    row = {"post": post, "status": "approved", "author_name": "Otto", "date": "2026-04-01T08:00:00Z", **values}
    return await site.insert(comments, content=content, **row)


async def test_approved_comments_are_shown_below_what_they_reply_to(site: Site) -> None:
    """Whatever their order in time; what is pending, spam, in the trash or a note is not."""
    post = await site.add(slug="lake")
    reply_to = await add(site, post, "First")
    await add(site, post, "Third")
    await add(site, post, "Second", parent=reply_to, date="2026-05-01T08:00:00Z")
    for status in ("hold", "spam", "trash"):
        await add(site, post, f"Not {status}", status=status)
    await add(site, post, "Not a note", type="note")
    text = (await site.visit(PATH)).text
    assert re.findall(r"<p>(First|Second|Third)</p>", text) == ["First", "Second", "Third"]
    assert re.findall(r"depth-[0-9]", text) == ["depth-0", "depth-1", "depth-0"]
    assert "Not " not in text
    assert "3 comments" in text


async def test_visitors_words_are_cleaned(site: Site) -> None:
    """Markup beyond what WordPress lets visitors write goes, names are text, and no address runs code."""
    post = await site.add(slug="lake")
    await add(
        site,
        post,
        '<script>alert(1)</script><b onclick="x()">bold</b> <img src=x> <a href="javascript:x()">a</a>'
        ' <a href="https://b.example" style="position:fixed">b</a>',
        author_name="<i>Otto</i>",
        author_url="javascript:alert(2)",
    )
    text = (await site.visit(PATH)).text
    shown = text[text.index('<section class="comments"') :]
    assert "<b>bold</b>" in shown
    assert '<a href="https://b.example" rel="nofollow ugc noopener">b</a>' in shown
    assert "&lt;i&gt;Otto&lt;/i&gt;" in shown
    for gone in ("alert", "onclick", "<img", "javascript", "style="):
        assert gone not in shown, gone


async def test_a_password_hides_comments_too(site: Site) -> None:
    """They are shown with the content."""
    post = await site.add(slug="lake", password="séame")
    await add(site, post, "Behind the door")
    assert "Behind the door" not in (await site.visit(PATH)).text
    assert "Behind the door" in (await site.visit(PATH, "POST", data={"password": "séame"})).text


async def test_a_new_comment_is_shown_at_once(site: Site) -> None:
    """No kept answer hides it, and no validator that has not changed."""
    post = await site.add(slug="lake")
    before = await site.visit(PATH)
    await add(site, post, "Just now")
    again = await site.visit(PATH, headers={"If-Modified-Since": before.headers["Last-Modified"]})
    assert again.status_code == 200
    assert "Just now" in again.text


async def test_a_page_has_so_many_comments_and_no_more(site: Site) -> None:
    """The number of the rest is told."""
    post = await site.add(slug="lake")
    rows = [
        {"post": post, "status": "approved", "author_name": "O", "date": "2026-04-01T08:00:00Z", "content": "x"}
    ] * (MAX_COMMENTS + 3)
    await site.database.transact(lambda opened: opened.execute(comments.insert(), rows))
    text = (await site.visit(PATH)).text
    assert text.count('<article class="comment') == MAX_COMMENTS
    assert "3 more are not shown here." in text
