"""Navigations of a WordPress, which are posts of the type `wp_navigation`: with a title and blocks, and no excerpt."""

from collections.abc import Callable
from datetime import datetime

from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.content import Content
from sitehand.hosts.wordpress.item_shape import Shape
from sitehand.hosts.wordpress.items import Items
from sitehand.hosts.wordpress.resources import Json, SecretMarks
from sitehand.site.content import ItemFields, ListQuery
from sitehand.site.navigations import Navigation

KIND, ROUTE = "navigation", "/wp/v2/navigation"


class NavigationItems(Items):
    """Implements `resources.Resource` for navigations."""

    def __init__(self, client: Client, marks: SecretMarks, clock: Callable[[], datetime]) -> None:
        super().__init__(client, KIND, marks, clock, Shape(ROUTE))


class Navigations(Content[Navigation, ListQuery, ItemFields]):
    """Implements `site.content.ContentStore` for navigations."""

    def _add_own(self, item: Navigation, value: Json) -> None:
        """Add nothing: a navigation is its title and its blocks."""
