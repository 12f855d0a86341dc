"""Every pattern of WordPress 7.1 and its theme on the public site, beside what WordPress makes of it."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import update

from sitehand.hosts.builtin.tables import items
from tests.statements import execute
from tests.unit.hosts.builtin.public.site import Site, open_site
from tests.wordpress.mirror import mirror
from tests.wordpress.releases import NEWEST
from tests.wordpress.reset import PERMALINKS, empty_site, set_permalinks
from tests.wordpress.site import WordPress
from tests.wordpress.test_rendering import LOGO, MARK, Part, Rest, fill, read_parts

AT_ONCE = 10
"""Patterns on one page."""
OTHERS = 12
"""Posts besides those of `fill`: with more of them than a list shows, the page of the patterns is on no list."""
THEME_ONLY = re.compile(r"<!-- wp:template-part [^>]*/-->")
"""Parts of templates, which a site without a theme of blocks has not."""
FOR_ANOTHER = (
    '<!-- wp:query {{"query":{{"perPage":1,"postType":"post","inherit":false}}}} --><div class="wp-block-query">'
    "<!-- wp:post-template -->{}<!-- /wp:post-template --></div><!-- /wp:query -->"
)
"""What shows the content of a post is drawn for another than the one that it stands in: none is drawn within itself."""
OVERLAY = "no overlay, for want of a script; the site's pages are entries of the navigation itself"
COMMENTS = "visitors cannot comment here: no form, no links to reply, nothing where there are no comments"
OFFSET = "what a list passes over makes no page, which would be empty"
NEIGHBOURS = "WordPress leads to other posts on a post's own page alone, and its drawing comes through REST here"
DIFFERENT = {
    "post-navigation": NEIGHBOURS,
    **dict.fromkeys(
        (
            f"core/navigation-overlay{name}"
            for name in ("", "-black-bg", "-accent-bg", "-centered", "-centered-with-extras")
        ),
        OVERLAY,
    ),
    **dict.fromkeys(("header", "header-centered", "header-columns", "header-large-title", "vertical-header"), OVERLAY),
    **dict.fromkeys(("comments", "post-with-left-aligned-content"), COMMENTS),
    **{
        f"template-single-{name}": COMMENTS
        for name in ("news-blog", "offset", "photo-blog", "text-blog", "vertical-header-blog")
    },
    **dict.fromkeys(("template-home-news-blog", "template-home-with-sidebar-news-blog"), OFFSET),
}
"""Patterns that are drawn otherwise, and why; those without a namespace are the theme's."""


def read_patterns(wordpress: WordPress) -> dict[str, str]:
    """The text of each pattern by name, as the editor gets it. A list that inherits the query of its page is one of its
    own: only a theme's templates have such a query.
    """
    address = f"{wordpress.url}/?rest_route=/wp/v2/block-patterns/patterns"
    answer = httpx2.get(address, auth=(wordpress.user, wordpress.password), timeout=30)
    answer.raise_for_status()
    return {each["name"]: _adapt(each["content"]) for each in answer.json()}


def _adapt(text: str) -> str:
    """A pattern for a page that is no template."""
    text = THEME_ONLY.sub("", text).replace('"inherit":true', '"inherit":false')
    return FOR_ANOTHER.format(text) if "wp:post-content" in text else text


def join_marked(texts: Sequence[str]) -> str:
    """Texts on one page, with marks between them."""
    return f"\n<!-- wp:html -->{MARK}<!-- /wp:html -->\n".join(texts)


def split_marked(html: str) -> list[list[Part]]:
    """What is between the marks."""
    return [[*read_parts(each)] for each in re.split(r'<hr class="mark"\s*/?>', html)]


class Page:
    """A post of both sites, whose text is changed."""

    def __init__(self, rest: Rest, number: int, site: Site) -> None:
        self._rest, self._number, self._site = rest, number, site

    def draw_theirs(self, content: str) -> str:
        """As WordPress draws it."""
        rendered: str = self._rest.add(f"posts/{self._number}", content=content)["content"]["rendered"]
        return rendered

    async def draw_ours(self, content: str) -> str:
        """As visitors of the built-in site get it."""
        change = update(items).where(items.c.id == self._number).values(content=content)
        await execute(self._site.database, change)
        answer = await self._site.visit("/1990/01/all/")
        assert answer.status_code == 200, answer.text
        return answer.text.split('<div class="content">', 1)[1].split("\n  </div>\n", 1)[0]


@pytest.fixture(scope="module")
def filled(wordpress: WordPress) -> Iterator[tuple[Rest, int]]:
    """A blog, and the number of a post of it."""
    if wordpress.release != NEWEST:
        pytest.skip("Public pages are drawn as the newest release draws them.")
    empty_site(wordpress)
    set_permalinks(wordpress, PERMALINKS)
    fill(rest := Rest(wordpress))
    for number in range(OTHERS):
        rest.add("posts", title=f"Other {number}", content="Words", date_gmt=f"2025-01-{number + 1:02}T10:00:00")
    post = rest.add(
        "posts", title="All", slug="all", content="<!-- wp:html --><!-- /wp:html -->", date_gmt="1990-01-02T10:00:00"
    )
    yield rest, post["id"]
    set_permalinks(wordpress, "")
    rest.change("settings", site_logo=None)


async def test_patterns_are_drawn_as_wordpress_draws_them(
    wordpress: WordPress, filled: tuple[Rest, int], tmp_path: Path
) -> None:
    """The same elements, classes and words in the same order for each pattern, but for those whose reason is known."""
    patterns = [*read_patterns(wordpress).items()]
    assert len(patterns) > 100
    different: dict[str, Any] = {}
    async with open_site(tmp_path) as site:
        site.settings.values["name"], site.settings.values["description"] = "Real site", ""
        await mirror(wordpress, site)
        site.settings.values["logo"] = int(wordpress.run_sql(LOGO))
        page = Page(*filled, site)
        for start in range(0, len(patterns), AT_ONCE):
            some = patterns[start : start + AT_ONCE]
            content = join_marked([text for _, text in some])
            theirs, ours = split_marked(page.draw_theirs(content)), split_marked(await page.draw_ours(content))
            assert len(ours) == len(theirs) == len(some)
            drawn = zip(some, ours, theirs, strict=True)
            different |= {name: (mine, other) for (name, _), mine, other in drawn if mine != other}
    assert {name.removeprefix("twentytwentyfive/") for name in different} == DIFFERENT.keys()
