"""Which files of the built-in site nothing names: no item, template, component, field, term, menu, redirect or setting.

Each text is read once, whatever the number of files: names in it are looked up among those of the files, and only then
is it asked whether it names this very file, as `find_uses` does.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from sqlalchemy import Connection, select, union_all

from sitehand.hosts.builtin.media_uses import ALL_TEXT, COMPONENT_TEXT, LOGO, TEMPLATE_TEXT, WITH_DOCUMENTS
from sitehand.hosts.builtin.tables import item_fields, items, media, menu_entries, redirects, terms
from sitehand.site.media_uses import Naming, name_file
from sitehand.store.sqlite import contains
from sitehand.store.sqlite.json import select_numbers

ENDS_NAME = r"/\s\"'<>()\[\],;&?#|\\"
"""What a name in an address does not have, as texts write it."""
NAMES = re.compile(rf"wp-image-([0-9]{{1,18}})|/([^{ENDS_NAME}]{{1,255}})")
STRANGE = re.compile(rf"[{ENDS_NAME}]")
SIZED = re.compile(r"-(?:[0-9]+x[0-9]+|scaled)$")
FEATURED = select(items.c.featured_media).where(items.c.featured_media != 0)
NUMBERS = select_numbers(item_fields.c.data)
"""Every number in custom fields: some are ids of files, and a file with the id of something else counts as used."""
USED = (FEATURED, NUMBERS, LOGO)
FILES = select(media.c.id, media.c.source_url).where(*(media.c.id.not_in(ids) for ids in USED))
TEXTS = union_all(
    select(ALL_TEXT.label("text")).select_from(WITH_DOCUMENTS),
    select(terms.c.description).where(contains(terms.c.description, "/")),
    select(menu_entries.c.url).where(menu_entries.c.url != ""),
    select(redirects.c.target),
    select(item_fields.c.data),
    select(TEMPLATE_TEXT),
    select(COMPONENT_TEXT),
)


def find_unused(connection: Connection) -> list[int]:
    """The ids of these files. It reads all texts, so this takes its time."""
    unused = _Unused((row.id, row.source_url) for row in connection.execute(FILES))
    for text in connection.execute(TEXTS.execution_options(yield_per=50)).scalars():
        unused.read(text)
    return [*unused.files]


class _Unused:
    """Files, without those that the texts name that were read so far."""

    def __init__(self, files: Iterable[tuple[int, str]]) -> None:
        self.files = dict(files)
        self._by_name: dict[str, list[int]] = defaultdict(list)
        self._strange: list[int] = []
        self._naming: dict[int, Naming] = {}
        for media_id, address in self.files.items():
            name = _cut_ending(address.rstrip("/").rpartition("/")[2])
            if STRANGE.search(name):
                self._strange.append(media_id)
            else:
                self._by_name[SIZED.sub("", name)].append(media_id)

    def read(self, text: str) -> None:
        """Take out what a text names."""
        for media_id in {*self._list_candidates(text), *self._strange} & self.files.keys():
            if self._name(media_id).pattern.search(text):
                del self.files[media_id]

    def _list_candidates(self, text: str) -> Iterator[int]:
        for number, name in NAMES.findall(text):
            if number:
                yield int(number)
            else:
                yield from self._by_name.get(SIZED.sub("", _cut_ending(name)), ())

    def _name(self, media_id: int) -> Naming:
        if media_id not in self._naming:
            self._naming[media_id] = name_file(media_id, self.files[media_id])
        return self._naming[media_id]


def _cut_ending(name: str) -> str:
    """A name without its ending, and without the full stop of a sentence."""
    stem, dot, _ = name.rstrip(".").rpartition(".")
    return stem if dot else name
