"""The rules, in the order in which they are looked at."""

from __future__ import annotations

from velero_shim.check.rule import Rule
from velero_shim.check.rules import ending, executing, listing, requests, services, sizes, start

RULES: tuple[Rule, ...] = (
    *start.RULES,
    *services.RULES,
    *listing.RULES,
    *requests.RULES,
    *sizes.RULES,
    *executing.RULES,
    *ending.RULES,
)
