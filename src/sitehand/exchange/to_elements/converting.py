"""A text of blocks as a document: each block by its maker, and what has none as HTML that keeps the block."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sitehand.blocks.markup import check_markup
from sitehand.blocks.outline import BLANK, Entry, read_outline
from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.document import write
from sitehand.elementor.identifiers import renew_text
from sitehand.elementor.operations import edit
from sitehand.elementor.parsing import read_document
from sitehand.errors import Problem
from sitehand.exchange.report import Report
from sitehand.exchange.site import Site
from sitehand.exchange.to_elements import boxes, media, panels, texts
from sitehand.exchange.to_elements.registry import MAKERS, Part
from sitehand.exchange.to_elements.source import Source, list_leaves

MODULES = (boxes, media, panels, texts)
"""The modules that declare makers."""
MAX_DEPTH = 15
"""Blocks in each other that become elements in each other."""
PLAIN = {"editor"}
"""The settings of a text that looks like any other, so that the next can join it."""


def convert_to_elements(text: str, site: Site) -> tuple[str, Report]:
    """A document of the blocks of a text, as JSON, and what happened to each block.

    New ids are made: call it within `seeded`. Raises Problem: conflict for a release whose blocks are not known;
    invalid_arguments for a text with a block that is not closed, or closed twice.
    """
    site.release.check_known()
    converter = _Converter(site)
    blocks = check_markup(text, freeform=True).text if text.strip(BLANK) else ""
    parts = _gather(converter.convert(read_outline(blocks).roots, 0))
    taken: set[str] = set()
    return f"[{','.join(renew_text(_write(part), taken) for part in parts)}]", converter.report


def _write(part: Part) -> str:
    """The text of an element that is added to nothing: an edit looks at all elements that are there."""
    root = read_document("[]")
    edit(root, [{"operation": "add_element", "element": part, "at": "end"}], load_catalogue())
    return ",".join(map(write, root.children))


def _gather(parts: Sequence[Part]) -> Iterator[Part]:
    """Containers, and one around each run of widgets: no widget stands at the outermost level."""
    run: list[Part] = []
    for part in parts:
        if part["elType"] == "widget":
            run.append(part)
            continue
        yield from _close(run)
        run = []
        yield part
    yield from _close(run)


def _close(run: list[Part]) -> Iterator[Part]:
    if run:
        yield {"elType": "container", "settings": {"content_width": "boxed"}, "elements": run}


@dataclass(slots=True)
class _Converter:
    site: Site
    report: Report = field(default_factory=Report)

    def convert(self, entries: Sequence[Entry], depth: int) -> list[Part]:
        """The elements of blocks in order. Texts that look like any other are one."""
        made: list[Part] = []
        for entry in entries:
            for part in self._convert(entry, depth):
                if made and _is_plain(part) and _is_plain(made[-1]):
                    made[-1]["settings"]["editor"] += f"\n{part['settings']['editor']}"
                else:
                    made.append(part)
        return made

    def _convert(self, entry: Entry, depth: int) -> list[Part]:
        source = Source(entry, self.site, self.report, lambda inner: self.convert(inner, depth + 1))
        before = self.report.mark()
        maker = MAKERS.get(entry.block.name or "core/freeform") if entry.closed and depth < MAX_DEPTH else None
        made = maker(source) if maker else None
        if made is None or not all(map(_fits, made)) or any(each.says_more() for each in source.list_opened()):
            self.report.go_back(before)
            return [self._keep(source)]
        self.report.count(entry.block.name or "core/freeform", tuple(map(_name, made)))
        for each in source.list_opened():
            self._tell_lost(each)
        return made

    def _keep(self, source: Source) -> Part:
        """The whole block, delimiters and all: what of it is HTML is shown, and the way back makes it a block again."""
        shown = "html" if source.html else "not shown; kept as a comment in html"
        name = source.entry.block.name or "core/freeform"
        self.report.add_unmatched(source.path, name, shown)
        self.report.count(name, ("html",))
        settings = {"html": source.markup, **source.list_hidden()}
        return {"elType": "widget", "widgetType": "html", "settings": settings}

    def _tell_lost(self, source: Source) -> None:
        """The attributes that nobody read, by their path, and the values that the block itself does not take."""
        for path, value in list_leaves(source.misfits):
            self.report.leave_out(source.path, path, value)
        for path, value in list_leaves(source.attributes.values_of):
            parts = path.split(".")
            if any(".".join(parts[:number]) in source.attributes.names for number in range(1, len(parts) + 1)):
                self.report.kept += 1
            elif value not in ("", None) and (value is not False or source.is_on(path)):
                self.report.leave_out(source.path, path, value)


def _is_plain(part: Part) -> bool:
    return part.get("widgetType") == "text-editor" and set(part["settings"]) == PLAIN


def _name(part: Part) -> str:
    return str(part.get("widgetType") or part["elType"])


def _fits(part: Part) -> bool:
    """Whether the catalogue takes an element; those in it were looked at."""
    alone = {**part, "elements": []} if part["elType"] != "widget" else part
    holder = alone if part["elType"] != "widget" else {"elType": "container", "settings": {}, "elements": [alone]}
    step = {"operation": "add_element", "element": holder, "at": "end"}
    try:
        edit(read_document("[]"), [step], load_catalogue())
    except Problem:
        return False
    return True
