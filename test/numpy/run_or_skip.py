"""run_or_skip.py SCRIPT ARGUMENT…: runs the script; exits 77 where what it imports is not installed."""

import os
import runpy
import sys

try:
    import numpy
    import onnx
except ImportError as error:
    print(f"skipped: {error}; Debian's packages are python3-numpy and python3-onnx")
    sys.exit(77)

del sys.argv[0]
sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
runpy.run_path(sys.argv[0], run_name="__main__")
