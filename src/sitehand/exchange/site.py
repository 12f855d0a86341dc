"""What of a site both forms refer to, as an exchange needs it. Equal sites give equal results."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sitehand.blocks.design.presets import Presets
from sitehand.blocks.release import Release

WIDTH = "1140px"
"""The content of a page made with Elementor, where its kit says nothing."""
VARIABLE = "var:preset|"


@dataclass(frozen=True, slots=True)
class Site:
    """`presets` are those that blocks name; `colors` and `fonts` those of a kit by id, of a site that shows it.

    `width` is that of the content of an Elementor page; `alts` are the texts of files by their id.
    `components` are the elements of those that a document shows, by id, and `variables` the values of those that it
    names, as CSS refers to them.
    """

    release: Release
    presets: Presets = field(default_factory=dict)
    colors: Mapping[str, str] = field(default_factory=dict)
    fonts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    width: str = WIDTH
    alts: Mapping[int, str] = field(default_factory=dict)
    components: Mapping[int, str] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)

    def find_preset(self, kind: str, slug: str) -> str:
        """The value of a preset; empty where there is none."""
        found = (each["value"] for each in self.presets.get(kind, ()) if each["slug"] == slug)
        return next(found, "")

    def refer_to_color(self, identifier: str) -> str:
        """A colour of the kit as blocks name it: its preset, else its value; empty where the site shows no such one."""
        if identifier in self.colors and self.find_preset("color", identifier):
            return f"{VARIABLE}color|{identifier}"  # of a site that shows no kit a preset may be another colour
        return self.colors.get(identifier, "")
