"""Recurrent layers on NumPy arrays, from ONNX's equations: each operation rounded to f32, functions
in f64 and rounded once, sums of h·R in the one order."""

import numpy as np

import formulas


def f32(x):
    return np.asarray(x, np.float32)


def f64(x):
    return np.asarray(x, np.float64)


def one(x):
    return f32(1) - x


ACTIVATIONS = {
    "relu": lambda x, a, b: np.maximum(x, f32(0)),
    "tanh": lambda x, a, b: f32(np.tanh(f64(x))),
    "sigmoid": lambda x, a, b: f32(1 / (1 + np.exp(-f64(x)))),
    "affine": lambda x, a, b: x * a + b,
    "leaky_relu": lambda x, a, b: np.where(x < 0, x * a, x),
    "thresholded_relu": lambda x, a, b: np.where(x >= a, x, f32(0)),
    "scaled_tanh": lambda x, a, b: f32(np.tanh(f64(x * b))) * a,
    "hard_sigmoid": lambda x, a, b: np.clip(x * a + b, f32(0), f32(1)),
    "elu": lambda x, a, b: np.where(x < 0, f32(np.expm1(f64(x))) * a, x),
    "softsign": lambda x, a, b: x / (f32(1) + np.abs(x)),
    "softplus": lambda x, a, b: f32(np.logaddexp(0, f64(x))),
}


def through_byte(h):
    """s·(q − z) of its own range and 0 (D4)."""
    low, high = np.minimum(h.min(), f32(0)), np.maximum(h.max(), f32(0))
    share = (high - low) / f32(255)
    scale = share if np.finfo(np.float32).tiny <= share <= np.finfo(np.float32).max else f32(1)
    place = np.rint(np.clip(f32(0) - low / scale, f32(0), f32(255)))
    zero = f32(0) if np.isnan(place) else place
    steps = h / scale
    moved = np.rint(np.where(np.isnan(steps), f32(0), steps)) + zero
    return scale * (np.clip(moved, f32(0), f32(255)) - zero)


class Cell:
    """One direction of one sample."""

    def __init__(self, op, direction, functions, weights, bias, peepholes):
        self.op, self.weights, self.bias = op, weights[direction], bias
        self.hidden = self.weights.shape[1]
        self.bias = None if bias is None else bias[direction]
        self.peepholes = None if peepholes is None else peepholes[direction].reshape(3, -1)
        self.first = direction * functions

    def sum(self, gate, h):
        rows = slice(gate * self.hidden, (gate + 1) * self.hidden)
        if "rounds_state" in self.op.attributes:
            h = through_byte(h)
        total = formulas.ordered(self.weights[rows] * h, (1,), False)
        return total if self.bias is None else total + self.bias[rows]

    def apply(self, index, x):
        attributes, at = self.op.attributes, self.first + index
        if "clip" in attributes:
            x = np.minimum(np.maximum(x, -attributes["clip"]), attributes["clip"])
        alpha, beta = (f32(attributes[name][at]) if name in attributes else None
                       for name in ("alphas", "betas"))
        return f32(ACTIVATIONS[attributes["activations"][at]](x, alpha, beta))

    def peep(self, index, c):
        return f32(0) if self.peepholes is None else self.peepholes[index] * c


def rnn(cell, x, h, c):
    return cell.apply(0, x[0] + cell.sum(0, h)), c


def gru(cell, x, h, c):
    z = cell.apply(0, x[0] + cell.sum(0, h))
    r = cell.apply(0, x[1] + cell.sum(1, h))
    if "linear_before_reset" in cell.op.attributes:
        n = cell.apply(1, x[2] + r * cell.sum(2, h))
    else:
        n = cell.apply(1, x[2] + cell.sum(2, r * h))
    return one(z) * n + z * h, c


def lstm(cell, x, h, c):
    i = cell.apply(0, x[0] + cell.sum(0, h) + cell.peep(0, c))
    f = cell.apply(0, x[2] + cell.sum(2, h) + cell.peep(2, c))
    if "input_forget" in cell.op.attributes:
        f = one(i)
    c = f * c + i * cell.apply(1, x[3] + cell.sum(3, h))
    o = cell.apply(0, x[1] + cell.sum(1, h) + cell.peep(1, c))
    return o * cell.apply(2, c), c


def layer(step, gates, functions, has_cell):
    def run(op, x, weights, bias=None, lengths=None, hidden=None, cell=None, peepholes=None):
        data = [None if v is None else v.data for v in (bias, hidden, cell, peepholes)]
        bias, hidden, start, peepholes = data
        steps, batch = x.data.shape[:2]
        directions, _, units = weights.data.shape
        y = np.zeros((steps, directions, batch, units), np.float32)
        last = np.zeros((2, directions, batch, units), np.float32)
        for d in range(directions):
            backwards = d == 1 or op.attributes.get("direction") == "reverse"
            for b in range(batch):
                state = [np.zeros(units, np.float32) if s is None else s[d, b] for s in (hidden, start)]
                made = Cell(op, d, functions, weights.data, bias, peepholes)
                count = steps if lengths is None else int(lengths.data[b])
                if not 0 <= count <= steps:
                    raise IndexError(count)
                for t in range(count)[::-1 if backwards else 1]:
                    gate = x.data[t, b].reshape(directions, gates, units)[d]
                    state = step(made, gate, *state)
                    y[t, d, b] = state[0]
                last[:, d, b] = state
        return [y, *last] if has_cell else [y, last[0]]
    return run


OPS = {"rnn": layer(rnn, 1, 1, False), "gru": layer(gru, 3, 2, False), "lstm": layer(lstm, 4, 3, True)}
