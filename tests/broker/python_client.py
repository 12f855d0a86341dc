"""The official Python client, given a site's MCP address alone: it finds the broker and a person consents there."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from mcp.client import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from mcp.shared.exceptions import MCPError
from pydantic import AnyUrl

from tests.broker.broker import CALLBACK
from tests.broker.person import BOTH, Consent


@dataclass
class Memory:
    """What the client keeps: its registration and its tokens."""

    client: OAuthClientInformationFull | None = None
    tokens: OAuthToken | None = None
    issued: list[OAuthToken] = field(default_factory=list)

    async def get_tokens(self) -> OAuthToken | None:
        """The tokens, if it has any."""
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        """Keep new tokens."""
        self.tokens = tokens
        self.issued.append(tokens)

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        """The registration, if it has one."""
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        """Keep the registration."""
        self.client = client_info


@dataclass
class PythonAssistant:
    """A connected client, which scopes its person allows, and the addresses that it sent the person to."""

    consent: Consent
    scopes: Collection[str] = BOTH
    memory: Memory = field(default_factory=Memory)
    visits: list[str] = field(default_factory=list)
    _answered: dict[str, list[str]] = field(default_factory=dict)
    _client: Client | None = None
    _provider: OAuthClientProvider | None = None

    steps_up: ClassVar = True

    @property
    def access(self) -> str:
        """The access token that it holds now."""
        assert self.memory.tokens
        return self.memory.tokens.access_token

    @property
    def client_id(self) -> str:
        """What the broker has registered it as."""
        assert self.memory.client
        return str(self.memory.client.client_id)

    async def list_tools(self) -> list[str]:
        """The names of the tools."""
        assert self._client
        return [tool.name for tool in (await self._client.list_tools()).tools]

    async def call(self, name: str, arguments: dict[str, Any] | None = None) -> Any:
        """The result of a tool, as it went over the wire."""
        assert self._client
        return (await self._client.call_tool(name, arguments or {})).model_dump(by_alias=True)

    async def fail(self, name: str, arguments: dict[str, Any] | None = None) -> None:
        """Call a tool that the site refuses, at which the SDK raises."""
        with pytest.raises(MCPError):
            await self.call(name, arguments)

    async def sign_out(self) -> None:
        """Forget the tokens."""
        assert self._provider
        self._provider.context.clear_tokens()

    def grow_old(self) -> None:
        """Let the SDK believe that its access token has come to its end."""
        assert self._provider
        self._provider.context.token_expiry_time = 1.0

    async def visit(self, address: str) -> None:
        """Have the person consent."""
        self.visits.append(address)
        back = await self.consent(address, self.scopes)
        self._answered = parse_qs(urlsplit(back).query)

    async def come_back(self) -> AuthorizationCodeResult:
        """What the broker sent the person back with."""
        first = {name: values[0] for name, values in self._answered.items()}
        return AuthorizationCodeResult(code=first["code"], state=first["state"], iss=first.get("iss"))

    @asynccontextmanager
    async def connect(self, endpoint: str) -> AsyncIterator[None]:
        """Connect until the block ends."""
        metadata = OAuthClientMetadata(
            client_name="Assistant in Python", redirect_uris=[AnyUrl(CALLBACK)], token_endpoint_auth_method="none"
        )
        provider = OAuthClientProvider(endpoint, metadata, self.memory, self.visit, self.come_back)
        async with (
            httpx2.AsyncClient(auth=provider, trust_env=False, timeout=30) as http,
            Client(streamable_http_client(endpoint, http_client=http)) as client,
        ):
            self._client, self._provider = client, provider
            yield


@asynccontextmanager
async def start_python(
    consent: Consent, endpoint: str, scopes: Collection[str] = BOTH
) -> AsyncIterator[PythonAssistant]:
    """The official Python client, connected until the block ends."""
    assistant = PythonAssistant(consent, scopes)
    async with assistant.connect(endpoint):
        yield assistant
