#!/usr/bin/env python3
"""The rate of every convolution and matrix product of the networks beside what a core can do.

convolution_rates.py BIN_DIR DATA_DIR [NETWORK…] [--batches=1,32] [--types=float,int8] [--isa=NAME] [--threads=1]
                     [--seconds=0.5] [--worst=10] [--work=FOLDER]

Each layer's time is `qrun bench --per-layer`'s on host:THREADS, its multiply-adds those of the definition, from
`qopt --emit=program`. The roof is the lesser of two: what `numerics_bench --benchmark_filter=^limit/` multiplies from
registers in this instruction set (Winograd's convolutions may do 36/16 of it), and what it copies within the innermost
memory that holds what the layer reads and writes at once (docs/decisions/runtime/samples-in-parts.md), for every byte that
must be read or written once. Rates are a core's: with more threads, a thread's share. First come the layers that
lose most: their share of the network's time, but for what they would take at their roofs. --isa sets QOPT_ISA,
--worst=0 prints every layer. Modules are speed_beside_onnxruntime.py's, in its --work folder.
Needs what that script needs. Exits 77 (skipped) where DATA_DIR is absent.
"""
import argparse
import collections
import itertools
import json
import math
import os
import re
import statistics
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import speed_beside_onnxruntime as speed  # noqa: E402
import zoo_gates  # noqa: E402

from measure import bench

NETWORKS = [network for network in speed.NETWORKS if network != "mlp"]
BYTES = {"f32": 4, "i32": 4, "f16": 2, "bf16": 2, "i16": 2, "u16": 2, "i8": 1, "u8": 1}
WINOGRAD = 36 / 16  # products of the definition for each of Winograd's

Work = collections.namedtuple("Work", "what kind products reads writes fixed")  # buffers' names; bytes of constants
Row = collections.namedtuple("Row", "layer what seconds share rate roof bound")


def of_roof(row):
    return row.rate / row.roof


def lost(row):
    """As a share of the network's time."""
    return row.share * max(0, 1 - of_roof(row))


