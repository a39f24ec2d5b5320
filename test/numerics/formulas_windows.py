"""Convolutions and pools over images of any rank. Imported at the end of formulas.py."""

import itertools

import numpy as np

from formulas import (epilogue, epilogue_of_run, f32, f64, factors, is_integer, is_quantized,
                      multiplier, steps, store)


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


def conv2d(op, x, w, bias=None, residual=None, input_zero=None, weights_zero=None, **scales):
    groups = op.attributes.get("groups", 1)
    image, kernel = factors(x, w, input_zero, weights_zero)
    op.attributes["kernel"] = kernel.shape[2:]
    patches = windows(image, op, 0)
    outs = kernel.shape[0] // groups
    ins = kernel.shape[1]
    summed = "nchwyx,ocyx->nohw" if image.ndim == 4 else "ncwx,ocx->now"
    acc = [np.einsum(summed, patches[:, g * ins:(g + 1) * ins],
                     kernel[g * outs:(g + 1) * outs]) for g in range(groups)]
    acc = np.concatenate(acc, axis=1)
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


def avg_pool2d(op, x):
    inside = windows(np.ones(x.data.shape, np.int64), op, int("count_include_pad" in op.attributes))
    n = inside.sum(axis=taps(x.data))
    if not is_quantized(x):
        return f32(windows(f64(x.data), op, 0).sum(axis=taps(x.data))) / f32(n)
    total = windows(steps(x), op, 0).sum(axis=taps(x.data))
    y = op.type.element
    return store(f32(total) * multiplier(x.type.element.scale, n * y.scale), y)


OPS = {"conv2d": conv2d, "max_pool2d": max_pool2d, "avg_pool2d": avg_pool2d}
