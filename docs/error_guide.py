"""When each error code comes, and what to do next: the part of docs/errors.md that no code says."""

from collections.abc import Mapping

from sitehand.errors import Code

GUIDE: Mapping[Code, tuple[str, str]] = {
    Code.MISSING_CREDENTIAL: (
        "The request has no key.",
        "Send `X-API-Key: <key>`, or `Authorization: Bearer <key>`.",
    ),
    Code.INVALID_CREDENTIAL: (
        "The key is mistyped, expired, replaced or revoked; the answer does not say which.",
        "Compare it with the one that was issued, or ask the owner for a new one.",
    ),
    Code.CONFLICTING_CREDENTIALS: (
        "The request carries two different keys, or a part of a batch carries one of its own.",
        "Send one key, in one place.",
    ),
    Code.TOO_MANY_FAILURES: (
        "The client's address sent too many wrong credentials in a minute.",
        "Wait for `Retry-After` seconds. A valid key from the same address works all the while.",
    ),
    Code.CATEGORY_FORBIDDEN: (
        "The key's role may not use operations of this category.",
        "Call `introspect` to see what it may use, or ask the owner for a key with another role.",
    ),
    Code.ADMIN_REQUIRED: (
        "The operation needs a key with the role admin.",
        "Ask the owner for one, or to do it in the admin screens.",
    ),
    Code.INSUFFICIENT_SCOPE: (
        "The access token does not carry the scope that the operation needs; `WWW-Authenticate` names it.",
        "Sign in again and grant that scope. Operations for administration are out of reach of every token.",
    ),
    Code.ORIGIN_FORBIDDEN: (
        "A web page of another origin called the MCP endpoint.",
        "If the page is yours, add its origin to `SITEHAND_ALLOWED_ORIGINS`.",
    ),
    Code.HOST_FORBIDDEN: (
        "The MCP endpoint was called under a name that is not the site's.",
        "Set `SITEHAND_URL` to the public address, or add the name to `SITEHAND_ALLOWED_HOSTS`.",
    ),
    Code.RATE_LIMITED: (
        "The caller used up its requests of this minute; `data` holds `limit`, `remaining` and `reset`.",
        "Wait for `Retry-After` seconds, or put several calls into one `batch`.",
    ),
    Code.TOO_MANY_PENDING: (
        "Too many of the caller's changes wait for approval, or too many bytes (`SITEHAND_PENDING_PER_CALLER`, "
        "`SITEHAND_PENDING_BYTES_PER_CALLER`).",
        "Wait until the owner has decided, or withdraw one of your own with `reject_change`.",
    ),
    Code.INVALID_JSON: (
        "The body is not JSON, or not UTF-8.",
        "Check the encoding, and that the whole body was sent.",
    ),
    Code.INVALID_ARGUMENTS: (
        "Arguments are missing, unknown or wrong; `data.details` names each place.",
        "Correct the named places. An unknown name comes with the nearest known one.",
    ),
    Code.BODY_TOO_LARGE: (
        "The body is larger than `SITEHAND_MAX_BODY_BYTES`, or has more than 20,000 values.",
        "Send less at once; a text is one value, whatever its length.",
    ),
    Code.REQUEST_TIMEOUT: (
        "The body was incomplete after `SITEHAND_BODY_SECONDS`.",
        "Send it again, in one go.",
    ),
    Code.UNSUPPORTED_MEDIA_TYPE: (
        "A body came with another type than JSON.",
        "Send `Content-Type: application/json`.",
    ),
    Code.ROUTE_NOT_FOUND: (
        "Nothing has this path.",
        "`GET /openapi.json` and `introspect` name every path.",
    ),
    Code.METHOD_NOT_ALLOWED: (
        "The path does not take this method; `Allow` and `data.allow` name those that it takes.",
        "Use one of them. The MCP endpoint takes POST alone.",
    ),
    Code.UNKNOWN_OPERATION: (
        "There is no tool of this name.",
        "`tools/list` and `introspect` name every tool.",
    ),
    Code.NOT_FOUND: (
        "The object does not exist, or the caller may not know of it.",
        "List the objects of its kind to find the right id.",
    ),
    Code.CONFLICT: (
        "The request does not go together with the present state.",
        "Read the object again, then decide; the hint says what stands in the way.",
    ),
    Code.REVISION_CONFLICT: (
        "Somebody changed the object since it was read. The answer says who, when and which fields.",
        "Read it again, and apply the change to what it says now.",
    ),
    Code.REVISION_REQUIRED: (
        "A write replaces a whole body without saying which revision it has read (`SITEHAND_REQUIRE_REVISION`).",
        "Read the object with `context=edit`; send its `revision` as `expected_revision`, or in `If-Match`.",
    ),
    Code.IDEMPOTENCY_MISMATCH: (
        "The idempotency key was used within the last day, for a call with other arguments.",
        "Send a new key with a new call, and an old key only with the very same call.",
    ),
    Code.VERIFICATION_FAILED: (
        "What was read back after the write was not what was to be written. Nothing was changed.",
        "Tell the owner: something else changes what is stored.",
    ),
    Code.OPERATION_OFF: (
        "The owner has switched this operation off.",
        "Use another operation, or ask the owner (admin screens, Tools).",
    ),
    Code.WRITES_PAUSED: (
        "The owner has paused all writes. Reads go on.",
        "Wait as long as `Retry-After` says, or ask the owner.",
    ),
    Code.NOT_RUN: (
        "Another part of the batch is wrong, so that none was done (`require-all-validate`, or the mode `atomic`).",
        "Correct that part, and send the whole batch again.",
    ),
    Code.HOST_REFUSED: (
        "The site behind the service refuses this to the user that the service is connected as. Reserved.",
        "Give that user the right, or do without.",
    ),
    Code.READ_TIMEOUT: (
        "Reading took longer than `SITEHAND_READ_SECONDS`; it was stopped, so that others need not wait.",
        "Ask for less: rarer words, another order, more filters. On a busy machine, try again later.",
    ),
    Code.HOST_UNAVAILABLE: (
        "The site behind the service does not answer. Reserved: the built-in site is always there.",
        "Try again later; `sitehand doctor` examines the installation.",
    ),
    Code.BROKER_UNAVAILABLE: (
        "The broker that vouches for access tokens does not answer, or answers what is no answer. Nobody is let in.",
        "Wait for `Retry-After` seconds. API keys work all the while; the owner can look at the screen Broker.",
    ),
    Code.STORAGE_FULL: (
        "The disk that holds the site is full: the write was not done. Reads go on.",
        "Send it again when the owner has freed some space; `sitehand doctor` says how much there is.",
    ),
    Code.STORAGE_UNAVAILABLE: (
        "The data folder is locked, read-only, failing or gone. Nothing was changed.",
        "Wait as long as `Retry-After` says, and send it again; `sitehand doctor` finds what stays.",
    ),
    Code.INTERNAL_ERROR: (
        "The service failed. The message names the request's id; the cause is in the log under it.",
        "Try again. If the failure persists, give the owner the request id.",
    ),
}
