"""Pictures of people, which ask nobody for them."""

import pytest

from sitehand.hosts.builtin.public.rendering.avatars import draw_portrait
from sitehand.hosts.builtin.tables import authors, comments
from tests.unit.hosts.builtin.public.rendering.test_page import show
from tests.unit.hosts.builtin.public.site import Site


@pytest.mark.parametrize(
    ("name", "letters"),
    [("Ada Lovelace", "AL"), ("ada (of) king lovelace", "AL"), ("Ada", "A"), ("<b>", ""), ("", ""), ("ß x", "SSX")],
)
def test_a_portrait_has_the_first_letters_of_a_name(name: str, letters: str) -> None:
    """Of the first word and the last, of those that begin with a letter; nothing else of the name."""
    drawn = draw_portrait(name, 40)
    assert f">{letters}</text></svg>" in drawn
    assert 'width="40" height="40"' in drawn and 'aria-hidden="true"' in drawn


async def test_an_avatar_is_of_the_author_or_of_whom_it_names(site: Site) -> None:
    """With a label, a border of its own, and a link to the posts; nothing for an author who is not here."""
    await site.insert(authors, id=7, name='Bo "B"', slug="bo")
    linked = '{"userId":7,"isLink":true,"linkTarget":"_blank","size":30,"style":{"border":{"radius":"9px"}}}'
    html = await show(site, f'<!-- wp:avatar /--><!-- wp:avatar {linked} /--><!-- wp:avatar {{"userId":99}} /-->')
    assert html.count('<div class="wp-block-avatar">') == 2
    assert 'class="avatar avatar-96 photo wp-block-avatar__image" role="img" aria-label="Ada Lovelace Avatar"' in html
    assert (
        '<a target="_blank" aria-label="(Bo &quot;B&quot; author archive, opens in a new tab)"'
        ' class="wp-block-avatar__link" href="/author/bo/">'
    ) in html
    assert 'height="30" style="border-radius:9px"' in html


async def test_a_template_without_comments_has_no_avatar(site: Site) -> None:
    """What it holds speaks of each comment."""
    html = await show(site, "<!-- wp:comment-template --><!-- wp:avatar /--><!-- /wp:comment-template -->")
    assert "wp-block-avatar" not in html


async def test_lists_show_people_unless_their_author_says_no(site: Site) -> None:
    """Authors of posts and of comments."""
    post = await site.add()
    said = {"author_name": "Cy", "status": "approved", "content": "Yes", "date": "2026-03-03T10:00:00Z"}
    await site.insert(comments, post=post, **said)
    html = await show(site, "<!-- wp:latest-comments /--><!-- wp:post-author /-->")
    assert "has-avatars" in html and ">C</text>" in html
    assert '<div class="wp-block-post-author__avatar"><svg' in html and ">AL</text>" in html
    without = '<!-- wp:latest-comments {"displayAvatar":false} /--><!-- wp:post-author {"showAvatar":false} /-->'
    html = await show(site, without)
    assert "has-avatars" not in html and "avatar" not in html.split('<div class="content">')[1].split("</main>")[0]
