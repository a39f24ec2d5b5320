"""Modules of one operation, of every operation that TFLite's writer has a row for and of every type of elements."""

import dataclasses
import math
import re

TYPES = {"f32": "f32", "f16": "f16", "i8": "i8", "u8": "ui8", "i16": "i16", "i32": "i32", "i64": "i64", "ui16": "ui16", "ui32": "ui32",
         "ui64": "ui64", "i1": "i1"}
STEPS = {"i8": ("i8:f32", 0.25, -3), "u8": ("u8:f32", 0.25, 125), "i16": ("i16:f32", 0.25, 0)}
# Kernels fix these steps of their results: (scale, zero point) by type.
PROBABILITY = {"i8": (2.0 ** -8, -128), "u8": (2.0 ** -8, 0), "i16": (2.0 ** -15, 0)}
HYPERBOLIC = {"i8": (2.0 ** -7, 0), "u8": (2.0 ** -7, 128), "i16": (2.0 ** -15, 0)}
LOGARITHM = {"i8": (2.0 ** -4, 127), "u8": (2.0 ** -4, 255)}
# Results of another scale, or another zero point, than STEPS has.
OTHER_SCALE = {"i8": (0.699999988079071, 4), "u8": (6.300000190734863, 130), "i16": (6.300000190734863, 0)}
OTHER_ZERO = {"i8": (0.25, 9), "u8": (0.25, 117)}
IMAGE = (1, 4, 2, 3)


@dataclasses.dataclass
class Case:
    name: str
    kind: str
    text: str


def quantized(kind, scale, zero):
    return f"!quant.uniform<{STEPS[kind][0]}, {scale!r}:{zero}>"


def element(kind, fixed=None):
    if kind not in STEPS:
        return TYPES[kind]
    return quantized(kind, *(fixed or {}).get(kind, STEPS[kind][1:]))


def tensor(shape, of):
    return "tensor<" + "".join(f"{size}x" for size in shape) + of + ">"


def module(operation, attributes, operands, results, constants=()):
    """operands, constants: types; constants stand behind the operands, (type, text of the value) each."""
    names = [f"%x{i}" for i in range(len(operands))] + [f"%c{i}" for i in range(len(constants))]
    lines, resources = [], []
    for i, (kind, value) in enumerate(constants):
        if "quant" in kind:  # of steps of 8 bits, all the same
            count = math.prod(int(size) for size in re.match(r"tensor<((?:\d+x)+)", kind)[1].rstrip("x").split("x"))
            resources.append(f'c{i}: "0x40000000{int(value) % 256:02X}' + f"{int(value) % 256:02X}" * (count - 1) + '"')
        text = f"dense_resource<c{i}>" if "quant" in kind else f"dense<{value}>"
        lines.append(f"  %c{i} = nn.constant {{nn.name = \"c{i}\"}} {text} : {kind}")
    held = "{-# dialect_resources: { builtin: { " + ", ".join(resources) + " } } #-}" if resources else ""
    said = f" {{{attributes}}}" if attributes else ""
    types = ", ".join([*operands, *(kind for kind, _ in constants)])
    many = f":{len(results)}" if len(results) > 1 else ""
    told = results[0] if len(results) == 1 else "(" + ", ".join(results) + ")"
    names_out = ", ".join(f"%y#{i}" for i in range(len(results))) if many else "%y"
    ports = ", ".join(f"%x{i}: {kind} {{nn.name = \"x{i}\"}}" for i, kind in enumerate(operands))
    outputs = ", ".join(f"{kind} {{nn.name = \"y{i}\"}}" for i, kind in enumerate(results))
    return "\n".join([f"func.func @main({ports}) -> ({outputs}) attributes {{nn.fixed_point = \"tflite\"}} {{", *lines,
                      f"  %y{many} = {operation} {', '.join(names)}{said} : ({types}) -> {told}",
                      f"  return {names_out} : {', '.join(results)}", "}", held, ""])


def same(kind, count=1, fixed=None):
    """Operands of one type, and a result of it."""
    return [tensor(IMAGE, element(kind))] * count, [tensor(IMAGE, element(kind, fixed))]


def elementwise(name, count=1, attributes="", fixed=None):
    return lambda kind: module(name, attributes, *same(kind, count, fixed))


def comparison(name):
    return lambda kind: module(name, "", [tensor(IMAGE, element(kind))] * 2, [tensor(IMAGE, "i1")])


