#!/usr/bin/env python3
"""Tests whether a sample's answer depends on the batch that it runs in.

batch_invariance.py BIN_DIR MODEL… [--float-order=invariant] [--devices=host,opencl] [--batches=2,3,4,16,17,64]

MODEL has one f32 input whose first size alone is open. Random samples run alone and in batches of those sizes, and each byte of
each output is compared. Prints, for each model and device, how many of how many differ. Exits 1 where one does.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

import numpy as np


def sample_shape(qopt, model):
    """The sizes of the model's input behind the batch, as its summary says them."""
    text = subprocess.run([qopt, model, "--summarize"], stdout=subprocess.PIPE, text=True, check=True).stdout
    inputs = re.search(r"^input .*\n-+\n((?:.+\n)+)", text, re.M)[1].splitlines()
    assert len(inputs) == 1, f"{model}: it has {len(inputs)} inputs"
    batch, *sizes = re.search(r" f32 +(\S+)", inputs[0])[1].split("x")
    assert not batch.isdigit() and all(size.isdigit() for size in sizes), f"{model}: more than its batch is open, or less"
    return [int(size) for size in sizes]


def answers(qrun, model, samples, options, device, folder):
    """Returns what each output is for these samples, as rows of bytes."""
    given, taken = os.path.join(folder, "x.npy"), os.path.join(folder, "y.npz")
    np.save(given, samples)
    subprocess.run([qrun, "run", model, f"--device={device}", f"--float-order={options.float_order}", "--preprocessed",
                    f"--input={given}", f"--output={taken}"], check=True, stdout=subprocess.DEVNULL)
    with np.load(taken) as outputs:
        return np.concatenate([outputs[name].reshape(len(samples), -1).view(np.uint8) for name in sorted(outputs)], axis=1)


def check(model, device, options, folder):
    """Returns how many bytes differ."""
    qrun, qopt = (os.path.join(options.binaries, tool) for tool in ("qrun", "qopt"))
    batches = sorted(int(size) for size in options.batches.split(","))
    shape = sample_shape(qopt, model)
    samples = np.random.default_rng(7).standard_normal((batches[-1], *shape)).astype(np.float32)
    alone = np.concatenate([answers(qrun, model, samples[i:i + 1], options, device, folder)
                            for i in range(options.samples)])
    differing, compared = 0, 0
    for batch in batches:
        # The samples that ran alone come first, last and between others.
        order = np.roll(np.arange(batch), batch // 2)
        found = answers(qrun, model, samples[order], options, device, folder)[np.argsort(order)][:options.samples]
        differing += int((found != alone[:len(found)]).sum())
        compared += found.size
    print(f"{os.path.basename(model)} {device} {options.float_order}: {differing} of {compared} bytes differ in batches of "
          f"{options.batches}", flush=True)
    return differing


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--float-order", default="invariant")
    parser.add_argument("--devices", default="host,opencl")
    parser.add_argument("--batches", default="2,3,4,16,17,64")
    parser.add_argument("--samples", type=int, default=3, help="how many run alone")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wrong = sum(check(model, device, options, folder) for model in options.models for device in options.devices.split(","))
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
