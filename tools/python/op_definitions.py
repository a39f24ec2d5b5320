"""op_definitions.py --tblgen=PROGRAM --include=DIR … --source=FILE --table=OUT --stub=OUT [--depfile=OUT]: what the dialect's
.td files say of its operations, as a table in C++ (bindings/networks/op_definitions.cpp) and as the stub of qopt/_operations.py.

llvm-tblgen reads the definitions, so that an operation, operand or attribute that somebody adds there is there in Python.
"""

import argparse
import json
import keyword
import subprocess
import textwrap
from pathlib import Path

# Python's type of the value for each kind of attribute; a kind that is missing here fails the
# build.
PYTHON_TYPES = {
    "UnitAttr": "bool", "BoolAttr": "bool", "I64Attr": "int", "F32Attr": "float", "StrAttr": "str", "StrArrayAttr": "Sequence[str]",
    "DenseI64ArrayAttr": "Sequence[int]", "DenseF32ArrayAttr": "Sequence[float]", "ElementsAttr": "Array",
}
RESERVED = {"name", "dtype", "shape", "self"}  # every method's own arguments

STUB = '''"""Made by tools/python/op_definitions.py of ir/ops: a method for each operation."""

from typing import Any, Optional, Sequence, Tuple, Union

from ._native import Value

Array = Any
"""NumPy's, or one of the host's that speaks DLPack."""
Operand = Union[Value, Array, float, int]
"""A value; or an array or number, which becomes a constant."""
DType = Any
"""A dtype's name, NumPy's own, or what qopt.build.quantized() gives."""
Size = Union[int, str]


class Operations:
    """A method for each operation of the dialect.

    Operands are values, arrays or numbers; attributes are keywords. `name` is the layer's, its own kind by default. `dtype` and
    `shape` are the result's, and are stated where they do not follow from the operands.
    """
'''


def records_of(options):
    command = [options.tblgen, "--dump-json", options.source, *(f"-I{folder}" for folder in options.include)]
    if options.depfile:
        command += ["-d", options.depfile, "-o", f"{options.table}.json"]
        subprocess.run(command, check=True)
        path = Path(f"{options.table}.json")
        text = path.read_text(encoding="utf-8")
        path.unlink()
        depfile = Path(options.depfile)
        depfile.write_text(depfile.read_text().replace(f"{options.table}.json", options.table, 1))
    else:
        text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8").stdout
    return json.loads(text)


class Definitions:
    def __init__(self, records):
        self.records = records

    def is_a(self, record, base):
        return base in record["!superclasses"]

    def form(self, constraint):
        """Returns how many values an operand or result is: one, at most one, any number."""
        return next((form for form in ("Optional", "Variadic") if self.is_a(constraint, form)), "One")

    def kinds(self, attribute):
        """The names of the attribute's kinds, one or a choice."""
        if attribute.get("baseAttr"):
            return self.kinds(self.records[attribute["baseAttr"]["def"]])
        if attribute.get("allowedAttributes"):
            return [kind for one in attribute["allowedAttributes"] for kind in self.kinds(self.records[one["def"]])]
        return [attribute["!name"]]

    def argument(self, op, constraint, name):
        if name in RESERVED or keyword.iskeyword(name):
            raise SystemExit(f"nn.{op}: an argument called '{name}' is every method's own, or Python's: call it otherwise")
        if not self.is_a(constraint, "AttrConstraint"):
            return "operand", {"name": name, "form": self.form(constraint)}
        kinds = self.kinds(constraint)
        for kind in kinds:
            if kind not in PYTHON_TYPES:
                raise SystemExit(f"nn.{op}: {name} is a {kind}, which Python has no words for: add it to PYTHON_TYPES, and to "
                                 "bindings/networks/attributes.cpp")
        default = constraint.get("defaultValue")
        if kinds == ["UnitAttr"]:
            default = "False"
        elif default is not None:
            default = python_value(default)
        elif constraint.get("isOptional"):
            default = "None"
        return "attribute", {"name": name, "kinds": kinds, "default": default}

    def operation(self, record):
        made = {"name": record["opName"], "summary": record["summary"], "description": tidy(record["description"]),
                "operand": [], "attribute": []}
        for constraint, name in record["arguments"]["args"]:
            kind, argument = self.argument(made["name"], self.records[constraint["def"]], name)
            made[kind].append(argument)
        results = [self.form(self.records[constraint["def"]]) for constraint, _ in record["results"]["args"]]
        made["results"] = "One" if results == ["One"] else "Variadic"
        return made

    def operations(self):
        found = (self.records[name] for name in self.records["!instanceof"]["Op"])
        return sorted((self.operation(record) for record in found if record["opDialect"]["def"] == "NN_Dialect"),
                      key=lambda op: op["name"])


