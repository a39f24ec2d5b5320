"""The ops of docs/reference/numerics.md, (E1) to (T1), on NumPy arrays, float and quantized, NCHW."""

import dataclasses
import math
import sys
from pathlib import Path

import numpy as np

import formulas_elementwise
import formulas_fixed_point as fixed_point
import formulas_moves
import narrow

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "numpy"))

import formulas_norms  # noqa: E402
import formulas_reductions  # noqa: E402
from formulas_reductions import larger, ordered  # noqa: E402
from read_ir import Quant, Small  # noqa: E402
from rounding import f32, fma  # noqa: E402


def f64(x):
    return np.asarray(x).astype(np.float64)


def is_quantized(value):
    return isinstance(value.type.element, Quant)


def steps(value):
    """q - z, exact."""
    return value.data.astype(np.int64) - along(value.type.element.zero_point, value)


def along(vector, value):
    """A per-axis vector, shaped to broadcast over the value."""
    axis = value.type.element.axis
    if axis < 0:
        return vector
    return vector.reshape([-1 if i == axis else 1 for i in range(value.data.ndim)])


def multiplier(numerator, denominator):
    m = f32(f64(numerator) / f64(denominator))
    assert (np.abs(m) >= np.finfo(np.float32).tiny).all()
    return m


def store(t, q, zero_point=None):
    """clamp(rint(t) + z), the clamp in float."""
    assert t.dtype == np.float32
    z = f32(q.zero_point if zero_point is None else zero_point)
    clamped = np.minimum(np.maximum(np.rint(t) + z, f32(q.low)), f32(q.high))
    return clamped.astype(q.storage)


def rescaled(op, n, numerator, denominator, *summed):
    """Exact integers as the result's steps; where one of `summed` has 16 bits they are of 64 bits."""
    y = op.type.element
    is_wide = any(x.type.element.storage().itemsize == 2 for x in summed)
    if op.is_fixed_point and not is_wide:
        return fixed_point.store(fixed_point.products(n, f64(numerator) / f64(denominator)), y)
    return store(f32(n) * multiplier(numerator, denominator), y)


# ---- conversions ----

def quantize(op, x):
    q = op.type.element
    shaped = type(x)(op.type, x.data)
    t = reals(x) / f32(along(q.scale, shaped))
    t = np.where(np.isnan(t), np.float32(0), t)
    return store(t, q, along(q.zero_point, shaped))


def dequantize(op, x):
    return f32(along(x.type.element.scale, x)) * f32(steps(x))


def requantize(op, x):
    y = op.type.element
    return rescaled(op, steps(x), x.type.element.scale, y.scale)


def narrowed(formula):
    """An op that computes with f32, whichever floats it reads and stores."""
    def widened(x):
        is_narrow = isinstance(x.type.element, narrow.Format)
        return type(x)(type(x.type)(x.type.shape, np.float32), reals(x)) if is_narrow else x

    def compute(op, *operands):
        wide = [widened(x) for x in operands]
        if not isinstance(op.type.element, narrow.Format):
            return formula(op, *wide)
        real = dataclasses.replace(op, types=[type(op.type)(op.type.shape, np.float32)])
        return narrow.encode(op.type.element, formula(real, *wide), False)
    return compute


def reals(x):
    """A plain value's numbers."""
    return narrow.decode(x.type.element, x.data) if isinstance(x.type.element, narrow.Format) else x.data


def cast_to_small(data, target):
    """The low bits of an integer of 32 bits, at whose ends floats saturate."""
    count = target.high - target.low + 1
    if data.dtype.kind == "f":
        data = np.trunc(np.where(np.isnan(data), 0, data)).astype(np.float64)
        data = np.clip(data, -2.0**31, 2.0**31 - 1)
    return ((data.astype(np.int64) - target.low) % count + target.low).astype(target.storage)


def cast(op, x):
    data, target = reals(x), op.type.element
    if isinstance(target, narrow.Format):
        saturate = op.attributes.get("saturate", target.storage == np.uint8)
        return narrow.encode(target, f32(data), saturate)
    if isinstance(target, Small):
        return cast_to_small(data, target)
    to = np.dtype(target)
    if to.kind == "f":
        most = np.finfo(np.float32).max if op.attributes.get("saturate", False) else np.inf
        return np.clip(f32(data), f32(-most), f32(most))
    if to.kind == "b":
        return data != 0
    return formulas_elementwise.saturated(data, to) if data.dtype.kind == "f" else data.astype(to)


