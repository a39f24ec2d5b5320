#!/usr/bin/env python3
"""How near to a copy's speed kernels come that only move and join what memory holds.

roofline.py BIN [--device=cuda] [--only=REGEX] [--bytes=4e3,256e3,8e6,64e6,400e6] [--json=FILE]

Each family is a module of its own whose rows grow with the batch, which `qrun bench --export-profile` times layer by
layer, data on the device; a size is of the input. Values that the layers read fit the cache up to some tens of MB, as
in a network, and so do those of the copy beside them, the driver's (on cuda alone). A layer's time is from event to
event: some 3 µs of the smallest, and 4 of a copy's 5, are no work of theirs.
"""

import argparse
import ctypes
import json
import math
import pathlib
import re
import statistics
import sys
import tempfile

import programs

BYTE = "!quant.uniform<u8:f32, 0.0625:3>"
UNCOUNTED = "first"  # reads x from memory, whose place in the cache the last layer's result has
MOST_ROWS = 1 << 20  # that qrun bench takes as a batch
WIDTH = {"f32": 4, BYTE: 1}


def values(elements, shape):
    return f"tensor<?x{'x'.join(map(str, shape))}x{elements}, #nn.dims<N>>"


class Family:
    """Layers that read one input, x, and perhaps `added`, one value for each of the innermost dimension; `layers`:
    name → (operation, attributes, elements and sizes of the result)."""

    def __init__(self, name, elements, shape, layers):
        self.name, self.elements, self.shape, self.layers = name, elements, shape, layers

    def module(self):
        x, bias = values(self.elements, self.shape), f"tensor<{self.shape[-1]}xf32>"
        results = [values(*layer[2:]) for layer in self.layers.values()]
        lines = [f"func.func @main(%x: {x}, %added: {bias}) -> ({', '.join(results)}) {{"]
        for (name, (operation, attributes, *_)), result in zip(self.layers.items(), results):
            operands, types = ("%x, %added", f"{x}, {bias}") if operation == "nn.add" else ("%x", x)
            named = ", ".join(part for part in (attributes, f'nn.name = "{name}"') if part)
            lines.append(f"  %{name} = {operation} {operands} {{{named}}} : ({types}) -> {result}")
        lines.append(f"  return {', '.join('%' + name for name in self.layers)} : {', '.join(results)}")
        return "\n".join(lines + ["}", ""])

    def sample_bytes(self, layer=None):
        """Of x, or of a layer's result."""
        elements, shape = self.layers[layer][2:] if layer else (self.elements, self.shape)
        return WIDTH[elements] * math.prod(shape)


def rows(length):
    same, one = ("f32", (length,)), ("f32", (1,))
    along = "axes = array<i64: 1>, keep_dims"
    return Family(f"rows of {length}", "f32", (length,), {
        UNCOUNTED: ("nn.relu", "", *same),
        "softmax": ("nn.softmax", "axis = 1 : i64", *same),
        "layer_norm": ("nn.standardize", "axis = 1 : i64, epsilon = 1.0e-05 : f32, centered", *same),
        "rms_norm": ("nn.standardize", "axis = 1 : i64, epsilon = 1.0e-05 : f32", *same),
        "mean": ("nn.reduce_mean", along, *one),
        "largest": ("nn.reduce_max", along, *one),
        "gelu": ("nn.gelu", "", *same),
        "bias": ("nn.add", "", *same),
        "quantize": ("nn.quantize", "", BYTE, (length,)),
    })


def columns(height, channels, elements):
    down, result = "axes = array<i64: 1>, keep_dims", (elements, (1, channels))
    layers = {UNCOUNTED: ("nn.reduce_min", down, *result), "mean": ("nn.reduce_mean", down, *result), "largest": ("nn.reduce_max", down, *result)}
    return Family(f"columns of {height}, {channels} beside each other, {WIDTH[elements]} bytes", elements,
                  (height, channels), layers)


def turned(height, width, elements):
    layer = ("nn.transpose", "permutation = array<i64: 0, 2, 1>", elements, (width, height))
    first = ("nn.relu", "", elements, (height, width))
    return Family(f"{height} × {width}, {WIDTH[elements]} bytes", elements, (height, width),
                  {UNCOUNTED: first, "turned": layer})


