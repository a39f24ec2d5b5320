"""Measured ranges: {"version": 1, "ranges": {key: [min, max]}}."""

import json

import float_net


def measure(graph, batches):
    """key → (min, max) over all batches of the folded float network."""
    ranges = {}
    for x in batches:
        for key, value in float_net.run(graph, x).items():
            low, high = float(value.min()), float(value.max())
            if key in ranges:
                low = min(low, ranges[key][0])
                high = max(high, ranges[key][1])
            ranges[key] = (low, high)
    return ranges


def read(path):
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    if data["version"] != 1:
        raise ValueError(f"{path}: version {data['version']} is not 1")
    return {key: tuple(pair) for key, pair in data["ranges"].items()}


def text(ranges):
    """The file's text; shortest decimals that read back as the same float."""
    rows = [f"    {json.dumps(k)}: [{low!r}, {high!r}]"
            for k, (low, high) in ranges.items()]
    return '{\n  "version": 1,\n  "ranges": {\n' + ",\n".join(rows) + "\n  }\n}\n"
