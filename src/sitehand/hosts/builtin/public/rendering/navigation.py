"""Links through the site: a navigation with its entries, and the tree of pages. Submenus open without a script."""

from collections.abc import Iterator, Sequence

from sitehand.hosts.builtin.front_page import HOME
from sitehand.hosts.builtin.public.rendering.markup import escape, link
from sitehand.hosts.builtin.public.rendering.reads import PageRow
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Attributes, Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap, write_attributes, write_slug
from sitehand.hosts.builtin.public.theme import NO_TITLE, write_plain
from sitehand.site.values import MAX_ID

ITEM, CONTENT = "wp-block-navigation-item", "wp-block-navigation-item__content"
MAX_DEPTH = 10
SUBMENUS = "submenu"
"""The group of those that stand in no other: one of them is open."""


@renders("core/navigation")
def draw_navigation(block: Slot, scene: Scene) -> str:
    """The entries of the navigation that it refers to, or its own; without any the pages of the site."""
    scene = scene.grouped(SUBMENUS)
    entries = _draw_stored(block, scene) or scene.draw(block.inner)
    if not entries.strip():
        entries = _draw_level(scene, scene.site.pages(), 0, [SUBMENUS])
    number = scene.work.number("navigation")
    label = block.attributes.text("ariaLabel") or ("Menu" if number == 1 else f"Menu {number}")
    given = block.attributes
    size = write_slug(given.text("fontSize"))
    places = [*_list_places(given.inner("layout"))]
    classes = " ".join([*([f"has-{size}-font-size"] if size else []), *places, "wp-block-navigation"])
    content = f'<ul class="wp-block-navigation__container {classes}">{entries}</ul>'
    return wrap(block, "nav", content, *places, aria_label=label) if entries else ""


def _list_places(layout: Attributes) -> Iterator[str]:
    """The classes that say where the entries stand."""
    if (place := layout.text("justifyContent")) in ("left", "center", "right", "space-between"):
        yield f"items-justified-{place}"
    if layout.text("orientation") == "vertical":
        yield "is-vertical"
    if layout.text("flexWrap") == "nowrap":
        yield "no-wrap"


def _draw_stored(block: Slot, scene: Scene) -> str:
    """The entries of a published navigation, which is never drawn inside itself."""
    ref = block.attributes.number("ref", 0, 0, MAX_ID)
    raw = "" if not ref or ref in scene.inside else scene.site.part("navigation", ref)
    return scene.within(ref, block.name).draw_text(raw) if raw and scene.work.may_read(len(raw)) else ""


@renders("core/navigation-link")
def draw_link(block: Slot, scene: Scene) -> str:
    """An entry."""
    return wrap(block, "li", _draw_entry(block, scene), ITEM)


@renders("core/navigation-submenu")
def draw_submenu(block: Slot, scene: Scene) -> str:
    """An entry with entries below it."""
    name = escape(block.attributes.text("label"))
    below = scene.grouped(f"submenu-{scene.work.number('submenu')}").draw(block.inner)
    submenu = _draw_submenu(name, below, scene.group) if below.strip() else ""
    return wrap(block, "li", _draw_entry(block, scene) + submenu, ITEM, "has-child")


def _draw_submenu(name: str, below: str, group: str) -> str:
    """Entries that open below one. Of a group one is open; the groups of those around are others, which stay open."""
    return (
        f'<details name="{group}"><summary class="wp-block-navigation__submenu-icon" aria-label="{name} '
        f'submenu"></summary><ul class="wp-block-navigation__submenu-container">{below}</ul></details>'
    )


def _draw_entry(block: Slot, scene: Scene) -> str:
    given = block.attributes
    words = f'<span class="wp-block-navigation-item__label">{escape(given.text("label") or NO_TITLE)}</span>'
    address = scene.site.safe(given.text("url"))
    if not address:
        return f'<span class="{CONTENT}">{words}</span>'
    target = "_blank" if given.flag("opensInNewTab") else ""
    here = "page" if address == scene.site.url(scene.site.visit.path) else ""
    more = {"class": CONTENT, "target": target, "rel": given.text("rel"), "title": given.text("title")}
    return link(address, words, aria_current=here, **more)


@renders("core/home-link")
def draw_home_link(block: Slot, scene: Scene) -> str:
    """The entry that leads home."""
    classes = f"wp-block-home-link__content {CONTENT}"
    words = escape(block.attributes.text("label") or "Home")
    home = scene.site.local_url("/")
    here = "page" if home == scene.site.url(scene.site.visit.path) else ""
    return wrap(block, "li", link(home, words, rel="home", aria_current=here, **{"class": classes}), ITEM)


@renders("core/page-list")
def draw_page_list(block: Slot, scene: Scene) -> str:
    """The tree of public pages, or the part below one; in a navigation, entries of its list."""
    root = block.attributes.number("parentPageID", 0, 0, MAX_ID)
    is_part = "core/navigation" in (scene.around, *block.context)
    entries = _draw_level(scene, scene.site.pages(), root, [scene.group] if is_part else [""])
    return wrap(block, "ul", entries) if entries and not is_part else entries


def _draw_level(scene: Scene, pages: Sequence[PageRow], parent: int, menus: Sequence[str]) -> str:
    """Pages below one. `menus` are the groups of the submenus around them; those of a plain list have no name."""
    level = [page for page in pages if page.parent == parent] if len(menus) <= MAX_DEPTH else []
    return "".join(_draw_page(scene, pages, page, menus) for page in level)


def _draw_page(scene: Scene, pages: Sequence[PageRow], page: PageRow, menus: Sequence[str]) -> str:
    title, group = page.title or NO_TITLE, menus[-1]
    below = _draw_level(scene, pages, page.id, [*menus, f"{group}-page-{page.id}" if group else ""])
    is_here = page.path == scene.site.visit.path
    home = "menu-item-home" if page.path == HOME else ""
    here_too = "current-menu-item" if is_here else ""
    names = ("wp-block-pages-list__item", here_too, home, "has-child" if below else "")
    here = {"aria_current": "page"} if is_here else {}
    entry = link(scene.site.url(page.path), title, **{"class": f"{names[0]}__link"}, **here)
    submenu = f'<ul class="wp-block-navigation__submenu-container">{below}</ul>' if below else ""
    if below and group:
        submenu = _draw_submenu(escape(write_plain(title)), below, group)
    return f"<li{write_attributes(**{'class': ' '.join(filter(None, names))})}>{entry}{submenu}</li>"
