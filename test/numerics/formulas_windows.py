"""Convolutions and pools over images of any rank. Imported at the end of formulas.py."""

import functools
import itertools

import numpy as np

from formulas import (epilogue, epilogue_of_run, f32, f64, factors, is_integer, is_quantized,
                      rescaled, steps)


def windows(image, op, border):
    """[N, C, out…, kernel…] of the padded image."""
    rank = image.ndim - 2
    kernel = op.attributes["kernel"]
    strides = op.attributes.get("strides", [1] * rank)
    dilations = op.attributes.get("dilations", [1] * rank)
    pads = op.attributes.get("pads", [0] * 2 * rank)
    around = [(0, 0), (0, 0)] + list(zip(pads[:rank], pads[rank:]))
    padded = np.pad(image, around, constant_values=border)
    out = [(size - (k - 1) * d - 1) // s + 1
           for size, k, s, d in zip(padded.shape[2:], kernel, strides, dilations)]
    result = np.empty(image.shape[:2] + tuple(out) + tuple(kernel), padded.dtype)
    for place in itertools.product(*map(range, out)):
        box = [slice(o * s, o * s + (k - 1) * d + 1, d)
               for o, k, s, d in zip(place, kernel, strides, dilations)]
        result[(slice(None), slice(None)) + place] = padded[(slice(None), slice(None), *box)]
    return result


def taps(image):
    """The kernel's axes of its windows."""
    return tuple(range(image.ndim, 2 * image.ndim - 2))


def sums(op, image, kernel):
    """Σ image·kernel of each window."""
    groups = op.attributes.get("groups", 1)
    op.attributes["kernel"] = kernel.shape[2:]
    patches = windows(image, op, 0)
    outs = kernel.shape[0] // groups
    ins = kernel.shape[1]
    summed = "nchwyx,ocyx->nohw" if image.ndim == 4 else "ncwx,ocx->now"
    acc = [np.einsum(summed, patches[:, g * ins:(g + 1) * ins],
                     kernel[g * outs:(g + 1) * outs]) for g in range(groups)]
    return np.concatenate(acc, axis=1)


def conv2d(op, x, w, bias=None, residual=None, input_zero=None, weights_zero=None, **scales):
    image, kernel = factors(x, w, input_zero, weights_zero)
    acc = sums(op, image, kernel)
    if is_quantized(x):
        return epilogue(op, acc, x, w, bias, residual, axis=1)
    if is_integer(x):
        return epilogue_of_run(op, acc, bias, 1, **scales)
    y = f32(acc)
    if bias is not None:
        y = y + bias.data.reshape([1, -1] + [1] * (image.ndim - 2))
    return y if residual is None else y + residual.data


def max_pool2d(op, x):
    low = -np.inf if x.data.dtype == np.float32 else np.iinfo(x.data.dtype).min
    return windows(x.data, op, low).max(axis=taps(x.data))


def in_turn(terms):
    """The sums along the last dimension, ascending, each rounded."""
    return functools.reduce(np.add, np.moveaxis(terms, -1, 0), np.zeros(terms.shape[:-1], terms.dtype))


def raw_sums(op, data):
    """Σ of each window, and how many elements of the image lie in it."""
    inside = windows(np.ones(data.shape, np.int64), op, 0)
    return windows(data, op, 0).sum(axis=taps(data)), inside.sum(axis=taps(data))


def avg_pool2d(op, x):
    inside = windows(np.ones(x.data.shape, np.int64), op, int("count_include_pad" in op.attributes))
    n = inside.sum(axis=taps(x.data))
    if not is_quantized(x):
        return in_turn(windows(x.data, op, 0).reshape(n.shape + (-1,))) / f32(n)
    total = windows(steps(x), op, 0).sum(axis=taps(x.data))
    y = op.type.element
    return rescaled(op, total, x.type.element.scale, n * y.scale, x)


OPS = {"conv2d": conv2d, "max_pool2d": max_pool2d, "avg_pool2d": avg_pool2d}


def max_place(op, x):
    """The first of the largest, the first NaN before it, among all of x."""
    rank = x.data.ndim - 2
    own = np.arange(x.data.size).reshape(x.data.shape)
    if "column_major" in op.attributes:
        image = x.data.shape[2:]
        inner = np.arange(np.prod(image)).reshape(image[::-1]).transpose()
        planes = np.arange(np.prod(x.data.shape[:2])).reshape(x.data.shape[:2] + (1,) * rank)
        own = planes * np.prod(image) + inner
    seen, places = windows(x.data, op, -np.inf), windows(own, op, -1)
    out = seen.shape[:2 + rank]
    seen, places = seen.reshape(out + (-1,)), places.reshape(out + (-1,))
    inside = np.where(places >= 0, np.where(np.isnan(seen), np.inf, seen), -np.inf)
    best = np.where(np.isnan(seen).any(-1), np.isnan(seen).argmax(-1), inside.argmax(-1))
    return np.take_along_axis(places, best[..., None], -1)[..., 0]


