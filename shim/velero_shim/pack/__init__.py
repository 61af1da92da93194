"""Bundles: a plugin in Python with its interpreter, for machines that have none.

Owns ``pack``, from a module or plugin file to a folder that can be copied into Velero's
plugins folder. What runs at a bundle's start is :mod:`velero_shim.packed`.
"""

from velero_shim.pack.bundle import Bundle
from velero_shim.pack.make import pack

__all__ = ["Bundle", "pack"]
