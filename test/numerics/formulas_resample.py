"""Resampling and small determinants. Imported at the end of formulas.py."""

import itertools
import math

import numpy as np


def resample(op, x, places, weights=None):
    axis, step, size = op.attributes["axis"], op.attributes["step"], op.type.shape[op.attributes["axis"]]
    period = len(places.data)
    slices = []
    for o in range(size):
        first = int(places.data[o % period]) + step * (o // period)
        taps = 1 if weights is None else weights.data.shape[1]
        total = None
        for k in range(taps):
            index = min(max(first + k, 0), x.data.shape[axis] - 1)
            one = x.data.take(index, axis)
            if weights is not None:
                one = weights.data[o % period, k] * one
            total = one if total is None else total + one
        slices.append(total)
    return np.stack(slices, axis)


def reflect(at, low, high):
    """By reflections at the edges one after another."""
    if low == high:
        return low
    while not low <= at <= high:
        at = 2 * low - at if at < low else 2 * high - at
    return at


def keys(t, a=-0.75):
    t = abs(t)
    if t <= 1:
        return (a + 2) * t**3 - (a + 3) * t**2 + 1
    return a * t**3 - 5 * a * t**2 + 8 * a * t - 4 * a if t < 2 else 0


def grid_sample(op, x, grid):
    mode, padding = op.attributes["mode"], op.attributes["padding"]
    corners = "align_corners" in op.attributes
    image = x.data.shape[2:]
    edges = [(0, n - 1) if corners else (-0.5, n - 0.5) for n in image]
    result = np.empty(op.type.shape, np.float32)

    def place(entry, n, edge):
        at = (entry + 1) / 2 * (n - 1) if corners else ((entry + 1) * n - 1) / 2
        if mode == "nearest":
            at = float(np.rint(at))
        if not edge[0] <= at <= edge[1]:
            at = {"zeros": at, "border": min(max(at, 0), n - 1), "reflection": reflect(at, *edge)}[padding]
        return at

    def element(channel, index):
        for i, n in enumerate(image):
            if padding == "zeros" and not 0 <= index[i] < n:
                return 0.0
        index = [min(max(i, 0), n - 1) if padding == "border" else int(reflect(i, *edge))
                 if padding == "reflection" else i for i, n, edge in zip(index, image, edges)]
        return float(channel[tuple(index)])

    def taps(at):
        if mode == "nearest":
            return [(int(at), 1.0)]
        low = math.floor(at)
        near = range(low, low + 2) if mode == "linear" else range(low - 1, low + 3)
        return [(i, 1 - abs(at - i) if mode == "linear" else keys(at - i)) for i in near]

    for n, c, *out in np.ndindex(*op.type.shape):
        entries = [float(v) for v in grid.data[(n, *out)][::-1]]
        along = [taps(place(*args)) for args in zip(entries, image, edges)]
        result[(n, c, *out)] = sum(
            math.prod(w for _, w in chosen) * element(x.data[n, c], [i for i, _ in chosen])
            for chosen in itertools.product(*along))
    return result


def det(op, x):
    n = x.data.shape[-1]
    total = np.zeros(x.data.shape[:-2])
    for order in itertools.permutations(range(n)):
        swaps = sum(a > b for a, b in itertools.combinations(order, 2))
        term = math.prod(x.data[..., i, j].astype(np.float64) for i, j in enumerate(order))
        total = total + (-1) ** swaps * term
    return total.astype(np.float32)


OPS = {"resample": resample, "grid_sample": grid_sample, "det": det}
