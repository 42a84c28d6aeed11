"""A panel whose page keeps what it shows, also when the kernel is gone."""

import asyncio
from contextlib import suppress

from answer_check.widgets.panel import Panel

REST = 1.0  # seconds after the last change, in which nothing is kept


class PanelWithFallback(Panel):
    """A panel that changes; its fallback is renewed once it is at rest."""

    _soon = None  # the next call to renew it

    def keep_soon(self):
        """Renew what the page keeps, once the panel is at rest."""
        if self._soon:
            self._soon.cancel()
        with suppress(RuntimeError):  # no loop: in a script nothing is kept
            loop = asyncio.get_running_loop()
            self._soon = self._kept and loop.call_later(REST, self._keep)

    def _keep(self):
        self._kept.update(self.fallback(), raw=True)

    def close(self):
        """Close the panel and all of its parts."""
        if self._soon:
            self._soon.cancel()
        super().close()
