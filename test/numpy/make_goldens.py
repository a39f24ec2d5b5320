"""Makes, or with --check compares, ../models/goldens: for each network the
ranges on the project's own calibration images, and the answers of this
reading (float, and integer per profile) to its first 32 dev images.

An integer golden holds images (u8), mean, std and output (float32 logits);
integer answers are compared exactly, float ones within rounding.
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
from parameters import PROFILES

MODELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..",
                      "models")
GOLDENS = os.path.join(MODELS, "goldens")
INPUTS = {"lenet": "digits", "mlp": "digits", "resnet20": "shapes"}
BATCH = 32


class Network:
    def __init__(self, name):
        self.name = name
        self.graph = fold.fold_batch_norm(
            onnx_graph.load(os.path.join(MODELS, name + ".onnx")))
        self.mean, self.std = images.read_normalisation(
            os.path.join(MODELS, name + ".json"))
        self.images = self._images("dev")[:BATCH]
        self.calibration = os.path.join(GOLDENS, name + ".calibration.json")

    def _images(self, part):
        return images.read(os.path.join(
            MODELS, f"{INPUTS[self.name]}_{part}.npz"))

    def measure(self):
        return calibration.measure(self.graph, images.batches(
            self._images("calibration"), self.mean, self.std))

    def answers(self, ranges):
        """file name → output, float32 [32, classes]."""
        x = images.preprocess(self.images, self.mean, self.std)
        found = {f"{self.name}_float.npz":
                 float_net.run(self.graph, x)[self.graph.output]}
        adds = any(node.op == "Add" for node in self.graph.nodes)
        for profile in PROFILES:
            for absorb in (False, True) if adds and profile == "qopt" else (False,):
                net = IntegerNet(self.graph, ranges, profile, absorb)
                end = "_e2" if absorb else ""
                found[f"{self.name}_{profile}{end}.npz"] = net.logits(x)
        return found


def write(network):
    ranges = network.measure()
    with open(network.calibration, "w", encoding="utf-8") as file:
        file.write(calibration.text(ranges))
    for name, output in network.answers(ranges).items():
        np.savez_compressed(os.path.join(GOLDENS, name),
                            images=network.images, mean=network.mean,
                            std=network.std, output=output)
        print(f"{name}: written")
    return True


def close(a, b):
    """Within the rounding of float sums in another order."""
    a, b = np.asarray(a), np.asarray(b)
    return a.shape == b.shape and np.abs(a - b).max() <= 1e-5 * np.abs(b).max()


def check(network):
    stored = calibration.read(network.calibration)
    measured = network.measure()
    good = stored.keys() == measured.keys() and all(
        close(measured[key], stored[key]) for key in stored)
    print(f"{network.name}.calibration.json: {'same' if good else 'DIFFERS'}")
    for name, output in network.answers(stored).items():
        with np.load(os.path.join(GOLDENS, name)) as golden:
            same = np.array_equal(golden["images"], network.images) and (
                close(output, golden["output"]) if name.endswith("_float.npz")
                else np.array_equal(output, golden["output"]))
        print(f"{name}: {'same' if same else 'DIFFERS'}")
        good &= same
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    os.makedirs(GOLDENS, exist_ok=True)
    act = check if options.check else write
    return 0 if all([act(Network(name)) for name in INPUTS]) else 1


if __name__ == "__main__":
    sys.exit(main())