def python_value(text):
    """A default as C++ says it: {1, 1}, 1, "none"."""
    text = text.strip()
    if text.startswith("{"):
        inner = text[1:-1].strip()
        return f"({inner},)" if inner and "," not in inner else f"({inner})"
    if text.startswith('"'):
        return repr(json.loads(text))
    return {"true": "True", "false": "False"}.get(text, text)


def tidy(description):
    lines = description.strip("\n").split("\n")
    return textwrap.dedent("\n".join(line.rstrip() for line in lines)).strip()


# ---- the table ----

def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def row(op):
    operands = ", ".join(f"{{{quoted(one['name'])}, Form::{one['form']}}}" for one in op["operand"])
    attributes = ", ".join(f"{{{quoted(one['name'])}, {quoted('|'.join(one['kinds']))}, {quoted(one['default'] or '')}}}"
                           for one in op["attribute"])
    return (f"    {{{quoted(op['name'])}, {quoted(op['summary'])}, {quoted(op['description'])},\n     {{{operands}}},\n"
            f"     {{{attributes}}}, Form::{op['results']}}},\n")


# ---- the stub ----

def stub_of(op):
    words = ["self"]
    for one in op["operand"]:
        kind = {"One": "Operand", "Optional": "Optional[Operand] = None", "Variadic": "Sequence[Operand] = ()"}[one["form"]]
        words.append(f"{one['name']}: {kind}")
    words += [f"{one['name']}: Array" for one in op["attribute"] if one["kinds"] == ["ElementsAttr"]]
    words.append("*")
    for one in op["attribute"]:
        if one["kinds"] == ["ElementsAttr"]:
            continue
        kinds = [PYTHON_TYPES[kind] for kind in one["kinds"]]
        kind = kinds[0] if len(kinds) == 1 else f"Union[{', '.join(kinds)}]"
        if one["default"] == "None":
            kind = f"Optional[{kind}]"
        words.append(f"{one['name']}: {kind}" + (f" = {one['default']}" if one["default"] is not None else ""))
    words += ["name: Optional[str] = None", "dtype: Optional[DType] = None", "shape: Optional[Sequence[Size]] = None"]
    name = op["name"] + ("_" if keyword.iskeyword(op["name"]) else "")
    result = "Value" if op["results"] == "One" else "Tuple[Value, ...]"
    text = (op["summary"] + ".\n\n" + op["description"]).replace("\\", "\\\\").replace('"""', '\\"\\"\\"').rstrip()
    return (f"\n    def {name}({', '.join(words)}) -> {result}:\n"
            + textwrap.indent(f'"""{text}\n"""\n...', "        ", lambda line: line.strip() != "") + "\n")


def write(path, text):
    """Writes the text where it differs, so that what depends on the file is made again only
    then."""
    path = Path(path)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser()
    for name in ("tblgen", "source", "table", "stub"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--depfile")
    options = parser.parse_args()
    operations = Definitions(records_of(options)).operations()
    write(options.table, "// Made by tools/python/op_definitions.py.\n" + "".join(map(row, operations)))
    write(options.stub, STUB + "".join(map(stub_of, operations)))


main()
