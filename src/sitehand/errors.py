"""The one exception that every layer raises, the closed list of its codes, and their HTTP statuses."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from typing_extensions import TypedDict


class Code(StrEnum):
    """Every error that a caller can meet."""

    MISSING_CREDENTIAL = "missing_credential"
    INVALID_CREDENTIAL = "invalid_credential"
    CONFLICTING_CREDENTIALS = "conflicting_credentials"
    TOO_MANY_FAILURES = "too_many_failures"
    CATEGORY_FORBIDDEN = "category_forbidden"
    ABILITY_NOT_OPEN = "ability_not_open"
    ADMIN_REQUIRED = "admin_required"
    NOT_OWN_OBJECT = "not_own_object"
    KEY_NARROWED = "key_narrowed"
    INSUFFICIENT_SCOPE = "insufficient_scope"
    ORIGIN_FORBIDDEN = "origin_forbidden"
    HOST_FORBIDDEN = "host_forbidden"
    RATE_LIMITED = "rate_limited"
    TOO_MANY_PENDING = "too_many_pending"
    INVALID_JSON = "invalid_json"
    HTML_NOT_ALLOWED = "html_not_allowed"
    BLOCK_NOT_ALLOWED = "block_not_allowed"
    INVALID_ARGUMENTS = "invalid_arguments"
    BODY_TOO_LARGE = "body_too_large"
    REQUEST_TIMEOUT = "request_timeout"
    UNSUPPORTED_MEDIA_TYPE = "unsupported_media_type"
    ROUTE_NOT_FOUND = "route_not_found"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    UNKNOWN_OPERATION = "unknown_operation"
    NOT_FOUND = "not_found"
    CONFLICT = "conflict"
    REVISION_CONFLICT = "revision_conflict"
    REVISION_REQUIRED = "revision_required"
    IDEMPOTENCY_MISMATCH = "idempotency_mismatch"
    IN_PROGRESS = "in_progress"
    BEING_EDITED = "being_edited"
    VERIFICATION_FAILED = "verification_failed"
    NOT_SUPPORTED = "not_supported"
    OPERATION_OFF = "operation_off"
    WRITES_PAUSED = "writes_paused"
    NOT_RUN = "not_run"
    HOST_REFUSED = "host_refused"
    READ_TIMEOUT = "read_timeout"
    HOST_UNAVAILABLE = "host_unavailable"
    BROKER_UNAVAILABLE = "broker_unavailable"
    STORAGE_FULL = "storage_full"
    STORAGE_UNAVAILABLE = "storage_unavailable"
    INTERNAL_ERROR = "internal_error"


STATUS: Mapping[Code, int] = {
    Code.MISSING_CREDENTIAL: 401,
    Code.INVALID_CREDENTIAL: 401,
    Code.CONFLICTING_CREDENTIALS: 400,
    Code.TOO_MANY_FAILURES: 429,
    Code.CATEGORY_FORBIDDEN: 403,
    Code.ABILITY_NOT_OPEN: 403,
    Code.ADMIN_REQUIRED: 403,
    Code.NOT_OWN_OBJECT: 403,
    Code.KEY_NARROWED: 403,
    Code.INSUFFICIENT_SCOPE: 403,
    Code.ORIGIN_FORBIDDEN: 403,
    Code.HOST_FORBIDDEN: 421,
    Code.RATE_LIMITED: 429,
    Code.TOO_MANY_PENDING: 429,
    Code.INVALID_JSON: 400,
    Code.HTML_NOT_ALLOWED: 400,
    Code.BLOCK_NOT_ALLOWED: 400,
    Code.INVALID_ARGUMENTS: 400,
    Code.BODY_TOO_LARGE: 413,
    Code.REQUEST_TIMEOUT: 408,
    Code.UNSUPPORTED_MEDIA_TYPE: 415,
    Code.ROUTE_NOT_FOUND: 404,
    Code.METHOD_NOT_ALLOWED: 405,
    Code.UNKNOWN_OPERATION: 404,
    Code.NOT_FOUND: 404,
    Code.CONFLICT: 409,
    Code.REVISION_CONFLICT: 409,
    Code.REVISION_REQUIRED: 428,
    Code.IDEMPOTENCY_MISMATCH: 422,
    Code.IN_PROGRESS: 409,
    Code.BEING_EDITED: 409,
    Code.VERIFICATION_FAILED: 500,
    Code.NOT_SUPPORTED: 501,
    Code.OPERATION_OFF: 403,
    Code.WRITES_PAUSED: 503,
    Code.NOT_RUN: 424,
    Code.HOST_REFUSED: 403,
    Code.READ_TIMEOUT: 503,
    Code.HOST_UNAVAILABLE: 503,
    Code.BROKER_UNAVAILABLE: 503,
    Code.STORAGE_FULL: 507,
    Code.STORAGE_UNAVAILABLE: 503,
    Code.INTERNAL_ERROR: 500,
}
"""The HTTP status of each, on every door and on the screens."""


class Detail(TypedDict):
    """One fault inside the arguments: where, what was wanted, what came."""

    path: str
    expected: str
    got: str


class FaultyForm(ValueError):
    """A description that cannot be read, and each place of it that is wrong."""

    def __init__(self, details: Sequence[Detail]) -> None:
        self.details = details
        first = details[0]
        super().__init__(f"{first['path']}: expected {first['expected']}, got {first['got']}")


class Problem(Exception):
    """A refusal with a code, a sentence, what to do next, and the faulty places.

    `extra` holds further members of the answer's `data`, such as the rate limit's three figures; `headers` are HTTP
    headers that the answer needs.
    """

    def __init__(
        self,
        code: Code,
        message: str,
        *,
        hint: str = "",
        details: Sequence[Detail] = (),
        extra: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.details = list(details)
        self.extra = dict(extra or {})
        self.headers = dict(headers or {})


def write_place(parts: Iterable[str | int]) -> str:
    """Where a value stands below an argument, as a path of a detail has it: `[0].name`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)


def not_found(noun: str, identifier: object, hint: str) -> Problem:
    """The refusal for an object that is not there, or that the caller may not know of."""
    return Problem(Code.NOT_FOUND, f"There is no {noun} {identifier}.", hint=hint)
