#!/usr/bin/env python3
"""Writes the files of CONTRIBUTING's recipes: a start that builds and passes its tests, to be edited.

  new.py op NAME --family=elementwise|indexed|composite   an operation nn.NAME
  new.py family NAME                                      a family of calls, and an operation nn.NAME that becomes them
  new.py kernel NAME [--family=softmax]                   a device's kernel of softmax, or of a family that this wrote
  new.py pass NAME [--room=simplify|fold|quantize]        a pass --NAME (words joined by -)

Then: ./run test (the build makes the reference pages of the .td files).
"""

import argparse
import re
import shutil
import string
import subprocess
import sys
from pathlib import Path

import family_templates
import kernel_templates
import templates

# For each family: the files that text is appended to, the folders of its tests, its formula for
# NumPy.
FAMILIES = {
    "elementwise": {"td": "elementwise/function", "cpp": None, "tests": "elementwise", "numerics": "functions",
                    "formulas": ("formulas_elementwise.py", "FUNCTIONS = {", "lambda x, _: x * x")},
    "indexed": {"td": "data_movement/move", "cpp": "data_movement/move", "tests": "data_movement",
                "numerics": "data_movement",
                "formulas": ("formulas_moves.py", "OPS = {", "lambda op, x: x.data[..., ::-1]")},
    "composite": {"td": "composite/composite", "cpp": "composite/composite", "tests": "composite", "numerics": "composite",
                  "formulas": ("formulas_norms.py", "OPS = {", "lambda op, x: x.data * x.data + x.data")},
}


STYLE = Path(__file__).resolve().parents[2] / ".clang-format"
COLUMNS = 100  # of the style
# def NN_GatherNdOp : NN_IndexedOp<"gather_nd"
DEFINITION = re.compile(r'^def\s+(?:NN_)?(\w+?)(?:Op)?\s*:\s*\w+<\s*(?:NN_Dialect,\s*)?"([^"]+)"', re.MULTILINE)


def squeezed(name):
    return re.sub("[_-]", "", name).lower()


def check_free(words, text, kind, prefix):
    """No definition of the .td `text` has the name, nor one that differs in its underscores alone: the C++
    class would be the same."""
    name = prefix + ("-" if prefix == "--" else "_").join(words)
    for cpp_name, mnemonic in DEFINITION.findall(text):
        if "".join(words) in (squeezed(cpp_name), squeezed(mnemonic)):
            there = prefix + mnemonic
            if there == name:
                raise SystemExit(f"new.py: there is {kind} {name} already")
            raise SystemExit(f"new.py: {name} clashes with {kind} {there}: names must differ in more than underscores")


class Tree:
    """The changes to make, checked before the first is written."""

    def __init__(self, root):
        self.root, self.texts, self.formatter = root, {}, shutil.which("clang-format-22")

    def read(self, path):
        if path not in self.texts:
            self.texts[path] = (self.root / path).read_text(encoding="utf-8")
        return self.texts[path]

    def create(self, path, text):
        if (self.root / path).exists():
            raise SystemExit(f"new.py: {path} is there already")
        self.texts[path] = text

    def insert(self, path, before, text, last=False):
        """Puts `text` before the first, or the last, place of `before`."""
        old = self.read(path)
        place = old.rfind(before) if last else old.find(before)
        if place < 0:
            raise SystemExit(f"new.py: {path} has no '{before.strip()}': has the recipe changed?")
        self.texts[path] = old[:place] + text + old[place:]

    def wrapped(self, path, text):
        """C++ with its new lines broken as the style says; names decide how long a template's lines get."""
        old = (self.root / path).read_text(encoding="utf-8") if (self.root / path).exists() else ""
        first, lines = old.count("\n") + 1, text.splitlines()
        if self.formatter:
            return subprocess.run([self.formatter, f"--style=file:{STYLE}", f"--assume-filename={path}",
                                   f"--lines={first}:{len(lines)}"], input=text, capture_output=True, text=True,
                                  check=True).stdout
        if any(len(line) > COLUMNS for line in lines[first - 1:]):
            print(f"new.py: {path} has long lines, and clang-format-22 is not installed: ./run format", file=sys.stderr)
        return text

    def write(self):
        texts = {path: self.wrapped(path, text) if path.endswith((".cpp", ".h")) else text
                 for path, text in self.texts.items()}
        for path, text in texts.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text, encoding="utf-8")
            print(path)


def camel_case(words):
    return "".join(word.capitalize() for word in words)


def filled(template, words, **others):
    camel = camel_case(words)
    return string.Template(template).substitute(others, name="_".join(words), Name=camel, flag="-".join(words),
                                                MACRO=camel.upper(), function=camel[0].lower() + camel[1:])


def check_operation_free(tree, words):
    used = "".join(path.read_text(encoding="utf-8") for path in (tree.root / "ir/ops").rglob("*.td"))
    check_free(words, used, "an operation", "nn.")


