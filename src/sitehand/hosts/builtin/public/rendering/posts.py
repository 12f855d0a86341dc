"""The newest posts."""

from sitehand.hosts.builtin.public.queries import Card
from sitehand.hosts.builtin.public.rendering.markup import (
    cut_words,
    escape,
    hidden,
    link,
    picture,
    plain_title,
    title_of,
    write_time,
)
from sitehand.hosts.builtin.public.rendering.reads import PostQuery
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Attributes, Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap
from sitehand.site.values import MAX_ID

NAME = "wp-block-latest-posts"


@renders("core/latest-posts")
def draw_latest_posts(block: Slot, scene: Scene) -> str:
    """A list of posts, with as much of each as its author wants."""
    given = block.attributes
    terms, author = given.ids("categories"), given.number("selectedAuthor", 0, 0, MAX_ID)
    query = PostQuery(
        limit=given.number("postsToShow", 5, 1),
        orderby=given.text("orderBy", "date"),
        order=given.choice("order", ("desc", "asc")),
        terms=(terms,) if terms else (),
        authors=(author,) if author else (),
    )
    posts = scene.work.until_ended(scene.site.posts(query))
    entries = "".join(f"<li>{_draw_post(given, scene, post)}</li>" for post in posts)
    return wrap(block, "ul", entries, f"{NAME}__list", *_list_classes(given))


def _list_classes(given: Attributes) -> list[str]:
    is_grid = given.text("postLayout") == "grid" or given.inner("layout").text("type") == "grid"
    shown = {
        "is-grid": is_grid,
        f"columns-{given.number('columns', 3, 1, 6)}": is_grid and "columns" in given.values,
        "has-dates": given.flag("displayPostDate"),
        "has-author": given.flag("displayAuthor"),
    }
    return [name for name, holds in shown.items() if holds]


def _draw_post(given: Attributes, scene: Scene, post: Card) -> str:
    address = scene.site.url(post.path)
    parts = [_draw_picture(given, scene, post) if given.flag("displayFeaturedImage") else ""]
    parts.append(link(address, title_of(post), **{"class": f"{NAME}__post-title"}))
    if given.flag("displayAuthor"):
        parts.append(f'<div class="{NAME}__post-author">by {escape(post.author)}</div>')
    if given.flag("displayPostDate"):
        parts.append(write_time(scene, post.date, **{"class": f"{NAME}__post-date"}))
    if given.flag("displayPostContent"):
        parts.append(_draw_words(given, scene, post))
    return "".join(parts)


def _draw_picture(given: Attributes, scene: Scene, post: Card) -> str:
    image = picture(scene, post, given.choice("featuredImageSizeSlug", ("thumbnail", "medium", "large", "full")))
    if image and given.flag("addLinkToFeaturedImage"):
        image = link(scene.site.url(post.path), image, aria_label=plain_title(post))
    alignment = given.choice("featuredImageAlign", ("", "left", "center", "right"))
    classes = f"{NAME}__featured-image" + (f" align{alignment}" if alignment else "")
    return f'<div class="{classes}">{image}</div>' if image else ""


def _draw_words(given: Attributes, scene: Scene, post: Card) -> str:
    if post.protected:
        return f'<div class="{NAME}__post-excerpt">This content is password protected.</div>'
    if given.text("displayPostContentRadio") == "full_post":
        return f'<div class="{NAME}__post-full-content">{draw_content(scene, post)}</div>'
    words, is_cut = cut_words(post.excerpt, given.number("excerptLength", 55, 1, 100))
    name = hidden(f": {escape(plain_title(post))}")
    more = link(scene.site.url(post.path), f"Read more{name}", **{"class": f"{NAME}__read-more"}, rel="noopener")
    return f'<div class="{NAME}__post-excerpt">{escape(words)}{"… " + more if is_cut else ""}</div>'


def draw_content(scene: Scene, post: Card) -> str:
    """The content of an item; nothing where it is within its own content, or protected."""
    raw = "" if post.id in scene.inside else read_content(scene, post)
    return scene.of(post).within(post.id).draw_text(raw) if raw else ""


def read_content(scene: Scene, post: Card) -> str:
    """The stored text of an item; nothing where it is protected, or more than may still be read."""
    raw = "" if post.protected or scene.work.ended else scene.site.content(post.id)
    return raw if scene.work.may_read(len(raw)) else ""
