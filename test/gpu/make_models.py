#!/usr/bin/env python3
"""Modules of networks for shards.py: make_models.py BIN_DIR FOLDER [NETWORK…] [--types=fp32,fp16,int8] [--samples=8]

FOLDER/NETWORK.TYPE.mlirbc, of test/models/build.py's networks (default: all): fp32 with batch norms folded, the
others (fp16, int8, int16) made of it with the ranges of --samples random inputs. Files that are there are left. Needs
NumPy.
"""

import argparse
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../models"))
from architectures import NETWORKS  # noqa: E402

TYPES, USUAL = ("fp32", "fp16", "int16", "int8"), ("fp32", "fp16", "int8")
FOLDS = ("--fold-constants", "--fold-batch-norm", "--recognize-composites")
PASSES = {"fp16": ("--assign-precision=calibration={} type=f16", "--cancel-conversions"),
          "int16": ("--insert-quant=calibration={} bits=16", "--fold-dequant"),
          "int8": ("--insert-quant=calibration={}", "--fold-dequant", "--absorb-residual")}


def run(*command):
    subprocess.run(command, check=True)


def inputs_of(graph, samples, seed=1):
    """{input: array}: normal noise as pictures have it once normalised; tokens, all of which are attended to."""
    import numpy as np
    random = np.random.default_rng(seed)
    arrays = {}
    for value, kind in graph.inputs:
        shape = (samples, *value.shape)
        if kind == "f32":
            arrays[value.name] = random.standard_normal(shape, dtype=np.float32)
        elif value.name == "attention_mask":
            arrays[value.name] = np.ones(shape, np.int64)
        else:
            arrays[value.name] = random.integers(0, 2 if "type" in value.name else 30000, shape, np.int64)
    return arrays


def make(binaries, folder, network, types=USUAL, samples=8, seed=1):
    """Paths of the modules, by type."""
    import numpy as np
    from architectures import onnx_file
    graph, stem = NETWORKS[network](), os.path.join(folder, network)
    paths = {kind: f"{stem}.{kind}.mlirbc" for kind in TYPES}
    qopt, qrun = os.path.join(binaries, "qopt"), os.path.join(binaries, "qrun")
    if not os.path.exists(paths["fp32"]):
        if not os.path.exists(f"{stem}.onnx"):
            onnx_file.save(graph, f"{stem}.onnx", seed)
        run(qopt, f"{stem}.onnx", *FOLDS, "-o", paths["fp32"])
        os.remove(f"{stem}.onnx")
    narrow = [kind for kind in types if kind != "fp32" and not os.path.exists(paths[kind])]
    if narrow and not os.path.exists(f"{stem}.json"):
        np.savez(f"{stem}.npz", **inputs_of(graph, samples))
        run(qrun, "calibrate", paths["fp32"], f"--data={stem}.npz", "--device=host", "--preprocessed",
            "-o", f"{stem}.json")
        os.remove(f"{stem}.npz")
    for kind in narrow:
        run(qopt, paths["fp32"], *(text.format(f"{stem}.json") for text in PASSES[kind]), "-o", paths[kind])
    return paths


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin")
    parser.add_argument("folder")
    parser.add_argument("networks", nargs="*", default=[])
    parser.add_argument("--types", default=",".join(USUAL))
    parser.add_argument("--samples", type=int, default=8)
    options = parser.parse_args()
    types, networks = options.types.split(","), options.networks or list(NETWORKS)
    strange = (set(types) - set(TYPES)) | (set(networks) - set(NETWORKS))
    if strange:
        parser.error(f"no {', '.join(sorted(strange))}; there are {', '.join([*TYPES, *NETWORKS])}")
    os.makedirs(options.folder, exist_ok=True)
    for network in networks:
        make(options.bin, options.folder, network, types, options.samples)
        print(network, flush=True)


if __name__ == "__main__":
    main()
