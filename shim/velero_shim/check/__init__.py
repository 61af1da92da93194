"""A conformance run: what a plugin file does, held against what Velero's hosts rely on.

Owns the rules and how they are looked at; tables and exit statuses are the business of
:mod:`velero_shim.cli`. A plugin's Execute is called only with a sample that the caller gives,
and Cancel of what that started; an action that deletes is never executed.
"""

from __future__ import annotations

from velero_shim.check.bench import Bench
from velero_shim.check.junit import write_junit
from velero_shim.check.rule import Outcome, Rule, Status
from velero_shim.check.rules import RULES
from velero_shim.check.runner import Result, UnknownRuleError, any_failed, choose, run

__all__ = [
    "RULES",
    "Bench",
    "Outcome",
    "Result",
    "Rule",
    "Status",
    "UnknownRuleError",
    "any_failed",
    "choose",
    "run",
    "write_junit",
]