def fold_columns(op, x):
    """Every column's window is added to the padded image."""
    image, kernel = op.attributes["image"], op.attributes["kernel"]
    rank = len(image)
    pads, strides = op.attributes["pads"], op.attributes["strides"]
    dilations = op.attributes["dilations"]
    out = [(i + a + b - (k - 1) * d - 1) // s + 1 for i, a, b, k, d, s in
           zip(image, pads[:rank], pads[rank:], kernel, dilations, strides)]
    n, channels = x.data.shape[0], x.data.shape[1] // int(np.prod(kernel))
    columns = x.data.reshape([n, channels] + list(kernel) + out)
    padded = np.zeros([n, channels] + [i + a + b for i, a, b in
                                       zip(image, pads[:rank], pads[rank:])], np.float32)
    for tap in itertools.product(*map(range, kernel)):
        box = [slice(t * d, t * d + (o - 1) * s + 1, s)
               for t, d, o, s in zip(tap, dilations, out, strides)]
        padded[(slice(None), slice(None), *box)] += columns[(slice(None), slice(None), *tap)]
    return padded[(slice(None), slice(None), *[slice(a, a + i) for a, i in zip(pads, image)])]


def sampled(image, y, x):
    """Linear in y and x, in f32; 0 outside. The four weighted corners."""
    low_y, low_x = np.floor(y), np.floor(x)
    above_y, above_x = f32(y - low_y), f32(x - low_x)
    corners = []
    for i, j in itertools.product(range(2), range(2)):
        at = int(low_y) + i, int(low_x) + j
        inside = 0 <= at[0] < image.shape[0] and 0 <= at[1] < image.shape[1]
        weight = (above_y if i else f32(1) - above_y) * (above_x if j else f32(1) - above_x)
        corners.append(weight * (image[at] if inside else f32(0)))
    return corners


def total(corners):
    return functools.reduce(lambda a, b: a + b, corners)


def deform_columns(op, x, offset, mask=None):
    height, width = op.attributes["kernel"]
    groups = op.attributes["groups"]
    n, channels = x.data.shape[:2]
    out = np.empty(op.type.shape, np.float32)
    for b, c, ky, kx, y, z in itertools.product(range(n), range(channels), range(height),
                                                range(width), *map(range, out.shape[2:])):
        tap = ky * width + kx
        entry = c // (channels // groups) * height * width + tap
        place = [f32(o * s + k * d - p) + offset.data[b, 2 * entry + i, y, z]
                 for i, (o, s, k, d, p) in enumerate(zip(
                     (y, z), op.attributes["strides"], (ky, kx), op.attributes["dilations"],
                     op.attributes["pads"]))]
        value = total(sampled(x.data[b, c], *place))
        out[b, c * height * width + tap, y, z] = value if mask is None else \
            value * mask.data[b, entry, y, z]
    return out


def roi_align(op, x, rois, batches):
    samples, size = op.attributes["samples"], op.attributes["size"]
    half = "half_pixel" in op.attributes
    edges = rois.data * f32(op.attributes["scale"]) - f32(0.5 if half else 0)
    start = edges[:, 1::-1]  # y, x
    extent = edges[:, :1:-1] - start
    cell = (extent if half else np.maximum(extent, f32(1))) / f32(size)
    if (batches.data < 0).any() or (batches.data >= x.data.shape[0]).any():
        raise IndexError
    limit = f32(x.data.shape[2:])
    out = np.empty(op.type.shape, np.float32)
    for r, c, h, w in itertools.product(*map(range, out.shape)):
        points = []
        for sample in itertools.product(range(samples), range(samples)):
            at = [start[r, i] + f32(p) * cell[r, i] + f32(s + 0.5) * cell[r, i] / f32(samples)
                  for i, (p, s) in enumerate(zip((h, w), sample))]
            if any(a < -1 or a > l for a, l in zip(at, limit)):
                points.append([f32(0)])
                continue
            at = [min(max(a, f32(0)), l - f32(1)) for a, l in zip(at, limit)]
            points.append(sampled(x.data[batches.data[r], c], *at))
        if "maximum" in op.attributes:
            out[r, c, h, w] = max(map(max, points))
        else:
            out[r, c, h, w] = total(map(total, points)) / f32(samples * samples)
    return out


OPS |= {"max_place": max_place, "fold_columns": fold_columns, "deform_columns": deform_columns,
        "roi_align": roi_align}
