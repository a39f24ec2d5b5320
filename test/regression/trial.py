"""Runs the commands of a case in a scratch copy of its folder, and says what is not as expected."""

import os
import re
import shutil
import subprocess
import sys
import time

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)


class Unexpected(Exception):
    """The outcome is not what is expected."""


class Skipped(Exception):
    """A thing that a case needs is not here."""


class Result:
    def __init__(self, command, code, out, err, seconds, peak):
        self.command, self.code, self.out, self.err = command, code, out, err
        self.seconds, self.peak = seconds, peak  # MiB

    @property
    def crashed(self):
        return self.code < 0 or self.code >= 128

    def last_line(self):
        """Returns what it says is wrong."""
        lines = [line.strip() for line in self.err.splitlines() if line.strip()]
        errors = [line for line in lines if "error:" in line]
        return (errors or lines or ["nothing is said"])[-1][:200]


class Trial:
    """The commands of one case, in a copy of `folder`."""

    def __init__(self, bin_folder, source, scratch, repro):
        self.source, self.scratch, self.repro = source, scratch, repro  # source: the project
        self.bin_folder = bin_folder
        self.environment = {**os.environ, "PATH": bin_folder + os.pathsep + os.environ["PATH"]}

    def run(self, command, code=0, says=None, unsaid=None, timeout=120, limit=None):
        """Runs it; the exit code is one of `code`, `says` matches its errors, `unsaid` does not. `limit`: bytes of
        address space."""
        limited = f"ulimit -v {limit // 1024} && {command}" if limit else command
        start = time.monotonic()
        process = subprocess.Popen(["/bin/bash", "-c", limited], cwd=self.scratch, env=self.environment,
                                   stdin=subprocess.DEVNULL, stdout=self.file("stdout", "wb"),
                                   stderr=self.file("stderr", "wb"), start_new_session=True)
        status, usage = self.wait(process, timeout, command)
        out, err = (self.read(name) for name in ("stdout", "stderr"))
        result = Result(command, os.waitstatus_to_exitcode(status), out, err, time.monotonic() - start,
                        usage.ru_maxrss / 1024)
        self.judge(result, code, says, unsaid)
        return result

    def wait(self, process, timeout, command):
        end = time.monotonic() + timeout
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                process.returncode = status
                return status, usage
            if time.monotonic() > end:
                os.killpg(process.pid, 9)
                os.wait4(process.pid, 0)
                process.returncode = 9
                raise Unexpected(f"{command}: not done after {timeout} s")
            time.sleep(0.01)

    @staticmethod
    def judge(result, code, says, unsaid):
        codes = (code,) if isinstance(code, int) else code
        if result.crashed:
            raise Unexpected(f"{result.command}: ends by a signal, exit {result.code}: {result.last_line()}")
        if codes is not None and result.code not in codes:
            raise Unexpected(f"{result.command}: exit {result.code}, not {' or '.join(map(str, codes))}: "
                             f"{result.last_line()}")
        if says and not re.search(says, result.err):
            raise Unexpected(f"{result.command}: no line says '{says}': {result.last_line()}")
        if unsaid and (found := re.search(unsaid, result.err)):
            raise Unexpected(f"{result.command}: says '{found[0]}'")

    def path(self, name):
        return os.path.join(self.scratch, name)

    def remove(self, name):
        if os.path.exists(self.path(name)):
            os.remove(self.path(name))

    def file(self, name, mode="r"):
        return open(self.path("." + name), mode)

    def read(self, name):
        with self.file(name, "rb") as file:
            return file.read().decode("utf-8", "replace")

    def text(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def load(self, name, array=None):
        """An array of a .npy or .npz file; of one array alone its name need not be said."""
        data = np.load(self.path(name))
        if not hasattr(data, "files"):
            return data
        if array is None and len(data.files) != 1:
            raise Unexpected(f"{name} holds {', '.join(data.files)}")
        return data[array or data.files[0]]

    def check(self, holds, reason):
        if not holds:
            raise Unexpected(reason)

    def near(self, got, expected, tolerance, what):
        got, expected = np.asarray(got, np.float64), np.asarray(expected, np.float64)
        self.check(got.size == expected.size, f"{what}: {got.shape} values, not {expected.shape}")
        worst = np.abs(got.ravel() - expected.ravel()).max(initial=0)
        self.check(worst <= tolerance, f"{what} is off by {worst:g}, not {tolerance:g}")

    def answers(self, model, data, expected, tolerance=1e-5, device="host", options="--preprocessed"):
        """`qrun run` of a model gives these values."""
        self.run(f"qrun run {model} --device={device} --input={data} {options} --output=answer.npz")
        self.near(self.load("answer.npz"), expected, tolerance, f"{model} on {device}")

    def sqnr(self, model, reference, data):
        """In dB, of one model's answers beside another's."""
        for name, net in (("a.npz", model), ("b.npz", reference)):
            self.run(f"qrun run {net} --device=host --input={data} --preprocessed --output={name}")
        a, b = (self.load(name).astype(np.float64) for name in ("a.npz", "b.npz"))
        noise = np.sum((a - b) ** 2)
        return np.inf if noise == 0 else 10 * np.log10(np.sum(b ** 2) / noise)

    def onnx(self):
        """Python's onnx, for models that a case makes."""
        try:
            import onnx
            import onnx.checker
            import onnx.helper
            import onnx.numpy_helper
        except ImportError:
            raise Skipped("onnx is not installed (python3-onnx)") from None
        return onnx

    def beside_onnxruntime(self, model, inputs, got, tolerance=1e-4):
        """Compares with ONNX Runtime, where it is installed."""
        try:
            import onnxruntime
        except ImportError:
            return
        session = onnxruntime.InferenceSession(self.path(model), providers=["CPUExecutionProvider"])
        self.near(got, session.run(None, inputs)[0], tolerance, f"{model} beside ONNX Runtime")

    def build(self, source):
        """Compiles a host program against the libraries beside the tools: ./program. One that no longer compiles is a
        fault: only a compiler, a header or a library that is not here is none."""
        built = os.path.dirname(self.bin_folder)  # some headers are generated
        libraries = os.path.join(built, "lib")
        for needed in (os.path.join(self.source, "tools", "libqopt", "qopt.h"),
                       os.path.join(libraries, "libqopt.so"), os.path.join(libraries, "libqrt.so")):
            if not os.path.exists(needed):
                raise Skipped(f"{source} needs {needed}, which is not there")
        if not shutil.which("g++"):
            raise Skipped(f"{source} needs g++, which is not installed")
        command = (f"g++ -std=c++20 -I{self.source} -I{built} {source} -o program -L{libraries} -lqopt -lqrt "
                   f"-Wl,-rpath,{libraries} -Wl,-rpath-link,{libraries}")
        self.run(command, timeout=300)

    def model(self, name):
        """Copies a network of test/models."""
        shutil.copy(os.path.join(self.source, "test", "models", name), self.path(name))