def reduction(name, keeps=False, fixed=None):
    shape = (1, 1, 2, 3) if keeps else (1, 2, 3)
    return lambda kind: module(name, "axes = array<i64: 1>" + (", keep_dims" if keeps else ""),
                               [tensor(IMAGE, element(kind))], [tensor(shape, element(kind, fixed))])


def place(name):
    return lambda kind: module(name, "axis = 1 : i64", [tensor(IMAGE, element(kind))], [tensor((1, 2, 3), "i64")])


def moved(name, attributes, shape, count=1, constants=()):
    return lambda kind: module(name, attributes, [tensor(IMAGE, element(kind))] * count, [tensor(shape, element(kind))], constants)


def weights(kind):
    """The type of weights beside inputs of this one."""
    return {"f32": "f32", "u8": quantized("u8", 0.5, 128)}.get(kind, "!quant.uniform<i8:f32, 0.5>" if kind in STEPS else TYPES[kind])


def layer(name, attributes, shape, kernel):
    return lambda kind: module(name, attributes, [tensor(IMAGE, element(kind))], [tensor(shape, element(kind))],
                               [(tensor(kernel, weights(kind)), constant(kind))])


def constant(kind):
    return "1.0" if kind in ("f32", "f16") else "true" if kind == "i1" else "1"


def product(shape, other, result, constants=False):
    def make(kind):
        right = tensor(other, weights(kind))
        operands = [tensor(shape, element(kind))] + ([] if constants else [tensor(other, element(kind))])
        return module("nn.matmul", "", operands, [tensor(result, element(kind))], [(right, constant(kind))] if constants else ())
    return make


def pooled(name):
    return lambda kind: module(name, "kernel = array<i64: 2, 2>, strides = array<i64: 1, 1>", [tensor(IMAGE, element(kind))],
                               [tensor((1, 4, 1, 2), element(kind))])


def cast(to):
    return lambda kind: module("nn.cast", "", [tensor(IMAGE, element(kind))], [tensor(IMAGE, TYPES[to])]) if kind not in STEPS else None


def steps_of(to):
    def make(kind):
        other = quantized(to, 0.5, 0)
        name = "nn.requantize" if kind in STEPS else "nn.quantize"
        return module(name, "", [tensor(IMAGE, element(kind))], [tensor(IMAGE, other)])
    return make


def real(kind):
    return module("nn.dequantize", "", [tensor(IMAGE, element(kind))], [tensor(IMAGE, "f32")]) if kind in STEPS else None


def choice(kind):
    return module("nn.where", "", [tensor(IMAGE, "i1")] + [tensor(IMAGE, element(kind))] * 2, [tensor(IMAGE, element(kind))])


def halves(kind):
    return module("nn.split", "axis = 1 : i64, sizes = array<i64: 1, 3>", [tensor(IMAGE, element(kind))],
                  [tensor((1, 1, 2, 3), element(kind)), tensor((1, 3, 2, 3), element(kind))])


def rows(kind):
    return module("nn.gather", "axis = 1 : i64", [tensor(IMAGE, element(kind))], [tensor((1, 2, 2, 3), element(kind))],
                  [("tensor<2xi32>", "[3, 0]")])


def padded(kind):
    value = "0.0 : f32" if kind in STEPS or kind[0] == "f" else "0 : i64"
    return module("nn.pad", f"low = array<i64: 0, 0, 1, 2>, high = array<i64: 0, 0, 1, 0>, value = {value}", [tensor(IMAGE, element(kind))],
                  [tensor((1, 4, 4, 5), element(kind))])


def resized(is_linear):
    def make(kind):
        tables = [("tensor<4xi32>", "[0, 0, 1, 1]")]
        attributes = "axis = 2 : i64, step = 0 : i64"
        if is_linear:
            tables = [("tensor<4xi32>", "[0, 0, 0, 0]"), ("tensor<4x2xf32>", "[[1.0, 0.0], [0.75, 0.25], [0.25, 0.75], [0.0, 1.0]]")]
        return module("nn.resample", attributes, [tensor(IMAGE, element(kind))], [tensor((1, 4, 4, 3), element(kind))], tables)
    return make


