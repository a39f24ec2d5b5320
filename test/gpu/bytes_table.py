#!/usr/bin/env python3
"""Compares the bytes that a compiled network moves with what its products alone would: bytes_table.py BIN_DIR MODEL… [--described=FILE | --device=NAME] [--batches=1,32]

A row for each MODEL and batch, the worst first: nodes, products among them (convolutions, matrix products, attention), megabytes
that all nodes read and write, and the least: what products read and write once each, weights included, and outputs that no product
writes. Their quotient says what nodes beside products cost at a memory's speed. A node counts whole buffers, so that one that reads
a slice counts too much. No device is needed: qopt compiles for one that --described=FILE describes.
"""
import argparse
import os
import re
import subprocess
import sys

PRODUCTS = {"conv2d", "fused_conv2d", "matmul", "attention"}
BUFFER = re.compile(r"^(b\d+) '.*' \S+ \S+ \[.*\] bytes (.+?)(?: at .*)?$")
CONSTANT = re.compile(r"^(c\d+) '.*' (\S+) (\S+)$")
LOADED = re.compile(r"^load c\d+ -> (c\d+) (\S+) (\S+)")
NODE = re.compile(r"^n\d+ '.*' after \[.*?\] reads \[(.*?)\] writes \[(.*?)\]: (.*)$")
LARGER = re.compile(r"^ +from batch (\d+) (launch .*)$")
PORT = re.compile(r"^output '.*' (b\d+)")
ARGUMENTS = re.compile(r"^launch \w+\((.*?)\)")
WIDTHS = {"f64": 8, "i64": 8, "f32": 4, "i32": 4, "u32": 4, "f16": 2, "bf16": 2, "i16": 2, "u16": 2}


def size_at(text, batch):
    """Returns the bytes of an extent, as '12288*N' or '64 + 4*N'."""
    assert re.fullmatch(r"[\dN*+ ]+", text), f"not a size: {text}"
    return sum(eval(term.replace("N", str(batch))) for term in text.split("+"))  # digits, a star and the batch alone


def constant_bytes(element, shape):
    count = 1
    for size in re.findall(r"\d+", shape):
        count *= int(size)
    return count * WIDTHS.get(element, 1)


class Program:
    """The lines of qopt --emit=program, at one batch."""

    def __init__(self, text, batch):
        self.sizes, self.nodes, self.outputs = {}, [], []
        for line in text.splitlines():
            if found := BUFFER.match(line):
                self.sizes[found[1]] = size_at(found[2], batch)
            elif found := CONSTANT.match(line) or LOADED.match(line):
                self.sizes[found[1]] = constant_bytes(found[2], found[3])
            elif found := PORT.match(line):
                self.outputs.append(found[1])
            elif found := NODE.match(line):
                self.nodes.append([self._buffers(found[1]), self._buffers(found[2]), found[3], self._family(found[3])])
            elif (found := LARGER.match(line)) and int(found[1]) <= batch:
                self.nodes[-1][2] = found[2]

    @staticmethod
    def _buffers(text):
        return {f"b{index.strip()}" for index in text.split(",") if index.strip()}

    @staticmethod
    def _family(work):
        found = re.search(r" of (\w+) \{", work) or re.match(r"(\w+) \{", work)
        return found[1] if found else ""

    def bytes_of(self, node):
        reads, writes, work, _ = node
        arguments = ARGUMENTS.match(work)
        named = re.findall(r"\bc\d+\b", arguments[1] if arguments else work)
        return sum(self.sizes[name] for name in [*reads, *writes, *set(named)])

    def row(self):
        """(nodes, products, bytes, least bytes)"""
        products = [node for node in self.nodes if node[3] in PRODUCTS]
        written = set().union(*(node[1] for node in products)) if products else set()
        least = sum(map(self.bytes_of, products)) + sum(self.sizes[name] for name in self.outputs if name not in written)
        return len(self.nodes), len(products), sum(map(self.bytes_of, self.nodes)), least


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--described")
    parser.add_argument("--device")
    parser.add_argument("--batches", default="1,32")
    options = parser.parse_args()
    where = f"--described={options.described}" if options.described else f"--device={options.device or 'host'}"
    rows = []
    for model in options.models:
        text = subprocess.run([os.path.join(options.binaries, "qopt"), model, "--emit=program", where], stdout=subprocess.PIPE,
                              text=True, check=True).stdout
        for batch in map(int, options.batches.split(",")):
            rows.append((os.path.splitext(os.path.basename(model))[0], batch, *Program(text, batch).row()))
    print("| network | batch | nodes | products | MB moved | MB least | moved / least |", "|---" * 7 + "|", sep="\n")
    for name, batch, nodes, products, moved, least in sorted(rows, key=lambda row: -row[4] / max(1, row[5])):
        print(f"| {name} | {batch} | {nodes} | {products} | {moved / 1e6:.4g} | {least / 1e6:.4g} | {moved / max(1, least):.2f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
