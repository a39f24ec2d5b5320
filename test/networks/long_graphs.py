"""Measures how time and memory grow with a graph's length: the default recipe of `qrun quantize` on 4 samples, or other commands.

long_graphs.py BIN [NODES…] [--shape=chain] [--run=quantize] [--most=FACTOR]
               [--stack=KIB]

By default 1000, 10000 and 100000 nodes. A graph is a chain of blocks: a product of matrices with weights of its own, a
bias, a bound, a second product and the sum with what the block began from (`chain`); blocks of parallel branches
(`branches`); one block as wide as there are nodes (`wide`). Prints processor seconds and peak memory of each length,
and how much more than its share the longest took: of time, less what a graph of 50 nodes takes, and of memory
likewise. The commands get a stack of --stack KiB (by default what is usual): with little, recursion along a graph ends
them at lengths that are soon measured. Exit status 1 where that is more than --most, 77 where the package onnx is absent.
"""

import argparse
import os
import resource
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
    import onnx
    from onnx import TensorProto, helper, numpy_helper
except ImportError:
    print("NumPy or the package onnx is absent; nothing measured")
    sys.exit(77)

WIDTH = 8  # of each value
FEW = 50  # nodes of the graph that tells what a start takes


class Graph:
    """Grown node by node; each has one result of [N, WIDTH]."""

    def __init__(self):
        self.random = np.random.default_rng(37)
        self.nodes, self.weights = [], []
        self.constant("low", np.array(-2, np.float32))
        self.constant("high", np.array(2, np.float32))

    def constant(self, name, values):
        self.weights.append(numpy_helper.from_array(values.astype(np.float32), name))
        return name

    def add(self, kind, *inputs):
        name = f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], name))
        return name

    def product(self, value):
        weights = self.random.standard_normal((WIDTH, WIDTH)) / WIDTH**0.5
        return self.add("MatMul", value, self.constant(f"weights{len(self.nodes)}", weights))

    def bias(self, value):
        return self.add("Add", value, self.constant(f"bias{len(self.nodes)}", self.random.standard_normal(WIDTH) / 8))

    def bound(self, value):
        return self.add("Clip", value, "low", "high")

    def save(self, path, result):
        def port(name):
            return helper.make_tensor_value_info(name, TensorProto.FLOAT, ["N", WIDTH])

        graph = helper.make_graph(self.nodes, "long", [port("x")], [port(result)], self.weights)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        onnx.save(model, path)


def chain(graph, nodes):
    value = "x"
    while len(graph.nodes) < nodes:
        inner = graph.add("Relu", graph.bias(graph.product(value)))
        value = graph.bound(graph.add("Add", graph.product(inner), value))
    return value


def branches(graph, nodes):
    value = "x"
    while len(graph.nodes) < nodes:
        ends = [graph.add(kind, graph.product(value)) for kind in ("Relu", "Sigmoid", "Tanh")]
        value = graph.bound(graph.add("Add", graph.add("Mul", ends[0], ends[1]), ends[2]))
    return value


def wide(graph, nodes):
    value = graph.product("x")
    ends = [graph.add("Relu", value) for _ in range(nodes - 3)]
    return graph.product(graph.bound(graph.add("Sum", *ends)))


SHAPES = {"chain": chain, "branches": branches, "wide": wide}
RUNS = {
    "quantize": lambda at: ["qrun", "quantize", at / "net.onnx", f"--data={at / 'data.npz'}", "-o", at / "q.mlirbc"],
    "min-max": lambda at: ["qrun", "calibrate", at / "net.onnx", f"--data={at / 'data.npz'}", "--calibrator=min-max",
                           "-o", at / "ranges.json"],
    "compile": lambda at: ["qrun", "compile", at / "net.onnx", "--device=host", "-o", at / "net.qart"],
    "import": lambda at: ["qopt", at / "net.onnx", "-o", at / "net.mlirbc"],
    "text": lambda at: ["qopt", at / "net.onnx", "-o", at / "net.mlir"],
    "summarize": lambda at: ["qopt", at / "net.onnx", "--summarize"],
    "run": lambda at: ["qrun", "run", at / "net.onnx", f"--input={at / 'data.npz'}", "-o", at / "y.npz"],
}


def measure(folder, shape, nodes, binaries, run):
    """Processor seconds and peak MiB."""
    graph = Graph()
    graph.save(folder / "net.onnx", SHAPES[shape](graph, nodes))
    np.savez(folder / "data.npz", x=np.random.default_rng(1).standard_normal((4, WIDTH)).astype(np.float32))
    program, *arguments = RUNS[run](folder)
    with open(folder / "said.txt", "wb") as said:
        child = os.posix_spawn(binaries / program, [program, *map(str, arguments)], os.environ,
                               file_actions=[(os.POSIX_SPAWN_DUP2, said.fileno(), fd) for fd in (1, 2)])
        _, status, used = os.wait4(child, 0)
    if status:
        sys.exit(f"{program} {run} of {nodes} nodes: status {status}\n" + (folder / "said.txt").read_text()[-4000:])
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries", type=Path, metavar="BIN")
    parser.add_argument("nodes", type=int, nargs="*", default=[1000, 10000, 100000])
    parser.add_argument("--shape", choices=SHAPES, default="chain")
    parser.add_argument("--run", choices=RUNS, default="quantize")
    parser.add_argument("--most", type=float, default=2.0)
    parser.add_argument("--stack", type=int)
    options = parser.parse_args()
    if options.stack:
        resource.setrlimit(resource.RLIMIT_STACK, (options.stack * 1024, resource.getrlimit(resource.RLIMIT_STACK)[1]))
    with tempfile.TemporaryDirectory() as folder:
        def of(nodes):
            return measure(Path(folder), options.shape, nodes, options.binaries.resolve(), options.run)

        start = of(FEW)
        first, worst = None, 0
        print(f"{'nodes':>8} {'seconds':>9} {'MiB':>8}   of their share: time, memory")
        for nodes in options.nodes:
            seconds, memory = of(nodes)
            own = max(seconds - start[0], 0.01), max(memory - start[1], 1.0)
            first = first or (nodes, *own)
            shares = [own[i] / first[i + 1] * first[0] / nodes for i in (0, 1)]
            worst = max(worst, *shares)
            print(f"{nodes:>8} {seconds:>9.2f} {memory:>8.0f}   {shares[0]:.2f}, {shares[1]:.2f}", flush=True)
    if worst > options.most:
        sys.exit(f"{options.run} of {options.shape}: {worst:.2f} times its share, and {options.most} is the most")


if __name__ == "__main__":
    main()
