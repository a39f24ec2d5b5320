"""Predictions flipped by quantization on the shared arrays, with their limits.

Needs the folder of real models and arrays (onnx/zoo, arrays), which is not
part of the project:  python3 accuracy.py --data=FOLDER
"""

import argparse
import os
import sys

import numpy as np

import calibration
import float_net
import fold
import images
import onnx_graph
from integer_net import IntegerNet

ARRAYS = {"lenet": "mnist", "mlp": "mnist", "resnet20": "cifar10"}
LIMITS = {"qopt": {"lenet": 10, "mlp": 10, "resnet20": 24},
          "trt": {"lenet": 12, "mlp": 12, "resnet20": 36}}


def predictions(answer, data):
    return np.concatenate([answer(x).argmax(axis=1) for x in data()])


def drop_interval(was_right, is_right):
    """Accuracy lost in points and half of its paired 95 % interval."""
    difference = 100.0 * (was_right.astype(float) - is_right)
    spread = difference.std(ddof=1) / np.sqrt(len(difference))
    return difference.mean(), 1.96 * spread


def variants(name):
    for profile in LIMITS:
        yield profile, False
        if name == "resnet20":
            yield profile, True


def measure(folder, name):
    """Prints one row a variant; true when all are within their limits."""
    model = os.path.join(folder, "onnx", "zoo", name)
    arrays = os.path.join(folder, "arrays", ARRAYS[name])
    norm = images.read_normalisation(model + ".json")
    graph = fold.fold_batch_norm(onnx_graph.load(model + ".onnx"))
    samples = images.read(arrays + "_calibration.npz")
    ranges = calibration.measure(graph, images.batches(samples, *norm))
    with np.load(arrays + "_dev.npz") as dev:
        pictures, labels = dev["images"], dev["labels"]

    def data():
        return images.batches(pictures, *norm)

    reference = predictions(
        lambda x: float_net.run(graph, x)[graph.output], data)
    within = True
    for profile, absorb in variants(name):
        net = IntegerNet(graph, ranges, profile, absorb)
        answer = predictions(net.logits, data)
        flips, limit = int((answer != reference).sum()), LIMITS[profile][name]
        drop, half = drop_interval(reference == labels, answer == labels)
        within &= flips <= limit
        print(f"{name:9} {profile:5} {'E2' if absorb else '--'}  flips "
              f"{flips:3} (limit {limit:2}) of {len(labels)}  float "
              f"{100 * (reference == labels).mean():.2f} %  drop {drop:+.2f} "
              f"± {half:.2f} points", flush=True)
    return within


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True)
    parser.add_argument("networks", nargs="*", default=list(ARRAYS))
    options = parser.parse_args()
    if not os.path.isdir(os.path.join(options.data, "arrays")):
        print(f"skipped: no arrays in {options.data}")
        return 0
    results = [measure(options.data, name) for name in options.networks]
    return 0 if all(results) else 4


if __name__ == "__main__":
    sys.exit(main())
