"""Shared by the GPU scripts: rows in a file of JSON lines, of which a later one replaces an earlier one, and bars.

A row of times: network, type (int8, fp16, fp32), batch, backend (cuda, opencl, pytorch), shard (what was measured in one
call has one), and median_ms with runs and device, or error. A bar: network, type, batch, backend, and either
milliseconds, or pytorch (a type) with ratio: at most so many times what PyTorch takes there, in the same shard. Rows of
other tables say which (table: memory, cold_start, faults) and are known by their point, a list; the rest is tables.py's.
"""

import json
import os

TYPES, BACKENDS = ("int8", "fp16", "fp32"), ("cuda", "opencl")


def key_of(row):
    return row["network"], row["type"], row["batch"], row["backend"]


def rival_of(bar):
    """The key of the PyTorch row that a bar names; none where it names milliseconds."""
    return (bar["network"], bar["pytorch"], bar["batch"], "pytorch") if "pytorch" in bar else None


def _lines(paths):
    for path in paths:
        with open(path, encoding="utf-8") as file:
            yield from map(json.loads, file)


def read(*paths):
    """{key: row} of times"""
    return {key_of(row): row for row in _lines(paths) if "table" not in row}


def read_table(table, *paths):
    """{point: row} of another table"""
    return {tuple(row["point"]): row for row in _lines(paths) if row.get("table") == table}


def mend(path):
    """Makes the file where there is none; takes off a line that a killed writer left unfinished."""
    with open(path, "ab+") as file:
        file.seek(0)
        content = file.read()
        file.truncate(content.rfind(b"\n") + 1)


def append(path, row):
    with open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
        file.flush()
        os.fsync(file.fileno())


def read_bars(path):
    with open(path, encoding="utf-8") as file:
        bars = json.load(file)
    for bar in bars:
        if bar["type"] not in TYPES or bar["backend"] not in BACKENDS or ("pytorch" in bar) == ("milliseconds" in bar):
            raise ValueError(f"{path}: no bar: {bar}")
    return bars
