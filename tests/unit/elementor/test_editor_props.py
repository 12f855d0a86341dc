"""Every typed value that we write passes Elementor's own package for its editor."""

import json
import re
from pathlib import Path
from typing import Any

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.catalogue.examples import make_example
from sitehand.elementor.document import walk
from sitehand.elementor.interactions import list_stored
from sitehand.elementor.operations import edit
from sitehand.elementor.parsing import read_document
from sitehand.elementor.placement import PARTS
from sitehand.elementor.style.sheet import convert_css
from tests.node_tools import FOLDER, Node
from tests.unit.elementor.documents import MIXED
from tests.unit.elementor.sweep import list_typed
from tests.unit.elementor.test_style import ATOMIC, ORACLE

NOT_IN_THE_PACKAGE = {
    *("attributes", "component-instance", "display-conditions", "transition"),
    *("interaction-item", "animation-preset-props", "timing-config", "config-v2"),
    *("interaction-breakpoints", "excluded-breakpoints"),
    *("global-color-variable", "global-font-variable", "global-size-variable"),
}
"""Types that other packages of Elementor check, which no registry has in this version."""
ONLY_PHP = re.compile(r'"unit": "(?:vmin|vmax)"')
"""Units that we never write: `width: 5vmin` becomes text of the unit `custom`."""
MORE_CSS = [
    "filter: brightness(1.2) hue-rotate(1rad) sepia(20%)",
    "transform: skew(5deg) scaleX(2); transform-origin: top left; perspective: 500px",
    "background: url(a.png) center / 50% auto, linear-gradient(to top, red, 30%, blue)",
    "background: linear-gradient(45deg, red 10%, blue), radial-gradient(circle at top left, red, #fff) ",
    "gap: 1px 2em; flex: 1 1 auto; grid-auto-rows: 1fr; object-position: 1px 2px; stroke: red; stroke-width: 2px",
    "background: url(a.png) right 10px bottom 20px / cover; object-position: left 5% bottom 2em",
]


async def test_typed_values_pass_node_by_node(node: Node, tmp_path: Path) -> None:
    """What CSS and plain settings become is valid in Elementor's editor, to its leaves."""
    values = [*_convert_all(), *_make_settings(), *_list_swept()]
    file = tmp_path / "values.json"
    file.write_text(json.dumps(values), "utf-8")
    run = await node.run(FOLDER / "editor_props.mjs", str(file))
    assert run.code == 0, run.errors
    found = json.loads(run.output)
    assert found["refused"] == []
    assert set(found["unknown"]) <= NOT_IN_THE_PACKAGE
    assert found["checked"]["size"] > 100
    assert {"html-v3", "link", "image", "background", "box-shadow", "dimensions"} <= found["checked"].keys()


async def test_the_package_refuses_what_we_refuse(node: Node, tmp_path: Path) -> None:
    """The check of the package works: it refuses units and kinds that we never write."""
    wrong = [
        {"$$type": "size", "value": {"size": 5, "unit": "vmin"}},
        {"$$type": "size", "value": {"size": None, "unit": "auto"}},
        {"$$type": "size", "value": {"size": "5", "unit": "px"}},
        {"$$type": "link", "value": []},
        {"$$type": "image", "value": []},
        {"$$type": "classes", "value": "a"},
    ]
    file = tmp_path / "values.json"
    file.write_text(json.dumps(wrong), "utf-8")
    run = await node.run(FOLDER / "editor_props.mjs", str(file))
    assert json.loads(run.output)["refused"] == wrong


def _list_swept() -> list[Any]:
    """Each form of each setting and property of the catalogue, but for what Elementor's PHP alone takes."""
    atomic = load_catalogue().atomic
    schemas = [
        *atomic.style_props.values(),
        *(each for found in atomic.types.values() for each in found.props.values()),
    ]
    return [value for schema in schemas for value in list_typed(schema) if not ONLY_PHP.search(json.dumps(value))]


def _convert_all() -> list[Any]:
    sheets = [convert_css(css, ATOMIC) for css in (*ORACLE, *MORE_CSS)]
    return [part.value for variants, _ in sheets for variant in variants for part in variant.parts.values()]


def _make_settings() -> list[Any]:
    """The settings of the example of each atomic element, and some that are written plainly."""
    catalogue = load_catalogue()
    root = read_document(MIXED)
    kinds = [kind for kind in catalogue.atomic.types if kind not in PARTS]
    places = {"last_in": "bbbbbb1"}
    adds = [{"operation": "add_element", "element": make_example(kind, catalogue), "at": places} for kind in kinds]
    plain = {
        "link": {"destination": "/a", "isTargetBlank": True},
        "attributes": {"a": "b"},
        "classes": "a b",
        "tag": "h1",
    }
    motion = [{"trigger": "scrollIn", "effect": "slide", "direction": "left", "exclude": ["mobile"]}, {}]
    changes: list[dict[str, Any]] = [
        {"operation": "update_element", "element": "bbbbbb3", "settings": plain},
        {"operation": "set_interactions", "element": "bbbbbb3", "interactions": motion},
    ]
    edit(root, [*adds, *changes], catalogue)
    return [part for each in walk(root) if each.is_atomic for part in (each.settings, list_stored(each))]