def new_op(tree, words, family):
    row, name = FAMILIES[family], "_".join(words)
    check_operation_free(tree, words)
    text = {kind: filled(getattr(templates, f"{family}_{kind}".upper()), words)
            for kind in ["td", "numerics", "errors"] + (["cpp"] if row["cpp"] else [])}
    tree.insert(f"ir/ops/{row['td']}.td", "\n#endif", text["td"], last=True)
    if row["cpp"]:
        path = f"ir/ops/{row['cpp']}.cpp"
        tree.texts[path] = tree.read(path).rstrip() + "\n" + text["cpp"]
    tree.create(f"test/numerics/{row['numerics']}/{name}.mlir", text["numerics"])
    tree.create(f"test/ir/ops/{row['tests']}/{name}.mlir", text["errors"])
    path, table, formula = row["formulas"]
    path = f"test/numerics/{path}"
    old = tree.read(path)
    after = old.rfind("\n" + table)
    if after < 0:
        raise SystemExit(f"new.py: {path} has no '{table}': has the recipe changed?")
    end = after + 1 + len(table)
    tree.texts[path] = old[:end] + f'\n    "{name}": {formula},' + old[end:]


def new_family(tree, words):
    check_operation_free(tree, words)
    for path in (tree.root / "runtime/calls").iterdir():
        if squeezed(path.name) == "".join(words):
            raise SystemExit(f"new.py: there is a family {path.name} already")
    for path, template in family_templates.FILES.items():
        tree.create(path.format("_".join(words)), filled(template, words))


def family_on_devices(tree, family):
    """With its first kernel the host is no longer the only one that computes what `new family` wrote."""
    path = f"test/numerics/{family}/{family}.mlir"
    if (tree.root / path).exists():
        tree.texts[path] = tree.read(path).replace(family_templates.HOST_ALONE, "")


def new_kernel(tree, words, family):
    header = tree.root / f"runtime/calls/{family}/{family}.h"
    if not header.exists():
        raise SystemExit(f"new.py: there is no family {family} in runtime/calls")
    templates_of = kernel_templates.SOFTMAX if family == "softmax" else kernel_templates.ROWS
    members = header.read_text(encoding="utf-8")
    has_kernels = any(f"{camel_case(family.split('_'))}Call::family" in path.read_text(encoding="utf-8")
                      for path in (tree.root / "lowering/kernels").glob("*/*.cpp"))
    starts = all(f"\n  {member}" in members for member in ("Extent rows;", "int64_t axis = 1;", "Operand input;"))
    if family != "softmax" and (has_kernels or not starts):
        raise SystemExit(f"new.py: a kernel of {family} starts from one that it has: copy a folder of lowering/kernels and of "
                         "test/lowering/kernels")
    name = "_".join(words)
    others = {"family": family, "Family": camel_case(family.split("_")),
              "kernel": family if name == family else f"{family}.{name.removeprefix(family + '_')}"}
    if family != "softmax":
        family_on_devices(tree, family)
    for kind, template in templates_of.items():
        tree.create(kernel_templates.PATHS[kind].format("_".join(words)), filled(template, words, **others))


def new_pass(tree, words, room):
    name = "_".join(words)
    check_free(words, tree.read("passes/passes.td"), "a pass", "--")
    tree.insert("passes/passes.td", "\n#endif", filled(templates.PASS_TD, words), last=True)
    tree.create(f"passes/{room}/{name}.cpp", filled(templates.PASS_CPP, words))
    tree.insert("passes/CMakeLists.txt", "  LINK qopt_ir", f"    {room}/{name}.cpp\n")
    tree.create(f"test/passes/{room}/{name}.mlir", filled(templates.PASS_LIT, words))
    tree.create(f"test/passes/{room}/{name}_test.cpp", filled(templates.PASS_TEST, words))


def main():
    parser = argparse.ArgumentParser(prog="new.py", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[2], help=argparse.SUPPRESS)
    kinds = parser.add_subparsers(dest="kind", required=True)
    op = kinds.add_parser("op")
    op.add_argument("name")
    op.add_argument("--family", required=True, choices=FAMILIES)
    family = kinds.add_parser("family")
    family.add_argument("name")
    kernel = kinds.add_parser("kernel")
    kernel.add_argument("name")
    kernel.add_argument("--family", default="softmax")
    rewrite = kinds.add_parser("pass")
    rewrite.add_argument("name")
    rewrite.add_argument("--room", default="simplify", choices=["simplify", "fold", "quantize"])
    options = parser.parse_args()
    if not re.fullmatch(r"[a-z][a-z0-9]*([_-][a-z0-9]+)*", options.name):
        parser.error(f"{options.name}: expected lower-case words joined by _ or -")
    words = re.split("[_-]", options.name)
    tree = Tree(options.root)
    if options.kind == "op":
        new_op(tree, words, options.family)
    elif options.kind == "family":
        new_family(tree, words)
    elif options.kind == "kernel":
        new_kernel(tree, words, options.family)
    else:
        new_pass(tree, words, options.room)
    tree.write()
    return 0


if __name__ == "__main__":
    sys.exit(main())
