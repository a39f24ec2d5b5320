#!/usr/bin/env python3
"""qrun lint-data on the shared networks: right data has no errors, each deliberate mistake is found.

lint_data.py BIN_DIR DATA_DIR NETWORK…   exits 77 (skipped) where DATA_DIR or NumPy is absent.
Prints a table: network, what was done to the data, what was found. A mistake that a network's data cannot tell
is listed as undecidable, and then nothing may be said of it. ImageNet's JPEGs need Pillow.
"""
import collections
import json
import os
import subprocess
import sys

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is absent")
    sys.exit(77)

from zoo_gates import joined, main, model_of, samples_of

COUNTS = {"efficientnet_lite0": 100}  # samples of each run, of all classes
COUNT = 400
ALWAYS = {"dead-channels", "range-moving"}  # true of right data, too: warnings
DATA = {"lenet": "mnist", "mlp": "mnist", "moe": "mnist", "resnet20": "cifar10", "mobilenetv2": "cifar10",
        "vit": "cifar10", "alexlite": "cifar10", "efficientnet_lite0": "imagenet"}
BATCH_NORM = {"resnet20", "mobilenetv2", "efficientnet_lite0"}  # behind the first convolution


class Case:
    """A network's data, its import, and what each mistake makes of them."""

    def __init__(self, network, data):
        self.network = network
        _, path = samples_of(DATA[network], data)
        with np.load(path) as arrays:
            images, labels = arrays["images"], arrays["labels"].astype(np.int64)
        pick = np.sort(np.random.default_rng(1).permutation(len(images))[:COUNTS.get(network, COUNT)])
        self.images, self.labels = images[pick], labels[pick]
        self.model, self.mean, self.std = model_of(network, data)
        shape = (1, -1, 1, 1)
        self.normal = ((self.images - np.float32(self.mean).reshape(shape)) /
                       np.float32(self.std).reshape(shape)).astype(np.float32)
        self.knows = network in BATCH_NORM
        self.colour = images.shape[1] == 3

    def mistakes(self):
        """(name, names of findings of which one must be there, import's mean and std, images, labels)."""
        x, y, mean, std = self.images, self.labels, self.mean, self.std
        right = (mean, std)
        centred = any(mean)
        zero, one = [0.0] * len(mean), [1.0] * len(std)
        unit = ([m / 255 for m in mean], [s / 255 for s in std])
        yield "right", [], right, x, y
        yield "right, normalised", [], None, self.normal, y
        yield "no mean, no std", ["input-scale", "raw-bytes"], None, x, y
        yield "units of 0..1", ["input-scale", "input-units", "raw-bytes"], unit, x, y  # std 1 is none
        yield "normalised twice", ["input-scale", "normalized-twice"], right, self.normal, y
        if centred:
            yield "no mean", ["input-mean"] if self.knows else None, (zero, std), x, y
            yield "no std", ["input-scale"] if self.knows else None, (mean, one), x, y
            yield "x/255 alone", ["input-scale"] if self.knows else None, (zero, [255.0] * len(std)), x, y
            yield "mean of 0", ["input-mean", "input-off-centre"], ([3.0] * len(mean), std), x, y
        if self.colour:
            yield "BGR", ["channel-order"] if self.knows else None, right, x[:, ::-1], y
            yield "NHWC in NCHW", ["layout"], right, x.transpose(0, 2, 3, 1).reshape(x.shape), y
            yield "NHWC", ["layout"], right, x.transpose(0, 2, 3, 1), y
            dead = x.copy()
            dead[:, 1] = 7
            yield "dead channel", ["dead-input"], right, dead, y
        broken = x.astype(np.float32)
        broken[3].flat[5] = np.nan
        broken[9].flat[0] = np.inf
        yield "NaN, Inf", ["non-finite"], right, broken, y
        copied = x.copy()
        copied[7] = copied[50] = copied[2]
        same = y.copy()
        same[7] = same[50] = same[2]
        yield "copies", ["duplicate"], right, copied, same
        other = same.copy()
        other[7] = (same[2] + 1) % 10
        yield "copies, other label", ["contradiction"], right, copied, other
        yield "labels + 1", ["label-shift"], right, x, y + 1
        yield "labels - 1", ["label-shift"], right, x, y - 1
        yield "label out of range", ["label-range"], right, x, np.where(np.arange(len(y)) == 4, 5000, y)
        yield "fewer labels", ["label-count"], right, x, y[:-3]
        yield "more labels", ["label-count"], right, x, np.append(y, [0, 1])
        if self.network != "efficientnet_lite0":
            yield "one class", ["label-balance"], right, x[y == y[0]], y[y == y[0]]


def lint(bin_dir, case, imported, images, labels):
    model = case.model
    if imported:
        model = "imported.mlirbc"
        subprocess.run([f"{bin_dir}/qopt", case.model, f"--mean={joined(imported[0])}",
                        f"--std={joined(imported[1])}", "-o", model], check=True)
    np.savez("samples.npz", images=np.ascontiguousarray(images), labels=labels)
    done = subprocess.run([f"{bin_dir}/qrun", "lint-data", model, "--data=samples.npz", "--json"],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    try:
        report = json.loads(done.stdout)
    except json.JSONDecodeError as error:
        raise RuntimeError(f"{case.network}: {done.stderr}") from error
    assert done.returncode == (1 if report["errors"] else 0), done
    return report


def judge(expected, report):
    """Returns what is wrong with a report; "" where nothing is."""
    names = {finding["name"] for finding in report["findings"]}
    if expected is None and "label-chance" in names:
        return ""  # nothing tells it but the labels
    if not expected:
        return f"unfounded: {sorted(names - ALWAYS)}" if names - ALWAYS else ""
    return "" if names & set(expected) else f"missed: {expected}"


def check_network(network, bin_dir, data):
    """Returns how many mistakes are missed, and findings unfounded."""
    failures = 0
    case = Case(network, data)
    for name, expected, imported, images, labels in case.mistakes():
        report = lint(bin_dir, case, imported, images, labels)
        wrong = judge(expected, report)
        failures += bool(wrong)
        counts = collections.Counter(finding["name"] for finding in report["findings"])
        found = ", ".join(f"{k}×{v}" if v > 1 else k for k, v in counts.items()) or "-"
        note = wrong or ("undecidable" if expected is None else "")
        print(f"{network:19} {name:20} {found}  {note}", flush=True)
        if os.environ.get("LINT_DATA_VERBOSE"):
            for finding in report["findings"]:
                print("    ", finding["severity"], finding["name"], finding["tensor"], finding["sample"],
                      finding["what"], flush=True)
    return failures


if __name__ == "__main__":
    main(check_network)
