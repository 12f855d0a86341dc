"""Access tokens of the third-party broker: what is asked about each, and what it must say to be let in."""

from sitehand.guard.broker.check import SitePlace, TokenCheck
from sitehand.guard.broker.enrollment import Authentication, BrokerFault, Enrollment, Introspector
from sitehand.guard.broker.scopes import ScopeNames
from sitehand.guard.broker.turns import Sender
from sitehand.operation.owner import EnrollmentRequest

__all__ = [
    "Authentication",
    "BrokerFault",
    "Enrollment",
    "EnrollmentRequest",
    "Introspector",
    "ScopeNames",
    "Sender",
    "SitePlace",
    "TokenCheck",
]
