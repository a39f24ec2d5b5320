#!/usr/bin/env python3
"""Seconds of import and of passes against a graph's size: of blocks of convolutions, norms, clips, pools, sums.

  tools/scripts/time_passes.py build/release/bin/qopt [1000 10000 100000]
  tools/scripts/time_passes.py --write=net.onnx 1000     the graph alone

Each block has ten layers on 4 channels of 8 × 8: two convolutions with batch norm and clip, one behind the other,
what the block read added to them, and a max pool, both with clips. Ranges are known, so that nothing is measured.
"""

import argparse
import re
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PASSES = ["fold-constants", "merge-duplicates", "cancel-conversions", "strip-unused", "fold-batch-norm",
          "insert-quant", "fold-dequant"]
CHANNELS, SIZE, REPEATS = 4, 8, 3


# ---- protobuf, as ONNX numbers its fields ----

def varint(number):
    data = bytearray()
    while True:
        data.append((number & 127) | (128 if number > 127 else 0))
        number >>= 7
        if not number:
            return bytes(data)


def integer(field, number):
    return varint(field << 3) + varint(number & (1 << 64) - 1)


def message(field, data):
    data = data.encode() if isinstance(data, str) else data
    return varint(field << 3 | 2) + varint(len(data)) + data


def attribute(name, value):
    text = message(1, name)
    if isinstance(value, list):
        return message(5, text + b"".join(integer(8, v) for v in value) + integer(20, 7))
    return message(5, text + integer(3, value) + integer(20, 2))


def node(kind, inputs, output, **attributes):
    return message(1, b"".join(message(1, name) for name in inputs) + message(2, output) + message(3, output + "_layer")
                   + message(4, kind) + b"".join(attribute(*item) for item in attributes.items()))


def tensor(name, shape, values):
    return message(5, b"".join(integer(1, size) for size in shape) + integer(2, 1) + message(8, name)
                   + message(9, struct.pack(f"<{len(values)}f", *values)))


def port(field, name):
    sizes = [message(1, message(2, "N"))] + [message(1, integer(1, size)) for size in (CHANNELS, SIZE, SIZE)]
    return message(field, message(1, name) + message(2, message(1, integer(1, 1) + message(2, b"".join(sizes)))))


# ---- the graph ----

def block(index, x, parts):
    """Ten layers that read `x`; the name of what they give."""
    name = f"b{index}"

    def convolution(source, part):
        out, weights = f"{name}_{part}", [((index * 31 + i * 7) % 13 - 6) / 16 for i in range(CHANNELS ** 2)]
        parts.append(tensor(out + "_w", [CHANNELS, CHANNELS, 1, 1], weights))
        for k, values in enumerate([1.0, 0.5, 0.25, 2.0]):  # scale, bias, mean, variance
            parts.append(tensor(f"{out}_{k}", [CHANNELS], [values + index % 7 / 8] * CHANNELS))
        parts.append(node("Conv", [source, out + "_w"], out + "_c", kernel_shape=[1, 1]))
        parts.append(node("BatchNormalization", [out + "_c"] + [f"{out}_{k}" for k in range(4)], out + "_n"))
        parts.append(node("Clip", [out + "_n", "zero", "six"], out))
        return out

    second = convolution(convolution(x, "p"), "q")
    parts.append(node("Add", [second, x], name + "_s"))
    parts.append(node("Clip", [name + "_s", "zero", "six"], name + "_t"))
    parts.append(node("MaxPool", [name + "_t"], name + "_m", kernel_shape=[3, 3], pads=[1, 1, 1, 1]))
    parts.append(node("Clip", [name + "_m", "zero", "six"], name))
    return name


def model(layers):
    parts = [tensor("zero", [], [0.0]), tensor("six", [], [6.0])]
    value = "x"
    for index in range(max(1, layers // 10)):
        value = block(index, value, parts)
    graph = b"".join(parts) + message(2, "blocks") + port(11, "x") + message(12, message(1, value))
    return integer(1, 8) + message(8, message(1, "") + integer(2, 17)) + message(7, graph)


# ---- times ----

def run(command):
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}: {done.stderr[-2000:]}")
    return time.monotonic() - start, done.stderr


def times(qopt, layers, folder):
    """{step: seconds}, the least of several runs; a pass's are those that MLIR's own report gives."""
    path, output, steps = Path(folder) / "net.onnx", Path(folder) / "net.mlirbc", {}
    path.write_bytes(model(layers))
    flags = [f"--{name}" + ("=range=x=-1:1" if name == "insert-quant" else "") for name in PASSES]
    for _ in range(REPEATS):
        steps.setdefault("import and write", []).append(run([qopt, path, "-o", output])[0])
        _, report = run([qopt, path, "-o", output, "--mlir-timing", "--mlir-timing-display=list", *flags])
        for name in PASSES:
            camel = "".join(word.capitalize() for word in name.split("-"))
            found = re.search(rf"^ *([\d.]+) .*\b{camel}\b", report, flags=re.M)
            steps.setdefault(name, []).append(float(found[1]))
    return {step: min(seconds) for step, seconds in steps.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("arguments", nargs="*")
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    if options.write:
        options.write.write_bytes(model(int(options.arguments[0])))
        return 0
    if not options.arguments:
        parser.error("name qopt")
    sizes = [int(text) for text in options.arguments[1:]] or [1000, 10000, 100000]
    with tempfile.TemporaryDirectory() as folder:
        columns = [times(options.arguments[0], size, folder) for size in sizes]
    print("| seconds, of layers | " + " | ".join(f"{size:,}" for size in sizes) + " |")
    print("|---|" + "---|" * len(sizes))
    for step in columns[0]:
        print(f"| {step} | " + " | ".join(f"{column[step]:.2f}" for column in columns) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
