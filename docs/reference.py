"""The generated parts of the docs, written from the declarations. The cog blocks in `*.md` call these functions."""

import ast
import inspect
import json
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from pydantic.fields import FieldInfo

from docs.error_guide import GUIDE
from sitehand import hookspecs
from sitehand.admin.screens.connect import write_recipes
from sitehand.errors import STATUS, Code
from sitehand.guard.roles import ROLES
from sitehand.operation.catalog import CATEGORIES, Catalog, collect
from sitehand.operation.declaration import Operation
from sitehand.operation.schema import input_schema
from sitehand.operation.services import ServiceAddress
from sitehand.operations.modules import OPERATION_MODULES
from sitehand.settings import Settings

CATALOG = Catalog(collect(OPERATION_MODULES))
BOUNDS: Mapping[str, str] = MappingProxyType(
    {
        "minimum": "at least {}",
        "maximum": "at most {}",
        "minLength": "characters: at least {}",
        "maxLength": "characters: at most {}",
        "minItems": "entries: at least {}",
        "maxItems": "entries: at most {}",
    }
)


def tools_by_category() -> str:
    """The built-in tools of each category, by name."""
    rows = [(f"[{category}](docs/tools/{category}.md)", _list_tools(category)) for category in CATEGORIES]
    return _table(("Category", "Tools"), rows)


def _list_tools(category: str) -> str:
    return ", ".join(f"`{item.name}`" for item in CATALOG if item.category == category)


def tool_table() -> str:
    """Every built-in tool: its name, what it does, its REST route, and who may call it."""
    rows = [
        (
            f"[`{item.name}`]({item.category}.md#{item.name})",
            item.description.rstrip("."),
            f"`{_route(item)}`",
            who(item),
        )
        for item in CATALOG
    ]
    return _table(("Tool", "What it does", "REST", "Who"), rows)


def category_page(category: str) -> str:
    """The reference of a category's operations."""
    return "\n".join(_section(item) for item in CATALOG if item.category == category)


def settings_table() -> str:
    """Every setting: its name in the environment, its default, what it does."""
    rows = [
        (f"`SITEHAND_{name.upper()}`", _default(field), (field.description or "").replace("<", "&lt;"))
        for name, field in Settings.model_fields.items()
    ]
    return _table(("Setting", "Default", "What it does"), rows)


def error_table() -> str:
    """Every error code: its HTTP status, when it comes, what to do next."""
    rows = [(f"`{code}`", str(STATUS[code]), *GUIDE[code]) for code in sorted(Code, key=lambda code: STATUS[code])]
    return _table(("Code", "Status", "When", "What to do next"), rows)


def hook_list() -> str:
    """Every hook: its signature and its docstring."""
    hooks = [hook for _, hook in inspect.getmembers(hookspecs, inspect.isfunction) if hasattr(hook, "sitehand_spec")]
    ordered = sorted(hooks, key=lambda hook: hook.__code__.co_firstlineno)
    return "\n".join(
        f"## {hook.__name__}\n\n```python\ndef {hook.__name__}{_signature(hook)}\n```\n\n{inspect.getdoc(hook)}\n"
        for hook in ordered
    )


def role_table() -> str:
    """Every role and the categories that it may use."""
    rows = [(f"`{role}`", ", ".join(c for c in CATEGORIES if c in categories)) for role, categories in ROLES.items()]
    return _table(("Role", "Categories"), rows)


def connect_recipes(site: str = "http://127.0.0.1:8000") -> str:
    """How each client is connected, as the screen Connect shows it for the address of `make demo`."""
    rest = f"{site}/sitehand/v1"
    recipes = write_recipes(ServiceAddress(site=site, rest=rest, mcp=f"{rest}/mcp"))
    return "\n".join(
        f"## {recipe.client}\n\n{recipe.where}\n\n```{recipe.language}\n{recipe.text}\n```\n"
        + (f"\n{recipe.note}\n" if recipe.note else "")
        for recipe in recipes
    )


def who(item: Operation) -> str:
    """Whom the gate lets call the operation."""
    if item.public:
        return "anybody, without a key"
    if item.access == "admin":
        return "admin"
    if item.everyone:
        return "every key"
    return ", ".join(role for role, categories in ROLES.items() if item.categories & categories)


def _section(item: Operation) -> str:
    lines = [
        f"## {item.name}\n",
        f"{item.description}\n",
        f"`{_route(item)}` · {_access(item)}\n",
        _arguments(item),
    ]
    if item.example is not None:
        example = json.dumps(dict(item.example), ensure_ascii=False)
        lines.append(f"Example: `{item.methods[0]} {item.path}` with\n\n```json\n{example}\n```\n")
    return "\n".join(lines)


def _access(item: Operation) -> str:
    """Whether it writes, what that means, and for whom it is."""
    marks = ["reads" if item.access == "read" else "writes"]
    if item.access != "read":
        marks += [mark for mark, so in (("destructive", item.destructive), ("idempotent", item.idempotent)) if so]
    return " · ".join([*marks, f"for {who(item)}"])


def _arguments(item: Operation) -> str:
    schema = input_schema(item.input)
    rows = [
        (f"`{name}`{' *' if name in schema.get('required', ()) else ''}", _type(prop, schema), _note(item, name, prop))
        for name, prop in schema["properties"].items()
    ]
    return _table(("Argument", "Type", ""), rows) if rows else "No arguments.\n"


def _note(item: Operation, name: str, prop: Mapping[str, Any]) -> str:
    notes = [prop["description"]] if "description" in prop else []
    notes += [text.format(prop[bound]) for bound, text in BOUNDS.items() if bound in prop]
    if prop.get("default", "") not in ("", False):
        notes.append(f"default `{prop['default']}`")
    if name in item.mcp_defaults:
        notes.append(f"as a tool default `{item.mcp_defaults[name]}`")
    return "; ".join(notes)


def _type(prop: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    if "$ref" in prop:
        named = schema["$defs"][prop["$ref"].rpartition("/")[2]]
        members = (f"{n}{'' if n in named.get('required', ()) else '?'}" for n in named["properties"])
        return f"object: {', '.join(members)}"
    if "enum" in prop or "const" in prop:
        return ", ".join(f"`{value}`" for value in prop.get("enum", [prop.get("const")]))
    if prop.get("type") == "array":
        return f"list of {_type(prop['items'], schema)}"
    return str(prop.get("format") or prop.get("type") or "any")


def _route(item: Operation) -> str:
    return f"{'/'.join(item.methods)} {', '.join(item.paths)}"


def _default(field: FieldInfo) -> str:
    value = field.default
    text = json.dumps(value) if isinstance(value, bool | list) else str(value)
    return f"`{text}`" if text else "none"


def _signature(function: Callable[..., Any]) -> str:
    """As it is written in the source: the types by their short names."""
    (definition,) = ast.parse(inspect.getsource(function)).body
    assert isinstance(definition, ast.FunctionDef)  # noqa: S101 - for the type checker
    returns = ast.unparse(definition.returns) if definition.returns else "None"
    return f"({ast.unparse(definition.args)}) -> {returns}".replace("'", "")


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)
