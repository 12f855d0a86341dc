"""Attributes in the words of `block.json`, and how a form in these words is read."""

import re
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, AliasChoices, BaseModel, BeforeValidator, Field, ValidationError
from turbohtml import parse_fragment

from sitehand.blocks.checking import TYPES
from sitehand.blocks.showing import MAX_NESTED, measure
from sitehand.errors import Detail, FaultyForm, write_place

MAX_TEXT, MAX_ATTRIBUTES = 500, 5_000
MAX_FAULTS = 20
MAX_SHOWN = 80
SENDABLE = f"an object of JSON, at most {MAX_NESTED} deep, without half characters"
"""What a refusal expects of a block type: answers can hold nothing else."""
SELECTOR = f"a CSS selector of at most {MAX_TEXT} characters, with :has() or an `of` once, and no escape beside ()"
_SEARCHING = re.compile(r":has\(|:nth-[a-z-]+\([^()]*\bof\b", re.IGNORECASE)
Source = Literal["attribute", "text", "html", "rich-text", "query", "raw", "tag", "meta", "children", "node"]
T = TypeVar("T")
Form = TypeVar("Form", bound=BaseModel)


def _check_type(name: str) -> str:
    if name not in TYPES:
        raise ValueError(" or ".join(TYPES))
    return name


def _check_selector(selector: str) -> str:
    """One whose search takes quadratic time at most: each function that searches within another adds a power."""
    if not selector:
        return selector  # no selector, as the editor reads it
    try:
        parse_fragment("").select_one(selector)
    except ValueError:
        raise ValueError("a CSS selector") from None
    hides = "\\" in selector and "(" in selector  # an escape may spell the name of a function
    if len(selector) > MAX_TEXT or hides or len(_SEARCHING.findall(selector)) > 1:
        raise ValueError(SELECTOR)
    return selector


def take_one(value: Any) -> Any:
    """One name as a list of names."""
    return [value] if isinstance(value, str) else value


def _take_object(value: Any) -> Any:
    return {} if value in (None, []) else value


TypeName = Annotated[str, AfterValidator(_check_type)]
Object = Annotated[dict[str, T], BeforeValidator(_take_object), Field(max_length=MAX_ATTRIBUTES)]


class AttributeForm(BaseModel):
    """An attribute, in the words of `block.json`."""

    type: Annotated[list[TypeName], BeforeValidator(take_one)] = []
    default: Any = None
    enum: list[Any] | None = None
    source: Source | None = None
    selector: Annotated[str, AfterValidator(_check_selector)] | None = None
    attribute: str | None = None
    query: "Object[AttributeForm]" = {}
    items: Any = None
    role: str | None = Field(None, validation_alias=AliasChoices("role", "__experimentalRole"))


class FaultyBlockType(FaultyForm):
    """A description of a block that cannot be read."""


def read_form(form: type[Form], given: Any) -> Form:
    """What was given, checked. Raises FaultyBlockType."""
    if not isinstance(given, dict) or measure(given) is None:
        raise FaultyBlockType([Detail(path="the block type", expected=SENDABLE, got=repr(given)[:MAX_SHOWN])])
    try:
        return form.model_validate(given)
    except ValidationError as error:
        raise FaultyBlockType([_tell(fault) for fault in error.errors()[:MAX_FAULTS]]) from None


def define(form: AttributeForm) -> dict[str, Any]:
    """An attribute in the words of the tables; what is not said is not there."""
    said = form.model_dump(exclude_unset=True, exclude={"items", "query"}, exclude_none=True)
    if "default" in form.model_fields_set:
        said["default"] = form.default
    if form.query:
        said["query"] = {name: define(one) for name, one in form.query.items()}
    kind = form.items.get("type") if isinstance(form.items, dict) else None
    return {**said, "items": {"type": kind}} if isinstance(kind, str) and kind in TYPES else said


def _tell(fault: Any) -> Detail:
    place = write_place(fault["loc"]).removeprefix(".")
    return Detail(path=place, expected=_expect(fault), got=repr(fault["input"])[:MAX_SHOWN])


def _expect(fault: Any) -> str:
    said = str(fault["msg"]).removeprefix("Value error, ").removeprefix("Input should be ")
    return "a value" if fault["type"] == "missing" else f"{said[:1].lower()}{said[1:]}"
