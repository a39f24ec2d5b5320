"""Reads the little IR of these tests: one operation a line, one type a value.

Shares nothing with the compiler: what NumPy computes from a file is an
independent reading of it.
"""

import dataclasses
import re

import numpy as np

import narrow



@dataclasses.dataclass(frozen=True)
class Small:
    """Integers of less than a byte, a byte each."""
    storage: type
    low: int
    high: int


SMALL = {"i2": Small(np.int8, -2, 1), "i4": Small(np.int8, -8, 7), "ui2": Small(np.uint8, 0, 3),
         "ui4": Small(np.uint8, 0, 15)}
PLAIN = {"f32": np.float32, "i1": np.bool_, "i8": np.int8, "ui8": np.uint8,
         "i16": np.int16, "ui16": np.uint16, "i32": np.int32, "ui32": np.uint32, "i64": np.int64, "ui64": np.uint64,
         **narrow.FORMATS, **SMALL}
STORAGE = {"i8": (np.int8, -128, 127), "u8": (np.uint8, 0, 255),
           "ui8": (np.uint8, 0, 255), "i16": (np.int16, -32768, 32767),
           "i32": (np.int32, -2**31, 2**31 - 1), "u16": (np.uint16, 0, 65535), "i4": (np.int8, -8, 7), "u4": (np.uint8, 0, 15),
           "i2": (np.int8, -2, 1), "u2": (np.uint8, 0, 3)}


@dataclasses.dataclass
class Quant:
    """A quantized element; scale and zero_point are arrays along `axis`, or scalars."""
    storage: type
    low: int
    high: int
    scale: np.ndarray
    zero_point: np.ndarray
    axis: int = -1


@dataclasses.dataclass
class Type:
    shape: list  # a number, or the text of a size that symbols decide
    element: object  # a NumPy type, Quant, or narrow.Format, whose values are codes

    @property
    def dtype(self):
        return getattr(self.element, "storage", self.element)


@dataclasses.dataclass
class Op:
    results: list  # value names; those of several results are y, y#1, …
    name: str
    operands: list  # (role, value name), the role "" or that of a keyword
    attributes: dict
    types: list
    is_fixed_point: bool = False  # its function has nn.fixed_point
    is_lite: bool = False  # its function has nn.fixed_point = "tflite"

    @property
    def type(self):
        return self.types[0]


@dataclasses.dataclass
class Function:
    name: str
    inputs: dict  # name → (Type, array)
    expected: list  # (Type, array, the text of its dense<…>)
    ops: list
    returned: list
    fails: bool  # every run of it does


def _quant(text):
    m = re.match(r"!quant\.uniform<(\w+)(?:<(-?\d+):(-?\d+)>)?:f32(?::(\d+))?, (.*)>$", text)
    storage, low, high = STORAGE[m[1]]
    low, high = int(m[2] or low), int(m[3] or high)
    pairs = [p.strip().partition(":") for p in m[5].strip("{}").split(",")]
    scale = np.array([float(p[0]) for p in pairs])
    zero = np.array([int(p[2] or 0) for p in pairs])
    assert (scale == scale.astype(np.float32)).all(), text
    if m[4] is None:
        return Quant(storage, low, high, scale[0], zero[0])
    return Quant(storage, low, high, scale, zero, int(m[4]))


def _split_sizes(text):
    """At commas outside of parentheses."""
    sizes, depth = [""], 0
    for c in text:
        depth += (c == "(") - (c == ")")
        if c == "," and not depth:
            sizes.append("")
        else:
            sizes[-1] += c
    return [size.strip() for size in sizes]


def parse_type(text, aliases):
    body, sizes = text.strip(), []
    if dims := re.search(r", #nn\.dims<([^>]*)>>$", body):
        body, sizes = body[:dims.start()] + ">", _split_sizes(dims[1])
    body = re.match(r"tensor<(.*)>$", body)[1]
    shape = []
    while m := re.match(r"(\d+|\?)x", body):
        shape.append(sizes.pop(0) if m[1] == "?" else int(m[1]))
        body = body[m.end():]
    body = aliases.get(body, body)
    return Type(shape, _quant(body) if body.startswith("!quant") else PLAIN[body])


