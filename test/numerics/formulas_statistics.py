"""The statistics of calibration, on NumPy arrays."""

import numpy as np

f32 = np.float32


def extremes(op, x):
    axis = op.attributes.get("axis")
    groups = x.data.reshape(1, -1) if axis is None else (
        np.moveaxis(x.data, axis, 0).reshape(x.data.shape[axis], -1))
    rows = []
    for group in groups:
        numbers = group[~np.isnan(group)]
        rows.append([numbers.min(initial=np.inf), numbers.max(initial=-np.inf),
                     len(group) - len(numbers)])
    return np.array(rows, f32)


def histogram(op, x, per_unit):
    bins, parts = op.attributes["bins"], op.attributes["parts"]
    counts = np.zeros((parts, 2, bins), np.int32)
    each = -(-x.data.size // parts)
    for i, value in enumerate(x.data.reshape(-1)):
        if np.isnan(value):
            continue
        place = abs(value) * f32(per_unit.data)
        counts[i // each, int(value < 0), int(np.floor(min(place, f32(bins - 1))))] += 1
    return counts


OPS = {"extremes": extremes, "histogram": histogram}
