"""NON_MAX_SUPPRESSION_V4 and V5, drawn: a reading of the rule in NumPy, ai-edge-litert's kernels and qrun, all equal.

  chosen_boxes.py [--qrun=PATH] [--count=200] [--first=0] [--device=host]

Without --qrun the reading is compared with the interpreter alone. Scores are unlike each other: among equal ones the
interpreter's order is that of its heap. Boxes have an area: one without is chosen by the interpreter again and again.
Exit status 1 where answers differ, 77 where ai-edge-litert is not installed.
"""

import argparse
import os
import subprocess
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
from draw_tensors import constant
from write_model import Model, Tensor, write

F32 = np.float32


def _corners(rng, count):
    """Boxes of any order of corners: anywhere, on a grid where overlaps equal thresholds, or tiny and huge."""
    kind = rng.integers(0, 3)
    first = rng.integers(0, 4, (count, 2)) if kind == 1 else rng.uniform(-1, 1, (count, 2))
    sides = rng.integers(1, 4, (count, 2)) if kind == 1 else rng.uniform(.05, 1, (count, 2))
    boxes = np.concatenate([first, first + sides], 1) / 4
    swaps = rng.random(count) < .3
    boxes[swaps] = boxes[swaps][:, [2, 1, 0, 3]]
    return (boxes * (10.0 ** rng.uniform(-15, 15) if kind == 2 else 1)).astype(F32)


def draw(seed):
    """(model, boxes, scores, limits)"""
    rng = np.random.default_rng(seed)
    count, five = int(rng.integers(1, 40)), bool(rng.integers(0, 2))
    most = int(rng.integers(1, count + 6))
    overlap = F32(rng.choice([.5, .25, 1, rng.uniform(.01, 1)]))
    least = F32(rng.choice([-np.inf, 0, .3, rng.uniform(-1, 1)]))
    scores = rng.permutation(np.linspace(-1, 1, count)).astype(F32)
    if rng.random() < .2:
        scores[rng.integers(0, count)] = np.nan
    inputs = [Tensor("f32", (count, 4)), Tensor("f32", (count,)), constant(most), constant(overlap, "f32"),
              constant(least, "f32")]
    places, number = Tensor("i32", (most,)), Tensor("i32", ())
    if not five:
        model = Model("NON_MAX_SUPPRESSION_V4", inputs, places, ("NonMaxSuppressionV4Options", {}), more=(number,))
    else:
        model = Model("NON_MAX_SUPPRESSION_V5", [*inputs, constant(F32(0), "f32")], places,
                      ("NonMaxSuppressionV5Options", {}), more=(Tensor("f32", (most,)), number))
    return model, _corners(rng, count), scores, (most, overlap, least)


def shared(a, b):
    """The part of the union of two boxes that both have."""
    (top, left), (bottom, right) = np.minimum([a[0], a[1]], [a[2], a[3]]), np.maximum([a[0], a[1]], [a[2], a[3]])
    (top2, left2), (bottom2, right2) = np.minimum([b[0], b[1]], [b[2], b[3]]), np.maximum([b[0], b[1]], [b[2], b[3]])
    area, area2 = (bottom - top) * (right - left), (bottom2 - top2) * (right2 - left2)
    if area <= 0 or area2 <= 0:
        return F32(0)
    height = max(min(bottom, bottom2) - max(top, top2), F32(0))
    width = max(min(right, right2) - max(left, left2), F32(0))
    return height * width / (area + area2 - height * width)


def read(boxes, scores, limits):
    """[places, scores, number] by the rule: by falling scores above the least one, a box is left out whose overlap with
    one that was chosen is the threshold or more."""
    most, overlap, least = limits
    order = [i for i in np.argsort(-scores, kind="stable") if scores[i] > least]
    chosen = []
    for i in order:
        if len(chosen) == min(most, len(order)):
            break
        if all(shared(boxes[i], boxes[j]) < overlap for j in chosen):
            chosen.append(i)
    places, values = np.zeros(most, np.int32), np.zeros(most, F32)
    places[:len(chosen)], values[:len(chosen)] = chosen, scores[chosen]
    return [places, values, np.int32(len(chosen))]


def run_qrun(options, model, boxes, scores):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.tflite")
        with open(path, "wb") as out:
            out.write(write(model))
        np.save(f"{folder}/x0.npy", boxes)
        np.save(f"{folder}/x1.npy", scores)
        done = subprocess.run([options.qrun, "run", path, f"--device={options.device}", "--allow-nan",
                               f"--input=x0={folder}/x0.npy", f"--input=x1={folder}/x1.npy",
                               f"--output={folder}/y.npz"], capture_output=True, check=False, text=True)
        if done.returncode:
            return None, done.stderr.strip()[-200:]
        with np.load(f"{folder}/y.npz") as arrays:
            return [arrays["y" + (str(i) if i else "")] for i in range(len(model.outputs))], None


def differs(answer, expected):
    return any(not np.array_equal(a, e) for a, e in zip(answer, expected)) or len(answer) != len(expected)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qrun")
    parser.add_argument("--device", default="host")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    cases = [draw(seed) for seed in range(options.first, options.first + options.count)]
    answers = interpreter.answers([(write(model), [boxes, scores]) for model, boxes, scores, _ in cases])
    wrong = 0
    for seed, ((model, boxes, scores, limits), (theirs, refused)) in enumerate(zip(cases, answers), options.first):
        with np.errstate(all="ignore"):
            reading = read(boxes, scores, limits)
        reading = reading if len(model.outputs) == 3 else [reading[0], reading[2]]
        said = refused or ("the reading differs" if differs(reading, theirs) else "")
        if not said and options.qrun:
            ours, said = run_qrun(options, model, boxes, scores)
            said = said or ("qrun differs" if differs(ours, theirs) else "")
        if said:
            wrong += 1
            print(f"seed {seed}: {said}")
    print(f"{len(cases) - wrong} of {len(cases)} equal")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
