"""Pictures of people: the first letters of a name, drawn here. WordPress asks a stranger for a picture by the e-mail
address, and so tells him who visits.
"""

from collections.abc import Iterator

from sitehand.hosts.builtin.public.rendering.looks import list_borders
from sitehand.hosts.builtin.public.rendering.markup import escape, link, web_address
from sitehand.hosts.builtin.public.rendering.reads import PersonRow
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Attributes, Slot
from sitehand.hosts.builtin.public.rendering.supports import (
    OUTSIDE,
    list_border_classes,
    wrap,
    write_attributes,
)
from sitehand.hosts.builtin.public.rendering.threads import Said
from sitehand.hosts.builtin.public.rendering.values import write_styles
from sitehand.site.values import MAX_ID

MAX_SIZE, MAX_LETTERS = 1_000, 2


def draw_portrait(name: str, size: int, *classes: str, label: str = "", style: str = "") -> str:
    """The first letters of a name on a ground of its own, `size` pixels wide and high. `label` is for those who do not
    see it; without one they pass it over, where the name stands beside it.
    """
    letters = "".join(word[0] for word in _choose_words(name)).upper()
    named = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true", "focusable": "false"}
    given = write_attributes(
        viewBox="0 0 2 2",
        width=str(size),
        height=str(size),
        style=style,
        **{"class": " ".join(["avatar", f"avatar-{size}", "photo", *classes])},
        **named,
    )
    return f'<svg{given}><text x="1" y="1.32" text-anchor="middle" font-size="0.9">{escape(letters)}</text></svg>'


def _choose_words(name: str) -> Iterator[str]:
    """The words whose first letters are drawn: the first and the last that begin with one."""
    words = [word for word in name.split() if word[0].isalnum()]
    yield from words[:1]
    yield from words[1:][1 - MAX_LETTERS :]


@renders("core/avatar")
def draw_avatar(block: Slot, scene: Scene) -> str:
    """The picture of the item's author, or of the author whom the block names; of whoever said it, where a comment is
    drawn.
    """
    given = block.attributes
    if scene.comment:
        return wrap(_keep_outside(given), "div", _draw_commenter(given, scene, scene.comment))
    number = given.number("userId", 0, 0, MAX_ID)
    person = scene.site.person(number) if number else scene.site.author(scene.post)
    return wrap(_keep_outside(given), "div", _draw_linked(given, scene, person)) if person else ""


def _draw_linked(given: Attributes, scene: Scene, person: PersonRow) -> str:
    address = scene.site.local_url(f"/author/{person.slug}/")
    return _draw_image(given, person.name, address, "author archive")


def _draw_commenter(given: Attributes, scene: Scene, said: Said) -> str:
    return _draw_image(given, said.author, web_address(scene, said.address), "website link", "nofollow ugc noopener")


def _draw_image(given: Attributes, name: str, address: str, kind: str, rel: str = "") -> str:
    borders = write_styles(list_borders(given.inner("style").inner("border")))
    classes = ("wp-block-avatar__image", *list_border_classes(given))
    image = draw_portrait(name, given.number("size", 96, 1, MAX_SIZE), *classes, label=f"{name} Avatar", style=borders)
    if not given.flag("isLink"):
        return image
    target = given.choice("linkTarget", ("_self", "_blank"))
    label = f"({name} {kind}, opens in a new tab)" if target == "_blank" else ""
    return link(address, image, rel=rel, target=target, aria_label=label, **{"class": "wp-block-avatar__link"})


def _keep_outside(given: Attributes) -> Slot:
    """The block without its border, which its picture has."""
    kept = {name: given.values[name] for name in OUTSIDE if name in given.values}
    spacing = given.inner("style").inner("spacing").values
    return Slot("core/avatar", Attributes({**kept, "style": {"spacing": spacing}}))
