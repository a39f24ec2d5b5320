"""Decides which value is integer, with which parameters, as --insert-quant does,
and which add a convolution absorbs: what --absorb-residual decides."""

import warnings
from dataclasses import dataclass

import parameters

ANCHORS = ("Conv", "Gemm")
COPIES = ("MaxPool", "Flatten")


@dataclass
class Plan:
    profile: str
    params: dict        # key → Params of the value, or of who quantizes it
    floats: set         # keys of values written as float32
    absorbed: dict      # key of an add → (Conv node, key of the residual)


def make(graph, ranges, profile, absorb_residual):
    if profile not in parameters.PROFILES:
        raise ValueError(f"no profile {profile}")
    uses = graph.uses()
    params = {graph.input: parameters.from_range(*ranges[graph.input],
                                                 profile)}
    floats = {graph.input}
    for node in graph.nodes:
        params[node.key] = _result(node, uses[node.key], params, ranges,
                                   profile)
        if params[node.key] is None:
            floats.add(node.key)
        if node.op == "Relu":
            _place_relu(graph, node, uses, params, floats)
    if graph.output not in floats:
        raise ValueError(f"{graph.output}: the result is not a matmul's")
    absorbed = {}
    if absorb_residual:
        absorbed = {n.key: pair for n in graph.nodes
                    if (pair := _absorption(graph, n, uses))}
    return Plan(profile, params, floats, absorbed)


def _result(node, users, params, ranges, profile):
    """Parameters of node's result; None where nobody wants its steps."""
    if node.op in COPIES:
        return params[node.inputs[0]]
    if node.op == "Sigmoid":
        return parameters.of_sigmoid(profile)
    if node.op in ANCHORS and users == [None]:
        return None
    key = node.key
    if len(users) == 1 and users[0] and users[0].op == "Relu":
        key = users[0].key
    return parameters.from_range(*ranges[key], profile)


def _place_relu(graph, node, uses, params, floats):
    """A relu beside other readers has its own range's parameters. It is float,
    and so is its operand, where the operand's steps are too coarse for it."""
    operand = node.inputs[0]
    if len(uses[operand]) == 1:
        return
    ratio = float(params[operand].scale) / float(params[node.key].scale)
    if ratio <= 2.01:
        return
    producer = graph.node(operand)
    if producer and producer.op not in ANCHORS and operand not in floats:
        warnings.warn(f"{node.key}: steps {ratio:.1f} times its own")
        return
    floats |= {operand, node.key}


def _absorption(graph, node, uses):
    """The first operand that is a conv used by this add alone, and the other."""
    if node.op != "Add":
        return None
    for index, key in enumerate(node.inputs):
        producer = graph.node(key)
        if producer and producer.op == "Conv" and len(uses[key]) == 1:
            return producer, node.inputs[1 - index]
    return None