# ---- sums of products ----

def epilogue(op, acc, x, w, bias, residual, axis):
    """E1 to E4; acc exact, channels along `axis`."""
    shape = [-1 if i == axis else 1 for i in range(acc.ndim)]
    y = op.type.element if isinstance(op.type.element, Quant) else None
    s_y = y.scale if y else 1.0
    scales = f64(x.type.element.scale) * np.atleast_1d(w.type.element.scale)
    scales = scales.reshape(shape) if scales.size > 1 else scales
    m = multiplier(scales, s_y)
    addend = None
    if bias is not None and bias.data.dtype == np.float32:
        addend = (bias.data / f32(s_y)).reshape(shape)
    elif bias is not None:
        acc = acc + bias.data.astype(np.int64).reshape(shape)
    if residual is not None:
        addend = f32(steps(residual)) * multiplier(residual.type.element.scale, s_y)
    if y and addend is None:
        return rescaled(op, acc, scales, s_y, x)
    t = f32(acc) * m if addend is None else fma(f32(acc), m, addend)
    return store(np.where(np.isnan(t), np.float32(0), t), y) if y else t


def is_integer(value):
    return not isinstance(value.type.element, (Quant, narrow.Format)) and value.data.dtype.kind in "iu"


def factors(x, w, input_zero, weights_zero):
    """Returns the exact factors of the products."""
    if is_quantized(x):
        return steps(x), steps(w)
    if not is_integer(x):
        return f64(x.data), f64(w.data)
    return tuple(v.data.astype(np.int64) - (0 if zero is None else int(zero.data.reshape(())))
                 for v, zero in ((x, input_zero), (w, weights_zero)))


def epilogue_of_run(op, acc, bias, axis, input_scale=None, weights_scale=None, result_scale=None,
                    result_zero=None):
    """Returns the result of sums of plain integers; acc is exact."""
    def shaped(v):
        return v.data.reshape([-1 if i == axis else 1 for i in range(acc.ndim)])
    if bias is not None and bias.data.dtype != np.float32:
        acc = acc + shaped(bias).astype(np.int64)
    y = np.dtype(op.type.element)
    if input_scale is None:
        return acc.astype(y)
    m = shaped(input_scale)
    if result_scale is not None:
        m = m / shaped(result_scale)
    m = m * shaped(weights_scale)
    addend = shaped(bias) if bias is not None and bias.data.dtype == np.float32 else None
    if addend is not None and result_scale is not None:
        addend = addend / shaped(result_scale)
    t = f32(acc) * m if addend is None else fma(f32(acc), np.broadcast_to(m, acc.shape), addend)
    if result_scale is None:
        return t
    t = np.rint(np.where(np.isnan(t), np.float32(0), t))
    z = f32(0 if result_zero is None else int(result_zero.data.reshape(())))
    limits = np.iinfo(y)
    return np.clip(t + z, f32(limits.min), f32(limits.max)).astype(y)


def matmul(op, a, b, bias=None, input_zero=None, weights_zero=None, **scales):
    left, right = factors(a, b, input_zero, weights_zero)
    acc = left @ (right.swapaxes(-1, -2) if op.attributes.get("transpose_b") else right)
    if is_quantized(a):
        return epilogue(op, acc, a, b, bias, None, axis=acc.ndim - 1)
    if is_integer(a):
        return epilogue_of_run(op, acc, bias, acc.ndim - 1, **scales)
    y = f32(acc)
    return y if bias is None else y + bias.data


# ---- reductions ----

def reduction(mean):
    def run(op, x):
        axes = tuple(op.attributes["axes"])
        keep = "keep_dims" in op.attributes
        n = math.prod(x.data.shape[a] for a in axes) if mean else 1
        if x.data.dtype.kind == "i" and not is_quantized(x):
            return x.data.sum(axis=axes, keepdims=keep, dtype=x.data.dtype)
        if not is_quantized(x):
            return ordered(x.data, axes, keep) / f32(n)
        total = steps(x).sum(axis=axes, keepdims=keep)
        y = op.type.element
        return rescaled(op, total, x.type.element.scale, n * y.scale, x)
    return run


