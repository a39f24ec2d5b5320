#!/usr/bin/env python3
"""Every calibrator against thresholds that are computed here, from what its documents say, on known distributions.

calibrators.py BIN_DIR [DEVICE…]   exits 77 (skipped) without NumPy. Devices: reference and host by default.
Prints how many ends of ranges are equal in all bits, and how many close: in the evaluator to an f32's last place,
elsewhere to 1e-5 of the range; past that fails.
"""
import itertools
import json
import os
import subprocess
import sys
import tempfile
from fractions import Fraction

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

SAMPLES, VALUES, BINS, LEVELS = 7, 1000, 2048, 128
PERCENTILES = ["99.999", "99.9", "98.6"]
CLIP_WEIGHTS = [1, 2.5]
SCHEMES = ["signs", "signed", "affine", "mixed"]
TENSOR = f"tensor<?x{VALUES}xf32, #nn.dims<N>>"


def distributions():
    """name → [samples, values]; no two samples of a set reach equally far."""
    random = np.random.default_rng(9)
    shape = (SAMPLES, VALUES)
    reach = np.linspace(0.5, 1.7, SAMPLES)[:, None]
    data = {
        "normal": random.normal(size=shape) * reach,
        "laplace": random.laplace(0.2, size=shape) * reach,
        "bimodal": np.where(random.random(shape) < 0.3, random.normal(-3, 0.4, shape), random.normal(5, 1, shape)),
        "outlier": random.normal(size=shape) * reach,
        "constant": np.full(shape, -2.7),
        "zero": np.zeros(shape),
        "sparse": np.where(random.random(shape) < 0.9, 0, random.normal(size=shape) * reach),
    }
    data["outlier"][4, 321] = 87.5
    return {name: values.astype(np.float32) for name, values in data.items()}


class Seen:
    """The statistics of a tensor over samples: their ends, and counters of magnitudes by sign, as nn.histogram words them."""

    def __init__(self, samples):
        self.samples = samples
        self.min, self.max = float(samples.min()), float(samples.max())
        self.limit = max(-self.min, self.max)
        self.width = self.limit / BINS
        magnitude = np.abs(samples) * np.float32(BINS / self.limit if self.limit else 0)
        index = np.minimum(np.floor(magnitude), BINS - 1).astype(int)
        self.positive, self.negative = (np.bincount(index[side], minlength=BINS) for side in (samples >= 0, samples < 0))

    def clipped(self, threshold):
        return max(self.min, -threshold), min(self.max, threshold)


def min_max(seen):
    return seen.min, seen.max


def moving_average(seen):
    ends = (getattr(seen.samples, end)(axis=1) for end in ("min", "max"))
    return tuple(float(sum(Fraction(float(value)) for value in values) / len(seen.samples)) for values in ends)


def has_zero_point(low, high, scheme):
    return scheme == "affine" or (scheme == "mixed" and 2 * min(-low, high) < max(-low, high))


def percentile(seen, scheme, share):
    """The end of the bin that leaves so few values beyond; where ends may differ, so few beyond each of them."""
    beyond = (100 - Fraction(share)) / 100 * seen.samples.size

    def end(bins):
        rest = int(bins.sum()) - np.cumsum(bins)
        return 0 if bins.sum() <= beyond else (next(i for i in range(BINS) if rest[i] <= beyond) + 1) * seen.width

    if scheme in ("affine", "mixed"):
        return max(seen.min, -end(seen.negative)), min(seen.max, end(seen.positive))
    return seen.clipped(end(seen.positive + seen.negative))


class LeastSquares:
    """Squared errors of a histogram on the grid of docs/reference/numerics.md (P2), for the ranges that end with each bin."""

    def __init__(self, seen, scheme, bits):
        self.seen, self.scheme, self.bits = seen, scheme, bits
        middles = (np.arange(BINS) + 0.5) * seen.width
        values, counts = np.append(-middles[::-1], middles), np.append(seen.negative[::-1], seen.positive)
        self.values, self.counts = values[counts > 0], counts[counts > 0]
        if seen.limit:
            self.within, self.beyond = np.transpose([self.errors(k) for k in range(1, BINS + 1)])

    def ends(self, k):
        """Ends shrink alike where each has steps of its own, else by magnitude."""
        seen = self.seen
        if self.scheme in ("affine", "mixed"):
            return seen.min * k / BINS, seen.max * k / BINS
        return seen.clipped(k * seen.width)

    def grid(self, low, high):
        """Scale, zero point, and the least and greatest step."""
        low, high = min(low, 0), max(high, 0)
        steps, half = 2**self.bits - 1, 2**(self.bits - 1) - 1
        if has_zero_point(low, high, self.scheme):
            scale = float(np.float32((high - low) / steps))
            return scale, np.clip(np.rint(-low / scale), 0, steps), 0, steps
        if low == 0 and self.scheme != "signed":
            return float(np.float32(high / steps)), 0, 0, steps
        return float(np.float32(max(-low, high) / half)), 0, -half - 1, half

    def errors(self, k):
        """On the grid of the range that ends with bin k: of values between its first and last step, and beyond."""
        scale, zero, least, most = self.grid(*self.ends(k))
        steps = np.clip(np.rint(self.values / scale) + zero, least, most) - zero
        squares = self.counts * (self.values - scale * steps)**2
        beyond = (self.values < scale * (least - zero)) | (self.values > scale * (most - zero))
        return squares[~beyond].sum(), squares[beyond].sum()

    def total(self, weight):
        return self.within + weight * self.beyond

    def best(self, weight):
        """The widest of the ranges with the least error."""
        if not self.seen.limit:
            return self.seen.min, self.seen.max
        return self.ends(BINS - int(np.argmin(self.total(weight)[::-1])))


