"""Rounds real rows beside weights of steps (L21): a reading in NumPy, ai-edge-litert's kernels and qrun.

  hybrid_rounding.py [--qrun=PATH] [--device=host] [--rows=4000]

Prints, for each kind of row, how many have another answer. Without --qrun the reading is compared with the interpreter
alone. Exit status 1 where a row differs, 77 where ai-edge-litert is not installed.
"""

import argparse
import sys
import tempfile

try:
    import flatbuffers  # noqa: F401
    import numpy as np
    from ai_edge_litert import interpreter as _  # noqa: F401
except ImportError as error:
    print(f"skipped: {error}; PyPI's packages are ai-edge-litert, flatbuffers and numpy")
    sys.exit(77)

import interpreter
from single_operators import run_qrun
from write_model import Model, Tensor, write

F32 = np.float32


def _even(rng, shape):
    rows = rng.normal(0, 1, shape).astype(F32) * F32(10) ** rng.integers(-20, 20, (shape[0], 1)).astype(F32)
    ends = np.abs(rows).max(1)
    rows[:, 0], rows[:, 1] = ends, -ends
    return rows


KINDS = {
    "around 0": lambda rng, shape: rng.normal(0, 1, shape),
    "moved": lambda rng, shape: rng.normal(0, 1, shape) + rng.normal(0, 30, (shape[0], 1)),
    "of all sizes": lambda rng, shape: np.exp(rng.uniform(-30, 30, shape)) * rng.choice([-1, 1], shape),
    "of one sign": lambda rng, shape: np.abs(rng.normal(0, 1, shape)) * rng.choice([-1, 1], (shape[0], 1)),
    "even": _even,
    "huge": lambda rng, shape: rng.uniform(-1, 1, shape) * 10.0 ** rng.uniform(30, 37, (shape[0], 1)),
    "0": lambda rng, shape: np.zeros(shape),
}


def _nearest(x):
    size = np.abs(x)
    floor = np.floor(size)
    return np.copysign(np.where(size - floor >= 0.5, floor + 1, floor), x)


def read_even(x):
    """(steps, scale) of each row, of a range around 0."""
    largest = np.abs(x).max(1, keepdims=True)
    largest = np.where(largest == 0, F32(127), largest)
    return np.clip(_nearest(x * (F32(127) / largest)), -127, 127).astype(np.int64), largest / F32(127)


def read_whole(x):
    """(steps less the zero point, scale): the interpreter finds the zero point in f64, from the end that loses less."""
    low, high = np.minimum(x.min(1, keepdims=True), F32(0)), np.maximum(x.max(1, keepdims=True), F32(0))
    length = np.where(high == low, F32(255), high - low)
    step = length.astype(np.float64) / 255
    below, above = low / step, high / step
    zero = np.where(128 + np.abs(below) < 127 + np.abs(above), -128 - below, 127 - above)
    zero = np.clip(_nearest(zero), -128, 127)
    scale = length / F32(255)
    return (np.clip(_nearest(x * (F32(1) / scale)) + zero, -128, 127) - zero).astype(np.int64), scale


def product(rows, outputs, is_whole, rng):
    weights = rng.integers(-127, 128, (outputs, rows.shape[1])).astype(np.int8)
    scale = F32(rng.uniform(1e-3, 1e-1))
    model = Model("FULLY_CONNECTED",
                  [Tensor("f32", rows.shape), Tensor("i8", weights.shape, (float(scale),), (0,), 0, weights)],
                  Tensor("f32", (rows.shape[0], outputs)),
                  ("FullyConnectedOptions", dict(asymmetricQuantizeInputs=is_whole)), 9)
    steps, scales = (read_whole if is_whole else read_even)(rows)
    return model, (steps @ weights.T.astype(np.int64)).astype(F32) * (scales * scale)


def check(options, kind, is_whole):
    """Returns how many rows of the reading, and of qrun's answer, differ from the interpreter's."""
    rng = np.random.default_rng(len(kind))
    rows = KINDS[kind](rng, (options.rows, 9)).astype(F32)
    model, reading = product(rows, 5, is_whole, rng)
    (theirs, refused), = interpreter.answers([(write(model), [rows])])
    assert refused is None, refused
    counts = [int((theirs != reading).any(1).sum())]
    if options.qrun:
        with tempfile.TemporaryDirectory() as folder:
            ours, said, _ = run_qrun(options.qrun, options.device, write(model), [(0, rows)], folder)
        assert said is None, said
        counts.append(int((ours != theirs).any(1).sum()))
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qrun")
    parser.add_argument("--device", default="host")
    parser.add_argument("--rows", type=int, default=4000)
    options = parser.parse_args()
    wrong = 0
    for is_whole in (False, True):
        for kind in KINDS:
            with np.errstate(over="ignore"):
                counts = check(options, kind, is_whole)
            wrong += sum(counts)
            said = f"{counts[0]} of {options.rows} rows read otherwise"
            print(f"{'whole' if is_whole else 'even'}, {kind}: {said}"
                  + (f", {counts[1]} differ in qrun" if options.qrun else ""))
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
