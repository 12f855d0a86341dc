"""Pictures of covers and beside text that are not stored as pictures."""

import pytest

from sitehand.blocks.release import read_release
from sitehand.hosts.builtin.tables import media
from tests.e2e.arrangements import Block, block, words
from tests.unit.hosts.builtin.public.rendering.test_page import show
from tests.unit.hosts.builtin.public.site import Site

COVER = block("cover", words("Over it"), useFeaturedImage=True, dimRatio=50, focalPoint={"x": 0.25, "y": 0})
BESIDE = block("media-text", words("Beside it"), useFeaturedImage=True, mediaPosition="right", mediaType="image")
POINT = 'style="object-position:25% 0%"'


def write(given: Block) -> str:
    """A block as the editor stores it."""
    release = read_release("7.1")
    return release.make([release.read_new(given)])


@pytest.mark.parametrize(
    ("given", "before", "classes"),
    [
        (COVER, "</span>", "wp-block-cover__image-background wp-post-image"),
        (BESIDE, '<figure class="wp-block-media-text__media">', "size-full"),
    ],
)
async def test_a_block_shows_the_picture_of_its_post(site: Site, given: Block, before: str, classes: str) -> None:
    """Where it stores one of its own; nothing for a post without one, or a protected one in a list."""
    number = await site.insert(media, source_url="/hill.jpg", alt_text="A hill", date="2026-01-01T00:00:00Z")
    image = f'{before}<img src="/hill.jpg" class="{classes}"'
    assert image in await show(site, write(given), featured_media=number)
    assert "<img" not in await show(site, write(given))
    await site.add(title="Secret", password="séame", featured_media=number)
    template = f"<!-- wp:post-template -->{write(given)}<!-- wp:post-title /--><!-- /wp:post-template -->"
    listed = await show(site, f'<!-- wp:query --><div class="wp-block-query">{template}</div><!-- /wp:query -->')
    assert "Secret" in listed and "<img" not in listed


async def test_a_picture_that_stays_or_is_repeated_fills_its_cover(site: Site) -> None:
    """It is stored as CSS that loads something, which no text may hold; one that could run code is no picture."""
    given = block("cover", words("Over it"), url='/a "b".jpg', alt="A & b", hasParallax=True, isRepeated=True)
    fixed = await show(site, write(given | {"attributes": {**given["attributes"], "focalPoint": {"x": 0.25, "y": 0}}}))
    classes = 'class="wp-block-cover__image-background has-parallax is-repeated"'
    assert f'<img {classes} src="/a &quot;b&quot;.jpg" alt="A &amp; b" {POINT}>' in fixed
    assert "background-image" not in fixed
    assert "javascript" not in await show(site, write(given).replace("/a ", "javascript:a "))


async def test_a_featured_picture_has_the_point_of_its_block(site: Site) -> None:
    """Rather than that of the picture."""
    number = await site.insert(media, source_url="/hill.jpg", alt_text="", date="2026-01-01T00:00:00Z")
    assert POINT in await show(site, write(COVER), featured_media=number)


async def test_a_group_has_a_picture_behind_it(site: Site) -> None:
    """As large and where its author wants it; nothing without an address."""
    behind = {"backgroundImage": {"url": "/hill.jpg"}, "backgroundSize": "contain", "backgroundPosition": "50% 0"}
    html = await show(site, write(block("group", words(), style={"background": behind})))
    image = '<img class="background-image" src="/hill.jpg" alt="" style="object-fit:contain;object-position:50% 0">'
    assert f'wp-block-group-is-layout-flow">{image}' in html
    assert "<img" not in await show(site, write(block("group", words(), style={"background": {}})))
