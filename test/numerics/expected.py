"""Computes every test of this folder in NumPy, from NUMERICS.md alone.

  expected.py FILE.mlir …          compare with the expected values in the files
  expected.py --write FILE.mlir …  put the computed values there (then read them)

Exit status 77 where NumPy is not installed.
"""

import dataclasses
import sys

try:
    import numpy as np
except ImportError:
    print("expected.py: NumPy is not installed; nothing compared")
    sys.exit(77)

import formulas
import read_ir


@dataclasses.dataclass
class Value:
    type: read_ir.Type
    data: np.ndarray


def evaluate(function):
    values = {name: Value(*pair) for name, pair in function.inputs.items()}
    for op in function.ops:
        operands = [values[name] for role, name in op.operands if not role]
        keywords = {role: values[name] for role, name in op.operands if role}
        with np.errstate(all="ignore"):
            computed = formulas.OPS[op.name](op, *operands, **keywords)
        several = computed if isinstance(computed, list) else [computed]
        for name, kind, data in zip(op.results, op.types, several, strict=True):
            assert data.dtype == kind.dtype, (function.name, op.name, data.dtype)
            sizes = [have for have, want in zip(data.shape, kind.shape) if want is not None]
            assert sizes == [d for d in kind.shape if d is not None], (function.name, data.shape)
            values[name] = Value(kind, data)
    return [values[name].data for name in function.returned]


def text_of(value):
    if isinstance(value, np.ndarray) and value.ndim:
        return "[" + ", ".join(text_of(v) for v in value) + "]"
    if value.dtype != np.float32:
        return str(int(value))
    if not np.isfinite(value):
        return "0x%08X" % int(np.asarray(value).view(np.uint32))
    digits = np.format_float_scientific(value, unique=True, trim="0")
    mantissa, exponent = digits.split("e")
    return mantissa + ("" if int(exponent) == 0 else "e%d" % int(exponent))


def kind_of(array):
    names = {"uint8": "ui8", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64",
             "float32": "f32"}
    return "tensor<" + "".join("%dx" % d for d in array.shape) + names[array.dtype.name] + ">"


def same(a, b):
    return a.shape == b.shape and a.dtype == b.dtype and np.array_equal(
        a, b, equal_nan=a.dtype.kind == "f")


def check(function, path):
    if function.fails:
        try:
            evaluate(function)
        except IndexError:
            return 0
        print(f"{path}: @{function.name}: NumPy computes it")
        return 1
    wrong = 0
    for i, (got, (_, kind, values)) in enumerate(
            zip(evaluate(function), function.expected, strict=True)):
        if values.strip() == "?" or not same(got, read_ir.parse_dense(values, kind)):
            print(f"{path}: @{function.name} result {i}: NumPy has dense<{text_of(got)}> : {kind_of(got)}")
            wrong += 1
    return wrong


def rewrite(text):
    for function in read_ir.parse(text):
        start = text.index(f"@{function.name}(")
        for got in evaluate(function):
            at = text.index("check.expected = ", start) + len("check.expected = ")
            end = text.index("}", at)
            text = text[:at] + f"dense<{text_of(got)}> : {kind_of(got)}" + text[end:]
            start = end
    return text


def main(arguments):
    write = "--write" in arguments
    wrong = 0
    for path in (a for a in arguments if a != "--write"):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if write:
            with open(path, "w", encoding="utf-8") as file:
                file.write(rewrite(text))
        else:
            wrong += sum(check(f, path) for f in read_ir.parse(text))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
