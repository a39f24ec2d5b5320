"""Ladders: what is said once in a list is not told apart by hand elsewhere.

A row of LADDERS names a set of things that has its own list: element types, scalar operations. Outside
`allowed` no file may `switch` over them, and no statement may test for two or more of them: the list gets a
column, or a query on it, instead. `case` and `test` are patterns whose first group names the thing tested for
(several, separated by commas, count each).
"""

import re
from collections import namedtuple

import sizes

# allowed: path (or a folder, ending in /) → why.
Ladder = namedtuple("Ladder", "what case test advice allowed")


def _enumeration(what, name, advice, allowed):
    return Ladder(what, rf"\bcase\s+(?:\w+::)*{name}::(\w+)", rf"[=!]=\s*(?:\w+::)*{name}::(\w+)", advice, allowed)


LADDERS = [
    _enumeration("element types", "ElementType",
                 "ask runtime/numerics/types/element_type.h (isFloat, bitWidth, visitElementType, …)", {
                     "runtime/numerics/types/element_type.h": "the list",
                 }),
    _enumeration("scalar operations", "ScalarOp",
                 "ask runtime/numerics/scalar/scalar_ops.h (rowOf, resultType, isLookup, …)", {
                     "runtime/numerics/scalar/scalar_ops.h": "the list",
                     "runtime/numerics/scalar/scalar_fold.cpp": "made from the list",
                     "lowering/emit/scalar/byte_steps.cpp": "recognizes the end of a quantizing program",
                     "lowering/emit/tensor/tensor_form.cpp": "recognizes the epilogues that tensor cores have a short form of",
                     "lowering/kernels/average_pool_vector/average_pool_vector.cpp": "recognizes an average that is one product",
                 }),
    Ladder("operations", None, r"\bisa(?:_and_nonnull|_and_present)?<((?:\w+::)*\w+Op(?:\s*,\s*(?:\w+::)*\w+)*)>",
           "ask an interface or a trait of theirs (ir/interfaces.td)", {
               "ir/ops/quantize/quantize.cpp": "conversions say what they may move past",
               "ir/ops/data_movement/shape.cpp": "copies say what may move past them",
               "passes/simplify/cancel_conversions.cpp": "the pass over conversions",
               "passes/repair/rescale.cpp": "what its rewrite is about: f(s·x) = s·f(x) for s > 0",
               "passes/quantize/pairs/widen_halves.cpp": "what its rewrite is about: casts before what quantizes",
               "lowering/fuse/moved_places.cpp": "follows elements through what moves them, each operation in its way",
               "passes/simplify/each_sample.cpp": "follows what holds for each sample through operations, each in its way",
               "lowering/fuse/samples_apart.cpp": "what its rewrite is about: rows that are computed each by itself",
               "importers/onnx/export/read_back.cpp": "a value's origin lies behind the conversions of a file",
               "ir/ops/integer_ends.cpp": "what its rule is about: softmax between integer products, and views of what these make (I1)",
               "passes/fold/affine_step.cpp": "what its rewrite is about: products and sums with a constant",
               "tools/libqopt/flows/eval/output_evidence.cpp": "what its rule is about: which ends of networks make scores, and which vectors",
               "passes/quantize/insert/buried.cpp": "what its rule is about: which results have the unit of their operands",
           }),
    Ladder("calls", None, r"\b(?:holds_alternative|get_if|get)<(?:qrt::)?(\w+Call)>",
           "give the family an overload and std::visit (runtime/calls/calls.h)", {}),
]


def _line(text, at):
    return text.count("\n", 0, at) + 1


def _is_allowed(path, ladder):
    return any(path == place or (place.endswith("/") and path.startswith(place)) for place in ladder.allowed)


def _tested(ladder, statement):
    names = set()
    for match in re.finditer(ladder.test, statement):
        names.update(name.strip() for name in match[1].split(","))
    return names


def check_text(path, text, ladders=LADDERS):
    """Complaints about one C++ file."""
    text, found = sizes.strip_cpp(text), []
    for ladder in ladders:
        if _is_allowed(path, ladder):
            continue
        case = re.search(ladder.case, text) if ladder.case else None
        if case:
            found.append(f"{path}:{_line(text, case.start())}: switches over {ladder.what}: {ladder.advice}")
        for statement in re.finditer(r"[^;{}]+", text):
            names = _tested(ladder, statement[0])
            if len(names) > 1:
                first = re.search(ladder.test, statement[0])
                at = _line(text, statement.start() + first.start())
                found.append(f"{path}:{at}: tells {ladder.what} apart ({', '.join(sorted(names))}): {ladder.advice}")
    return found


def check(files):
    """files: {path: text}."""
    sources = {path: text for path, text in files.items() if path.endswith((".cpp", ".h"))}
    found = [wrong for path, text in sources.items() for wrong in check_text(path, text)]
    for ladder in LADDERS:
        found += [f"tools/lint/ladders.py: {place} is allowed and does not exist" for place in ladder.allowed
                  if not any(path == place or path.startswith(place) for path in sources)]
    return found, f"{len(sources)} files, {len(LADDERS)} lists"
