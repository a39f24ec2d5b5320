"""Programs that know nothing of the provider, run as they are."""

import os
import subprocess
import sys
import tempfile
import textwrap
import unittest
import zlib
from pathlib import Path

import numpy

import onnxruntime_ep_qopt
from common import conv_net, values
from integers_test import biased_net, by_qrun

APP = textwrap.dedent("""
    import sys, numpy, onnxruntime
    from onnxruntime import InferenceSession
    assert onnxruntime.__loader__.get_filename("onnxruntime") == onnxruntime.__file__
    options = onnxruntime.SessionOptions()
    for _ in range(2):
        session = InferenceSession(sys.argv[1], options, providers=["CPUExecutionProvider"])
        y = session.run(None, {"x": numpy.ones((2, 3, 16, 16), numpy.float32)})[0]
    print(session.get_providers()[0], y.shape, *sys.argv[2:])
    """)


SUMS = textwrap.dedent("""
    import zlib, numpy, onnxruntime
    for more in ({}, {"disabled_optimizers": ["ConstantFolding"]}):
        session = onnxruntime.InferenceSession("biased.onnx", **more)
        print(zlib.crc32(session.run(None, {"x": numpy.load("x.npy")})[0].tobytes()))
    """)


class Unmodified(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        (Path(self.folder.name) / "app.py").write_text(APP)
        (Path(self.folder.name) / "net.onnx").write_bytes(conv_net())

    def run_python(self, *words, **variables):
        done = subprocess.run([sys.executable, *words], cwd=self.folder.name, env=dict(os.environ, **variables), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, check=False)
        return done.returncode, done.stdout.strip(), done.stderr

    def test_by_itself_it_runs_on_the_cpu_provider(self):
        self.assertEqual(self.run_python("app.py", "net.onnx")[:2], (0, "CPUExecutionProvider (2, 10)"))

    def test_by_the_module(self):
        code, said, wrong = self.run_python("-m", "onnxruntime_ep_qopt", "device=host:1", "app.py", "net.onnx", "--more")
        self.assertEqual((code, said), (0, "QoptExecutionProvider (2, 10) --more"), wrong)

    def test_a_quantized_network_rounds_as_it_says(self):
        folder, x = Path(self.folder.name), values(11, 1, 3, 16, 16)
        (folder / "sums.py").write_text(SUMS)
        (folder / "biased.onnx").write_bytes(biased_net())
        numpy.save(folder / "x.npy", x)
        right = zlib.crc32(by_qrun(biased_net(), x).tobytes())
        code, said, wrong = self.run_python("-m", "onnxruntime_ep_qopt", "sums.py")
        self.assertEqual((code, said.split()), (0, [str(right)] * 2), wrong)

    def test_an_option_that_there_is_not_ends_it(self):
        code, said, wrong = self.run_python("-m", "onnxruntime_ep_qopt", "divice=host", "app.py", "net.onnx")
        self.assertIn("no provider option 'divice'", said + wrong)

    def test_let_go_and_loaded_again(self):
        """ONNX Runtime 1.27 does so by itself, where a program may: libprotobuf takes a library's messages once."""
        again = ("import onnxruntime, onnxruntime_ep_qopt as ours; name, path = ours.get_ep_name(), ours.get_library_path()\n"
                 "for _ in range(3):\n    onnxruntime.register_execution_provider_library(name, path); onnxruntime.unregister_execution_provider_library(name)\n"
                 "print(len(ours.devices()) > 0)")
        self.assertEqual(self.run_python("-c", again)[:2], (0, "True"))

    def test_by_the_variable(self):
        """onnxruntime_ep_qopt.pth, which the wheel brings, is read as site.py does."""
        line = (Path(onnxruntime_ep_qopt.__file__).resolve().parents[1] / "wheel" / "onnxruntime_ep_qopt.pth").read_text()
        folder = Path(self.folder.name) / "site"
        folder.mkdir()
        (folder / "onnxruntime_ep_qopt.pth").write_text(line)
        start = f"import site, sys, runpy; site.addsitedir({str(folder)!r}); sys.argv = ['app.py', 'net.onnx']; runpy.run_path('app.py')"
        self.assertEqual(self.run_python("-c", start, QOPT_ORT="device=host:1")[:2], (0, "QoptExecutionProvider (2, 10)"))
        self.assertEqual(self.run_python("-c", start)[:2], (0, "CPUExecutionProvider (2, 10)"))


if __name__ == "__main__":
    unittest.main()
