#!/usr/bin/env python3
"""Graphs of one operator or a few beside TensorFlow: operators.py BIN_DIR [NAME…]

Each case of cases.py is written as a GraphDef, computed by TensorFlow and by qrun's evaluator, and must agree within
1e-5 of the largest value (at least 1); the evaluator's and the file's shapes must be one. With names, only cases that
begin so run. Exit status 1 where one differs or is refused, 77 (skipped) where TensorFlow is absent.
"""
import os
import subprocess
import sys
import tempfile

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")
try:
    import numpy as np
    import tensorflow as tf
except ImportError:
    print("skipped: TensorFlow is not installed")
    sys.exit(77)

import cases

NEAR = 1e-5


def written(path, shapes, make):
    """The case as a frozen graph, and its answer for drawn inputs."""
    graph = tf.Graph()
    with graph.as_default():
        inputs = [tf.compat.v1.placeholder(tf.float32, shape, f"x{i}") for i, shape in enumerate(shapes)]
        tf.identity(make(*inputs), "y")
    with open(path, "wb") as file:
        file.write(graph.as_graph_def().SerializeToString())
    values = [np.random.default_rng(i).uniform(-2, 2, shape).astype(np.float32) for i, shape in enumerate(shapes)]
    with tf.compat.v1.Session(graph=graph) as session:
        return values, session.run("y:0", {f"x{i}:0": value for i, value in enumerate(values)})


def difference(binaries, folder, shapes, make):
    """Returns what is wrong with a case; "" where nothing is."""
    values, theirs = written(f"{folder}/graph.pb", shapes, make)
    arguments = []
    for i, value in enumerate(values):
        np.save(f"{folder}/x{i}.npy", value)
        arguments.append(f"--input=x{i}={folder}/x{i}.npy")
    run = subprocess.run([f"{binaries}/qrun", "run", f"{folder}/graph.pb", *arguments, f"--output=y={folder}/y.npy",
                          "--device=reference"], capture_output=True, text=True, check=False)
    if run.returncode:
        return f"exit {run.returncode}: {run.stderr.strip().splitlines()[0] if run.stderr.strip() else ''}"
    ours = np.load(f"{folder}/y.npy")
    if ours.shape != theirs.shape:
        return f"shape {ours.shape}, TensorFlow's is {theirs.shape}"
    worst = float(np.abs(ours.astype(np.float64) - theirs).max()) if theirs.size else 0.0
    return f"off by {worst:.1e}" if not worst <= NEAR * max(1.0, float(np.abs(theirs).max())) else ""


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    binaries, names = os.path.abspath(sys.argv[1]), sys.argv[2:]
    count = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, shapes, make in cases.all_cases():
            if names and not any(name.startswith(one) for one in names):
                continue
            count += 1
            if why := difference(binaries, folder, shapes, make):
                failed += 1
                print(f"{name}: {why}")
    print(f"{count - failed} of {count} graphs have TensorFlow {tf.__version__}'s answers within {NEAR}")
    return int(failed > 0 or count == 0)


if __name__ == "__main__":
    sys.exit(main())
