"""The TFLite operators that are read, from the schema, the importer's tables and the converters that they name."""

import re
from pathlib import Path

import onnx_operators as source

HEADER = """# TFLite operators

What `importers/tflite/ops` reads of the schema's builtin operators: {read} of the {all} that a converter writes for inference.
Those of StableHLO, of strings and hash tables, of random numbers, and the marks of delegates and custom operators do not
count. What stands under *not read* refuses the operator (exit 3), in the words of the refusal; `…` is what depends on it.
A custom operator is refused by its name. Quantized tensors compute as [tflite](../tflite.md) says.

| operator | not read |
|---|---|
"""
FOOTER = """
Not read at all: {names}.
"""
# Operators that no converter writes for inference, or that hold no numbers.
OTHERS = re.compile(r"^(STABLEHLO_.*|HASHTABLE.*|RANDOM_.*|MULTINOMIAL|LSH_PROJECTION|SKIP_GRAM|CUSTOM|DELEGATE|CALL|"
                    r"CONCAT_EMBEDDINGS|EMBEDDING_LOOKUP_SPARSE|PLACEHOLDER_FOR_GREATER_OP_CODES|REDUCE_WINDOW)$")


def schema_names(root: Path):
    text = (root / "importers/tflite/file/schema.fbs").read_text("utf-8")
    body = re.search(r"enum BuiltinOperator : int32 \{(.*?)\n\}", text, re.S)[1]
    body = re.sub(r"//.*", "", body)
    return [name for name in re.findall(r"(\w+)\s*=\s*\d+", body) if not OTHERS.match(name)]


def rows_of(text, shared):
    bodies = shared | source.functions_of(text)
    for table in re.finditer(r"OpEntry \w+\[\] = \{", text):
        rows = source.balanced(text, table.end() - 1, "{", "}")
        for name, converter in re.findall(r"\{(\w+)\s*,\s*(\w+)", rows):
            refused = source.said(bodies.get(converter, ""), bodies)[2]
            yield name, "; ".join(refused).replace("|", "\\|")


def rows_in(functions):
    return any("OpEntry ops[]" in body for body in functions.values())


def operators(root: Path):
    ops = root / "importers/tflite/ops"
    declared = set(re.findall(r"\b(\w+)\(", "".join(h.read_text("utf-8") for h in sorted(ops.rglob("*.h")))))
    texts = [source.without_comments(path.read_text("utf-8")) for path in sorted(ops.rglob("*.cpp"))]
    shared = {}
    for functions in map(source.functions_of, texts):
        called = {name for name in functions if name in declared}
        # A shared function brings the functions of its own file along, since it may call them; those of a file with a table belong to its converters.
        shared |= functions if called and not rows_in(functions) else {name: functions[name] for name in called}
    rows = sorted(row for text in texts for row in rows_of(text, shared))
    # Operators on variables become ports before layers are converted; a branch stands in the place of IF.
    graph = root / "importers/tflite/graph"
    followed = re.findall(r"== schema::BuiltinOperator::(\w+)", (graph / "variables.h").read_text("utf-8"))
    branches = (graph / "branches.cpp").read_text("utf-8")
    refused = "; ".join(re.findall(r'StatusCode::Unsupported, "([^"]*)"\}', branches))
    rows = sorted(rows + [(name, "") for name in followed]
                  + [(name, "on a condition that is computed from data; " + refused)
                     for name in re.findall(r"builtin\(\*op\) == BuiltinOperator::(\w+)", branches)])
    known, read = schema_names(root), {name for name, _ in rows}
    missing = [name for name in known if name not in read]
    return (HEADER.format(read=len(known) - len(missing), all=len(known))
            + "".join(f"| {name} | {refused} |\n" for name, refused in rows)
            + (FOOTER.format(names=", ".join(missing)) if missing else ""))


WRITTEN = """# TFLite operators that are written

What `qopt --emit=tflite` writes, and the elements on which the interpreter has a kernel (ai-edge-litert 2.3.0); a layer on others is
refused by name (exit 3), with the types that would do. `test/tflite/single_layers.py` writes every operation on every type and
gives the files to the interpreter. Steps (INT8, UINT8, INT16) that a kernel rounds otherwise than this library does are left out.

| operator | elements |
|---|---|
"""
ELEMENTS = {"F32": "FLOAT32", "F16": "FLOAT16", "I8": "INT8", "U8": "UINT8", "I16": "INT16", "U16": "UINT16", "I32": "INT32",
            "U32": "UINT32", "I64": "INT64", "U64": "UINT64", "Truth": "BOOL"}


def written(root: Path):
    """The operators that are written, from the exporter's table of kernels."""
    text = source.without_comments((root / "importers/tflite/export/file/kernels.cpp").read_text("utf-8"))
    groups = {name: re.findall(r"\w+", types) for name, types in re.findall(r"constexpr Types (\w+) = ([^;,]*\|[^;]*);", text)}

    def elements(names):
        return [one for name in names for one in (elements(groups[name]) if name in groups else [ELEMENTS[name]])]

    rows = re.findall(r"\{(\w+), \d+, \d+, \d+, ([^}]*)\}", text)
    return WRITTEN + "".join(f"| {name} | {', '.join(elements(re.findall(r'[A-Za-z]+[0-9]*', types)))} |\n" for name, types in sorted(rows))
