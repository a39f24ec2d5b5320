"""One definition: a type's qualified name stands for one type in all that is linked together.

Two headers that each define `ns::Name`, or two sources that do so outside an anonymous namespace, make a program that
no compiler refuses and that may use either definition for both. A folder of PROGRAMS is linked to what is in none of
them, and to no other one; tests are programs of few files each and are not looked at.
"""

import re

import sizes

PROGRAMS = ("tools/qopt/", "tools/qrun/", "tools/demo/", "tools/docs/")
SKIPPED = ("test/",)

_NAMESPACE = re.compile(r"(?:inline\s+)?namespace\b\s*([\w:]*)$")
_TEMPLATE = re.compile(r"template\s*<(?:[^<>]|<[^<>]*>)*>\s*")
_TYPE = re.compile(r"(?:typedef\s+)?(?:enum\s+class|enum\s+struct|enum|struct|class|union)\s+"
                   r"(?:\[\[[^\]]*\]\]\s*|alignas\s*\([^)]*\)\s*|[A-Z][A-Z0-9_]+\s+)*([A-Za-z_][\w:]*)\s*(?:final\s*)?(?::[^:].*)?$",
                   re.S)


def types_in(text):
    """{qualified name: line} of the types that the text defines, but of anonymous namespaces and functions."""
    text, found, stack, start = sizes.strip_cpp(text), {}, [], 0
    for match in re.finditer(r"[{};]", text):
        at, symbol = match.start(), match[0]
        if symbol == "{":
            head = _TEMPLATE.sub("", text[start:at]).strip()
            head = re.sub(r"^(?:(?:public|private|protected)\s*:\s*)+", "", head)
            space, type_name = _NAMESPACE.search(head), _TYPE.match(head)
            if space:
                stack.append(space[1] or None)
            elif type_name:
                stack.append(type_name[1])
                if None not in stack:
                    found.setdefault("::".join(stack), text.count("\n", 0, at) + 1)
            else:
                stack.append(None)
        elif symbol == "}" and stack:
            stack.pop()
        start = at + 1
    return found


def _program(path):
    return next((folder for folder in PROGRAMS if path.startswith(folder)), "")


def check(files):
    """files: {path: text}."""
    known, found = {}, []
    sources = [path for path in sorted(files) if path.endswith((".h", ".cpp"))
               and not path.startswith(SKIPPED) and not sizes.is_device_text(path)]
    for path in sources:
        for name, line in types_in(files[path]).items():
            for other, there in known.get(name, []):
                if not _program(other) or not _program(path) or _program(other) == _program(path):
                    found.append(f"{path}:{line}: {name} is defined in {other}:{there} too: rename one of them, or put "
                                 "what one source alone uses in an anonymous namespace")
            known.setdefault(name, []).append((path, line))
    return found, f"{len(sources)} files, {len(known)} types"
