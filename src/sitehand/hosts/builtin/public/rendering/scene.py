"""Where a block stands while it is drawn: on which site, for which post, and how much may still be drawn."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import TYPE_CHECKING, TypeVar

from sitehand.hosts.builtin.public.queries import Card
from sitehand.hosts.builtin.public.rendering.reads import TermRow
from sitehand.hosts.builtin.public.rendering.slots import Form, Slot
from sitehand.hosts.builtin.public.rendering.threads import Said, Thread

if TYPE_CHECKING:
    from sitehand.hosts.builtin.public.rendering.view import SiteView

T = TypeVar("T")

MAX_BLOCKS, MAX_CHARACTERS = 2_000, 2_000_000
"""Dynamic blocks, and their characters, that one page draws. A block counts as often as it is drawn; a character counts
once, however many blocks it stands in.
"""


@dataclass(slots=True)
class Work:
    """What may still be drawn. `ended` says that something was left out."""

    blocks: int = MAX_BLOCKS
    characters: int = MAX_CHARACTERS
    ended: bool = False
    numbers: dict[str, int] = field(default_factory=dict)
    discussed: set[int] = field(default_factory=set)
    """The items whose comments stand on the page by now."""

    def take(self, html: str) -> str:
        """The HTML, if there is room for it."""
        self.characters -= len(html)
        self.ended = self.ended or self.characters < 0
        return "" if self.characters < 0 else html

    def keep(self, html: str, counted: int) -> str:
        """The HTML of a block, of which `counted` characters counted already, as what is in it.

        It stays even if it takes the last of the room: what was drawn is not thrown away. Nothing is drawn after it.
        """
        self.characters -= max(0, len(html) - counted)
        self.ended = self.ended or self.characters < 0
        return html

    def may_read(self, characters: int) -> bool:
        """Whether a text with as many characters may still be read, which counts as drawn then."""
        self.characters -= characters
        self.ended = self.ended or self.characters < 0
        return self.characters >= 0

    def may_draw(self) -> bool:
        """Whether one more block may be drawn, which counts as drawn then."""
        self.blocks -= 1
        self.ended = self.ended or self.blocks < 0
        return self.blocks >= 0 and self.characters >= 0

    def until_ended(self, found: Iterable[T]) -> Iterator[T]:
        """The items or terms of a list, as long as nothing had to be left out."""
        return takewhile(lambda _: not self.ended, found)

    def number(self, name: str) -> int:
        """How many of this there are on the page by now, for ids."""
        self.numbers[name] = self.numbers.get(name, 0) + 1
        return self.numbers[name]


Renderer = Callable[[Slot, "Scene"], str]


@dataclass(frozen=True, slots=True)
class Scene:
    """`post` is what blocks such as a title speak of, `term` the same in a list of terms.

    `inside` are the ids of the items whose content is being drawn; `pages` the pages of lists that the
    visitor's address asks for, by their parameters in it. `thread` are the comments that are drawn, `comment` the
    one of them that blocks speak of.
    """

    site: "SiteView"
    renderers: Mapping[str, Renderer]
    work: Work
    post: Card
    inside: frozenset[int] = frozenset()
    pages: Mapping[str, int] = field(default_factory=dict)
    group: str = ""
    """What closes each other when one is opened: the tabs or the accordion around."""
    around: str = ""
    """The block whose stored text is drawn, where that is kept as an item of its own."""
    term: TermRow | None = None
    thread: Thread | None = None
    comment: Said | None = None

    def draw(self, form: Form) -> str:
        """The HTML of a form, its slots filled, as far as there is room for it."""
        return "".join(self.work.take(part) if isinstance(part, str) else self._fill(part) for part in form)

    def _fill(self, slot: Slot) -> str:
        if not self.work.may_draw():
            return ""
        room = self.work.characters
        html = self.renderers[slot.name](slot, self)
        return self.work.keep(html, room - self.work.characters)

    def draw_text(self, raw: str) -> str:
        """The HTML of a text with blocks."""
        return self.draw(self.site.forms.find(raw, self.renderers))

    def of(self, post: Card) -> "Scene":
        """A copy of the scene for another post."""
        return replace(self, post=post, thread=None, comment=None)

    def of_term(self, term: TermRow) -> "Scene":
        """A copy of the scene for a term of a list."""
        return replace(self, term=term)

    def of_thread(self, thread: Thread) -> "Scene":
        """A copy of the scene for the comments on the post."""
        return replace(self, thread=thread)

    def of_comment(self, comment: Said) -> "Scene":
        """A copy of the scene for one of the comments."""
        return replace(self, comment=comment)

    def within(self, item_id: int, around: str = "") -> "Scene":
        """The content of an item, inside which it is not drawn again; `around` is the block that shows it."""
        return replace(self, inside=self.inside | {item_id}, around=around)

    def grouped(self, group: str) -> "Scene":
        """The inside of a block whose parts are opened one at a time, or by themselves without a group."""
        return replace(self, group=group)
