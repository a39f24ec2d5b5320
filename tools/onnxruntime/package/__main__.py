"""python -m onnxruntime_ep_qopt [KEY=VALUE …] app.py [argument …], or … -m module [argument …]: runs a program as it is.

Sessions of onnxruntime that it makes run on qopt what qopt takes; KEY=VALUE are options of the provider. `python -m qopt.ort`
is the same.
"""

import os
import runpy
import sys

from .hook import install, parse_options


def main(words):
    options = {}
    while words and "=" in words[0] and not words[0].startswith("-"):
        options.update(parse_options(words.pop(0)))
    if not words or words[0] in ("-h", "--help") or words == ["-m"]:
        print(__doc__.strip())
        return 0 if words and words[0] != "-m" else 2
    install(options)
    if words[0] == "-m":
        sys.argv = words[1:]
        sys.path.insert(0, os.getcwd())
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
        return 0
    sys.argv = words
    sys.path[0] = os.path.dirname(os.path.abspath(words[0]))
    runpy.run_path(words[0], run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