# ---- elementwise ----

def add(op, a, b, sign=np.float32(1)):
    if not is_quantized(a):
        return a.data + sign.astype(a.data.dtype) * b.data
    y = op.type.element
    if not is_quantized(op):
        return fma(f32(steps(a)), f32(a.type.element.scale), sign * (f32(steps(b)) * f32(b.type.element.scale)))
    types = [(float(v.type.element.scale), v.type.element.storage().itemsize) for v in (a, b)] + [y]
    if op.is_fixed_point and fixed_point.grid_of(types):
        return fixed_point.add(steps(a).astype(object), steps(b).astype(object), types, int(sign))
    scaled = f32(steps(b)) * multiplier(b.type.element.scale, y.scale)
    return store(fma(f32(steps(a)), multiplier(a.type.element.scale, y.scale), sign * scaled), y)


def mul(op, a, b):
    if not is_quantized(a):
        return a.data * b.data
    scale = f64(a.type.element.scale) * b.type.element.scale
    return rescaled(op, steps(a) * steps(b), scale, op.type.element.scale, a, b)


def step_of(limit, q):
    """quantize(limit) of a bound or border: quantize's own f32 division."""
    return store(np.atleast_1d(f32(limit) / f32(q.scale)), q)[0]


def on_result_grid(op, x):
    return x.data if x.type.element == op.type.element else requantize(op, x)


def relu(op, x):
    if not is_quantized(x):
        return larger(x.data, np.float32(0))
    q = op.type.element
    return np.maximum(on_result_grid(op, x), q.storage(q.zero_point))


def clip(op, x):
    low, high = op.attributes["min"], op.attributes["max"]
    if not is_quantized(x):
        return -larger(-larger(x.data, f32(low)), -f32(high))
    q = op.type.element
    return np.clip(on_result_grid(op, x), step_of(low, q), step_of(high, q))


def function(real):
    """A table computed in f64 when quantized, else f64 rounded once."""
    def run(op, x):
        apply = np.vectorize(lambda v: real(v, op.attributes), otypes=[np.float64])
        if not is_quantized(x):
            return f32(apply(f64(x.data)))
        y = op.type.element
        t = np.rint(apply(f64(x.type.element.scale) * steps(x)) / y.scale) + y.zero_point
        return np.clip(np.where(np.isnan(t), y.zero_point, t), y.low, y.high).astype(y.storage)
    return narrowed(run)


def signed(of_integers, of_reals):
    return lambda op, x: (of_integers(x.data) if not is_quantized(x) and x.data.dtype.kind in "iu"
                          else of_reals(op, x))


def gelu_of(v, attributes):
    if attributes.get("approximate") == "tanh":
        return 0.5 * v * (1 + math.tanh(math.sqrt(2 / math.pi) * (v + float(f32(0.044715)) * v**3)))
    return 0.5 * v * (1 + math.erf(v / math.sqrt(2)))


def gelu(op, x):
    """A table when quantized; else each part rounded."""
    if is_quantized(x):
        return function(gelu_of)(op, x)
    x = x.data
    if op.attributes.get("approximate") == "tanh":
        inner = (x + x * x * x * f32(0.044715)) * f32(math.sqrt(2 / math.pi))
        bell = f32(np.tanh(f64(inner)))
    else:
        bell = f32(np.vectorize(math.erf)(f64(x * f32(math.sqrt(0.5)))))
    return (bell + f32(1)) * f32(0.5) * x


def batch_norm(op, x, gamma, beta, mean, variance):
    shape = [1, -1] + [1] * (x.data.ndim - 2)
    root = np.sqrt(variance.data + op.attributes["epsilon"])
    gain = gamma.data * (np.float32(1) / root)
    return (x.data - mean.data.reshape(shape)) * gain.reshape(shape) + beta.data.reshape(shape)


# ---- copies ----

def concat(op, *inputs):
    axis = op.attributes["axis"]
    if not is_quantized(inputs[0]):
        return np.concatenate([i.data for i in inputs], axis)
    same = (inputs[0].type.element, op.type.element)
    assert same
    return np.concatenate([i.data if i.type.element == op.type.element else requantize(op, i)
                           for i in inputs], axis)


