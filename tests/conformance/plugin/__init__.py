"""The suites' fixture tools, resources and prompts, as a plugin of the service: nothing but public hooks.

What each fixture must answer stands in the suites' own scenario descriptions.
"""

from collections.abc import Sequence

from starlette.requests import Request

from sitehand.doors.mcp.features import McpPrompt, McpResource, McpTool
from sitehand.hookspecs import hookimpl
from sitehand.operation.caller import Caller
from tests.conformance.plugin import answers, questions, reading, sessions

SUITE = Caller("plugin", "plugin:conformance", "Conformance suite", "admin", requests_per_minute=100_000)


@hookimpl
def skip_key_validation(request: Request) -> Caller | None:
    """Vouch for the suite, which sends no credential; a request that carries one is left to key validation."""
    return None if "x-api-key" in request.headers else SUITE


@hookimpl
def register_mcp_tools() -> Sequence[McpTool]:
    """The fixture tools."""
    return [*answers.TOOLS, *questions.TOOLS, *sessions.TOOLS]


@hookimpl
def register_mcp_resources() -> Sequence[McpResource]:
    """The fixture resources."""
    return reading.RESOURCES


@hookimpl
def register_mcp_prompts() -> Sequence[McpPrompt]:
    """The fixture prompts."""
    return [*reading.PROMPTS, *questions.PROMPTS]
