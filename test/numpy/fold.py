"""Batch norm into the convolution before it, in float32, each step rounded."""

import numpy as np

from onnx_graph import Graph, Node, bias, weight

ONE = np.float32(1)


def fold_batch_norm(graph):
    """A graph without BatchNormalization; the conv takes the norm's key."""
    uses = graph.uses()
    nodes = {}
    for node in graph.nodes:
        if node.op == "BatchNormalization":
            conv = nodes.pop(node.inputs[0], None)
            if conv is None or conv.op != "Conv" or len(uses[conv.key]) != 1:
                raise ValueError(f"{node.key}: no convolution of its own to "
                                 "fold into")
            nodes[node.key] = _folded(conv, node)
        else:
            nodes[node.key] = node
    return Graph(graph.input, graph.output, list(nodes.values()))


def _folded(conv, norm):
    gamma, beta, mean, var = norm.constants
    epsilon = np.float32(norm.attributes.get("epsilon", 1e-5))
    w = weight(conv)
    b = bias(conv)
    if b is None:
        b = np.zeros_like(beta)
    inverse = ONE / np.sqrt(var + epsilon)
    g = gamma * inverse
    folded_weight = w * g[:, None, None, None]
    folded_bias = (b - mean) * g + beta
    for array in (folded_weight, folded_bias):
        assert array.dtype == np.float32
    return Node("Conv", norm.key, conv.inputs, [folded_weight, folded_bias],
                conv.attributes)
