"""The blueprints of sections by their names, and sections made of them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError

from sitehand.elementor.blueprints import content as said
from sitehand.elementor.blueprints import sections as made
from sitehand.elementor.blueprints.parts import Part
from sitehand.elementor.scalars import find_close
from sitehand.errors import Code, Detail, Problem, write_place

MAX_SECTIONS = 30
HINT = "get_blueprint shows the content of a section, with an example."


class Blueprint(NamedTuple):
    """A kind of section: its content, and how it is made of that."""

    content: type[said.Content]
    make: Callable[[Any], Part]

    @property
    def description(self) -> str:
        """What it is for, in a sentence."""
        return (self.make.__doc__ or "").strip()


BLUEPRINTS: Mapping[str, Blueprint] = {
    "hero": Blueprint(said.Hero, made.make_hero),
    "features": Blueprint(said.Features, made.make_features),
    "call_to_action": Blueprint(said.CallToAction, made.make_call_to_action),
    "pricing": Blueprint(said.Pricing, made.make_pricing),
    "questions": Blueprint(said.Questions, made.make_questions),
    "testimonials": Blueprint(said.Testimonials, made.make_testimonials),
    "gallery": Blueprint(said.Images, made.make_gallery),
    "contact": Blueprint(said.Contact, made.make_contact),
    "statistics": Blueprint(said.Statistics, made.make_statistics),
    "logos": Blueprint(said.Images, made.make_logos),
    "team": Blueprint(said.Team, made.make_team),
    "steps": Blueprint(said.Steps, made.make_steps),
}


def make_sections(given: Sequence[Mapping[str, Any]]) -> list[Part]:
    """Sections `{blueprint, content}` as elements.

    Raises Problem(invalid_arguments) with the path of everything that is wrong.
    """
    details: list[Detail] = []
    sections = [_make_section(section, f"sections[{number}]", details) for number, section in enumerate(given)]
    if details:
        sentence = "A value is wrong." if len(details) == 1 else f"{len(details)} values are wrong."
        raise Problem(Code.INVALID_ARGUMENTS, sentence, hint=HINT, details=details)
    return [section for section in sections if section]


def _make_section(section: Mapping[str, Any], path: str, details: list[Detail]) -> Part | None:
    name = section.get("blueprint")
    blueprint = BLUEPRINTS.get(name) if isinstance(name, str) else None
    if blueprint is None or section.keys() - {"blueprint", "content"}:
        details.append(_refuse_name(name, path))
        return None
    try:
        return blueprint.make(blueprint.content.model_validate(section.get("content", {})))
    except ValidationError as error:
        details += [_refuse_value(each, f"{path}.content") for each in error.errors(include_url=False)]
        return None


def _refuse_name(name: Any, path: str) -> Detail:
    close = find_close(name, BLUEPRINTS) if isinstance(name, str) else None
    meant = f"; {close} is like it" if isinstance(close, str) else ""
    expected = f"an object of blueprint and content; a blueprint is one of {', '.join(BLUEPRINTS)}{meant}"
    return Detail(path=f"{path}.blueprint", expected=expected, got=str(name)[:100])


def _refuse_value(fault: Any, path: str) -> Detail:
    return Detail(path=path + write_place(fault["loc"]), expected=fault["msg"], got=str(fault["input"])[:100])
