"""The quantized ops of docs/reference/numerics.md. Integers are exact; q is in storage type.

Sums of products are done as float64 matrix products: every partial sum is an
integer below 2^53, so that their order does not matter and nothing rounds.
"""

import numpy as np

import parameters
from onnx_graph import bias, weight
from parameters import multiplier
from rounding import f32, fma, to_storage
from windows import convolve, max_pool, of_convolution

INT32_MAX, INT32_MIN = 2**31 - 1, -2**31


def f64(x):
    return np.asarray(x).astype(np.float64)


def _centred(q, params):
    """q - z, exact."""
    return q.astype(np.int64) - params.zero_point


def _store(t, params):
    return to_storage(t, params.zero_point, params.low, params.high).astype(
        params.storage)


def _channels(vector, rank):
    return vector.reshape((1, -1) + (1,) * (rank - 2))


class Anchor:
    """A Conv or Gemm with quantized weights: the accumulator and epilogues."""

    def __init__(self, node, x_params, profile, y_params=None):
        """y_params None: the result is float32."""
        self.node = node
        self.x_params = x_params
        b = bias(node)
        product = parameters.quantize_product(
            weight(node), b, x_params.scale,
            None if y_params is None else y_params.scale, profile == "qopt")
        self.weight, self.weight_scale = product.weight, product.scale
        self.integer_bias = product.bias
        self.float_bias = b if product.bias is None else None
        self._prove_no_overflow()

    def _prove_no_overflow(self):
        """By signs, over all that storage can hold."""
        holds = np.iinfo(self.x_params.storage)
        w = self.weight.reshape(len(self.weight), -1)
        ends = [w * (int(end) - self.x_params.zero_point)
                for end in (holds.min, holds.max)]
        b = 0 if self.integer_bias is None else self.integer_bias
        most = np.maximum(*ends).sum(axis=1) + np.maximum(b, 0)
        least = np.minimum(*ends).sum(axis=1) + np.minimum(b, 0)
        if most.max() > INT32_MAX or least.min() < INT32_MIN:
            raise ValueError(f"{self.node.key}: the accumulator may overflow")

    def scale(self):
        """s_x * s_w[c], exact in f64."""
        return f64(self.x_params.scale) * f64(self.weight_scale)

    def accumulate(self, q):
        """i64 array whose values fit i32."""
        x, w = f64(_centred(q, self.x_params)), f64(self.weight)
        if self.node.op == "Conv":
            acc = convolve(x, w, *of_convolution(self.node))
        else:
            acc = x @ w.T
        acc = acc.astype(np.int64)
        if self.integer_bias is not None:
            acc = acc + _channels(self.integer_bias, acc.ndim)
        return acc

    def run(self, q, y_params, residual=None):
        """E1 to E4. y_params None: float32 result. residual: (q, params)."""
        acc = self.accumulate(q)
        s_y = np.float32(1) if y_params is None else y_params.scale
        m = _channels(multiplier(self.scale(), s_y), acc.ndim)
        addend = self._addend(acc.ndim, s_y, residual)
        t = f32(acc) * m if addend is None else fma(f32(acc), m, addend)
        return t if y_params is None else _store(t, y_params)

    def _addend(self, rank, s_y, residual):
        """Returns what E2 and E3 add inside the fma; both: the bias is added to the
        residual's product by a second fma."""
        b = None
        if self.float_bias is not None:
            b = _channels(self.float_bias / s_y, rank)
        if residual is None:
            return b
        r, r_params = residual
        r = f32(_centred(r, r_params))
        m_r = multiplier(f64(r_params.scale), s_y)
        return r * m_r if b is None else fma(r, m_r, b)


def add(a, a_params, b, b_params, y_params):
    m_a = multiplier(f64(a_params.scale), y_params.scale)
    m_b = multiplier(f64(b_params.scale), y_params.scale)
    t = fma(f32(_centred(a, a_params)), m_a,
            f32(_centred(b, b_params)) * m_b)
    return _store(t, y_params)


def mean(x, x_params, y_params):
    """Over H and W of NCHW."""
    n = x.shape[2] * x.shape[3]
    total = _centred(x, x_params).sum(axis=(2, 3))
    m = multiplier(f64(x_params.scale), n * f64(y_params.scale))
    return _store(f32(total) * m, y_params)


def sigmoid(x, x_params, y_params):
    """A 256-entry table made in f64."""
    q = np.arange(x_params.low, x_params.high + 1, dtype=np.int64)
    real = f64(x_params.scale) * (q - x_params.zero_point)
    y = 1 / (1 + np.exp(-real))
    table = np.clip(np.rint(y / f64(y_params.scale)) + y_params.zero_point,
                    y_params.low, y_params.high).astype(y_params.storage)
    return table[x.astype(np.int64) - x_params.low]


def requantize(x, x_params, y_params):
    m = multiplier(f64(x_params.scale), y_params.scale)
    return _store(f32(_centred(x, x_params)) * m, y_params)


def relu(x, x_params, y_params):
    """An integer clamp, after requantize where the parameters differ."""
    if x_params != y_params:
        x = requantize(x, x_params, y_params)
    return np.maximum(x, y_params.storage(y_params.zero_point))
