"""Ops that move elements, on NumPy arrays."""

import numpy as np

import narrow
from formulas_elementwise import wrapped
from formulas_reductions import larger


def tile(op, x):
    return np.tile(x.data, op.attributes["repeats"])


def extend(op, x):
    widths = list(zip(op.attributes["low"], op.attributes["high"]))
    if op.attributes["mode"] != "wrap":
        return np.pad(x.data, widths, mode=op.attributes["mode"])
    data = x.data  # NumPy before 1.25 goes wrong where a border is wider than the array
    for axis, (low, high) in enumerate(widths):
        data = data.take(np.arange(-low, data.shape[axis] + high), axis, mode="wrap")
    return data


def reverse_sequence(op, x, lengths):
    data = np.moveaxis(x.data, (op.attributes["batch_axis"], op.attributes["time_axis"]), (0, 1))
    moved = data.copy()
    for b, n in enumerate(lengths.data):
        if n > data.shape[1]:
            raise IndexError(n)
        moved[b, :n] = data[b, :n][::-1]
    return np.moveaxis(moved, (0, 1), (op.attributes["batch_axis"], op.attributes["time_axis"]))


def trilu(op, x):
    part = np.triu if op.attributes.get("upper") else np.tril
    stays = part(np.ones(x.data.shape, bool), op.attributes["k"])
    zero = getattr(x.type.element, "zero_point", 0)
    return np.where(stays, x.data, x.data.dtype.type(zero))


def gather_elements(op, x, indices):
    axis = op.attributes["axis"]
    part = x.data[tuple(slice(None) if d == axis else slice(n)
                        for d, n in enumerate(indices.data.shape))]
    return np.take_along_axis(part, indices.data, axis)


def gather_nd(op, x, indices):
    batch = op.attributes["batch_dims"]
    result = np.empty(op.type.shape, x.data.dtype)
    for at in np.ndindex(*indices.data.shape[:-1]):
        result[at] = x.data[at[:batch] + tuple(indices.data[at])]
    return result


JOINS = {"none": lambda a, b: b, "add": lambda a, b: a + b, "mul": lambda a, b: a * b, "max": larger,
         "min": lambda a, b: -larger(-a, -b) if a.dtype.kind == "f" else np.minimum(a, b)}


def joining(op, x):
    """Returns the function that joins an element and an update, both values of the type."""
    kind, join = x.type.element, JOINS[op.attributes.get("reduction", "none")]
    if not isinstance(kind, narrow.Format):
        return join
    return lambda a, b: narrow.encode(kind, join(narrow.decode(kind, a), narrow.decode(kind, b)), False)


def scatter_elements(op, x, indices, updates):
    axis, join = op.attributes["axis"], joining(op, x)
    result = x.data.copy()
    for at in np.ndindex(*indices.data.shape):  # row-major
        to = at[:axis] + (indices.data[at],) + at[axis + 1:]
        result[to] = join(result[to], updates.data[at])
    return result


def scatter_nd(op, x, indices, updates):
    join, result = joining(op, x), x.data.copy()
    for at in np.ndindex(*indices.data.shape[:-1]):
        to = tuple(indices.data[at])
        result[to] = join(result[to], updates.data[at])
    return result


def tensor_scatter(op, x, updates, writes=None):
    axis, result = op.attributes["axis"], np.moveaxis(x.data, op.attributes["axis"], 1).copy()
    size, new = result.shape[1], np.moveaxis(updates.data, axis, 1)
    for n in range(len(result)):
        begin = 0 if writes is None else int(writes.data[n])
        for i in range(new.shape[1]):
            to = (begin + i) % size if op.attributes.get("circular") else begin + i
            result[n, to] = new[n, i]
    return np.moveaxis(result, 1, axis)


def iota(op):
    a, places = op.attributes, range(op.type.shape[op.attributes["axis"]])
    if isinstance(a["start"], int):
        line = wrapped([a["start"] + i * a["step"] for i in places], np.dtype(op.type.dtype))
    else:
        line = a["start"] + np.array(places, np.float32) * a["step"]
    shape = [-1 if d == a["axis"] else 1 for d in range(len(op.type.shape))]
    return np.broadcast_to(line.reshape(shape), op.type.shape)


def one_hot(op, indices, values):
    axis, depth = op.attributes["axis"], op.type.shape[op.attributes["axis"]]
    whole = [int(i) + (depth if int(i) < 0 else 0) for i in indices.data.ravel()]  # a u64 is no i64
    index = np.expand_dims(np.array(whole, object).reshape(indices.data.shape), axis)
    places = np.arange(depth).reshape([-1 if d == axis else 1 for d in range(index.ndim)])
    return np.where(index == places, values.data[1], values.data[0])


def scan(join, start):
    def run(op, x):
        axis, a = op.attributes["axis"], op.attributes
        line = np.moveaxis(x.data, axis, 0)
        line = line[::-1] if a.get("reverse") else line
        result, total = np.empty_like(line), line.dtype.type(start)
        for i, value in enumerate(line):
            following = value if i == 0 else join(total, value)
            result[i] = total if a.get("exclusive") else following
            total = following
        return np.moveaxis(result[::-1] if a.get("reverse") else result, 0, axis)
    return run


def arg_top_k(op, x):
    axis, k = op.attributes["axis"], op.type.shape[op.attributes["axis"]]
    def places(line):
        smallest = op.attributes.get("smallest")
        key = [(np.isnan(v), 0 if np.isnan(v) else v.item()) for v in line]
        order = sorted(range(len(line)), key=lambda i: i)  # lower places first among equals
        order = sorted(order, key=lambda i: key[i], reverse=not smallest)
        return np.array(order[:k], op.type.dtype)
    return np.apply_along_axis(places, axis, x.data)


OPS = {
    "expand": lambda op, x: np.broadcast_to(x.data, op.type.shape),
    "tile": tile, "extend": extend, "reverse_sequence": reverse_sequence, "trilu": trilu,
    "gather_elements": gather_elements, "gather_nd": gather_nd,
    "scatter_elements": scatter_elements, "scatter_nd": scatter_nd,
    "tensor_scatter": tensor_scatter, "iota": iota, "one_hot": one_hot,
    "cum_sum": scan(np.add, 0), "cum_prod": scan(np.multiply, 1), "arg_top_k": arg_top_k,
}
