"""Elementor's kit: its global colours and fonts, wherever a site keeps them."""

from typing import NamedTuple

from sitehand.site.design import DesignStore


class ElementorKit(NamedTuple):
    """The kit in the words of theme.json, as `store` shows and changes it, and the kind of the object that it is in."""

    kind: str
    store: DesignStore
