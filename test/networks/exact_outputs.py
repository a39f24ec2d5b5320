#!/usr/bin/env python3
"""Tests whether a network's integers depend on the processor's path, the threads or the batch: what `qrun run` answers, by every way.

exact_outputs.py BIN_DIR DATA_DIR [NETWORK…] [--batches=1,2,5] [--threads=1,2,3] [--devices=host] [--work=FOLDER]

The INT8 modules of speed_beside_onnxruntime.py (of --work, where it left them) run on random pictures, as a user runs them: nothing
is read out in between, so that all is fused that may be. Each answer is compared bit by bit with the reference evaluator's of the
same batch, and each sample's with its answer alone. ViT has floats within, that may round to another step: its largest difference
is printed and does not count. Exits 1 where another answer differs, 77 (skipped) where DATA_DIR is absent.
"""
import argparse
import itertools
import os
import subprocess
import sys

import speed_beside_onnxruntime as speed
import zoo_gates

FLOATS_WITHIN = {"vit"}


def paths_of(qrun):
    """The names of QOPT_ISA that this processor has."""
    found = []
    for name in ("baseline", "avx2", "avx512", "avx512vnni", "amx"):
        done = subprocess.run([qrun, "devices"], env={**os.environ, "QOPT_ISA": name}, capture_output=True, check=False)
        if done.returncode == 0:
            found.append(name)
    return found


def answer(qrun, names, device, isa, pictures):
    """Returns what the module of this folder makes of an array: a row of its outputs `names` for each sample."""
    import numpy as np
    np.save("exact.x.npy", pictures)
    subprocess.run([qrun, "run", "int8.mlirbc", "--input=exact.x.npy", f"--device={device}", "--preprocessed",
                    *(f"--output={name}=exact.{i}.npy" for i, name in enumerate(names))],
                   env={**os.environ, "QOPT_ISA": isa}, check=True, stdout=subprocess.DEVNULL)
    return np.concatenate([np.load(f"exact.{i}.npy").reshape(len(pictures), -1) for i in range(len(names))], axis=1)


def picture_size(network, graph):
    if network in speed.NOISY:
        return speed.NOISY[network][2]
    size = [dim.dim_value for dim in graph.input[0].type.tensor_type.shape.dim[1:]]
    assert min(size) > 0, f"{network}: the size of its pictures is open"
    return size


def ways(options, isas):
    """(device, path): the host's threads on each path, other devices once."""
    for device in options.devices.split(","):
        if device != "host":
            yield device, isas[-1]
        for isa, threads in itertools.product(isas, options.threads.split(",")) if device == "host" else ():
            yield f"host:{threads}", isa


def check(network, qrun, options, isas):
    """(answers that were compared, values of them that differ, the largest difference)"""
    import numpy as np
    import onnx
    graph = onnx.load("peer.float.onnx").graph
    names = [output.name for output in graph.output]
    count, differing, largest, size = 0, 0, 0.0, picture_size(network, graph)
    batches = "1" if network in speed.FIXED else options.batches
    for batch in map(int, batches.split(",")):
        pictures = np.random.default_rng(batch).standard_normal((batch, *size)).astype(np.float32)
        expected = answer(qrun, names, "reference", isas[-1], pictures)
        alone = np.concatenate([answer(qrun, names, "host:2", isas[-1], pictures[i:i + 1]) for i in range(batch)])
        found = {("alone", ""): alone, **{way: answer(qrun, names, *way, pictures) for way in ways(options, isas)}}
        for way, values in found.items():
            unlike = values.view(np.uint32) != expected.view(np.uint32)
            count, differing = count + 1, differing + int(unlike.sum())
            if unlike.any():
                largest = max(largest, float(np.abs(values - expected).max()))
                print(f"{network} batch {batch} {' '.join(way)}: {int(unlike.sum())} of {unlike.size} differ", flush=True)
    return count, differing, largest


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries")
    parser.add_argument("data")
    parser.add_argument("networks", nargs="*", default=speed.NETWORKS)
    parser.add_argument("--batches", default="1,2,5")
    parser.add_argument("--threads", default="1,2,3")
    parser.add_argument("--devices", default="host")
    parser.add_argument("--work", default="speed")
    options = parser.parse_args()
    zoo_gates.skip_without(options.data)
    isas, wrong = paths_of(f"{options.binaries}/qrun"), False
    for network, binaries in speed.each_network(options):
        count, differing, largest = check(network, f"{binaries}/qrun", options, isas)
        print(f"{network}: {count} answers ({', '.join(isas)}; threads {options.threads}; batches {options.batches}), {differing} "
              f"values differ" + (f", by {largest:.2g} at most" if differing else ""), flush=True)
        wrong |= differing > 0 and network not in FLOATS_WITHIN
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
