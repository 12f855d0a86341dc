"""The author of a post."""

from sitehand.hosts.builtin.public.rendering.avatars import MAX_SIZE, draw_portrait
from sitehand.hosts.builtin.public.rendering.markup import escape, link
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap

NAME = "wp-block-post-author"


@renders("core/post-author")
def draw_author(block: Slot, scene: Scene) -> str:
    """The author's name beside a picture, below words of the editor's, and above what the author says."""
    given, person = block.attributes, scene.site.author(scene.post)
    byline, bio = given.text("byline"), escape(person.bio) if given.flag("showBio") else None
    name = _draw_name(block, scene) if given.flag("isLink") else escape(person.name)
    parts = [
        f'<p class="{NAME}__byline">{escape(byline)}</p>' if byline else "",
        f'<p class="{NAME}__name">{name}</p>',
        f'<p class="{NAME}__bio">{bio}</p>' if bio is not None else "",
    ]
    image = draw_portrait(person.name, given.number("avatarSize", 48, 1, MAX_SIZE))
    before = f'<div class="{NAME}__avatar">{image}</div>' if given.flag("showAvatar", default=True) else ""
    return wrap(block, "div", f'{before}<div class="{NAME}__content">{"".join(parts)}</div>')


@renders("core/post-author-name")
def draw_author_name(block: Slot, scene: Scene) -> str:
    """The author's name alone."""
    is_link = block.attributes.flag("isLink")
    name = _draw_name(block, scene, **{"class": f"{NAME}-name__link"}) if is_link else escape(scene.post.author)
    return wrap(block, "div", name)


def _draw_name(block: Slot, scene: Scene, **classes: str) -> str:
    target = block.attributes.choice("linkTarget", ("_self", "_blank"))
    address = scene.site.local_url(f"/author/{scene.post.author_slug}/")
    return link(address, escape(scene.post.author), target=target, **classes)


@renders("core/post-author-biography")
def draw_biography(block: Slot, scene: Scene) -> str:
    """What the author says of himself."""
    bio = scene.site.author(scene.post).bio
    return wrap(block, "div", escape(bio)) if bio else ""
