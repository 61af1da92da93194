"""Sample plugins and the Kubernetes objects that ``velero-shim demo`` sends them.

Each plugin module can be copied and changed: it has nothing that only works in here.
"""
