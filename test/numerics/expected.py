"""Computes every test of these folders in NumPy, from docs/reference/numerics.md alone.

  expected.py FILE.mlir …          compare with the expected values in the files
  expected.py --write FILE.mlir …  put the computed values there (then read them)

An operation is computed by its function in formulas.py's OPS, or as the file itself says:
  // NumPy: reversed(op, x) = x.data[..., ::-1]

Exit status 77 where NumPy is not installed.
"""

import dataclasses
import re
import sys

try:
    import numpy as np
except ImportError:
    print("expected.py: NumPy is not installed; nothing compared")
    sys.exit(77)

import formulas
import narrow
import read_ir


@dataclasses.dataclass
class Value:
    type: read_ir.Type
    data: np.ndarray


def size_of(size, symbols):
    return size if isinstance(size, int) else eval(size.replace("/", "//"), {}, symbols)


def symbols_of(inputs):
    """Returns the values of the symbols in the inputs' types, from their shapes."""
    symbols = {}
    for kind, data in inputs:
        for size, actual in zip(kind.shape, data.shape, strict=True):
            names = set() if isinstance(size, int) else set(re.findall(r"[A-Za-z_]\w*", size))
            if len(names) == 1 and not names <= symbols.keys():
                name = names.pop()
                symbols[name] = next(n for n in range(1, 1 << 20)
                                     if size_of(size, {name: n}) == actual)
    return symbols


def evaluate(function):
    values = {name: Value(*pair) for name, pair in function.inputs.items()}
    symbols = symbols_of(function.inputs.values())
    for op in function.ops:
        for kind in op.types:
            kind.shape = [size_of(size, symbols) for size in kind.shape]
        operands = [values[name] for role, name in op.operands if not role]
        keywords = {role: values[name] for role, name in op.operands if role}
        with np.errstate(all="ignore"):
            computed = formulas.of(op)(op, *operands, **keywords)
        several = computed if isinstance(computed, list) else [computed]
        for name, kind, data in zip(op.results, op.types, several, strict=True):
            assert data.dtype == kind.dtype, (function.name, op.name, data.dtype)
            assert list(data.shape) == kind.shape, (function.name, op.name, data.shape)
            values[name] = Value(kind, data)
    return [values[name] for name in function.returned]


FORMULA = re.compile(r"^// NumPy: (\w+)\(([^)]*)\) = (.*)$", re.M)


def add_formulas(text):
    for name, arguments, formula in FORMULA.findall(text):
        assert name not in formulas.OPS, f"{name} has a formula already"
        formulas.OPS[name] = eval(f"lambda {arguments}: {formula}", {"np": np, "formulas": formulas})


def text_of(value, kind):
    if isinstance(value, np.ndarray) and value.ndim:
        return "[" + ", ".join(text_of(v, kind) for v in value) + "]"
    if isinstance(kind, narrow.Format):
        return "0x%0*X" % (2 * value.itemsize, int(value))
    if value.dtype == np.bool_:
        return "true" if value else "false"
    if value.dtype != np.float32:
        return str(int(value))
    if not np.isfinite(value):
        return "0x%08X" % int(np.asarray(value).view(np.uint32))
    digits = np.format_float_scientific(value, unique=True, trim="0")
    mantissa, exponent = digits.split("e")
    return mantissa + ("" if int(exponent) == 0 else "e%d" % int(exponent))


def kind_of(array, kind):
    names = {"uint8": "ui8", "int8": "i8", "int16": "i16", "uint16": "ui16", "int32": "i32",
             "int64": "i64", "uint32": "ui32", "uint64": "ui64", "float32": "f32", "bool": "i1"}
    named = {kind: name for name, kind in (narrow.FORMATS | read_ir.SMALL).items()}
    name = named[kind] if isinstance(kind, (narrow.Format, read_ir.Small)) else names[array.dtype.name]
    return "tensor<" + "".join("%dx" % d for d in array.shape) + name + ">"


def dense(value):
    return f"dense<{text_of(value.data, value.type.element)}> : {kind_of(value.data, value.type.element)}"


def same(a, b):
    return a.shape == b.shape and a.dtype == b.dtype and np.array_equal(
        a, b, equal_nan=a.dtype.kind == "f")


def check(function, path):
    if function.fails:
        try:
            evaluate(function)
        except (IndexError, ValueError):
            return 0
        print(f"{path}: @{function.name}: NumPy computes it")
        return 1
    wrong = 0
    for i, (got, (_, kind, values)) in enumerate(
            zip(evaluate(function), function.expected, strict=True)):
        if values.strip() == "?" or not same(got.data, read_ir.parse_dense(values, kind)):
            print(f"{path}: @{function.name} result {i}: NumPy has {dense(got)}")
            wrong += 1
    return wrong


def rewrite(text):
    for function in read_ir.parse(text):
        if function.fails:
            continue
        start = text.index(f"@{function.name}(")
        for got in evaluate(function):
            at = text.index("check.expected = ", start) + len("check.expected = ")
            end = text.index("}", at)
            text = text[:at] + dense(got) + text[end:]
            start = end
    return text


def main(arguments):
    write = "--write" in arguments
    wrong = 0
    for path in (a for a in arguments if a != "--write"):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        add_formulas(text)
        if write:
            computed = rewrite(text)
            with open(path, "w", encoding="utf-8") as file:
                file.write(computed)
        else:
            wrong += sum(check(f, path) for f in read_ir.parse(text))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
