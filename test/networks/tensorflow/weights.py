"""Constants of modules as text, and how far rounding may move them: what transforms.py judges by.

The bounds are computed from the weights before: half of a level as passes/precision/levels.h divides both sides of 0, or
half of a step of 8 bits over each channel's range with 0 in it. What f32 loses in a product or a sum is added: two units
in the last place.
"""
import re

import numpy as np

ULP = 2.0**-23


def constants(path):
    """{name: values} of the module's f32 constants."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    blobs = dict(re.findall(r"(w_\w+): \"0x(\w+)\"", text))
    found = {}
    for line in re.findall(r"nn\.constant .*xf32>$", text, re.MULTILINE):
        name = re.search(r"nn\.name = \"([^\"]+)\"", line)[1]
        shape = [int(extent) for extent in re.search(r"tensor<((?:\d+x)+)f32>$", line)[1][:-1].split("x")]
        if resource := re.search(r"dense_resource<(\w+)>", line):
            values = np.frombuffer(bytes.fromhex(blobs[resource[1]])[4:], np.float32)  # behind the alignment
        elif hexadecimal := re.search(r"dense<\"0x(\w+)\">", line):
            values = np.frombuffer(bytes.fromhex(hexadecimal[1]), np.float32)
        else:
            values = np.float32(re.findall(r"[-+]?\d+\.\d+(?:e[-+]?\d+)?", re.search(r"dense<(.*)> :", line)[1], re.IGNORECASE))
        found[name] = np.broadcast_to(values, int(np.prod(shape))).reshape(shape).astype(np.float64)
    return found


def channel_axes(path):
    """{name: dimension} of the constants that have a scale for each channel."""
    with open(path, encoding="utf-8") as file:
        return {name: int(axis) for name, axis in re.findall(
            r"nn\.constant \{nn\.name = \"([^\"]+)/steps\"[^\n]*!quant\.uniform<i8[^:]*:f32:(\d+), \{", file.read())}


def half_levels(weights, count):
    """Half the distance between the levels on each weight's side of 0, of `count` levels in all."""
    low, high, steps = weights.min(), weights.max(), count - 1
    if low >= 0 or high <= 0:
        return np.full(weights.shape, (high - low) / steps / 2)
    below = np.clip(np.rint(steps * -low / (high - low)), 1, steps - 1)
    return np.where(weights < 0, -low / below, high / (steps - below)) / 2


def half_steps(weights, axis):
    """Half a step of 8 bits over the range of each channel, which 0 belongs to."""
    others = tuple(i for i in range(weights.ndim) if i != axis)
    low, high = weights.min(others, keepdims=True), weights.max(others, keepdims=True)
    return np.broadcast_to((np.maximum(high, 0) - np.minimum(low, 0)) / 255 / 2, weights.shape)


def largest(before, after, bound):
    """The largest |after − before| in units of its bound; f32's own rounding is taken off."""
    slack = 2 * ULP * np.maximum(np.abs(before), np.abs(after))
    moved = np.maximum(np.abs(after - before) - slack, 0)
    return float(np.divide(moved, bound, out=np.where(moved > 0, np.inf, 0.0), where=bound > 0).max())


def rounded(before, after, count, least=1024):
    """Returns how far round_weights moved, in half levels. Constants of fewer than `least` elements have not moved at all; an error
    where they have, and where there are more levels than asked for."""
    worst = 0.0
    for name, weights in before.items():
        if weights.size < least:
            if not np.array_equal(weights, after[name]):
                raise RuntimeError(f"{name} is small, and differs")
            continue
        if len(np.unique(after[name])) > count:
            raise RuntimeError(f"{name} has {len(np.unique(after[name]))} levels of {count}")
        worst = max(worst, largest(weights, after[name], half_levels(weights, count)))
    return worst


def stored(before, after, axes):
    """Returns how far quantize_weights moved what it stores, in half steps; other constants have not moved at all."""
    worst = 0.0
    for name, weights in before.items():
        if name in axes:
            worst = max(worst, largest(weights, after[f"{name}/dequantized"], half_steps(weights, axes[name])))
        elif not np.array_equal(weights, after[name]):
            raise RuntimeError(f"{name} is not stored as steps, and differs")
    return worst
