"""Questions that change nothing, answered from what a seat may know."""

from sandtable.server.asking.answering import answer, before

__all__ = ["answer", "before"]
