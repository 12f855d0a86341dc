"""The block editor of a WordPress release: its own files, run by Node and PHP as on a page of wp-admin."""

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.browser import require
from tests.wordpress.dialogue import Dialogue

DEFINITIONS = Path(__file__).parent / "block_definitions.php"


class Editor:
    """What the editor of a release makes of blocks."""

    def __init__(self, release: Path) -> None:
        require(shutil.which("php"), "PHP, for what it tells the editor of the blocks")
        self._dialogue = Dialogue("block_editor.mjs", release, DEFINITIONS)

    def check(self, markup: str) -> dict[str, Any]:
        """Its `blocks` (name, valid, attributes, expected, inner) of a text, and the text `serialized` from them."""
        found: dict[str, Any] = self._dialogue.ask({"ask": "check", "markup": markup})
        return found

    def check_with(self, settings: Mapping[str, Any], markup: str) -> dict[str, Any]:
        """The same with a block of a plugin, by its `block.json`, and its `attributes` as the editor has them."""
        found: dict[str, Any] = self._dialogue.ask({"ask": "checkWith", "settings": settings, "markup": markup})
        return found

    def check_added(self, added: Mapping[str, Any], markup: str) -> dict[str, Any]:
        """The same with attributes that a plugin adds to every block, and the names of all `attributes` of each."""
        found: dict[str, Any] = self._dialogue.ask({"ask": "checkAdded", "added": added, "markup": markup})
        return found

    def create(self, name: str, attributes: Mapping[str, Any], inner: Sequence[Any] = ()) -> str:
        """A new block as text. `inner` holds names, attributes and inner of the blocks in it."""
        made: str = self._dialogue.ask({"ask": "create", "name": name, "attributes": attributes, "inner": inner})
        return made

    def convert(self, html: str) -> str:
        """The blocks that it makes of classic HTML, as text."""
        converted: str = self._dialogue.ask({"ask": "convert", "html": html})
        return converted

    def transform(self, markup: str, name: str) -> str | None:
        """A text of blocks as another block, as text; None where the editor does not offer that."""
        made: str | None = self._dialogue.ask({"ask": "transform", "markup": markup, "name": name})
        return made

    def describe(self) -> list[dict[str, Any]]:
        """Every block that it has."""
        described: list[dict[str, Any]] = self._dialogue.ask({"ask": "describe"})
        return described

    def close(self) -> None:
        """End its process."""
        self._dialogue.close()


def tell_definitions(release: Path) -> str:
    """What PHP tells the editor of every block of a release, as JSON."""
    return subprocess.run(["php", DEFINITIONS, release, "{}"], capture_output=True, text=True, check=True).stdout
