"""A network as it is built: layers, parameters and what they cost. Plain Python; `onnx_file` writes it.

Shapes are one sample's, channels first, without the batch. Weights are He's: with variance 2 / fan-in behind a
ReLU, 1 / fan-in behind anything else, so that values neither vanish nor grow through a hundred layers.
"""

import collections
import math

Value = collections.namedtuple("Value", "name shape rectified", defaults=(False,))
# Uniform in center ± spread. `learned`: counted as a parameter; running statistics are not.
Parameter = collections.namedtuple("Parameter", "shape center spread learned")
Node = collections.namedtuple("Node", "operator inputs output attributes")


def _out(size, kernel, stride, pad, ceil=False):
    """As PyTorch has it: with ceil the last window must begin inside the padded input."""
    steps = size + 2 * pad - kernel
    count = -(-steps // stride) + 1 if ceil else steps // stride + 1
    return count - 1 if ceil and (count - 1) * stride >= size + pad else count


class Graph:
    def __init__(self, name):
        self.name = name
        self.nodes, self.inputs, self.outputs = [], [], []
        self.parameters, self.constants = {}, {}  # constants: {name: (numbers, "f32" or "i64")}
        self.multiply_adds = 0

    def input(self, name, shape, kind="f32"):
        value = Value(name, tuple(shape))
        self.inputs.append((value, kind))
        return value

    def output(self, value):
        self.outputs.append(value)

    def parameter_count(self):
        return sum(math.prod(p.shape) for p in self.parameters.values() if p.learned)

    def parameter(self, name, shape, center=0.0, spread=0.0, learned=True):
        assert name not in self.parameters, name
        self.parameters[name] = Parameter(tuple(shape), center, spread, learned)
        return name

    def constant(self, name, numbers, kind="f32"):
        self.constants[name] = (numbers, kind)
        return name

    def node(self, operator, name, inputs, shape, rectified=False, **attributes):
        """A layer and its value, which has its name. Inputs: values, or names of parameters and constants."""
        names = [getattr(i, "name", i) for i in inputs]
        self.nodes.append(Node(operator, names, name, attributes))
        return Value(name, tuple(shape), rectified)

    def _weight(self, name, shape, fan_in, rectified):
        return self.parameter(name, shape, 0.0, math.sqrt(3 * (2 if rectified else 1) / fan_in))

    def conv(self, name, x, channels, kernel, stride=1, pad=0, groups=1, bias=True):
        taps = x.shape[0] // groups * kernel * kernel
        out = [_out(size, kernel, stride, pad) for size in x.shape[1:]]
        inputs = [x, self._weight(name + ".weight", (channels, x.shape[0] // groups, kernel, kernel), taps, x.rectified)]
        if bias:
            inputs.append(self.parameter(name + ".bias", (channels,), 0.0, 0.1))
        self.multiply_adds += channels * math.prod(out) * taps
        return self.node("Conv", name, inputs, (channels, *out), kernel_shape=[kernel] * 2, strides=[stride] * 2,
                         pads=[pad] * 4, group=groups)

    def batch_norm(self, name, x, scale=1.0, epsilon=1e-5):
        """`scale`: around which its factors lie. Statistics are such as He's weights make."""
        shape = x.shape[:1]
        names = [self.parameter(f"{name}.weight", shape, scale, 0.2 * scale),
                 self.parameter(f"{name}.bias", shape, 0.0, 0.2),
                 self.parameter(f"{name}.running_mean", shape, 0.0, 0.2, learned=False),
                 self.parameter(f"{name}.running_var", shape, 1.0, 0.5, learned=False)]
        return self.node("BatchNormalization", name, [x, *names], x.shape, epsilon=epsilon)

    def relu(self, name, x):
        return self.node("Relu", name, [x], x.shape, rectified=True)

    def relu6(self, name, x):
        bounds = [self.constant("zero", 0.0), self.constant("six", 6.0)]
        return self.node("Clip", name, [x, *bounds], x.shape, rectified=True)

    def max_pool(self, name, x, kernel, stride, pad=0, ceil=False):
        out = [_out(size, kernel, stride, pad, ceil) for size in x.shape[1:]]
        return self.node("MaxPool", name, [x], (x.shape[0], *out), x.rectified, kernel_shape=[kernel] * 2,
                         strides=[stride] * 2, pads=[pad] * 4, ceil_mode=int(ceil))

    def flat(self, name, x):
        return self.node("Flatten", name, [x], (math.prod(x.shape),), x.rectified, axis=1)

    def global_average(self, name, x):
        pooled = self.node("GlobalAveragePool", name, [x], (x.shape[0], 1, 1), x.rectified)
        return self.flat(name + ".flat", pooled)

    def linear(self, name, x, features):
        """Adds a product along the last dimension: Gemm where there is no other, else a product and a sum, as PyTorch exports it."""
        k = x.shape[-1]
        bias = self.parameter(name + ".bias", (features,), 0.0, 0.1)
        self.multiply_adds += math.prod(x.shape) * features
        if len(x.shape) == 1:
            weight = self._weight(name + ".weight", (features, k), k, x.rectified)
            return self.node("Gemm", name, [x, weight, bias], (features,), transB=1)
        weight = self._weight(name + ".weight", (k, features), k, x.rectified)
        product = self.node("MatMul", name + ".product", [x, weight], (*x.shape[:-1], features))
        return self.node("Add", name, [product, bias], product.shape)

    def matmul(self, name, a, b):
        assert a.shape[-1] == b.shape[-2]
        shape = (*a.shape[:-1], b.shape[-1])
        self.multiply_adds += math.prod(shape) * a.shape[-1]
        return self.node("MatMul", name, [a, b], shape)

    def layer_norm(self, name, x, epsilon):
        scale = self.parameter(name + ".weight", x.shape[-1:], 1.0, 0.1)
        bias = self.parameter(name + ".bias", x.shape[-1:], 0.0, 0.1)
        return self.node("LayerNormalization", name, [x, scale, bias], x.shape, axis=-1, epsilon=epsilon)

    def add(self, name, a, b):
        return self.node("Add", name, [a, b], a.shape)

    def concat(self, name, parts):
        shape = (sum(p.shape[0] for p in parts), *parts[0].shape[1:])
        return self.node("Concat", name, parts, shape, all(p.rectified for p in parts), axis=1)
