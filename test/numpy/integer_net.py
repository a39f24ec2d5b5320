"""Runs the quantized network: the independent reading of docs/reference/numerics.md."""

import numpy as np

import fold
import integer_ops
import onnx_graph
import plan as planning
import rounding


class IntegerNet:
    """One network under one profile, with or without E2."""

    def __init__(self, graph, ranges, profile, absorb_residual=False):
        """graph: folded; ranges: key → (min, max)."""
        self.graph = graph
        self.plan = planning.make(graph, ranges, profile, absorb_residual)
        self.anchors = {
            n.key: integer_ops.Anchor(n, self.plan.params[n.inputs[0]],
                                      profile, self._stored(n.key))
            for n in graph.nodes if n.op in planning.ANCHORS}
        self.deferred = {conv.key for conv, _ in self.plan.absorbed.values()}

    @classmethod
    def load(cls, path, ranges, profile, absorb_residual=False):
        graph = fold.fold_batch_norm(onnx_graph.load(path))
        return cls(graph, ranges, profile, absorb_residual)

    def run(self, x):
        """float32 NCHW → every value by key: integers in their storage type,
        or float32. A conv that absorbed an add has no value."""
        values = {self.graph.input: x}
        for node in self.graph.nodes:
            if node.key not in self.deferred:
                values[node.key] = self._node(node, values)
        return values

    def logits(self, x):
        return self.run(x)[self.graph.output]

    def read(self, key, values):
        """A value's steps: whoever reads a float quantizes it."""
        params = self.plan.params[key]
        if key not in self.plan.floats:
            return values[key]
        return rounding.quantize(values[key], params).astype(params.storage)

    def _stored(self, key):
        """Parameters of a value's steps; None where it is float32."""
        return None if key in self.plan.floats else self.plan.params[key]

    def _node(self, node, values):
        params = self.plan.params
        y_params = self._stored(node.key)
        if node.key in self.plan.absorbed:
            conv, other = self.plan.absorbed[node.key]
            return self.anchors[conv.key].run(
                self.read(conv.inputs[0], values), y_params,
                (self.read(other, values), params[other]))
        first = node.inputs[0]
        if node.op == "Relu" and y_params is None:
            return np.maximum(values[first], np.float32(0))
        x, x_params = self.read(first, values), params[first]
        if node.op in planning.ANCHORS:
            return self.anchors[node.key].run(x, y_params)
        if node.op == "Add":
            other = node.inputs[1]
            return integer_ops.add(x, x_params, self.read(other, values),
                                   params[other], y_params)
        return {
            "Relu": lambda: integer_ops.relu(x, x_params, y_params),
            "MaxPool": lambda: integer_ops.max_pool(x, node),
            "Flatten": lambda: x.reshape(x.shape[0], -1),
            "Sigmoid": lambda: integer_ops.sigmoid(x, x_params, y_params),
            "ReduceMean": lambda: integer_ops.mean(x, x_params, y_params),
        }[node.op]()
