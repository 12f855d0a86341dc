"""What blocks say of the post that they stand in, or that a list shows."""

import re

from sitehand.hosts.builtin.public.queries import Card
from sitehand.hosts.builtin.public.rendering.backgrounds import PLACES, find_focus, name_slot
from sitehand.hosts.builtin.public.rendering.markup import (
    cut_words,
    escape,
    hidden,
    link,
    picture,
    title_of,
    write_time,
)
from sitehand.hosts.builtin.public.rendering.posts import draw_content, read_content
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Attributes, Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap
from sitehand.hosts.builtin.public.rendering.terms import TAXONOMIES, term_path
from sitehand.hosts.builtin.public.rendering.this_site import heading_tag
from sitehand.hosts.builtin.public.rendering.values import write_styles, write_value

TARGETS = ("_self", "_blank")
WORDS_PER_MINUTE, MAX_WORDS = 189, 1_000_000
_RATIO = re.compile(r"[0-9.]{1,6}(?:\s*/\s*[0-9.]{1,6})?|auto")


@renders("core/post-title")
def draw_title(block: Slot, scene: Scene) -> str:
    """The title, which may lead to the post."""
    title = title_of(scene.post)
    if block.attributes.flag("isLink"):
        title = _link_to(scene, scene.post, title, block.attributes)
    return wrap(block, heading_tag(block, 2), title)


def _link_to(scene: Scene, post: Card, content: str, given: Attributes) -> str:
    more = {"target": given.choice("linkTarget", TARGETS), "rel": given.text("rel")}
    return link(scene.site.url(post.path), content, **more)


@renders("core/post-excerpt")
def draw_excerpt(block: Slot, scene: Scene) -> str:
    """The first words, and a link to the rest in the editor's words."""
    given, name = block.attributes, "wp-block-post-excerpt"
    words, is_cut = cut_words(scene.post.excerpt, given.number("excerptLength", 55, 1, 100))
    if scene.post.protected:
        words = "There is no excerpt because this is a protected post."
    text = f"{escape(words)}{'…' if is_cut else ''}"
    more = given.text("moreText") and link(
        scene.site.url(scene.post.path), escape(given.text("moreText")), **{"class": f"{name}__more-link"}
    )
    if more and given.flag("showMoreOnNewLine", default=True):
        more = f'</p><p class="{name}__more-text">{more}'
    elif more:
        more = f" {more}"
    return wrap(block, "div", f'<p class="{name}__excerpt">{text}{more}</p>')


@renders("core/post-content")
def draw_post_content(block: Slot, scene: Scene) -> str:
    """The content of a post that a list shows."""
    content = draw_content(scene, scene.post)
    return wrap(block, "div", content, "entry-content") if content else ""


@renders("core/post-date")
def draw_date(block: Slot, scene: Scene) -> str:
    """The day on which it was published, or last changed."""
    given = block.attributes
    binding = given.inner("metadata").inner("bindings").inner("datetime").inner("args")
    is_modified = given.text("displayType") == "modified" or "modified" in (binding.text("field"), binding.text("key"))
    time = write_time(scene, scene.post.modified if is_modified else scene.post.date, given.text("format"))
    classes = ("wp-block-post-date__modified-date",) if is_modified else ()
    return wrap(block, "div", link(scene.site.url(scene.post.path), time) if given.flag("isLink") else time, *classes)


@renders("core/post-terms")
def draw_post_terms(block: Slot, scene: Scene) -> str:
    """The categories or tags of a post."""
    given, name = block.attributes, "wp-block-post-terms"
    taxonomy = given.text("term")
    found = [term for term in scene.post.terms if term.taxonomy == taxonomy]
    if not found or taxonomy not in TAXONOMIES:
        return ""
    links = [link(scene.site.local_url(term_path(taxonomy, term.slug)), escape(term.name), rel="tag") for term in found]
    separator = f'<span class="{name}__separator">{escape(given.text("separator", ", "))}</span>'
    before, after = (_draw_side(part, given.text(part)) for part in ("prefix", "suffix"))
    return wrap(block, "div", before + separator.join(links) + after, f"taxonomy-{taxonomy}")


