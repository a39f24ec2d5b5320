#!/usr/bin/env python3
"""qrun explain beside the removal of each layer in turn: rank correlation, the first three layers, and the time of both.

explain_beside_removal.py BIN_DIR DATA_DIR [--samples=N] NETWORK…   of lenet, mlp, alexlite, resnet20, mobilenetv2 and vit

Each network is folded, calibrated by min-max and quantized. Removal quantizes it once more for each layer with weights, that
layer left float, and one `qrun eval` judges all of these beside the float network: what a layer's removal gains is the truth that
`as_float` of `qrun explain` predicts.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

SAMPLES = {"lenet": "mnist", "mlp": "mnist", "alexlite": "cifar10", "resnet20": "cifar10", "mobilenetv2": "cifar10", "vit": "cifar10"}


def timed(*command):
    start = time.monotonic()
    done = subprocess.run([os.fspath(word) for word in command], check=True, capture_output=True, text=True)
    return time.monotonic() - start, done.stdout


def ranks(values):
    order = sorted(range(len(values)), key=lambda i: -values[i])
    place = [0] * len(values)
    for rank, i in enumerate(order):
        place[i] = rank
    return place


def spearman(a, b):
    a, b, n = ranks(a), ranks(b), len(a)
    return 1 - 6 * sum((x - y) ** 2 for x, y in zip(a, b)) / (n * (n * n - 1))


def measure(bin_dir, data, network, samples):
    qopt, qrun = f"{bin_dir}/qopt", f"{bin_dir}/qrun"
    with open(f"{data}/onnx/zoo/{network}.json") as file:
        how = json.load(file)
    numbers = [f"--{key}=" + ",".join(map(str, how[key])) for key in ("mean", "std")]
    arrays = f"{data}/arrays/{SAMPLES[network]}"
    timed(qopt, f"{data}/onnx/zoo/{network}.onnx", *numbers, "--fold-constants", "--fold-batch-norm", "--recognize-composites",
          "--fold-affine", "-o", "f.mlirbc")
    timed(qrun, "calibrate", "f.mlirbc", f"--data={arrays}_calibration.npz", "-o", "ranges.json")
    dev = [f"--data={arrays}_dev.npz", f"--first={samples}"]

    def quantize(name, layer=""):
        return timed(qopt, "f.mlirbc", f"--insert-quant=calibration=ranges.json{' float=' + layer if layer else ''}",
                     "--cancel-conversions", "-o", name)[0]

    quantize("q.mlirbc")
    explains, text = timed(qrun, "explain", "f.mlirbc", "q.mlirbc", *dev, "--json", "--quiet")
    told = json.loads(text)["results"][0]
    said = {}
    for layer in told["layers"]:
        if layer["has_weights"]:
            said[layer["layer"]] = layer["as_float"]
    layers = list(said)
    removes = sum(quantize(f"q{i}.mlirbc", layer) for i, layer in enumerate(layers))
    seconds, text = timed(qrun, "eval", "q.mlirbc", *(f"q{i}.mlirbc" for i in range(len(layers))), "--against=f.mlirbc", *dev,
                          "--json", "--quiet")
    noises = [10 ** (-result["outputs"][0]["sqnr_db"] / 10) for result in json.loads(text)["results"][1:]]
    gains = [(noises[0] - noise) / noises[0] for noise in noises[1:]]
    removes += seconds
    first = [sorted(layers, key=lambda layer: -values[layer])[:3] for values in (said, dict(zip(layers, gains)))]
    print(f"{network}: {len(layers)} layers, {told['sqnr_db']:.1f} dB, {told['flips']} flips of {samples}; rank correlation "
          f"{spearman(list(said.values()), gains):.3f}, first three {'equal' if first[0] == first[1] else 'unlike'}"
          f"{'' if first[0] == first[1] else ' (as a set equal)' if set(first[0]) == set(first[1]) else ''}; explain {explains:.2f} s, removal {removes:.2f} s: "
          f"{explains / removes:.3f}; {100 * told['rest']:.1f} % of the error is of no layer", flush=True)
    for layer, gain in sorted(zip(layers, gains), key=lambda one: -one[1])[:8]:
        print(f"  {layer:45} removal {100 * gain:6.1f} %  explain {100 * said[layer]:6.1f} %")


def main():
    bin_dir, data, *rest = sys.argv[1:]
    bin_dir, data = os.path.abspath(bin_dir), os.path.abspath(data)
    samples = 200
    if rest and rest[0].startswith("--samples="):
        samples = int(rest.pop(0).partition("=")[2])
    for network in rest:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            measure(bin_dir, data, network, samples)


if __name__ == "__main__":
    main()
