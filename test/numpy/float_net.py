"""The folded float network, for ranges and for predictions to compare with."""

import numpy as np

from onnx_graph import bias, weight
from windows import convolve, max_pool, of_convolution


def _conv(node, x):
    strides, pads = of_convolution(node)
    y = convolve(x, weight(node), strides, pads)
    b = bias(node)
    return y if b is None else y + b[:, None, None]


def _gemm(node, x):
    y = x @ weight(node).T
    b = bias(node)
    return y if b is None else y + b


def _sigmoid(_, x):
    return (1 / (1 + np.exp(-x.astype(np.float64)))).astype(np.float32)


OPS = {
    "Conv": _conv,
    "Gemm": _gemm,
    "Sigmoid": _sigmoid,
    "Relu": lambda _, x: np.maximum(x, np.float32(0)),
    "MaxPool": lambda node, x: max_pool(x, node),
    "Flatten": lambda _, x: x.reshape(x.shape[0], -1),
    "Add": lambda _, x, y: x + y,
    "ReduceMean": lambda _, x: x.mean(axis=(2, 3), dtype=np.float64
                                      ).astype(np.float32),
}


def run(graph, x):
    """float32 NCHW → every value by key, float32."""
    values = {graph.input: x}
    for node in graph.nodes:
        operands = [values[key] for key in node.inputs]
        values[node.key] = OPS[node.op](node, *operands)
        assert values[node.key].dtype == np.float32, node.key
    return values
