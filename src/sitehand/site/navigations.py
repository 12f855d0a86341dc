"""Navigations: menus made of blocks. A block `core/navigation` with the id of one shows it, and follows its changes.

Source: WordPress's post type `wp_navigation`.
"""

from sitehand.site.content import ContentStore, Item, ItemFields, ListQuery

NAVIGATION_HINT = "list_navigations shows the navigations of the site."


class Navigation(Item):
    """A navigation of the site; its content is blocks of links, such as `core/navigation-link`."""


NavigationStore = ContentStore[Navigation, ListQuery, ItemFields]
