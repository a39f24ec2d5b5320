"""Reads the few ONNX ops of the test networks into a list of keyed nodes.

A value has the key of the node that produced it; the graph's input has its
own name. Constants are NumPy arrays in the order of the node's operands.
"""

from dataclasses import dataclass, field

import numpy as np
import onnx
from onnx import helper, numpy_helper

OPS = {"Conv", "BatchNormalization", "Relu", "MaxPool", "Flatten", "Gemm",
       "Sigmoid", "Add", "ReduceMean"}


@dataclass
class Node:
    op: str
    key: str
    inputs: list            # keys of the operands that are no constants
    constants: list         # arrays
    attributes: dict = field(default_factory=dict)


@dataclass
class Graph:
    input: str
    output: str             # key
    nodes: list             # in an order of definition before use

    def uses(self):
        """key → the nodes that read it; the graph's result reads as None."""
        found = {self.input: []}
        for node in self.nodes:
            found[node.key] = []
        for node in self.nodes:
            for key in node.inputs:
                found[key].append(node)
        found[self.output].append(None)
        return found

    def node(self, key):
        return next((n for n in self.nodes if n.key == key), None)


def load(path):
    graph = onnx.load(path).graph
    constants = {t.name: numpy_helper.to_array(t) for t in graph.initializer}
    arguments = [i.name for i in graph.input if i.name not in constants]
    if len(arguments) != 1 or len(graph.output) != 1:
        raise ValueError(f"{path}: one input and one output are expected")
    keys = {arguments[0]: arguments[0]}
    nodes = []
    for proto in graph.node:
        if proto.op_type == "Identity" and proto.input[0] in constants:
            constants[proto.output[0]] = constants[proto.input[0]]
            continue
        nodes.append(_node(path, proto, constants, keys))
        keys[proto.output[0]] = nodes[-1].key
    return Graph(arguments[0], keys[graph.output[0].name], nodes)


def _node(path, proto, constants, keys):
    key = proto.name or proto.output[0]
    if proto.op_type not in OPS:
        raise ValueError(f"{path}: {key}: no {proto.op_type} in this reading")
    names = [n for n in proto.input if n]
    node = Node(proto.op_type, key,
                [keys[n] for n in names if n not in constants],
                [constants[n] for n in names if n in constants],
                {a.name: helper.get_attribute_value(a)
                 for a in proto.attribute})
    _check(path, node)
    return node


def _check(path, node):
    """Refuses what the reading would otherwise silently get wrong."""
    get = node.attributes.get
    wrong = {
        "Conv": lambda: get("group", 1) != 1 or set(get("dilations", [1])) != {1}
        or get("auto_pad", b"NOTSET") != b"NOTSET",
        "MaxPool": lambda: get("ceil_mode", 0) or any(get("pads", [0]))
        or set(get("dilations", [1])) != {1},
        "Gemm": lambda: get("alpha", 1.0) != 1 or get("beta", 1.0) != 1
        or get("transA", 0),
        "ReduceMean": lambda: list(get("axes", [])) != [2, 3]
        or get("keepdims", 1),
        "Flatten": lambda: get("axis", 1) != 1,
    }.get(node.op, lambda: False)()
    if wrong:
        raise ValueError(f"{path}: {node.key}: attributes not in this reading: "
                         f"{node.attributes}")


def weight(node):
    """Conv: OIHW; Gemm: [out, in]."""
    w = node.constants[0]
    if node.op == "Gemm" and not node.attributes.get("transB", 0):
        return np.ascontiguousarray(w.T)
    return w


def bias(node):
    return node.constants[1] if len(node.constants) > 1 else None
