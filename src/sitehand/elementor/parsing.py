"""Elementor documents read from text: each element gets its piece, in one pass."""

from dataclasses import dataclass
from typing import Any

from sitehand.elementor.document import Element, walk, write
from sitehand.elementor.places import check_depth, read_key, read_separator, read_value, refuse_json, skip_space
from sitehand.errors import Code, Problem

MAX_CHARACTERS = 8 * 1024 * 1024
MAX_ELEMENTS = 10_000


def read_document(text: str) -> Element:
    """The root of the tree in a text, as it is stored or as a template file. Linear in the text.

    Raises Problem(invalid_json) for what is no JSON, Problem(invalid_arguments) for what is no document or too large.
    """
    if len(text) > MAX_CHARACTERS:
        raise refuse_document(f"The Elementor document has more than {MAX_CHARACTERS:,} characters.")
    check_depth(text)
    return _Reader(text).read()


def write_document(root: Element) -> str:
    """The text of a document after an edit. Raises Problem(invalid_arguments) for one that could not be read again."""
    text, number = write(root), sum(1 for _ in walk(root))
    if number > MAX_ELEMENTS or len(text) > MAX_CHARACTERS:
        raise refuse_growth(f"The document would have {number:,} elements and {len(text):,} characters.")
    try:
        check_depth(text)
    except Problem as problem:
        raise refuse_growth("The elements would be nested too deeply.") from problem
    return text


def refuse_growth(why: str) -> Problem:
    """The refusal of an edit that would make a document too large to be read."""
    hint = f"The limits are {MAX_ELEMENTS:,} elements, {MAX_CHARACTERS:,} characters and 250 levels. Split the page."
    return Problem(Code.INVALID_ARGUMENTS, why, hint=hint)


def read_items(text: str) -> list[Element]:
    """Elements from the text of one or more, separated by commas."""
    root = read_document(f"[{text}]")
    if root.children:
        root.children[-1].trail = root.shell[1:-1]  # what the closing bracket had before it
    return root.children


def rewrite(element: Element, shell: str) -> None:
    """Give an element another text of its own; its children stay. Raises ValueError for a text with children in it."""
    (new,) = read_items(shell)
    if new.children:
        raise ValueError("The text of an element holds no children.")
    element.shell, element.split, element.fields = new.shell, new.split, new.fields


def refuse_document(why: str) -> Problem:
    """The refusal for JSON that is no Elementor document."""
    return Problem(Code.INVALID_ARGUMENTS, why, hint="Send the list of elements, or a template file of Elementor.")


@dataclass(slots=True)
class _Open:
    """An element whose children are being read: where it begins, where its list of them does, and the name of that."""

    element: Element
    fields: dict[str, Any]
    start: int
    begin: int = 0
    name: str = "elements"


class _Reader:
    """Reads a document with a stack of its own, so that elements may be as deep as JSON may."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._count = 0
        self._open: list[_Open] = []

    def read(self) -> Element:
        root = Element("")
        at = self._read_root(root, skip_space(self._text, 0))
        while self._open:
            start = skip_space(self._text, at)
            # A ] right after the [ ends an empty list; one after a comma is read as an item, which is refused.
            empty = at == self._open[-1].begin and self._text.startswith("]", start)
            end = self._close_list(at, start + 1) if empty else self._read_item(at, start)
            at = self._climb(end) if end >= 0 else self._open[-1].begin
        return root

    def _read_root(self, root: Element, start: int) -> int:
        """Read what stands before the list of the document, and say where that begins."""
        root.lead = self._text[:start]
        if self._text.startswith("[", start):
            root.split = 1
            self._open.append(_Open(root, {}, start, start + 1))
            return start + 1
        root.fields = {}
        opened = _Open(root, root.fields, start, name="content")
        if not self._text.startswith("{", start) or self._read_fields(opened, self._read_opener(start)) >= 0:
            raise refuse_document("An Elementor document is a list of elements, or a template with one as `content`.")
        return opened.begin

    def _read_item(self, lead: int, start: int) -> int:
        """The end of an item that begins there; -1 if its children come first."""
        self._count += 1
        if self._count > MAX_ELEMENTS:
            raise refuse_document(f"The Elementor document has more than {MAX_ELEMENTS:,} elements.")
        parent = self._open[-1].element
        element = Element("", parent=parent, lead=self._text[lead:start])
        parent.children.append(element)
        if self._text.startswith("{", start):
            element.fields = {}
            return self._read_fields(_Open(element, element.fields, start), self._read_opener(start))
        _, end = read_value(self._text, start)
        element.shell = self._text[start:end]
        return end

    def _read_opener(self, start: int) -> tuple[bool, int]:
        at = skip_space(self._text, start + 1)
        return (False, at + 1) if self._text.startswith("}", at) else (True, at)

    def _read_fields(self, opened: _Open, position: tuple[bool, int]) -> int:
        """Read the members of an element, and say where it ends; -1 if its children come first."""
        more, at = position
        element = opened.element
        while more:
            key, at = read_key(self._text, at)
            if key == opened.name and self._text.startswith("[", at):
                return self._open_list(opened, at + 1)
            opened.fields[key], at = read_value(self._text, at)
            more, at = read_separator(self._text, at, "}")
        if element.split < 0:
            element.shell = self._text[opened.start : at]
        return at

    def _open_list(self, opened: _Open, begin: int) -> int:
        if opened.element.split >= 0:
            raise refuse_document(f"An element has two lists `{opened.name}`.")
        opened.element.split = begin - opened.start
        opened.begin = begin
        self._open.append(opened)
        return -1

    def _climb(self, end: int) -> int:
        """Go on behind an item that ends there: close the lists that end with it, and say where the next begins."""
        while self._open:
            at = skip_space(self._text, end)
            if self._text.startswith(",", at):
                self._open[-1].element.children[-1].trail = self._text[end:at]
                return at + 1
            if not self._text.startswith("]", at):
                raise refuse_json(f"A comma or ] is missing at character {at}.")
            end = self._close_list(end, at + 1)
        return end

    def _close_list(self, tail: int, end: int) -> int:
        """Read what follows the list of the innermost open element, and say where that element ends."""
        opened = self._open.pop()
        if opened.element.fields is not None:
            end = self._read_fields(opened, read_separator(self._text, end, "}"))
        opened.element.shell = self._text[opened.start : opened.begin] + self._text[tail:end]
        if opened.element.parent is None:
            self._finish(opened.element, end)
        return end

    def _finish(self, root: Element, end: int) -> None:
        root.trail = self._text[end:]
        if root.trail.strip(" \t\n\r"):
            raise refuse_json(f"Something follows its end at character {end}.")