class Limits:
    """The rates of one core in one instruction set."""

    def __init__(self, binaries, isa):
        told = json.loads(subprocess.run(
            [f"{binaries}/numerics_bench", "--benchmark_filter=^limit/", "--benchmark_format=json"], check=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout)
        found = {row["name"].split("/min_time")[0]: row for row in told["benchmarks"]}
        available = [name.split("/")[2] for name in found if name.startswith("limit/f32/")]
        self.isa = isa or available[-1]
        if self.isa not in available:
            sys.exit(f"--isa={isa}: this processor has {', '.join(available)}")
        self.products = {kind: found[f"limit/{kind}/{self.isa}"]["items_per_second"] for kind in ("f32", "bytes")}
        sizes = {f"L{cache['level']}": cache["size"] for cache in told["context"]["caches"]
                 if cache["type"] != "Instruction"}
        self.memories = [(name.split("/")[2], sizes.get(name.split("/")[2], math.inf), row["bytes_per_second"])
                         for name, row in found.items() if name.startswith("limit/copy/")]

    def within(self, count):
        """The name and bytes a second of the innermost memory that holds so many bytes."""
        return next((name, rate) for name, size, rate in self.memories if count <= size)

    def text(self):
        rates = ", ".join(f"{name} {rate / 1e9:.0f}" for name, _, rate in self.memories)
        return (f"One core, {self.isa}: {2e-9 * self.products['f32']:.0f} GFLOP/s in float, "
                f"{1e-9 * self.products['bytes']:.0f} GMAC/s in bytes; copies, GB/s read and written: {rates}.")


def at(extent, batch):
    """`64*N+128`, `N` or `7` at a batch."""
    match = re.fullmatch(r"(?:(\d+)\*)?N(?:([+-]\d+))?|(\d+)", extent)
    if not match:
        raise ValueError(f"no size that the batch alone decides: {extent}")
    multiple, offset, fixed = match.groups()
    return int(fixed) if fixed else int(multiple or 1) * batch + int(offset or 0)


def field(text, name, otherwise):
    """Returns a field of a described struct; one at its default is left out there."""
    match = re.search(rf"[{{ ]{name} ([^,{{}}]+)", text)
    return match[1] if match else otherwise


def sides(text):
    return [int(side) for side in text.split("x")]


def convolution(call, batch):
    """Returns what it is called, and its multiply-adds."""
    (height, width), kernel = sides(field(call, "out", "1x1")), sides(field(call, "kernel", "1x1"))
    inputs, outputs, groups = (int(field(call, name, 1)) for name in ("inChannels", "outChannels", "groups"))
    stride = sides(field(call, "stride", "1x1"))[0]
    channels = f"dw{outputs}" if groups == inputs and groups > 1 else f"{inputs}→{outputs}"
    what = (f"{kernel[0]}×{kernel[1]} {channels} at {height}×{width}" + (f" s{stride}" if stride > 1 else "")
            + (", Winograd" if " sums tiles" in call else ""))
    return what, at(field(call, "samples", "1"), batch) * height * width * outputs * inputs // groups * math.prod(kernel)


def fused(call, batch):
    """Returns the name and the products of two convolutions that run row by row."""
    (first, products), (second, more) = (convolution(one, batch) for one in call.split(", second {"))
    return f"{first} and {second}", products + more


def product(call, batch):
    inner, k, n = (int(field(call, name, 1)) for name in ("inner", "k", "n"))
    matrices, rows = (at(field(call, name, "1"), batch) for name in ("batch", "rows"))
    return f"{matrices * inner}× {rows}×{k}×{n}", matrices * inner * rows * k * n


FAMILIES = {"conv2d": convolution, "fused_conv2d": fused, "matmul": product}


def bytes_of_constant(line):
    kind, shape = re.fullmatch(r"c\d+ '.*' (\w+) (\S*)", line).groups()
    return BYTES[kind] * math.prod(map(int, re.findall(r"\d+", shape)))


def works(binaries, module, batch):
    """{layer: its Work, or None of what is no product}, {buffer: bytes}, and the bytes of activations at batch 1."""
    text = subprocess.run([f"{binaries}/qopt", module, "--emit=program", "--device=host"], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    buffers = {m[1]: at(m[2], batch) for m in re.finditer(r"^(b\d+) '.*\] bytes (\S+) at ", text, re.M)}
    constants = {line.split(" ")[0]: bytes_of_constant(line) for line in re.findall(r"^c\d+ '.*$", text, re.M)}
    found = {}
    node = r"^n\d+ '(.*)' after \[.*?\] reads \[(.*?)\] writes \[(.*?)\]: (\w+) (.*)$"
    for layer, reads, writes, family, call in re.findall(node, text, re.M):
        if family not in FAMILIES:
            found.setdefault(layer, None)
            continue
        what, products = FAMILIES[family](call, batch)
        factor = re.search(r" (?:input|a) [bc]\d+ (\w+)", call) or [None, "f32"]  # b0 is the default
        read, written = ([f"b{number}" for number in re.findall(r"\d+", names)] for names in (reads, writes))
        written = written[-1:]  # what lies between two is memory of the call's own
        fixed = sum(constants[name] for name in set(re.findall(r"\bc\d+\b", call)))
        kind = "f32" if factor[1] in ("f32", "f16", "bf16") else "bytes"
        work = Work(what, kind, products, read, written, fixed)
        found[layer] = both(found[layer], work) if found.get(layer) else work
    return found, buffers, at(re.search(r"arena (\S+)$", text, re.M)[1], 1)


def both(first, second):
    """Adds up two calls of a layer."""
    return second._replace(what=first.what, products=first.products + second.products,
                           reads=first.reads + second.reads, writes=first.writes + second.writes,
                           fixed=first.fixed + second.fixed)


def with_what_they_compute(found, seconds):
    """Without the layers that took no time: their reader computes them row by row (an expansion in a depthwise
    convolution), and what passes between the two never leaves the innermost memory."""
    kept = dict(found)
    for layer, work in found.items():
        if not work or seconds[layer]:
            continue
        reader = next(name for name, other in kept.items() if other and name != layer and work.writes[0] in other.reads)
        outer = kept[reader]
        kept[reader] = both(work, outer)._replace(
            what=f"{work.what}, then {outer.what}", writes=outer.writes,
            reads=sorted({*work.reads, *outer.reads} - {*work.writes}))
        del kept[layer]
    return kept


def seconds_of(binaries, module, batch, options):
    """A whole run's, and {layer: seconds}: medians of about --seconds of runs."""
    device = f"host:{options.threads}"
    one = statistics.median(bench(binaries, module, device, batch, "--iterations=3")["seconds"])
    iterations = min(500, max(7, int(options.seconds / one)))
    result = bench(binaries, module, device, batch, "--per-layer", f"--iterations={iterations}",
                   f"--warmup={max(3, iterations // 5)}")
    return (statistics.median(result["seconds"]),
            {layer["name"]: statistics.median(layer["seconds"]) for layer in result["layers"]})


def parts_of(batch, threads, sample, caches):
    """As many stretches of samples as the host driver makes of a batch."""
    own = next((size for name, size, _ in caches if name == "L2"), 1 << 20)
    lot = max(1, min(own // sample, batch // threads))
    return max(1, math.ceil(batch / lot))


def rows_of(binaries, module, batch, limits, options):
    """Rows of the products, what loses most first, and a whole run's seconds."""
    found, buffers, sample = works(binaries, module, batch)
    whole, seconds = seconds_of(binaries, module, batch, options)
    together = sum(seconds.values())
    parts = parts_of(batch, options.threads, sample, limits.memories)
    rows = []
    for layer, work in with_what_they_compute(found, seconds).items():
        if not work:
            continue
        moved = sum(buffers[name] for name in work.reads + work.writes)  # constants come once for each part
        most = limits.products[work.kind] * (WINOGRAD if "Winograd" in work.what else 1)
        name, bandwidth = limits.within(moved / parts + work.fixed)
        passing = work.products * bandwidth / (moved + work.fixed * parts)
        rows.append(Row(layer, work.what, seconds[layer], seconds[layer] / together,
                        work.products / seconds[layer] / options.threads, min(most, passing),
                        "products" if most < passing else name))
    return sorted(rows, key=lost, reverse=True), whole


def table(rows, kind):
    scale, unit = (2e-9, "GFLOP/s") if kind == "float" else (1e-9, "GMAC/s")
    print(f"| layer | what | µs | share | {unit} | roof | bound by | of the roof | lost |\n"
          "|---|---|---|---|---|---|---|---|---|")
    for row in rows:
        print(f"| {row.layer} | {row.what} | {row.seconds * 1e6:.1f} | {row.share:.1%} | {row.rate * scale:.1f} |"
              f" {row.roof * scale:.1f} | {row.bound} | {of_roof(row):.0%} | {lost(row):.1%} |")
    print()


def mean_of_roof(rows):
    """Returns how near the products are as a whole: the time that they would take at their roofs in what they take."""
    return sum(row.share * of_roof(row) for row in rows) / sum(row.share for row in rows)


def summary(found):
    print("| network | type | batch | a run, ms | products' share | of the roof | geometric mean of layers | below 50 % |"
          " their share of the time |\n|---|---|---|---|---|---|---|---|---|")
    for (network, kind, batch), (rows, whole) in sorted(found.items(), key=lambda item: mean_of_roof(item[1][0])):
        geometric = math.exp(statistics.fmean(math.log(of_roof(row)) for row in rows))
        low = [row.share for row in rows if of_roof(row) < 0.5]
        print(f"| {network} | {kind} | {batch} | {whole * 1e3:.3f} | {sum(row.share for row in rows):.0%} |"
              f" {mean_of_roof(rows):.0%} | {geometric:.0%} | {len(low)} of {len(rows)} | {sum(low):.0%} |")
    print()


def report(limits, found, options):
    print(f"{limits.text()} {options.threads} thread{'s' if options.threads > 1 else ''}.\n")
    summary(found)
    for (network, kind, batch), (rows, _) in found.items():
        print(f"{network}, {kind}, batch {batch}:\n")
        table(rows[:options.worst or None], kind)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries")
    parser.add_argument("data")
    parser.add_argument("networks", nargs="*", default=NETWORKS)
    parser.add_argument("--batches", default="1,32")
    parser.add_argument("--types", default="float,int8")
    parser.add_argument("--isa")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--worst", type=int, default=10)
    parser.add_argument("--work", default="speed")
    options = parser.parse_args()
    zoo_gates.skip_without(options.data)
    limits = Limits(os.path.abspath(options.binaries), options.isa)
    os.environ["QOPT_ISA"] = limits.isa
    found = {}
    for network, binaries in speed.each_network(options):
        for kind, batch in itertools.product(options.types.split(","), map(int, options.batches.split(","))):
            found[network, kind, batch] = rows_of(binaries, f"{kind}.mlirbc", batch, limits, options)
            print(network, kind, batch, file=sys.stderr, flush=True)
    report(limits, found, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
