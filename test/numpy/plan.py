"""Which value is integer, with which parameters: what --insert-quant decides,
and which add a convolution absorbs: what --absorb-residual decides."""

from dataclasses import dataclass

import parameters

ANCHORS = ("Conv", "Gemm")
COPIES = ("Relu", "MaxPool", "Flatten")


@dataclass
class Plan:
    profile: str
    params: dict        # key → Params; None: the value is float
    absorbed: dict      # key of an add → (Conv node, key of the residual)


def make(graph, ranges, profile, absorb_residual):
    if profile not in parameters.PROFILES:
        raise ValueError(f"no profile {profile}")
    uses = graph.uses()
    params = {graph.input: parameters.from_range(*ranges[graph.input],
                                                 profile)}
    for node in graph.nodes:
        params[node.key] = _result(node, uses[node.key], params, ranges,
                                   profile)
    if params[graph.output] is not None:
        raise ValueError(f"{graph.output}: the result is not a matmul's")
    absorbed = {}
    if absorb_residual:
        absorbed = {n.key: pair for n in graph.nodes
                    if (pair := _absorption(graph, n, uses))}
    return Plan(profile, params, absorbed)


def _result(node, users, params, ranges, profile):
    """Parameters of node's result."""
    if node.op in COPIES:
        return params[node.inputs[0]]
    if node.op == "Sigmoid":
        return parameters.of_sigmoid(profile)
    only = users[0] if len(users) == 1 else False
    if only is None and node.op in ANCHORS:
        return None
    key = only.key if only and only.op == "Relu" else node.key
    return parameters.from_range(*ranges[key], profile)


def _absorption(graph, node, uses):
    """The first operand that is a conv used by this add alone, and the other."""
    if node.op != "Add":
        return None
    for index, key in enumerate(node.inputs):
        producer = graph.node(key)
        if producer and producer.op == "Conv" and len(uses[key]) == 1:
            return producer, node.inputs[1 - index]
    return None