def _draw_side(part: str, words: str) -> str:
    return f'<span class="wp-block-post-terms__{part}">{escape(words)}</span>' if words else ""


@renders("core/post-featured-image")
def draw_featured_image(block: Slot, scene: Scene) -> str:
    """The picture of a post."""
    if scene.post.protected:
        return ""
    given = block.attributes
    image = picture(scene, scene.post, "post-thumbnail", style=_write_size(given, scene.post.image_focus))
    if not image:
        return ""
    content = _link_to(scene, scene.post, image, given) if given.flag("isLink") else image
    return wrap(block, "figure", content)


@renders(*map(name_slot, PLACES))
def draw_background(block: Slot, scene: Scene) -> str:
    """The picture of a post in a cover, or beside text."""
    if scene.post.protected:
        return ""
    is_cover = block.name == name_slot("core/cover")
    classes = "wp-block-cover__image-background wp-post-image" if is_cover else "size-full"
    focus = find_focus(block.attributes) or scene.post.image_focus
    return picture(scene, scene.post, "full", classes, style=write_styles(iter([("object-position", focus)])))


def _write_size(given: Attributes, focus: str) -> str:
    ratio = given.text("aspectRatio")
    scale = given.choice("scale", ("cover", "contain", "fill")) if ratio or given.text("height") else ""
    styles = (
        ("aspect-ratio", ratio if _RATIO.fullmatch(ratio) else ""),
        ("width", write_value(given.text("width")) or ("100%" if ratio else "")),
        ("height", write_value(given.text("height"))),
        ("object-fit", scale),
        ("object-position", focus if scale == "cover" else ""),
    )
    return write_styles(iter(styles))


@renders("core/read-more")
def draw_read_more(block: Slot, scene: Scene) -> str:
    """A link to the post, which names it for those who do not see the page."""
    words = escape(block.attributes.text("content") or "Read more") + hidden(f": {title_of(scene.post)}")
    target = block.attributes.choice("linkTarget", TARGETS)
    return wrap(block, "a", words, href=scene.site.url(scene.post.path), target=target)


@renders("core/post-comments-count")
def draw_comments_count(block: Slot, scene: Scene) -> str:
    """How many comments it has."""
    return wrap(block, "div", str(scene.site.count_comments(scene.post.id)))


@renders("core/post-comments-link")
def draw_comments_link(block: Slot, scene: Scene) -> str:
    """How many comments it has, which leads to them."""
    count = scene.site.count_comments(scene.post.id)
    words = {0: "No comments", 1: "1 comment"}.get(count, f"{count} comments")
    content = f"{words}{hidden(f' on {title_of(scene.post)}')}"
    return wrap(block, "div", link(scene.site.url(scene.post.path) + "#comments", content))


@renders("core/post-time-to-read")
def draw_time_to_read(block: Slot, scene: Scene) -> str:
    """How long it takes to read, about; or how many words it has."""
    if scene.post.protected:
        return ""
    given = block.attributes
    raw = read_content(scene, scene.post)
    if scene.work.ended:
        return ""
    words = len(cut_words(raw, MAX_WORDS)[0].split())
    if given.text("displayMode") == "words":
        return wrap(block, "div", _count(words, "word"))
    minutes = words / given.number("averageReadingSpeed", WORDS_PER_MINUTE, 1, 2000)
    if not given.flag("displayAsRange", default=True):
        return wrap(block, "div", _count(max(1, round(minutes)), "minute"))
    least, most = (max(1, round(minutes * part)) for part in (0.8, 1.2))
    return wrap(block, "div", f"{least}–{max(most, least + 1)} minutes")


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
