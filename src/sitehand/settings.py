"""The one table of settings, and the only reader of the environment."""

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from sitehand.site.addresses import read_authority, read_origin, to_ascii

ScopeName = Annotated[str, Field(pattern=r"^[\x21\x23-\x5B\x5D-\x7E]{1,100}$")]
"""A scope token. Source: RFC 6749, 3.3."""


class Settings(BaseSettings):
    """How a process runs. Each is also read from `SITEHAND_<NAME>`; lists there are JSON (`["a", "b"]`).

    What the owner changes while the site runs (its name, the plan, the limits) is kept in the data folder instead.
    """

    model_config = SettingsConfigDict(env_prefix="SITEHAND_", extra="forbid", frozen=True)

    data: Path = Field(Path("site"), description="Data folder. Holds everything that Sitehand stores.")
    url: str = Field("", description="Public address of the site; http://<host>:<port> when empty.")
    host: str = Field("127.0.0.1", description="Address to listen on.")
    port: int = Field(8000, ge=1, le=65535, description="Port to listen on.")
    workers: int = Field(1, ge=1, le=64, description="Number of worker processes.")
    path: str = Field("/sitehand/v1", description="Path of the REST root below the site; it ends with /v1.")
    allowed_hosts: list[str] = Field([], description="More Host headers that MCP accepts, besides the site's own.")
    allowed_origins: list[str] = Field([], description="More Origin headers that MCP accepts, besides the site's own.")
    cors_origins: list[str] = Field([], description="Origins whose pages may call the API. Empty: CORS is off.")
    trusted_proxies: list[str] = Field([], description="Proxies whose X-Forwarded-* headers are trusted.")
    failures_per_minute: int = Field(30, ge=1, description="Wrong credentials allowed per client address.")
    counters_url: str = Field("", description="Where workers share counters (async+redis://...); empty: a file.")
    max_body_bytes: int = Field(4 * 1024 * 1024, ge=1024, description="Largest request body.")
    max_upload_bytes: int = Field(
        100 * 1024 * 1024, ge=1024, description="Largest file that may be uploaded; images have 20 MB at most."
    )
    svg: Literal["refuse", "sanitise"] = Field(
        "refuse", description="sanitise: keep SVG uploads, without anything that could run or load something."
    )
    upload_seconds: float = Field(900.0, gt=0, le=7200, description="Time limit for receiving a file.")
    files_url: str = Field(
        "", description="Bucket that keeps the files of media (s3://bucket/prefix); empty: the data folder."
    )
    files_endpoint: str = Field("", description="Address of an S3-compatible store; empty: that of AWS.")
    read_seconds: float = Field(5.0, gt=0, le=300, description="Time limit for one database read.")
    body_seconds: float = Field(60.0, gt=0, le=3600, description="Time limit for receiving a request body.")
    max_text_bytes: int = Field(
        2 * 1024 * 1024, ge=1024, description="Largest text, such as a page's content, that a call may write (UTF-8)."
    )
    max_answer_bytes: int = Field(
        8 * 1024 * 1024, ge=1024, description="Bytes of long texts in one list, or in all answers of one batch."
    )
    recall_bytes: int = Field(
        16 * 1024 * 1024, ge=0, description="Memory for results of reads, and as much again for pages; 0: none."
    )
    output_schemas: bool = Field(
        False, description="Show MCP clients the schemas of results, and structured results, by default."
    )
    surface: Literal["full", "short"] = Field(
        "full", description="short: list only everyday tools to MCP clients that do not choose; they find the others."
    )
    require_revision: Literal["mcp", "always", "never"] = Field(
        "mcp", description="Where a write that replaces a whole body must name the revision that it has read."
    )
    journal_days: int = Field(90, ge=1, description="Days that the journal keeps changes for review and undo.")
    revision_days: int = Field(
        0, ge=0, description="Days to keep revisions of pages and posts, the last ten always; 0: as the journal."
    )
    approval_days: int = Field(7, ge=1, le=365, description="Days until a pending change expires.")
    pending_per_caller: int = Field(50, ge=1, description="Most pending changes per caller.")
    pending_bytes_per_caller: int = Field(
        8 * 1024 * 1024, ge=1024, description="Most bytes of pending changes per caller."
    )
    read_scope: ScopeName = Field("site:read", description="Scope of access tokens that may read.")
    write_scope: ScopeName = Field("site:write", description="Scope of access tokens that may read and write.")
    broker_key: str = Field(
        "", repr=False, description="Key that encrypts the secrets of broker and WordPress. Empty: use a file."
    )
    broker_seconds: float = Field(3.0, gt=0, le=30, description="Time limit for an answer of the broker.")
    broker_connections: int = Field(
        16, ge=1, le=1000, description="Most concurrent requests to the broker, per worker."
    )
    backup_passphrase: str = Field(
        "", repr=False, description="Encrypts the secrets of a backup. Empty: the command asks for it."
    )
    block_types: str = Field(
        "", description="Blocks that are not WordPress's own: a block.json, a JSON list of them, or a folder of them."
    )
    check_visible: bool = Field(
        True, description="Fetch the public page after a write to a WordPress, to say whether visitors see it."
    )
    chromium: str = Field("", description="Chromium, which draws images of pages; empty: the one on the PATH.")
    log: Literal["off", "text", "json"] = Field("text", description="Format of the request log on standard error.")
    public_site: bool = Field(True, description="Serve the pages that visitors see.")

    @field_validator("path")
    @classmethod
    def _check_path(cls, path: str) -> str:
        if not path.startswith("/") or not path.endswith("/v1"):
            raise ValueError("must begin with / and end with /v1, such as /sitehand/v1")
        return path

    @field_validator("url")
    @classmethod
    def _check_url(cls, url: str) -> str:
        parts = urlsplit(url)
        if url and (parts.scheme not in ("http", "https") or read_authority(to_ascii(parts.netloc)) is None):
            raise ValueError("must begin with http:// or https:// and name a host")
        return url

    @field_validator("files_url")
    @classmethod
    def _check_files_url(cls, url: str) -> str:
        if url and not re.fullmatch(r"s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:/[A-Za-z0-9_-][A-Za-z0-9._-]*)*/?", url):
            raise ValueError("must name a bucket, such as s3://bucket or s3://bucket/prefix")
        if url and find_spec("obstore") is None:
            raise ValueError("needs the extra s3; in a checkout: pip install '.[s3]'")
        return url

    @field_validator("files_endpoint")
    @classmethod
    def _check_files_endpoint(cls, url: str) -> str:
        parts = urlsplit(url)
        if url and (parts.scheme not in ("http", "https") or not parts.hostname):
            raise ValueError("must begin with http:// or https:// and name a host")
        return url

    @field_validator("allowed_hosts")
    @classmethod
    def _check_hosts(cls, hosts: list[str]) -> list[str]:
        for host in hosts:
            if host != "*" and read_authority(to_ascii(host)) is None:
                raise ValueError(f"{host!r} is not a valid host, such as example.org or example.org:8443")
        return hosts

    @field_validator("allowed_origins")
    @classmethod
    def _check_origins(cls, origins: list[str]) -> list[str]:
        for origin in origins:
            if origin != "*" and read_origin(to_ascii(origin.rstrip("/"))) is None:
                raise ValueError(f"{origin!r} is not a valid origin, such as https://example.org")
        return origins

    @field_validator("broker_key")
    @classmethod
    def _check_broker_key(cls, key: str) -> str:
        if key and not re.fullmatch(r"[A-Za-z0-9_-]{43}=", key):
            raise ValueError("must be 32 random bytes in URL-safe base64, as cryptography's Fernet has them")
        return key

    @property
    def site_url(self) -> str:
        """The site's public address, without a slash at its end."""
        if self.url:
            return self.url.rstrip("/")
        host = "localhost" if self.host in ("0.0.0.0", "::") else self.host  # noqa: S104 - a comparison
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    @property
    def uploads_path(self) -> str:
        """Path of the addresses that take a file, below the site."""
        return self.path.removesuffix("/v1") + "/uploads"

    @property
    def previews_path(self) -> str:
        """Path of preview links, below the site."""
        return self.path.removesuffix("/v1") + "/previews"

    @property
    def admin_path(self) -> str:
        """Path of the admin screens below the site."""
        return self.path.removesuffix("/v1") + "/admin"
