"""Tables of ranges: what calibration measured."""

import json

from . import _native
from ._arguments import path_of, text_of
from ._errors import ArgumentError, FileError


class Table:
    """What calibration measured: a range for each value. save() writes the file that `qrun calibrate` writes."""

    __slots__ = ("_text",)

    def __init__(self, text):
        self._text = text_of(text, "text")

    @classmethod
    def load(cls, path):
        """Reads a table of ours; tables of other tools are given to passes by their paths."""
        path = path_of(path, "path")
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        except UnicodeDecodeError:
            raise ArgumentError(f"{path}: is no text; give a table that Table.save or qrun calibrate wrote") from None
        except OSError as error:
            raise FileError(f"{path}: {error.strerror}") from None
        try:
            _native.check_table(text)
        except ArgumentError as error:
            raise ArgumentError(f"{path}: {error}") from None
        return cls(text)

    def save(self, path):
        """Writes it as JSON, whole or not at all."""
        _native.write_file(path_of(path, "path"), self._text.encode())

    @property
    def text(self):
        """The file's text, JSON."""
        return self._text

    @property
    def ranges(self):
        """{value: (min, max)} as real numbers."""
        return {name: tuple(ends) for name, ends in json.loads(self._text)["ranges"].items()}

    @property
    def samples(self):
        """How many samples were seen."""
        return json.loads(self._text)["samples"]

    @property
    def method(self):
        """How ranges were chosen: "min-max", …"""
        return json.loads(self._text).get("calibrator", "")

    def __len__(self):
        return len(self.ranges)

    def __eq__(self, other):
        return isinstance(other, Table) and self._text == other._text

    def __hash__(self):
        return hash(self._text)

    def __repr__(self):
        return f"<qopt.Table {self.method}: {len(self)} ranges of {self.samples} samples>"


def merge(tables, *, partial=False):
    """Joins tables of parts of the samples, made with partial=True, exactly. `partial` keeps statistics, to be merged again."""
    texts = []
    for table in tables:
        if not isinstance(table, Table):
            raise TypeError(f"tables: expected qopt.Table, not {type(table).__name__}")
        if "statistics" not in json.loads(table.text):
            raise ArgumentError("tables: one holds ranges alone; make it with qopt.calibrate(…, partial=True)")
        texts.append(table.text)
    if not texts:
        raise ArgumentError("tables: there are none; give the tables of the parts")
    return Table(_native.merge_tables(texts, bool(partial)))
