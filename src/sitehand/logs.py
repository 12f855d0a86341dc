"""Logs on standard error, as text or as one JSON object in a line. No secret is ever handed to a logger."""

import json
import logging
import time
from typing import Literal
from urllib.parse import quote

from sitehand.guard.call import current_call

SIGNS = ":@/+~|"
"""What is in a caller's id as it is; anything that could end or forge a line is quoted."""


def configure_logs(form: Literal["off", "text", "json"]) -> None:
    """Set up the loggers of this process. "off" leaves warnings and errors."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("sitehand").setLevel(logging.WARNING if form == "off" else logging.INFO)


class TextFormatter(logging.Formatter):
    """A log record as a line for people, with its time in UTC; of a request who called, and which operation ran."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        return _tell_time(record)

    def formatMessage(self, record: logging.LogRecord) -> str:
        caller, operation = (getattr(record, name, "") for name in ("caller", "operation"))
        line = super().formatMessage(record)
        return line + (f" {operation}" if operation else "") + (f" by {quote(caller, safe=SIGNS)}" if caller else "")


class JsonFormatter(logging.Formatter):
    """A log record as one JSON object in a line."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": _tell_time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "request_id": getattr(record, "request_id", current_call().request_id),
        }
        more = ("client", "caller", "operation", "milliseconds")
        entry |= {name: getattr(record, name) for name in more if hasattr(record, name)}
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


def _tell_time(record: logging.LogRecord) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created))
