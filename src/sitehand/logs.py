"""Logs on standard error, as text or as one JSON object in a line. No secret is ever handed to a logger."""

import json
import logging
import time
from typing import Literal

from sitehand.guard.gate import request_id


def configure_logs(form: Literal["off", "text", "json"]) -> None:
    """Set up the loggers of this process. "off" leaves warnings and errors."""
    handler = logging.StreamHandler()
    handler.setFormatter(
        JsonFormatter() if form == "json" else logging.Formatter("%(levelname)s %(name)s: %(message)s")
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("sitehand").setLevel(logging.WARNING if form == "off" else logging.INFO)


class JsonFormatter(logging.Formatter):
    """A log record as one JSON object in a line."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "request_id": getattr(record, "request_id", request_id.get()),
        }
        entry |= {name: getattr(record, name) for name in ("client", "milliseconds") if hasattr(record, name)}
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)
