"""The least resource server: one of the official SDK's own, so that broker and clients are tested without Sitehand."""

from typing import Any

from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings
from mcp.server.mcpserver import MCPServer

from tests.broker.broker import Broker
from tests.broker.person import introspect


class Verifier:
    """Asks the broker about each token."""

    def __init__(self, broker: Broker, resource: str) -> None:
        self._broker = broker
        self._resource = resource

    async def verify_token(self, token: str) -> AccessToken | None:
        """What the token is good for here, or None."""
        said = await introspect(self._broker, token)
        if not said["active"] or said.get("aud") != self._resource:
            return None
        return AccessToken(token=token, client_id=said["client_id"], scopes=said["scope"].split(), resource=said["aud"])


def make_resource(broker: Broker, address: str) -> Any:
    """A server at that address with one tool, for tokens of that broker."""
    resource = f"{address}/mcp"
    broker.know(resource)
    # As a mapping, since the addresses are compared byte for byte and must not gain a slash.
    facts = {"issuer_url": broker.issuer, "resource_server_url": resource, "required_scopes": ["site:read"]}
    auth = AuthSettings.model_validate({**facts, "validate_token_resource": True})
    server = MCPServer("least", log_level="ERROR", auth=auth, token_verifier=Verifier(broker, resource))

    @server.tool()
    async def greet() -> str:
        """Say hello."""
        return "hello"

    return server.streamable_http_app(stateless_http=True, json_response=True)
