"""Tables of ranges: what calibration measured."""

from __future__ import annotations

import html
import json
from typing import TYPE_CHECKING, Any, Dict, Tuple

from . import _native
from ._arguments import path_of, text_of
from ._errors import ArgumentError, FileError, NoFileError
from ._origin import Reported

if TYPE_CHECKING:
    from ._types import Path


class Table(Reported):
    """A range for each value, as calibration measured it. save() writes the file that `qrun
    calibrate` writes."""

    def __init__(self, text: str) -> None:
        self._text = text_of(text, "text")

    @classmethod
    def load(cls, path: Path) -> Table:
        """Reads a table of ours; tables of other tools are given to passes by their paths."""
        path = path_of(path, "path")
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        except UnicodeDecodeError:
            raise ArgumentError(f"{path}: is no text; give a table that Table.save or qrun calibrate wrote") from None
        except OSError as error:
            kind = NoFileError if isinstance(error, FileNotFoundError) else FileError
            raise kind(f"{path}: {error.strerror}") from None
        try:
            _native.check_table(text)
        except ArgumentError as error:
            raise ArgumentError(f"{path}: {error}") from None
        return cls(text)

    def save(self, path: Path) -> None:
        """Writes it as JSON, whole or not at all."""
        _native.write_file(path_of(path, "path"), self._text.encode())

    @property
    def text(self) -> str:
        """The file's text, JSON."""
        return self._text

    @property
    def ranges(self) -> Dict[str, Tuple[float, float]]:
        """{value: (min, max)} as real numbers."""
        return {name: (low, high) for name, (low, high) in json.loads(self._text)["ranges"].items()}

    @property
    def samples(self) -> int:
        """The number of samples that calibration saw."""
        return int(json.loads(self._text)["samples"])

    @property
    def method(self) -> str:
        """The method that chose the ranges: "min-max", …"""
        return str(json.loads(self._text).get("calibrator", ""))

    def __len__(self) -> int:
        return len(self.ranges)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> Any:
        return Table, (self._text,)

    def __repr__(self) -> str:
        return f"<qopt.Table {self.method}: {len(self)} ranges of {self.samples} samples>"

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{html.escape(name)}</td><td>{low:.6g}</td><td>{high:.6g}</td></tr>"
                       for name, (low, high) in self.ranges.items())
        return (f"<p>{html.escape(self.method)}: {len(self)} ranges of {self.samples:,} samples</p><details><summary>ranges</summary>"
                f"<table><tr><th>value</th><th>least</th><th>greatest</th></tr>{rows}</table></details>")
