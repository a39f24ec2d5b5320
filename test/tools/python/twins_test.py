"""Each operation built from Python is what its text is: accepted or refused with the same words, and inferred to the same types.

The operations are those of the project's own .mlir files (test/ir, test/numerics); each is built again as it stands, and with
something changed at random beside the same change in text."""

import json
import random
import re
import struct
import unittest

import numpy
import qopt
from common import ROOT
from qopt._operations import DEFINITIONS

FILES = sorted([*(ROOT / "test" / "ir" / "ops").glob("*/*roundtrip*.mlir"), *(ROOT / "test" / "ir" / "ops").glob("*/*split.mlir"),
                *(ROOT / "test" / "ir" / "ops").glob("*/recurrent_activations.mlir"), *(ROOT / "test" / "numerics").rglob("*.mlir")])
# Some operations take types under the interpreter's rules that they take nowhere else, and qopt.build states no such rules.
FILES = [path for path in FILES if path.parent.name != "lite"]
CHANGES = 600

DTYPES = ["float32", "float16", "bfloat16", "float64", "int8", "uint8", "int16", "int32", "int64", "uint32", "bool", "int4", "float8e5m2",
          "!quant.uniform<i8:f32, 0.5>", "!quant.uniform<u8:f32, 0.25:3>", "!quant.uniform<i16:f32, 0.5>",
          "!quant.uniform<i32:f32, 0.5>", "!quant.uniform<i8<-127:127>:f32:0, {0.5, 0.25}>"]


def functions_of(text):
    """Each function of a file as a module of its own."""
    text = re.sub(r"^module[^{]*\{$|^// -----$", "", text, flags=re.M)
    head = "\n".join(re.findall(r"^[!#]\w+ = .*$", text, flags=re.M))
    tail = text[text.index("{-#"):] if "{-#" in text else ""
    for function in re.findall(r"^ *func\.func .*?^ *\}$", text, flags=re.M | re.S):
        yield f"{head}\n{function}\n{tail}"


def models():
    for file in FILES:
        for text in functions_of(file.read_text(encoding="utf-8")):
            try:
                yield qopt.load(text.encode())
            except qopt.Error:
                continue


def operands_of(op, definition):
    return [op[name] for name, _ in definition.operands]


def stated(op, definition):
    return {name: value for name, value in op.attributes.items() if value is not None and name not in definition.arrays}


class Rebuilt(unittest.TestCase):
    def test_each_operation_of_the_project_s_tests(self):
        kinds, inferred, told = set(), set(), set()

        def again(op, net):
            definition = DEFINITIONS[op.kind]
            key = op.results[0]
            if op.kind == "constant" or key in done:
                return None
            call, given = getattr(net, definition.method), operands_of(op, definition)
            try:
                values = call(*given, **stated(op, definition))
                inferred.add(op.kind)
            except qopt.ArgumentError as error:
                self.assertRegex(str(error), r"give (dtype|shape)=")
                told.add(op.kind)
                values = call(*given, **stated(op, definition), dtype=key.dtype, shape=key.shape)
            values = values if isinstance(values, tuple) else (values,)
            if [v.type for v in values] != [v.type for v in op.results]:
                values = call(*given, **stated(op, definition), dtype=key.dtype, shape=key.shape)  # another type, which fits too
                values = values if isinstance(values, tuple) else (values,)
            kinds.add(op.kind)
            done.update(values)
            return values

        rebuild = qopt.rewrite.pattern(lambda op: True)(again)
        count = 0
        for model in models():
            done, before = set(), model.hash
            count += rebuild(model)
            model.run("strip-unused")
            whole = qopt.load(model.text.encode())
            self.assertEqual(whole.hash, model.hash)
            del before
        self.assertGreater(count, 500)
        self.assertLessEqual(set(DEFINITIONS) - kinds, {"constant"})
        self.assertGreater(len(inferred), 80)


# ---- changes beside their texts ----

def float_text(value):
    return f"0x{struct.unpack('<I', struct.pack('<f', value))[0]:08X} : f32"


def attribute_text(kinds, value):
    kind = kinds.split("|")
    if "F32Attr" in kind and isinstance(value, float):
        return float_text(value)
    if "I64Attr" in kind:
        return f"{value} : i64"
    if kind == ["UnitAttr"]:
        return "unit"
    if kind == ["BoolAttr"]:
        return "true" if value else "false"
    if kind == ["StrAttr"]:
        return json.dumps(value)
    if kind == ["StrArrayAttr"]:
        return json.dumps(list(value))
    word, show = {"DenseI64ArrayAttr": ("i64", str), "DenseF32ArrayAttr": ("f32", lambda v: f"{v:.9e}")}[kinds]
    return f"array<{word}: {', '.join(map(show, value))}>" if value else f"array<{word}>"


