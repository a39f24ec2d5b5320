"""Runs the package's tests by the interpreter that it was built with; exits 77, saying why, where there is no package."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main():
    parser = argparse.ArgumentParser()
    for name in ("interpreter", "package", "absent", "qrun", "data", "fakes"):
        parser.add_argument("--" + name, default="")
    parser.add_argument("--pattern", default="*_test.py")
    given, more = parser.parse_known_args()
    if not given.package:
        print(f"skipped: the Python package is not built: {given.absent}")
        return 77
    if given.data and not Path(given.data).is_dir():
        print(f"skipped: {given.data}, which has the networks, is absent")
        return 77
    has_numpy = subprocess.run([given.interpreter, "-c", "import numpy"], stderr=subprocess.PIPE, check=False)
    if has_numpy.returncode:
        print(f"skipped: {given.interpreter} has no NumPy; Debian's package is python3-numpy")
        return 77
    environment = dict(os.environ, PYTHONPATH=given.package, QOPT_TEST_QRUN=given.qrun, QOPT_TEST_DATA=given.data, QOPT_TEST_FAKES=given.fakes,
                       PYTHONDONTWRITEBYTECODE="1")
    return subprocess.run([given.interpreter, "-m", "unittest", "discover", "-s", str(HERE), "-p", given.pattern, *more],
                          env=environment, check=False).returncode


sys.exit(main())
