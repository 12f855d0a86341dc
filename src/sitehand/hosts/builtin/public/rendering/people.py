"""The author of a post. There are no avatars: the site has no pictures of people."""

from sitehand.hosts.builtin.public.rendering.markup import escape, link
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap

NAME = "wp-block-post-author"


@renders("core/post-author")
def draw_author(block: Slot, scene: Scene) -> str:
    """The author's name, below words of the editor's, and above what the author says."""
    given, person = block.attributes, scene.site.author(scene.post.id)
    byline, bio = given.text("byline"), escape(person.bio) if given.flag("showBio") else None
    name = _draw_name(block, scene) if given.flag("isLink") else escape(person.name)
    parts = [
        f'<p class="{NAME}__byline">{escape(byline)}</p>' if byline else "",
        f'<p class="{NAME}__name">{name}</p>',
        f'<p class="{NAME}__bio">{bio}</p>' if bio is not None else "",
    ]
    return wrap(block, "div", f'<div class="{NAME}__content">{"".join(parts)}</div>')


@renders("core/post-author-name")
def draw_author_name(block: Slot, scene: Scene) -> str:
    """The author's name alone."""
    is_link = block.attributes.flag("isLink")
    return wrap(block, "div", _draw_name(block, scene) if is_link else escape(scene.post.author))


def _draw_name(block: Slot, scene: Scene) -> str:
    target = block.attributes.choice("linkTarget", ("_self", "_blank"))
    address = scene.site.local_url(f"/author/{scene.post.author_slug}/")
    return link(address, escape(scene.post.author), target=target, **{"class": f"{block_class(block)}__link"})


def block_class(block: Slot) -> str:
    """WordPress's class of a core block."""
    return f"wp-block-{block.name.removeprefix('core/')}"


@renders("core/post-author-biography")
def draw_biography(block: Slot, scene: Scene) -> str:
    """What the author says of himself."""
    bio = scene.site.author(scene.post.id).bio
    return wrap(block, "div", escape(bio)) if bio else ""