class Sample:
    """An operation with its operands' types, its attributes and its results' one type."""

    def __init__(self, op):
        self.definition = DEFINITIONS[op.kind]
        self.groups = []
        for value in operands_of(op, self.definition):
            group = value if isinstance(value, tuple) else () if value is None else (value,)
            self.groups.append([(one.dtype, one.shape) for one in group])
        self.attributes = stated(op, self.definition)
        self.dtype, self.shape, self.results = op.results[0].dtype, op.results[0].shape, len(op.results)

    def key(self):
        return repr((self.definition.name, self.groups, self.attributes, self.dtype, self.shape))

    def changed(self, chance):
        other = object.__new__(Sample)
        other.__dict__ = {**self.__dict__, "groups": [list(group) for group in self.groups], "attributes": dict(self.attributes)}
        places = [(g, i) for g, group in enumerate(other.groups) for i in range(len(group))]
        what = chance.choice(["dtype", "shape", "attribute", "attribute", "operand", "operand", "absent", "nothing"])
        if what == "dtype":
            other.dtype = chance.choice(DTYPES)
        elif what == "shape":
            other.shape = changed_shape(chance, self.shape)
        elif what == "attribute" and other.attributes:
            name = chance.choice(sorted(other.attributes))
            other.attributes[name] = changed_value(chance, other.attributes[name])
        elif what == "operand" and places:
            g, i = chance.choice(places)
            dtype, shape = other.groups[g][i]
            other.groups[g][i] = (chance.choice(DTYPES), shape) if chance.random() < 0.5 else (dtype, changed_shape(chance, shape))
        elif what == "absent":
            absent = [g for g, (_, form) in enumerate(self.definition.operands) if form != "one" and other.groups[g]]
            if absent:
                other.groups[chance.choice(absent)] = []
        return other

    def built(self):
        """Builds the operation in Python. Returns the error, None where it is accepted, and the
        types in text."""
        net = qopt.build.network("twin")
        groups = [[net.input(f"v{g}_{i}", shape, dtype) for i, (dtype, shape) in enumerate(group)] for g, group in enumerate(self.groups)]
        result = qopt.build.network("types").input("r", self.shape, self.dtype).type
        types = [[value.type for value in group] for group in groups]
        given = [group if form == "variadic" else group[0] if group else None
                 for group, (_, form) in zip(groups, self.definition.operands)]
        try:
            values = getattr(net, self.definition.method)(*given, **self.attributes, dtype=self.dtype, shape=self.shape, name="t")
        except qopt.Error as error:
            return str(error), types, result
        self.results = len(values) if isinstance(values, tuple) else 1
        return None, types, result

    def text(self, types, result):
        words = [f"{name} = {attribute_text(self.definition.attributes[name][0], value)}" for name, value in self.attributes.items()
                 if value is not False or self.definition.attributes[name][0] != "UnitAttr"]
        if sum(form != "one" for _, form in self.definition.operands) > 1:
            words.append(f"operandSegmentSizes = array<i32: {', '.join(str(len(group)) for group in types)}>")
        flat = [one for group in types for one in group]
        names = [f"%a{i}" for i in range(len(flat))]
        arguments = ", ".join(f'{name}: {one} {{nn.name = "a{name[2:]}"}}' for name, one in zip(names, flat))
        properties = f" <{{{', '.join(words)}}}>" if words else ""
        return (f'func.func @main({arguments}) attributes {{nn.entry}} {{\n  %r:{self.results} = "nn.{self.definition.name}"'
                f'({", ".join(names)}){properties} {{nn.name = "t"}} : ({", ".join(flat)}) -> '
                f'({", ".join([result] * self.results)})\n  return\n}}\n')


def changed_shape(chance, shape):
    sizes = list(shape)
    if sizes and chance.random() < 0.6:
        sizes[chance.randrange(len(sizes))] = chance.choice([0, 1, 2, 3, 7, "N", "2*N", "M"])
    elif sizes and chance.random() < 0.5:
        sizes.pop(chance.randrange(len(sizes)))
    else:
        sizes.insert(chance.randint(0, len(sizes)), chance.choice([1, 2, "N"]))
    return tuple(sizes)


def changed_value(chance, value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return chance.choice([0, 1, 2, 3, -1, 7, 2**31, 2**62, -2**63])
    if isinstance(value, float):
        return chance.choice([0.0, -1.0, 1.0, float("nan"), float("inf"), -float("inf"), 1e-40, 3e38])
    if isinstance(value, str):
        return chance.choice(["", "none", "add", "linear", "nearest", "reverse", "bidirectional", "a\"b"])
    entries = list(value)
    if entries and chance.random() < 0.6:
        i = chance.randrange(len(entries))
        entries[i] = changed_value(chance, entries[i])
    elif entries and chance.random() < 0.5:
        entries.pop()
    else:
        entries.append(entries[0] if entries else 1)
    return tuple(entries)


def core(message):
    """Returns the verifier's words, without where and what to do."""
    return re.sub(r"; see \(C\d+\) in help.*", "", message.split("error: ", 1)[-1].split("\n")[0])


class Changed(unittest.TestCase):
    def test_acceptance_is_that_of_the_text(self):
        samples = {}

        @qopt.rewrite.pattern(lambda op: op.kind != "constant")
        def collect(op, net):
            sample = Sample(op)
            samples.setdefault(sample.key(), sample)

        for model in models():
            collect(model)
        chance = random.Random(7)
        verdicts = {True: 0, False: 0}
        kinds = set()
        for _ in range(CHANGES):
            sample = chance.choice(list(samples.values())).changed(chance)
            try:
                said, types, result = sample.built()
            except qopt.Error:
                continue  # a type that no value has
            try:
                qopt.load(sample.text(types, result).encode())
                text = None
            except qopt.Error as error:
                text = str(error)
            with self.subTest(text=sample.text(types, result), python=said, mlir=text):
                self.assertEqual(said is None, text is None)
                if said and "results, but" not in text:
                    self.assertEqual(core(said), core(text))
            verdicts[said is None] += 1
            kinds.add(sample.definition.name)
        self.assertGreater(min(verdicts.values()), CHANGES // 10)
        self.assertGreater(len(kinds), 80)


if __name__ == "__main__":
    unittest.main()
