"""When each error code is returned, and what to do next. docs/errors.md is generated from it."""

from collections.abc import Mapping

from sitehand.errors import Code

GUIDE: Mapping[Code, tuple[str, str]] = {
    Code.MISSING_CREDENTIAL: (
        "The request has no key.",
        "Send `X-API-Key: <key>`, or `Authorization: Bearer <key>`.",
    ),
    Code.INVALID_CREDENTIAL: (
        "The key is mistyped, expired, replaced or revoked. The answer does not say which.",
        "Compare it with the one that was issued, or ask the owner for a new one.",
    ),
    Code.CONFLICTING_CREDENTIALS: (
        "The request carries two different keys, or a part of a batch has its own key.",
        "Send one key, in one place.",
    ),
    Code.TOO_MANY_FAILURES: (
        "The client's address sent too many wrong credentials in a minute.",
        "Wait for `Retry-After` seconds. A valid key from the same address still works.",
    ),
    Code.CATEGORY_FORBIDDEN: (
        "The key's role cannot use operations of this category or templates, nor change navigations.",
        "Call `introspect` to see what it can use, or ask the owner for a key with another role.",
    ),
    Code.ABILITY_NOT_OPEN: (
        "The owner has not opened this ability of a plugin to such a key.",
        "Call `list_site_abilities` to see what is open, or ask the owner to open it (admin screens, Abilities).",
    ),
    Code.ADMIN_REQUIRED: (
        "The operation needs a key with the role admin.",
        "Ask the owner for such a key, or ask the owner to do it in the admin screens.",
    ),
    Code.NOT_OWN_OBJECT: (
        "A key with the role author tries to change what it did not create, or a kind of object that authors cannot "
        "create.",
        "Read it, or ask an editor or the owner. What the key creates, it can change, publish and delete.",
    ),
    Code.KEY_NARROWED: (
        "The key can do less than its role: it cannot change what visitors see, publish, use a category, exceed its "
        "changes per hour, or change pages and posts outside its locales.",
        "Call `introspect` to see what this key can do, or ask the owner for another key.",
    ),
    Code.INSUFFICIENT_SCOPE: (
        "The access token does not have the scope that the operation needs; `WWW-Authenticate` names it.",
        "Sign in again and grant that scope. No token can use operations for administration.",
    ),
    Code.ORIGIN_FORBIDDEN: (
        "A web page of another origin called the MCP endpoint.",
        "If the page is yours, add its origin to `SITEHAND_ALLOWED_ORIGINS`.",
    ),
    Code.HOST_FORBIDDEN: (
        "The MCP endpoint was called with a host name that is not the site's.",
        "Set `SITEHAND_URL` to the public address, or add the name to `SITEHAND_ALLOWED_HOSTS`.",
    ),
    Code.RATE_LIMITED: (
        "The caller used up its requests of this minute; `data` holds `limit`, `remaining` and `reset`.",
        "Wait for `Retry-After` seconds, or put several calls into one `batch`.",
    ),
    Code.TOO_MANY_PENDING: (
        "The caller has too many pending changes, or too many bytes in them (`SITEHAND_PENDING_PER_CALLER`, "
        "`SITEHAND_PENDING_BYTES_PER_CALLER`).",
        "Wait for the owner's decision, or withdraw one of your changes with `reject_change`.",
    ),
    Code.INVALID_JSON: (
        "The body is not JSON, or not UTF-8.",
        "Check the encoding, and that the whole body was sent.",
    ),
    Code.HTML_NOT_ALLOWED: (
        "The write adds HTML that WordPress removes for authors, such as a script, an iframe or a form; `details` "
        "say what and where.",
        "Leave it out, or ask the owner. Only the owner, and keys created with `unfiltered_html`, can add it.",
    ),
    Code.BLOCK_NOT_ALLOWED: (
        "The write adds a block that the owner's block policy refuses, such as a `core/html` that holds only layout or "
        "text; `details` say which, and what to send instead.",
        "Send the block that `details` suggest, or ask the owner. Existing blocks may stay.",
    ),
    Code.INVALID_ARGUMENTS: (
        "Arguments are missing, unknown or wrong; `data.details` names each place.",
        "Correct the named places. An unknown name comes with the nearest known one.",
    ),
    Code.BODY_TOO_LARGE: (
        "The body is larger than `SITEHAND_MAX_BODY_BYTES`, or has more than 20,000 values.",
        "Send less at once. A text counts as one value.",
    ),
    Code.REQUEST_TIMEOUT: (
        "The body was incomplete after `SITEHAND_BODY_SECONDS`.",
        "Send it again over a faster connection.",
    ),
    Code.UNSUPPORTED_MEDIA_TYPE: (
        "The body of a call is not JSON. Or the file has a type that the site does not accept, such as SVG unless "
        "`SITEHAND_SVG` is `sanitise`, is damaged, or has another type than the upload or the replaced file.",
        "Send JSON with `Content-Type: application/json`. For a file, send one of the types that the hint names.",
    ),
    Code.ROUTE_NOT_FOUND: (
        "This path does not exist.",
        "`GET /openapi.json` and `introspect` name every path.",
    ),
    Code.METHOD_NOT_ALLOWED: (
        "The path does not accept this method. `Allow` and `data.allow` list the methods that it accepts.",
        "Use one of them. The MCP endpoint accepts only POST.",
    ),
    Code.UNKNOWN_OPERATION: (
        "There is no tool of this name.",
        "`tools/list` and `introspect` name every tool.",
    ),
    Code.NOT_FOUND: (
        "The object does not exist, or the caller is not allowed to see it.",
        "List the objects of its kind to find the right id.",
    ),
    Code.CONFLICT: (
        "The request conflicts with the current state.",
        "Read the object again, then decide. The hint names the obstacle.",
    ),
    Code.REVISION_CONFLICT: (
        "Somebody changed the object since it was read. The answer says who, when and which fields.",
        "Read it again and apply your change to the current version.",
    ),
    Code.REVISION_REQUIRED: (
        "A write replaces a whole body without the revision that you read (`SITEHAND_REQUIRE_REVISION`).",
        "Read the object with `context=edit`; send its `revision` as `expected_revision`, or in `If-Match`.",
    ),
    Code.IDEMPOTENCY_MISMATCH: (
        "The idempotency key was used within the last day, for a call with other arguments.",
        "Use a new key for a new call. Repeat an old call unchanged.",
    ),
    Code.IN_PROGRESS: (
        "The same call, or another one that changes the same object, is still being sent to the site.",
        "Wait for `Retry-After` seconds, and send the call again, with the same idempotency key.",
    ),
    Code.BEING_EDITED: (
        "Somebody has the page open in WordPress's editor, with changes that are not saved; `editor` says who.",
        "Ask them to save and close it. Read the page again, then repeat the write on its new content.",
    ),
    Code.VERIFICATION_FAILED: (
        "The data that was read back differs from what was sent. Nothing was changed.",
        "Tell the owner: another program changes the stored data.",
    ),
    Code.NOT_SUPPORTED: (
        "The site cannot do this. The message gives the reason: the kind or version of the site, a missing right, or "
        "the caller.",
        "Call `introspect` to see what it can do. If a right is missing, the owner can grant it on the site.",
    ),
    Code.OPERATION_OFF: (
        "The owner has switched this operation off.",
        "Use another operation, or ask the owner (admin screens, Tools).",
    ),
    Code.WRITES_PAUSED: (
        "The owner has paused all writes. You can still read.",
        "Wait as long as `Retry-After` says, or ask the owner.",
    ),
    Code.NOT_RUN: (
        "Another part of the batch is invalid, so no part ran (`require-all-validate`, or the mode `atomic`).",
        "Correct that part and send the whole batch again.",
    ),
    Code.HOST_REFUSED: (
        "The connected WordPress denies the request to the user that Sitehand is connected as; `data.upstream` has its "
        "answer. While connecting or importing: the site or its user does not meet a condition that the message names.",
        "Give that user the right. While connecting or importing, do what the hint says.",
    ),
    Code.READ_TIMEOUT: (
        "Reading took longer than `SITEHAND_READ_SECONDS` and was stopped.",
        "Ask for less: use rarer words, another order or more filters. On a busy machine, try again later.",
    ),
    Code.HOST_UNAVAILABLE: (
        "The connected WordPress is unreachable, slow, busy or failing, rejects Sitehand's password, lacks the route "
        "or returns an invalid response. Or Sitehand cannot fetch a page or file of the site.",
        "Wait for `Retry-After` seconds if the answer has it, and try again. Repeat a write with the same idempotency "
        "key: it may have been done. If it persists, run `sitehand doctor`.",
    ),
    Code.BROKER_UNAVAILABLE: (
        "The sign-in broker does not answer, or answers incorrectly. Access tokens cannot be checked.",
        "Wait for `Retry-After` seconds. API keys still work. The owner can check the screen Sign-in broker.",
    ),
    Code.STORAGE_FULL: (
        "The disk is full, and the write was not done. You can still read.",
        "Send it again when the owner has freed some space. `sitehand doctor` shows the free space.",
    ),
    Code.STORAGE_UNAVAILABLE: (
        "The data folder is locked, read-only, failing or missing, or the owner's rules cannot be read. "
        "Nothing was changed.",
        "Wait for `Retry-After` seconds and send it again. If it persists, run `sitehand doctor`.",
    ),
    Code.INTERNAL_ERROR: (
        "The service failed. The message names the request's id; the cause is in the log under it.",
        "Try again. If the failure persists, give the owner the request id.",
    ),
}