def families():
    found = [rows(length) for length in (12, 49, 128, 768, 4096, 65536)]
    for elements in ("f32", BYTE):
        found += [columns(49, 1280, elements), columns(196, 768, elements), columns(12544, 32, elements)]
        found += [turned(64, 64, elements), turned(197, 768, elements)]
    return found + [Family("bytes", BYTE, (768,), {"dequantize": ("nn.dequantize", "", "f32", (768,))})]


class DriverCopy:
    """Microseconds of the driver's own copy between two of its buffers, by the bytes that it reads and writes."""

    def __init__(self):
        self.cuda, self.known = ctypes.CDLL("libcuda.so.1"), {}
        self.check("cuInit", 0)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.check("cuDeviceGet", ctypes.byref(device), 0)
        self.check("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.check("cuCtxSetCurrent", context)

    def check(self, name, *arguments):
        if code := getattr(self.cuda, name)(*arguments):
            raise OSError(f"{name}: {code}")

    def made(self, name, *arguments):
        handle = ctypes.c_uint64()
        self.check(name, ctypes.byref(handle), *arguments)
        return handle

    def microseconds(self, moved):
        half = max(moved // 2, 1)
        if half in self.known:
            return self.known[half]
        places = [self.made("cuMemAlloc_v2", ctypes.c_size_t(half)) for _ in range(2)]
        begin, end = self.made("cuEventCreate", 0), self.made("cuEventCreate", 0)
        times, repeats, passed = [], 20, ctypes.c_float()
        for _ in range(7):
            self.check("cuEventRecord", begin, None)
            for _ in range(repeats):
                self.check("cuMemcpyDtoDAsync_v2", *places, ctypes.c_size_t(half), None)
            self.check("cuEventRecord", end, None)
            self.check("cuEventSynchronize", end)
            self.check("cuEventElapsedTime", ctypes.byref(passed), begin, end)
            times.append(passed.value / repeats * 1e3)
        for place in places:
            self.check("cuMemFree_v2", place)
        self.known[half] = statistics.median(times)
        return self.known[half]


def profile(options, family, folder, batches):
    """[{layer, batch, microseconds, moved}]"""
    module, found = folder / "family.mlir", folder / "profile.json"
    module.write_text(family.module())
    command = [str(pathlib.Path(options.bin) / "qrun"), "bench", str(module), f"--device={options.device}",
               f"--batch={','.join(map(str, batches))}", "--device-resident", "--iterations=30",
               f"--export-profile={found}"]
    _, error = programs.run(command, 300)
    if error:
        print(f"{family.name}: {error}", file=sys.stderr)
        return []
    measured = []
    for result in json.loads(found.read_text())["results"]:
        for layer in result["layers"]:
            name = layer["name"]
            if name == UNCOUNTED or name not in family.layers:
                continue
            moved = result["batch"] * (family.sample_bytes() + family.sample_bytes(name))
            measured.append({"family": family.name, "layer": name, "batch": result["batch"], "moved": moved,
                             "runs as": layer["runs_as"], "microseconds": layer["median_seconds"] * 1e6})
    return measured


def line_of(row):
    beside = f"{row['copy']:.2f} | {100 * row['copy'] / row['microseconds']:.0f} %" if row["copy"] else "– | –"
    return (f"| {row['family']} | {row['layer']} | {row['runs as']} | {row['batch']:,} | {row['moved'] / 1e6:.3f} | "
            f"{row['microseconds']:.2f} | {beside} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--only", default="")
    parser.add_argument("--bytes", default="4e3,256e3,8e6,64e6,400e6")
    parser.add_argument("--json")
    options = parser.parse_args()
    sizes = [int(float(size)) for size in options.bytes.split(",")]
    copy = DriverCopy().microseconds if options.device.startswith("cuda") else None
    measured = []
    print("| values | layer | runs as | rows | MB moved | µs | a copy's µs | of its speed |\n|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="qopt-roofline-") as folder:
        for family in families():
            if not re.search(options.only, family.name):
                continue
            batches = sorted({min(max(1, size // family.sample_bytes()), MOST_ROWS) for size in sizes})
            rows_of_family = profile(options, family, pathlib.Path(folder), batches)
            for row in rows_of_family:
                row["copy"] = copy(row["moved"]) if copy else None
                print(line_of(row), flush=True)
            measured += rows_of_family
            if options.json:
                pathlib.Path(options.json).write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")
    return 0 if measured else 1


if __name__ == "__main__":
    sys.exit(main())
