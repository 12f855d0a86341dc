"""Every hook that an installed plugin may implement, on one page.

A plugin is a Python package with an entry point in the group `sitehand`:

    [project.entry-points.sitehand]
    signed_links = "sitehand_signed_links"

and functions marked with `sitehand.hookimpl` in that module. `examples/` holds one.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pluggy

from sitehand.operation.caller import Caller
from sitehand.operation.declaration import Operation

if TYPE_CHECKING:
    from starlette.requests import Request

    from sitehand.doors.mcp.features import McpPrompt, McpResource, McpTool

hookspec = pluggy.HookspecMarker("sitehand")
hookimpl = pluggy.HookimplMarker("sitehand")


@hookspec(firstresult=True)
def skip_key_validation(request: "Request") -> Caller | None:
    """Vouch for one request: return the caller that it comes from, or None to leave it to key validation.

    Called once for each HTTP request behind a key, before the key is looked at. The caller's role decides what
    the request may do, and its `id` names its rate limit, both as for a key. If the hook raises, the request is
    refused. It is also refused if the `id` looks like the owner's, a key's or a token's: begin it with `plugin:`.
    """


@hookspec
def register_operations() -> Sequence[Operation]:
    """Operations of the plugin's own, declared with `@operation`. Called once, at start.

    An operation that writes pages or posts declares `prepare=lambda ctx, page: ctx.host.pages.prepare(page)`, as the
    built-in ones do: then nobody waits while it renders.
    """
    return ()


@hookspec
def register_block_types() -> Sequence[dict[str, Any]]:
    """Block types that are not WordPress's own, each as its `block.json`, read. Called once, at start.

    Callers then see them in `list_block_types`, and Sitehand checks their attributes. The site renders a block with
    `render` for each visitor, so callers can create and edit it by its attributes. JavaScript writes the HTML of any
    other block: callers can change only what needs no other HTML. A faulty type keeps Sitehand from starting.

    One with the name of a block of WordPress adds attributes to it: `{"name": "core/paragraph", "attributes": {...}}`.
    """
    return ()


@hookspec
def register_elementor_widgets() -> Sequence[dict[str, Any]]:
    """Elementor widgets that Elementor does not include: `name`, `controls` and an `example` of settings each.

    Called once, at start. Controls use the words of Elementor's own, by name: `type` (`text`, `select`, `slider`...),
    `tab`, `options`, `size_units`, `is_responsive`, `return_value`, `condition`, `multiple`, `allowed_dimensions`,
    `dynamic`, `default`, and `fields` of a repeater; the type `foreign` takes any value. So `controls` can be what
    `get_controls()` of the widget returns, as JSON. Callers then see them in `list_widgets` and `get_widget`, and can
    add them; Sitehand checks the values. The built-in site shows their words. A fault keeps Sitehand from starting.
    """
    return ()


@hookspec
def register_mcp_tools() -> "Sequence[McpTool]":
    """MCP tools that are not operations: results with images or audio, or questions back to the person.

    Called once, at start. Fields and handlers are described in `sitehand.doors.mcp.features`.
    """
    return ()


@hookspec
def register_mcp_resources() -> "Sequence[McpResource]":
    """MCP resources and resource templates of the plugin's own. Called once, at start."""
    return ()


@hookspec
def register_mcp_prompts() -> "Sequence[McpPrompt]":
    """MCP prompts of the plugin's own. Called once, at start."""
    return ()


@hookspec
def operation_done(caller: Caller | None, operation: Operation, arguments: Any, problem: Exception | None) -> None:
    """Called after each call, through any door, including the admin screens and the command line.

    `arguments` are as parsed; secrets among them print as stars. `problem` is None on success.

    If it raises, the error is logged and changes nothing.
    """