def pad(op, x):
    widths = list(zip(op.attributes["low"], op.attributes["high"]))
    border = op.attributes["value"]
    if is_quantized(x):
        border = step_of(border, x.type.element)
    return np.pad(x.data, widths, constant_values=border).astype(x.data.dtype)


def slice_(op, x):
    data = x.data
    for axis, (start, step) in enumerate(zip(op.attributes["starts"], op.attributes["steps"])):
        data = data.take(start % data.shape[axis] + step * np.arange(op.type.shape[axis]), axis)
    return data


def split(op, x):
    return np.split(x.data, np.cumsum(op.attributes["sizes"])[:-1], op.attributes["axis"])


def gather(op, x, indices):
    return x.data.take(indices.data, op.attributes["axis"])  # IndexError past either end


def reshape(op, x):
    return x.data.reshape(op.type.shape)


OPS = {
    "quantize": quantize, "dequantize": dequantize, "requantize": requantize, "cast": cast,
    "matmul": matmul,
    "reduce_mean": reduction(True), "reduce_sum": reduction(False), "gelu": gelu,
    **formulas_reductions.OPS,
    "add": narrowed(add), "mul": narrowed(mul), "relu": narrowed(relu), "clip": clip,
    "sub": lambda op, a, b: add(op, a, b, np.float32(-1)),
    "max": lambda op, a, b: larger(a.data, b.data),
    "min": lambda op, a, b: (np.minimum(a.data, b.data) if a.data.dtype.kind in "iu"
                             else -larger(-a.data, -b.data)),
    "batch_norm": batch_norm, "concat": concat, "pad": pad, "slice": slice_, "split": split,
    "reshape": reshape, "gather": gather,
    "transpose": lambda op, x: x.data.transpose(op.attributes["permutation"]),
    "abs": signed(np.abs, function(lambda x, _: abs(x))),
    "neg": signed(np.negative, function(lambda x, _: -x)),
    "sign": signed(np.sign, function(lambda x, _: (x > 0) - (x < 0) or x)),
    "sigmoid": function(lambda x, _: 1 / (1 + math.exp(-x)) if x > -700 else 0.0),
    "tanh": function(lambda x, _: math.tanh(x)), "exp": function(lambda x, _: math.exp(min(x, 700))),
    "erf": function(lambda x, _: math.erf(x)),
    "sqrt": function(formulas_elementwise.real(math.sqrt)),
    "log": function(lambda x, _: math.log(x) if x > 0 else math.nan if x < 0 else -math.inf),
    "hard_swish": function(lambda x, _: x * min(max(x / 6 + 0.5, 0), 1)),
    "hard_sigmoid": function(
        lambda x, a: min(max(float(a["alpha"]) * x + float(a["beta"]), 0), 1)),
    "leaky_relu": function(lambda x, a: float(a["alpha"]) * x if x < 0 else x),
    **formulas_elementwise.OPS,
    **{name: function(real) for name, real in formulas_elementwise.FUNCTIONS.items()},
    **formulas_norms.OPS,
    **formulas_moves.OPS,
}

import formulas_recurrent  # noqa: E402: they read the names above
import formulas_resample  # noqa: E402
import formulas_select  # noqa: E402
import formulas_statistics  # noqa: E402
import formulas_windows  # noqa: E402

OPS.update(formulas_windows.OPS)
OPS.update(formulas_recurrent.OPS)
OPS.update(formulas_resample.OPS)
OPS.update(formulas_select.OPS)
OPS.update(formulas_statistics.OPS)

# Computed in f32; what else there is moves elements as they are.
FLOAT_OPS = ("sub max min clip abs neg sign div mod pow prelu pad equal less less_equal is_nan is_inf iota "
             "cum_sum cum_prod arg_top_k")
OPS.update({name: narrowed(OPS[name]) for name in FLOAT_OPS.split()})

import formulas_lite  # noqa: E402


def of(op):
    """The formula of an operation: by the rules that its function states, where they say another of steps."""
    is_other = op.is_lite and isinstance(op.type.element, Quant) and op.name in formulas_lite.OPS
    return (formulas_lite.OPS if is_other else OPS)[op.name]