def _literal(word, dtype):
    if word in ("true", "false"):
        return np.bool_(word == "true")
    if isinstance(dtype, narrow.Format):
        return dtype.storage(int(word, 16))
    if word.startswith("0x"):
        return np.array(int(word, 16), np.uint32).view(np.float32)[()]
    if dtype is np.float32:
        return dtype(float(word))
    return getattr(dtype, "storage", dtype)(int(word))


def parse_dense(values, text):
    """The array of dense<values> : text."""
    m = re.match(r"tensor<((?:\d+x)*)(\w+)>$", text.strip())
    shape = [int(d) for d in m[1].split("x") if d]
    dtype = PLAIN[m[2]]
    words = re.findall(r"[^\s,\[\]]+", values)
    array = np.array([_literal(w, dtype) for w in words], getattr(dtype, "storage", dtype))
    return array.reshape(shape) if len(words) > 1 or not shape else np.full(shape, array[0])


def _attributes(text):
    found = {}
    for m in re.finditer(r"(\w+)(?: = (array<i64: ?([^>]*)>|array<f32: [^>]*>|\[[^\]]*\]|[^,]+))?(?:, |$)",
                         text or ""):
        if m[2] is None:
            found[m[1]] = True
        elif m[2].startswith("["):
            found[m[1]] = re.findall(r'"(\w+)"', m[2])
        elif m[2].startswith("array<f32"):
            found[m[1]] = [np.float32(v) for v in m[2][len("array<f32: "):-1].split(",")]
        elif m[3] is not None:
            found[m[1]] = [int(v) for v in m[3].split(",") if v.strip()]
        elif m[2] in ("true", "false"):
            found[m[1]] = m[2] == "true"
        elif m[2].startswith('"'):
            found[m[1]] = m[2].strip('"')
        else:
            word, _, kind = m[2].partition(" : ")
            found[m[1]] = int(word) if kind == "i64" else _literal(word, np.float32)
    return found


def _value(name):
    return name.removesuffix("#0")


def _operation(line, aliases):
    m = re.match(r"\s*%(\w+)(?::\d+)? = nn\.(\w+)(.*?)(?: \{(.*?)\})? : \(.*\) -> (.*)$", line)
    operands = [(role.strip(), _value(name))
                for role, name in re.findall(r"(\w+ |)%(\w+(?:#\d+)?)", m[3])]
    types = [parse_type(t, aliases) for t in re.findall(r"tensor<(?:[^<>]|<[^<>]*>)*>", m[5])]
    results = [_value(f"{m[1]}#{i}") for i in range(len(types))]
    return Op(results, m[2], operands, _attributes(m[4]), types)


def parse(text):
    aliases = dict(re.findall(r"^(!\w+) = (.*)$", text, re.M))
    functions = []
    for part in re.split(r"^func\.func ", text, flags=re.M)[1:]:
        head, body = re.split(r"\)(?: attributes \{.*\})? \{\n", part, maxsplit=1)
        inputs, expected = {}, []
        for m in re.finditer(r"%(\w+): (tensor<.*?>) \{check\.(?:input|constant) = "
                             r"dense<(.*?)> : (tensor<.*?>)\}", head, re.S):
            inputs[m[1]] = (parse_type(m[2], aliases), parse_dense(m[3], m[4]))
        for m in re.finditer(r"(tensor<[^{]*?>) \{check\.expected = dense<(.*?)> : (tensor<.*?>)\}",
                             head.rpartition("->")[2], re.S):
            expected.append((parse_type(m[1], aliases), m[3], m[2]))
        ops = [_operation(l, aliases) for l in body.splitlines() if " = nn." in l]
        for op in ops:
            op.is_lite = bool(re.search(r"\) attributes \{[^\n]*nn\.fixed_point = \"tflite\"[^\n]*\{\n", part))
            op.is_fixed_point = not op.is_lite and bool(
                re.search(r"\) attributes \{[^\n]*nn\.fixed_point[^\n]*\{\n", part))
        returned = [_value(name.strip(" %"))
                    for name in re.search(r"return (.*?) :", body)[1].split(",")]
        functions.append(Function(re.match(r"@(\w+)", head)[1], inputs, expected, ops, returned,
                                  "check.fails" in part))
    return functions
