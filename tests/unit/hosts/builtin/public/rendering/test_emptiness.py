"""Static blocks of which nothing is shown, as on a WordPress."""

import pytest

from sitehand.hosts.builtin.public.rendering.emptiness import shows_nothing
from tests.unit.hosts.builtin.public.rendering.test_page import show
from tests.unit.hosts.builtin.public.site import Site


@pytest.mark.parametrize(
    ("name", "text", "empty"),
    [
        ("image", '<figure class="a"><img alt=""/></figure>', True),
        ("image", '<figure><img data-src="/x.png" src="" alt=""></figure>', True),
        ("image", '<figure><a href="/"><img alt="" src="/x.png"/></a></figure>', False),
        ("image", "<figure><IMG SRC = /x.png></figure>", False),
        ("image", "<figure><figcaption>Words</figcaption></figure>", False),
        ("button", '<div class="wp-block-button"><a class="wp-block-button__link"></a></div>', True),
        ("button", "<div><button></button></div>", True),
        ("button", "<div><a> </a></div>", False),
        ("button", "<div><abbr></abbr><a>Go</a></div>", False),
        ("paragraph", "<p><a></a></p>", False),
    ],
)
def test_images_need_an_address_and_buttons_words(name: str, text: str, *, empty: bool) -> None:
    """A caption without an image is left to its author, and other blocks to theirs."""
    assert shows_nothing(text, f"core/{name}") == empty


async def test_what_shows_nothing_is_left_out(site: Site) -> None:
    """The blocks around it stay."""
    image = "<!-- wp:image --><figure class='lost'><img alt=''/></figure><!-- /wp:image -->"
    html = await show(site, f'<!-- wp:group --><div class="kept">{image}</div><!-- /wp:group -->')
    assert "kept" in html
    assert "lost" not in html
