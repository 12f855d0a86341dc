"""Maps each dynamic block to the function that draws it."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module

from sitehand.hosts.builtin.public.rendering.scene import Renderer

MODULES = (
    *("accordions", "archives", "avatars", "breadcrumbs", "calendars", "comments", "embeds", "footnotes", "icons"),
    *("latest_comments", "navigation", "pagination", "patterns", "people", "playlists", "post_navigation", "posts"),
    *("queries", "search", "social_links", "tabs", "terms", "terms_query", "this_post", "this_site"),
)
_renderers: dict[str, Renderer] = {}


def renders(*names: str) -> Callable[[Renderer], Renderer]:
    """Make a function the one that draws the blocks of these names, such as `core/search`."""

    def register(function: Renderer) -> Renderer:
        _renderers.update(dict.fromkeys(names, function))
        return function

    return register


@cache
def load_renderers() -> Mapping[str, Renderer]:
    """Every block that is drawn, by its name. They are imported when a page with blocks is first read."""
    for name in MODULES:
        import_module(f"{__package__}.{name}")
    return _renderers
