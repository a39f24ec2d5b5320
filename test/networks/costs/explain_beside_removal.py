#!/usr/bin/env python3
"""qrun explain beside the removal of each layer's error in turn: rank correlation, the first three layers, and what both take.

explain_beside_removal.py BIN_DIR DATA_DIR [--samples=N] [--weight-bits=B] NETWORK…   of lenet, mlp, alexlite, resnet20, mobilenetv2 and vit

Each network is folded, calibrated by min-max and quantized. `qrun explain` looks at its 64 samples; `--remove --samples=N` takes away
each layer's error in turn on N of them. Seconds are the processor's, of one thread: other work on the machine does not count.
"""
import json
import os
import subprocess
import sys
import tempfile

SAMPLES = {"lenet": "mnist", "mlp": "mnist", "alexlite": "cifar10", "resnet20": "cifar10", "mobilenetv2": "cifar10", "vit": "cifar10"}


def timed(*command):
    """Processor seconds, and what is printed."""
    process = subprocess.Popen([os.fspath(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{command} failed")
    return usage.ru_utime + usage.ru_stime, text


def ranks(values):
    place = [0] * len(values)
    for rank, i in enumerate(sorted(range(len(values)), key=lambda i: -values[i])):
        place[i] = rank
    return place


def spearman(a, b):
    a, b, n = ranks(a), ranks(b), len(a)
    return 1 - 6 * sum((x - y) ** 2 for x, y in zip(a, b)) / (n * (n * n - 1))


def measure(bin_dir, data, network, samples, bits):
    qopt, qrun = f"{bin_dir}/qopt", f"{bin_dir}/qrun"
    with open(f"{data}/onnx/zoo/{network}.json") as file:
        how = json.load(file)
    numbers = [f"--{key}=" + ",".join(map(str, how[key])) for key in ("mean", "std")]
    arrays = f"{data}/arrays/{SAMPLES[network]}"
    timed(qopt, f"{data}/onnx/zoo/{network}.onnx", *numbers, "--fold-constants", "--fold-batch-norm", "--recognize-composites",
          "--fold-affine", "-o", "f.mlirbc")
    timed(qrun, "calibrate", "f.mlirbc", f"--data={arrays}_calibration.npz", "-o", "ranges.json")
    timed(qopt, "f.mlirbc", f"--insert-quant=calibration=ranges.json weight-bits={bits}", "--cancel-conversions", "-o", "q.mlirbc")
    explain = [qrun, "explain", "f.mlirbc", "q.mlirbc", f"--data={arrays}_dev.npz", "--device=host:1", "--json", "--quiet"]
    explains, text = timed(*explain)
    told = json.loads(text)["results"][0]
    said = {layer["value"]: layer["gone"] for layer in told["layers"]}
    whole, _ = timed(*explain, f"--samples={samples}")
    removes, text = timed(*explain, f"--samples={samples}", "--remove")
    gains = {layer["value"]: layer["removal"] for layer in json.loads(text)["results"][0]["layers"]}
    values = list(gains)
    first = [sorted(values, key=lambda value: -of[value])[:3] for of in (said, gains)]
    print(f"{network}: {len(values)} values, {told['sqnr_db']:.1f} dB; rank correlation "
          f"{spearman([said[value] for value in values], [gains[value] for value in values]):.3f}, first three "
          f"{'equal' if first[0] == first[1] else 'equal in another order' if set(first[0]) == set(first[1]) else 'unlike'}; explain {explains:.2f} s, "
          f"removal {removes - whole:.2f} s: {explains / (removes - whole):.3f}; rest {100 * told['rest']:.1f} %", flush=True)
    for value in sorted(values, key=lambda value: -gains[value])[:6]:
        print(f"  {value:45} removed {100 * gains[value]:6.1f} %  explained {100 * said[value]:6.1f} %")


def main():
    bin_dir, data, *rest = sys.argv[1:]
    bin_dir, data = os.path.abspath(bin_dir), os.path.abspath(data)
    samples = 200
    if rest and rest[0].startswith("--samples="):
        samples = int(rest.pop(0).partition("=")[2])
    bits = int(rest.pop(0).partition("=")[2]) if rest and rest[0].startswith("--weight-bits=") else 8
    for network in rest:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            measure(bin_dir, data, network, samples, bits)


if __name__ == "__main__":
    main()
