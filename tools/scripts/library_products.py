#!/usr/bin/env python3
"""Prints a table of products: what ours and a library's take on a device, and which a tuned network runs as.

Usage: library_products.py QRUN DATABASE [--device=opencl] [--library=clblast] [--batch=1,32] [--budget=SECONDS]

The products are 1x1 convolutions and fully connected layers of five networks, each with a relu behind it, in one network
that `qrun tune` measures. Called again with the same database it goes on; what has no time yet is a dash.
"""

import argparse
import os
import re
import sqlite3
import subprocess
import tempfile

# (network, layer, side of the picture or rows, inputs, outputs); a fully connected layer has no side.
CONVOLUTIONS = [
    ("ResNet-50", "stage 1, expand", 56, 64, 256),
    ("ResNet-50", "stage 3, reduce", 14, 1024, 256),
    ("ResNet-50", "stage 4, expand", 7, 512, 2048),
    ("MobileNet-V2", "block 2, expand", 56, 24, 144),
    ("MobileNet-V2", "block 14, project", 7, 576, 160),
    ("MobileNet-V2", "last", 7, 320, 1280),
    ("EfficientNet-B0", "block 5, project", 28, 240, 40),
    ("EfficientNet-B0", "block 9, project", 14, 672, 112),
    ("SqueezeNet 1.1", "fire 2, squeeze", 55, 64, 16),
    ("SqueezeNet 1.1", "fire 9, expand", 13, 64, 256),
    ("SqueezeNet 1.1", "last", 13, 512, 1000),
]
PRODUCTS = [
    ("ResNet-50", "fully connected", 1, 2048, 1000),
    ("MobileNet-V2", "fully connected", 1, 1280, 1000),
    ("BERT-base, 128 tokens", "attention's output", 128, 768, 768),
    ("BERT-base, 128 tokens", "feed forward", 128, 768, 3072),
    ("BERT-base, 128 tokens", "pooler", 1, 768, 768),
]


def network():
    """The text of a network of all of them, side by side."""
    arguments, body, results, types = [], [], [], []

    def add(kind, sizes, weights, outputs):
        i = len(results)
        x, y = (f"tensor<?x{'x'.join(map(str, list_))}xf32, #nn.dims<N>>" for list_ in (sizes, outputs))
        w = f"tensor<{'x'.join(map(str, weights))}xf32>"
        arguments.append(f'%x{i}: {x} {{nn.name = "x{i}"}}')
        body.append(f'  %w{i} = nn.constant {{nn.name = "w{i}"}} dense<0.01> : {w}\n'
                    f'  %p{i} = nn.{kind} %x{i}, %w{i} {{nn.name = "p{i}"}} : ({x}, {w}) -> {y}\n'
                    f'  %y{i} = nn.relu %p{i} {{nn.name = "y{i}"}} : {y}\n')
        results.append(f"%y{i}")
        types.append(y)

    for _, _, side, inputs, outputs in CONVOLUTIONS:
        add("conv2d", [inputs, side, side], [outputs, inputs, 1, 1], [outputs, side, side])
    for _, _, rows, inputs, outputs in PRODUCTS:
        lead = [rows] if rows > 1 else []
        add("matmul", lead + [inputs], [inputs, outputs], lead + [outputs])
    return (f"func.func @main({', '.join(arguments)}) -> ({', '.join(types)}) {{\n{''.join(body)}"
            f"  return {', '.join(results)} : {', '.join(types)}\n}}\n")


def sizes_of(call):
    """(family, side or rows, inputs, outputs) of a tuning database's call, or None."""
    def number(pattern):
        found = re.search(pattern, call)
        return int(found.group(1)) if found else 1
    if call.startswith("conv2d "):
        return ("conv2d", number(r"\bin (\d+)x"), number(r"inChannels (\d+)"), number(r"outChannels (\d+)"))
    if call.startswith("matmul "):
        return ("matmul", number(r"\brows (\d+)"), number(r"\bk (\d+)"), number(r"\bn (\d+)"))
    return None


def times(database, library):
    """{(sizes, batch): {"ours" or library: (seconds, kernel)}}"""
    found = {}
    rows = sqlite3.connect(database).execute(
        "select call, batch, row, parameters, seconds from measurements where refusal = ''")
    for call, batch, row, parameters, seconds in rows:
        who = library if row.endswith("." + library) else "ours"
        of_call = found.setdefault((sizes_of(call), batch), {})
        of_call[who] = min(of_call.get(who, (float("inf"), "")), (seconds, f"{row} {parameters}".strip()))
    return found


def print_table(found, batches, library):
    """Markdown: a line for each product and batch."""
    print(f"| network, layer | product | batch | ours | ms | {library}, ms | chosen |\n|---|---|---|---|---|---|---|")
    for family, layers in (("conv2d", CONVOLUTIONS), ("matmul", PRODUCTS)):
        for name, layer, side, inputs, outputs in layers:
            rows = f"{side}²" if family == "conv2d" else f"{side}"
            for batch in batches:
                one = found.get(((family, side, inputs, outputs), batch), {})
                ours, theirs = one.get("ours"), one.get(library)
                chosen = min(one.values())[1] if len(one) == 2 else "–"
                milliseconds = [f"{time[0] * 1e3:.3f}" if time else "–" for time in (ours, theirs)]
                print(f"| {name}, {layer} | {rows}·{batch} × {inputs} × {outputs} | {batch} | {ours[1] if ours else '–'} | "
                      f"{milliseconds[0]} | {milliseconds[1]} | {chosen} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("qrun")
    parser.add_argument("database")
    parser.add_argument("--device", default="opencl")
    parser.add_argument("--library", default="clblast")
    parser.add_argument("--batch", default="1,32")
    parser.add_argument("--budget", default="600")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "products.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(network())
        subprocess.run([options.qrun, "tune", path, "--device=" + options.device, "--libraries=" + options.library,
                        "--batch=" + options.batch, "--budget=" + options.budget, "--database=" + options.database],
                       check=True)
    print_table(times(options.database, options.library), [int(batch) for batch in options.batch.split(",")], options.library)


if __name__ == "__main__":
    main()
