"""Keeps what a result was made from, for its report. None of it is in the result's own fields, nor
in a pickle."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple

from ._errors import ArgumentError

if TYPE_CHECKING:
    from ._model import Model
    from ._page import ReportResult
    from ._samples import Given
    from ._types import Path, Progress


@dataclasses.dataclass
class Origin:
    """The networks as they were, and the samples that judge, with how they are taken.

    floats, quantized -- copies: a model changes in place; quantized: None where there is none
    given    -- what the flow was given as samples; None: nothing is run for the page
    options  -- keywords of qopt.report that the flow was given, too
    names    -- likewise, those that say what commands call files
    commands -- that made the networks
    words    -- (a network's file, options by which commands read it), as Told has them
    """

    floats: Model
    quantized: Optional[Model] = None
    given: Optional[Given] = None
    options: Dict[str, Any] = dataclasses.field(default_factory=dict)
    names: Dict[str, Any] = dataclasses.field(default_factory=dict)
    commands: List[str] = dataclasses.field(default_factory=list)
    words: List[Tuple[str, Tuple[str, ...]]] = dataclasses.field(default_factory=list)


class Reported:
    """Results of which there is a page."""

    _origin: Any = None  # of each

    def report(self, path: Path, *, title: str = "", timed_runs: Optional[int] = None, progress: Progress = None) -> ReportResult:
        """Writes a page to look at, one HTML file: the network drawn, and what this result knows of it.

        As qopt.report(result, path, …), which takes further options, and several results. The result keeps a copy of the network and
        what the flow was given as samples for it; in another process, or out of a pickle, neither is there.
        """
        from ._page import report

        return report(self, path, title=title, timed_runs=timed_runs, progress=progress)

    def _tables(self) -> List[Any]:
        """(title, rows, the first a header) of what the page shows beside the drawing."""
        return []

    def _facts(self) -> Origin:
        """Returns what the page shows; its networks are those that the page draws."""
        if self._origin is None:
            raise ArgumentError(f"{type(self).__name__}: its network is not at hand, which a result has in the process that made it; give it, "
                                "too: qopt.report([model, result], path)")
        return self._origin


def came_of(result: Any, origin: Origin) -> Any:
    """The result, which knows its origin."""
    object.__setattr__(result, "_origin", origin)
    return result
