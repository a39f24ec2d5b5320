#!/usr/bin/env python3
"""Writes a network for benchmarks: build.py NETWORK -o FILE.onnx [--seed=1] [--length=128], or build.py --list

The architectures are the papers' and torchvision's exactly, with a batch that is open; weights are noise of He's
variance that the seed alone decides, batch norms have plausible statistics, values stay within f16. --length is of
bert_base's sequences. --list prints each network's parameters and multiply-adds. Needs NumPy (not --list).
"""

import argparse
import sys

from architectures import NETWORKS


def graph_of(name, length):
    return NETWORKS[name](length) if name == "bert_base" else NETWORKS[name]()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", nargs="?", choices=list(NETWORKS))
    parser.add_argument("-o", dest="file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--length", type=int)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        for name in NETWORKS:
            graph = graph_of(name, 128)
            print(f"{name}: {graph.parameter_count():,} parameters, {graph.multiply_adds:,} multiply-adds")
        return 0
    if not options.network or not options.file:
        parser.error("give a network and -o FILE.onnx")
    if options.length is not None and options.network != "bert_base":
        parser.error("--length is of bert_base")
    if options.length is not None and not 1 <= options.length <= 512:
        parser.error("--length: bert_base has 1 to 512 positions")
    from architectures import onnx_file
    onnx_file.save(graph_of(options.network, options.length or 128), options.file, options.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
