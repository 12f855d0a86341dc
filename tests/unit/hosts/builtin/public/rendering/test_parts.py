"""Blocks whose own words are found within what they hold."""

import time

from tests.unit.hosts.builtin.public.rendering.test_page import show
from tests.unit.hosts.builtin.public.site import Site

TITLE = "wp-block-accordion-heading__toggle-title"


def write_heading(title: str) -> str:
    """The heading of a section."""
    return f"<!-- wp:accordion-heading --><h3>{title}</h3><!-- /wp:accordion-heading -->"


async def test_the_title_of_a_section_is_its_first(site: Site) -> None:
    """With its own markup, cleaned."""
    title = f'<button><span class="{TITLE}">When <em>open</em>?</span><span class="{TITLE}">Not this</span></button>'
    html = await show(site, write_heading(title))
    assert f'<span class="{TITLE}">When <em>open</em>?</span>' in html
    assert "Not this" not in html


async def test_titles_without_an_end_are_looked_at_once(site: Site) -> None:
    """Twice as many take about twice the time."""

    async def measure(number: int) -> float:
        content = write_heading(f'<i class="{TITLE}">x</i>' * number)
        begin = time.process_time()
        assert ">More</span>" in await show(site, content)
        return time.process_time() - begin

    await measure(10)
    assert await measure(4_000) < 3 * await measure(2_000)


async def test_an_embed_keeps_its_caption(site: Site) -> None:
    """The first, when there are two: what stands between them is no part of it."""
    one = '<figcaption class="wp-element-caption">One</figcaption>'
    content = f"<figure>{one}<p>Between</p><figcaption>Two</figcaption></figure>"
    html = await show(site, f'<!-- wp:embed {{"url":"https://video.example/1"}} -->{content}<!-- /wp:embed -->')
    assert f"{one}</figure>" in html
    assert "Between" not in html
