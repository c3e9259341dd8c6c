"""The one package that speaks HTTP: bounded in time and size, and never silent about failure."""

from cardkit.sources.http.client import Http
from cardkit.sources.http.downloads import Downloaded, Progress
from cardkit.sources.http.failures import Reason, RequestFailed

__all__ = ["Downloaded", "Http", "Progress", "Reason", "RequestFailed"]