ONE = ("nn.neg nn.abs nn.sign nn.exp nn.log nn.sqrt nn.floor nn.ceil nn.round nn.sin nn.cos nn.relu nn.hard_swish nn.erf nn.reciprocal").split()
TWO = "nn.add nn.sub nn.mul nn.div nn.pow nn.prelu nn.max nn.min".split()
OPERATIONS = {
    **{name: elementwise(name) for name in ONE}, **{name: elementwise(name, 2) for name in TWO},
    "nn.sigmoid": elementwise("nn.sigmoid", fixed=PROBABILITY), "nn.tanh": elementwise("nn.tanh", fixed=HYPERBOLIC),
    "nn.softmax": elementwise("nn.softmax", attributes="axis = 3 : i64", fixed=PROBABILITY),
    "nn.log_softmax": elementwise("nn.log_softmax", attributes="axis = 3 : i64", fixed=LOGARITHM),
    "nn.clip 0 6": elementwise("nn.clip", attributes="min = 0.0 : f32, max = 6.0 : f32"),
    "nn.clip -1 1": elementwise("nn.clip", attributes="min = -1.0 : f32, max = 1.0 : f32"),
    "nn.clip 0 1": elementwise("nn.clip", attributes="min = 0.0 : f32, max = 1.0 : f32"),
    "nn.clip -2 3": elementwise("nn.clip", attributes="min = -2.0 : f32, max = 3.0 : f32"),
    "nn.leaky_relu": elementwise("nn.leaky_relu", attributes="alpha = 0.125 : f32"),
    "nn.gelu": elementwise("nn.gelu"), "nn.gelu tanh": elementwise("nn.gelu", attributes='approximate = "tanh"'),
    "nn.elu": elementwise("nn.elu", attributes="alpha = 1.0 : f32"), "nn.swish": elementwise("nn.swish", attributes="alpha = 1.0 : f32"),
    "nn.hard_sigmoid": elementwise("nn.hard_sigmoid", attributes="alpha = 0.25 : f32, beta = 0.5 : f32"),
    **{f"nn.{name}": comparison(f"nn.{name}") for name in ("equal", "less", "less_equal")},
    **{f"nn.{name}": elementwise(f"nn.{name}", 2) for name in ("and", "or", "xor")}, "nn.not": elementwise("nn.not"), "nn.where": choice,
    **{f"nn.reduce_{name}": reduction(f"nn.reduce_{name}") for name in ("mean", "sum", "prod", "max", "min", "sum_square", "l2")},
    "nn.reduce_sum scaled": reduction("nn.reduce_sum", fixed=OTHER_SCALE), "nn.reduce_sum moved": reduction("nn.reduce_sum", fixed=OTHER_ZERO),
    "nn.reduce_mean kept": reduction("nn.reduce_mean", True), "nn.arg_max": place("nn.arg_max"), "nn.arg_min": place("nn.arg_min"),
    "nn.concat": moved("nn.concat", "axis = 1 : i64", (1, 8, 2, 3), 2), "nn.split": halves, "nn.pad": padded, "nn.gather": rows,
    "nn.slice": moved("nn.slice", "starts = array<i64: 0, 1, 0, 0>, steps = array<i64: 1, 2, 1, 1>", (1, 2, 2, 3)),
    "nn.extend": moved("nn.extend", 'low = array<i64: 0, 1, 0, 0>, high = array<i64: 0, 0, 0, 1>, mode = "reflect"', (1, 5, 2, 4)),
    "nn.reshape": moved("nn.reshape", "", (8, 3)), "nn.expand": moved("nn.expand", "", (2, 4, 2, 3)),
    "nn.transpose": moved("nn.transpose", "permutation = array<i64: 0, 2, 1, 3>", (1, 2, 4, 3)),
    "nn.tile": moved("nn.tile", "repeats = array<i64: 2, 1, 1, 3>", (2, 4, 2, 9)),
    "nn.conv2d": layer("nn.conv2d", "", (1, 5, 1, 2), (5, 4, 2, 2)), "nn.conv2d deep": layer("nn.conv2d", "groups = 4 : i64", (1, 4, 1, 2), (4, 1, 2, 2)),
    "nn.matmul": product((2, 4), (4, 3), (2, 3), True), "nn.matmul computed": product((1, 2, 4), (1, 4, 3), (1, 2, 3)),
    "nn.max_pool2d": pooled("nn.max_pool2d"), "nn.avg_pool2d": pooled("nn.avg_pool2d"),
    "nn.resample nearest": resized(False), "nn.resample linear": resized(True), "nn.dequantize": real,
    **{f"nn.cast {to}": cast(to) for to in ("f32", "f16", "i8", "u8", "i16", "i32", "i64", "i1") if to not in STEPS},
    **{f"nn.quantize {to}": steps_of(to) for to in STEPS},
}


def cases():
    for name, make in OPERATIONS.items():
        for kind in TYPES:
            text = make(kind)
            if text:
                yield Case(name, kind, text)