def divergence(bins, i):
    """Returns the divergence of the first i bins (the last has all beyond it, too) from themselves merged into LEVELS groups."""
    reference = bins[:i].astype(float)
    reference[-1] += bins[i:].sum()
    group = np.minimum(np.arange(i) // (i // LEVELS), LEVELS - 1)
    filled = bins[:i] > 0
    if not filled.any():
        return np.inf
    sums, members = (np.bincount(group, weights, LEVELS) for weights in (bins[:i], filled))
    candidate = np.where(filled, (sums / np.maximum(members, 1))[group], 0)
    p, q = reference / reference.sum(), candidate / candidate.sum()
    q[q == 0] = 1e-4
    return (p[p > 0] * np.log(p[p > 0] / q[p > 0])).sum()


def entropy(seen, skips_zeros):
    bins = seen.positive + seen.negative
    if skips_zeros:
        bins[0] = bins[1]
    found = [divergence(bins, i) for i in range(LEVELS, BINS)]
    if np.isinf(min(found)):
        return seen.min, seen.max
    # The first; some are equal but for rounding.
    first = int(np.argmax(np.array(found) <= min(found) + 1e-12))
    return seen.clipped((LEVELS + first + 0.5) * seen.width)


def cases(tensors):
    """Options of qrun calibrate, and the range that each tensor gets by them."""
    def each(rule):
        return {name: rule(seen) for name, seen in tensors.items()}
    yield ["--calibrator=min-max"], each(min_max)
    yield ["--calibrator=moving-average"], each(moving_average)
    for scheme, share in itertools.product(SCHEMES, PERCENTILES):
        yield (["--calibrator=percentile", f"--scheme={scheme}", f"--percentile={share}"],
               each(lambda seen: percentile(seen, scheme, share)))
    for scheme, bits in [(scheme, 8) for scheme in SCHEMES] + [("signed", 16)]:
        squares = each(lambda seen: LeastSquares(seen, scheme, bits))
        for weight in CLIP_WEIGHTS:
            yield (["--calibrator=mse", f"--scheme={scheme}", f"--bits={bits}", f"--clip-weight={weight}"],
                   {name: errors.best(weight) for name, errors in squares.items()})
    yield ["--calibrator=entropy"], each(lambda seen: entropy(seen, False))
    yield ["--calibrator=entropy", "--skip-zeros"], each(lambda seen: entropy(seen, True))


def module(names):
    """Each input is a tensor of the table, and what a relu leaves of it another."""
    inputs = ", ".join(f'%{name}: {TENSOR} {{nn.name = "{name}"}}' for name in names)
    relus = "".join(f'  %{name}_relu = nn.relu %{name} {{nn.name = "{name}_relu"}} : ({TENSOR}) -> {TENSOR}\n'
                    for name in names)
    results = ", ".join(f"%{name}_relu" for name in names), ", ".join([TENSOR] * len(names))
    return f"func.func @main({inputs}) -> ({results[1]}) {{\n{relus}  return {results[0]} : {results[1]}\n}}\n"


def measured(qrun, options, device):
    subprocess.run([qrun, "calibrate", "net.mlir", "--data=data.npz", "--batch=3", f"--device={device}", "-o",
                    "table.json", *options], check=True, stderr=subprocess.DEVNULL)
    with open("table.json") as file:
        return json.load(file)["ranges"]


def judge(have, want, device, reach):
    if have == want:
        return "equal"
    places = abs(int(np.float32(have).view(np.int32)) - int(np.float32(want).view(np.int32)))
    is_close = places <= 1 if device == "reference" else abs(have - want) <= 1e-5 * reach
    return "close" if is_close else "wrong"


def compare(table, expected, title, device, tensors):
    counts = dict.fromkeys(("equal", "close", "wrong"), 0)
    for name, want in expected.items():
        for ends in zip(table[name], want):
            verdict = judge(*ends, device, tensors[name].limit)
            counts[verdict] += 1
            if verdict == "wrong":
                print(f"  {name}: {table[name]}, not {want}")
    print(f"{device:10} {title:58}", ", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count),
          flush=True)
    return counts["wrong"]


def main():
    qrun = os.path.abspath(sys.argv[1]) + "/qrun"
    devices = sys.argv[2:] or ["reference", "host"]
    data = distributions()
    tensors = {name: Seen(values) for name, values in data.items()}
    tensors.update({f"{name}_relu": Seen(np.maximum(values, np.float32(0))) for name, values in data.items()})
    wrong = 0
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        with open("net.mlir", "w") as file:
            file.write(module(list(data)))
        np.savez("data.npz", **data)
        for options, expected in cases(tensors):
            title = " ".join(option.lstrip("-").replace("calibrator=", "") for option in options)
            for device in devices:
                wrong += compare(measured(qrun, options, device), expected, title, device, tensors)
        os.chdir("/")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
