"""python -m onnxruntime_ep_qopt [KEY=VALUE …] app.py [argument …], or … -m module [argument …], or … -c CODE [argument …]: runs a program as it is.

Sessions of onnxruntime that it makes run on qopt what qopt takes; KEY=VALUE are options of the provider. `python -m qopt.ort`
is the same.
"""

import os
import runpy
import sys
import types

from .hook import install, parse_options


def _run_code(words):
    """Runs code as `python -c` does, with the current folder on the path."""
    sys.argv = ["-c", *words[1:]]
    sys.path.insert(0, "")
    sys.modules["__main__"] = main_module = types.ModuleType("__main__")
    exec(compile(words[0], "<string>", "exec"), vars(main_module))


def _run_module(words):
    sys.argv = words
    sys.path.insert(0, os.getcwd())
    runpy.run_module(words[0], run_name="__main__", alter_sys=True)


def _run_file(words):
    sys.argv = words
    sys.path[0] = os.path.dirname(os.path.abspath(words[0]))
    runpy.run_path(words[0], run_name="__main__")


def main(words):
    options, given = {}, list(words)
    while given and "=" in given[0] and not given[0].startswith("-") and not os.path.exists(given[0]):
        options.update(parse_options(given.pop(0)))
    kind = given.pop(0) if given and given[0] in ("-m", "-c") else ""
    if not given or given[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if given else 2
    if not kind and not os.path.exists(given[0]):
        print(f"qopt.ort: error: there is no program '{given[0]}'; options of the provider before it are KEY=VALUE, as device=host:2", file=sys.stderr)
        return 2
    install(options)
    {"-m": _run_module, "-c": _run_code, "": _run_file}[kind](given)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
