"""The wheel as a user has it: made of the build's objects, unpacked, its .pth file read by site.py."""

import os
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

from common import conv_net
from unmodified_test import APP

ROOT = Path(__file__).resolve().parents[3]


MAKER = os.environ["QOPT_TEST_MAKER"]


def output_of(*command, **options):
    """(what it said, what went wrong)."""
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, **options)
    return done.stdout, done.stderr


class Wheel(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder, self.site = Path(folder.name), Path(folder.name) / "site"
        (self.folder / "app.py").write_text(APP)
        (self.folder / "net.onnx").write_bytes(conv_net())
        self.unpack("onnxruntime-ep-qopt")

    def unpack(self, name):
        said, wrong = output_of(MAKER, "-B", ROOT / "tools/python/make_wheel.py", f"--only={name}", f"--build={os.environ['QOPT_TEST_BUILD']}",
                                f"--version={os.environ['QOPT_TEST_VERSION']}", f"--out={self.folder}")
        print(said, end="")
        made = list(self.folder.glob(name.replace("-", "_") + "-*.whl"))
        self.assertEqual(len(made), 1, said + wrong)
        with zipfile.ZipFile(made[0]) as wheel:
            wheel.extractall(self.site)

    def run_code(self, code, **variables):
        of_test = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        start = f"import site, sys, runpy; site.addsitedir({str(self.site)!r}); {code}"
        return output_of(sys.executable, "-c", start, cwd=self.folder, env=dict(of_test, **variables))

    def test_a_program_as_it_is(self):
        said, wrong = self.run_code("sys.argv = ['app.py', 'net.onnx']; runpy.run_path('app.py'); "
                                    "import onnxruntime_ep_qopt; print(onnxruntime_ep_qopt.get_library_path())", QOPT_ORT="1")
        self.assertEqual(said.split(), ["QoptExecutionProvider", "(2,", "10)", str(self.site / "onnxruntime_ep_qopt" / "libqopt_ort.so")], wrong)

    def test_beside_the_compiler(self):
        """Two copies of all in one process."""
        backend, _ = output_of(MAKER, "-c", "import sys, nanobind_backend; print(nanobind_backend.__path__[0], *sys.version_info[:2])")
        folder, *version = backend.split() or [""]
        if [int(number) for number in version] != list(sys.version_info[:2]):
            self.skipTest(f"{MAKER} has no nanobind-backend for this Python")
        self.unpack("qopt-runtime")
        self.unpack("qopt-compiler")
        said, wrong = self.run_code(f"sys.path.append({str(Path(folder).parent)!r}); sys.argv = ['', 'device=host:1', 'app.py', 'net.onnx']; "
                                    "import qopt; print(len(qopt.load('net.onnx').layers)); runpy.run_module('qopt.ort', run_name='__main__')")
        self.assertEqual(said.split(), ["8", "QoptExecutionProvider", "(2,", "10)"], wrong)


if __name__ == "__main__":
    unittest.main()
