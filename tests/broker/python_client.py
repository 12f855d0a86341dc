"""The official Python client, given a site's MCP address alone: it finds the broker and a person consents there."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp.client import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from playwright.async_api import Browser
from pydantic import AnyUrl

from tests.broker.broker import CALLBACK
from tests.broker.person import BOTH, consent_in_browser


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
class Assistant:
    """A person's assistant: what it keeps, which scopes its person allows, and the addresses it sent the person to."""

    chromium: Browser
    scopes: Collection[str] = BOTH
    memory: Memory = field(default_factory=Memory)
    visits: list[str] = field(default_factory=list)
    answered: dict[str, list[str]] = field(default_factory=dict)

    def provider(self, endpoint: str) -> OAuthClientProvider:
        """The SDK's own OAuth client for this MCP address."""
        metadata = OAuthClientMetadata(
            client_name="Assistant in Python", redirect_uris=[AnyUrl(CALLBACK)], token_endpoint_auth_method="none"
        )
        return OAuthClientProvider(endpoint, metadata, self.memory, self._visit, self._come_back)

    @asynccontextmanager
    async def connect(self, endpoint: str, mode: Any = "auto") -> AsyncIterator[tuple[Client, OAuthClientProvider]]:
        """A connected client, and its OAuth side."""
        provider = self.provider(endpoint)
        async with (
            httpx2.AsyncClient(auth=provider, trust_env=False, timeout=30) as http,
            Client(streamable_http_client(endpoint, http_client=http), mode=mode) as client,
        ):
            yield client, provider

    async def _visit(self, address: str) -> None:
        self.visits.append(address)
        back = await consent_in_browser(self.chromium, address, self.scopes)
        self.answered = parse_qs(urlsplit(back).query)

    async def _come_back(self) -> AuthorizationCodeResult:
        first = {name: values[0] for name, values in self.answered.items()}
        return AuthorizationCodeResult(code=first["code"], state=first["state"], iss=first.get("iss"))
