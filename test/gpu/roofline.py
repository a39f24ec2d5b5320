#!/usr/bin/env python3
"""Measures how near to a copy's speed kernels come that only move and join what memory holds.

roofline.py BIN [--device=cuda] [--only=REGEX] [--bytes=4e3,256e3,8e6,64e6,400e6] [--json=FILE]

Each family is a module of its own whose rows grow with the batch, which `qrun bench --export-profile` times layer by
layer, data on the device; a size is of the input. Values that the layers read fit the cache up to some tens of MB, as
in a network, and so do those of the copy beside them, the driver's (on cuda alone). A layer's time is from event to
event; `device µs` are those without what an empty kernel takes so.

What is asked of a layer, in device µs: from 8 MB on that it reaches 70 % of a copy's speed, and below 256 KB 3 µs. Of
fewer than 264 rows whose sums have one order, 70 % of what its dependent additions take, where that is more: of each
sum 1/64 of a row's elements, one after the other.
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
PARTIALS = 64  # of an ordered sum
SUMS = {"softmax": 1, "layer_norm": 2, "rms_norm": 1, "mean": 1}  # of floats, one after the other
CYCLES = 4  # of an addition, until the next may begin that needs it (Hopper)
MANY_ROWS, SHARE, LARGE, SMALL, SMALL_MICROSECONDS = 264, 0.7, 7.5e6, 256e3, 3.0


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
        """Returns the bytes of a sample of x, or of a layer's result."""
        elements, shape = self.layers[layer][2:] if layer else (self.elements, self.shape)
        return WIDTH[elements] * math.prod(shape)


    def additions(self, layer):
        """That wait for each other: of a row, or of a column."""
        return SUMS.get(layer, 0) * math.ceil(self.shape[0] / PARTIALS) if self.elements == "f32" else 0


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
    return found + [Family("bytes", BYTE, (768,), {UNCOUNTED: ("nn.relu", "", BYTE, (768,)),
                                                   "dequantize": ("nn.dequantize", "", "f32", (768,))})]


class Card:
    """Measures what a card's driver takes by itself: an empty kernel, a copy, a cycle."""

    EMPTY = b".version 7.0\n.target sm_60\n.address_size 64\n.visible .entry empty() { ret; }\n"
    EXTERNAL, RELAXED, CLOCK_RATE = 1, 2, 13  # of an event in a graph; a capture; an attribute, kHz

    def __init__(self):
        self.cuda, self.known = ctypes.CDLL("libcuda.so.1"), {}
        self.check("cuInit", 0)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.check("cuDeviceGet", ctypes.byref(device), 0)
        self.check("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.check("cuCtxSetCurrent", context)
        clock = ctypes.c_int()
        self.check("cuDeviceGetAttribute", ctypes.byref(clock), self.CLOCK_RATE, device)
        self.cycle = 1e3 / clock.value  # microseconds
        self.launch = self.empty_launch()

    def check(self, name, *arguments):
        if code := getattr(self.cuda, name)(*arguments):
            raise OSError(f"{name}: {code}")

    def made(self, name, *arguments, after=False):
        """A handle, which functions write where their first argument is, or the one `after` the first."""
        handle = ctypes.c_uint64()
        place = ctypes.byref(handle)
        self.check(name, *(arguments[:1] + (place,) + arguments[1:] if after else (place,) + arguments))
        return handle

    def empty_launch(self):
        """Microseconds from event to event around a kernel that does nothing, in a graph as layers are timed in."""
        module = self.made("cuModuleLoadData", ctypes.c_char_p(self.EMPTY))
        kernel, stream = self.made("cuModuleGetFunction", module, b"empty"), self.made("cuStreamCreate", 1)
        events = [self.made("cuEventCreate", 0) for _ in range(21)]
        self.check("cuStreamBeginCapture_v2", stream, self.RELAXED)
        for i, event in enumerate(events):
            if i:
                self.check("cuLaunchKernel", kernel, 1, 1, 1, 32, 1, 1, 0, stream, None, None)
            self.check("cuEventRecordWithFlags", event, stream, self.EXTERNAL)
        graph = self.made("cuStreamEndCapture", stream, after=True)
        run, passed, times = self.made("cuGraphInstantiateWithFlags", graph, ctypes.c_ulonglong(0)), ctypes.c_float(), []
        for _ in range(20):
            self.check("cuGraphLaunch", run, stream)
            self.check("cuStreamSynchronize", stream)
            for begin, end in zip(events, events[1:]):
                self.check("cuEventElapsedTime", ctypes.byref(passed), begin, end)
                times.append(passed.value * 1e3)
        return statistics.median(times)

    def copy(self, moved):
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
            read = result["batch"] * family.sample_bytes()
            measured.append({"family": family.name, "layer": name, "batch": result["batch"], "read": read,
                             "moved": read + result["batch"] * family.sample_bytes(name),
                             "additions": family.additions(name), "runs as": layer["runs_as"],
                             "microseconds": layer["median_seconds"] * 1e6})
    return measured


def compare(row, card):
    """Adds what the card takes by itself, and what is asked."""
    row["device"], row["copy"] = max(row["microseconds"] - card.launch, 0.01), card.copy(row["moved"])
    row["chain"] = row["additions"] * CYCLES * card.cycle if row["batch"] < MANY_ROWS else 0
    asked = [row["chain"] / SHARE]
    if row["read"] >= LARGE:
        asked.append(row["copy"] / SHARE)
    elif row["read"] < SMALL:
        asked.append(SMALL_MICROSECONDS)
    row["asked"] = max(asked)


def line_of(row):
    text = (f"| {row['family']} | {row['layer']} | {row['runs as']} | {row['batch']:,} | {row['moved'] / 1e6:.3f} | "
            f"{row['microseconds']:.2f} | ")
    if "device" not in row:
        return text + "– | – | – | – | – |"
    missed = " missed" if 0 < row["asked"] < row["device"] else ""
    return (text + f"{row['device']:.2f} | {row['copy']:.2f} | {100 * row['copy'] / row['microseconds']:.0f} % | "
            f"{row['chain']:.2f} | {row['asked']:.2f}{missed} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--only", default="")
    parser.add_argument("--bytes", default="4e3,256e3,8e6,64e6,400e6")
    parser.add_argument("--json")
    options = parser.parse_args()
    sizes = [int(float(size)) for size in options.bytes.split(",")]
    card = Card() if options.device.startswith("cuda") else None
    if card:
        print(f"An empty kernel takes {card.launch:.2f} µs, an addition {CYCLES * card.cycle * 1e3:.2f} ns.\n")
    measured = []
    print("| values | layer | runs as | rows | MB moved | µs | device µs | a copy's µs | of its speed | additions' µs | asked µs |")
    print("|" + "---|" * 11)
    with tempfile.TemporaryDirectory(prefix="qopt-roofline-") as folder:
        for family in families():
            if not re.search(options.only, family.name):
                continue
            batches = sorted({min(max(1, size // family.sample_bytes()), MOST_ROWS) for size in sizes})
            rows_of_family = profile(options, family, pathlib.Path(folder), batches)
            for row in rows_of_family:
                if card:
                    compare(row, card)
                print(line_of(row), flush=True)
            measured += rows_of_family
            if options.json:
                pathlib.Path(options.json).write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")
    missed = [row for row in measured if 0 < row.get("asked", 0) < row["device"]]
    if card:
        print(f"\n{len(missed)} of {len([row for row in measured if row['asked'] > 0])} layers take longer than is asked.")
    return 0 if measured else 1


if __name__ == "__main__":
    sys.exit(main())
