"""Fixture resources and prompts."""

import base64
import json
from collections.abc import Mapping

from mcp_types import EmbeddedResource, ImageContent, PromptMessage, TextContent, TextResourceContents

from sitehand.doors.mcp.features import McpArgument, McpCall, McpPrompt, McpResource
from tests.conformance.plugin.answers import PNG


async def read_text(call: McpCall, variables: Mapping[str, str]) -> str:
    """Text."""
    return "This is the content of the static text resource."


async def read_image(call: McpCall, variables: Mapping[str, str]) -> bytes:
    """Bytes."""
    return base64.b64decode(PNG)


async def read_template(call: McpCall, variables: Mapping[str, str]) -> str:
    """What the template's variable says."""
    return json.dumps({"id": variables["id"], "templateTest": True, "data": f"Data for ID: {variables['id']}"})


async def render_simple(call: McpCall, arguments: Mapping[str, str]) -> str:
    """A text."""
    return "This is a simple prompt for testing."


async def render_arguments(call: McpCall, arguments: Mapping[str, str]) -> str:
    """The arguments."""
    return f"Prompt with arguments: arg1='{arguments['arg1']}', arg2='{arguments['arg2']}'"


async def render_resource(call: McpCall, arguments: Mapping[str, str]) -> list[PromptMessage]:
    """A resource, and what to do with it."""
    text = "Embedded resource content for testing."
    contents = TextResourceContents(uri=arguments["resourceUri"], mime_type="text/plain", text=text)
    return [
        PromptMessage(role="user", content=EmbeddedResource(resource=contents)),
        PromptMessage(role="user", content=TextContent(text="Please process the embedded resource above.")),
    ]


async def render_image(call: McpCall, arguments: Mapping[str, str]) -> list[PromptMessage]:
    """An image, and what to do with it."""
    return [
        PromptMessage(role="user", content=ImageContent(data=PNG, mime_type="image/png")),
        PromptMessage(role="user", content=TextContent(text="Please analyze the image above.")),
    ]


async def suggest(call: McpCall, prefix: str) -> list[str]:
    """What the argument may be."""
    return [word for word in ("testing", "testable", "paris", "park") if word.startswith(prefix)]


RESOURCES = (
    McpResource("test://static-text", "static-text", "Text.", read_text, None),
    McpResource("test://static-binary", "static-binary", "An image.", read_image, None, "image/png"),
    McpResource("test://watched-resource", "watched-resource", "Text to watch.", read_text, None),
    McpResource("test://template/{id}/data", "template", "By id.", read_template, None, "application/json"),
)
PROMPTS = (
    McpPrompt("test_simple_prompt", "A simple prompt.", render_simple, None),
    McpPrompt(
        "test_prompt_with_arguments",
        "A prompt with arguments.",
        render_arguments,
        None,
        (
            McpArgument("arg1", "First test argument", required=True, complete=suggest),
            McpArgument("arg2", "Second test argument", required=True),
        ),
    ),
    McpPrompt(
        "test_prompt_with_embedded_resource",
        "A prompt with a resource.",
        render_resource,
        None,
        (McpArgument("resourceUri", "URI of the resource to embed", required=True),),
    ),
    McpPrompt("test_prompt_with_image", "A prompt with an image.", render_image, None),
)
