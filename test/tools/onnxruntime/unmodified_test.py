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


REPLACES = textwrap.dedent("""
    import sys, numpy, onnxruntime
    def scores(options):
        session = onnxruntime.InferenceSession("net.onnx", options)
        return session.get_providers()[0], session.run(None, {"x": numpy.ones((2, 3, 16, 16), numpy.float32)})[0]
    options = onnxruntime.SessionOptions()
    if "later" in sys.argv:
        print(scores(options)[0], end=" ")
    zeros = onnxruntime.OrtValue.ortvalue_from_numpy(numpy.zeros((10, 16), numpy.float32))
    bias = onnxruntime.OrtValue.ortvalue_from_numpy(numpy.zeros(10, numpy.float32))
    options.add_initializer("w3", zeros)
    options.add_initializer("b3", bias)
    provider, y = scores(options)
    print(provider, numpy.abs(y - 0.1).max() < 1e-6)
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

    def test_a_session_that_replaces_initializers_stays(self):
        """Its answers are those of the replaced values, and a warning says who gives them."""
        (Path(self.folder.name) / "replaces.py").write_text(REPLACES)
        code, said, wrong = self.run_python("-m", "onnxruntime_ep_qopt", "device=host:1", "replaces.py")
        self.assertEqual((code, said), (0, "CPUExecutionProvider True"), wrong)
        self.assertEqual(wrong.count("stays with ONNX Runtime: its options replace values by add_initializer"), 1, wrong)
        code, said, wrong = self.run_python("-m", "onnxruntime_ep_qopt", "device=host:1", "replaces.py", "later")
        self.assertEqual((code, said), (0, "QoptExecutionProvider CPUExecutionProvider True"), wrong)

    def test_code_as_python_takes_it(self):
        code = "import sys, app_names, onnxruntime; print(sys.argv, __name__, onnxruntime.InferenceSession('net.onnx').get_providers()[0])"
        (Path(self.folder.name) / "app_names.py").write_text("")
        self.assertEqual(self.run_python("-m", "onnxruntime_ep_qopt", "-c", code, "--more")[:2], (0, "['-c', '--more'] __main__ QoptExecutionProvider"))

    def test_what_is_no_program_is_told_in_a_line(self):
        for words in (["absent.py"], ["host:2", "app.py"]):
            code, _, wrong = self.run_python("-m", "onnxruntime_ep_qopt", *words)
            self.assertEqual((code, wrong.count("\n")), (2, 1), wrong)
            self.assertIn(f"there is no program '{words[0]}'", wrong)

    def test_an_older_onnx_runtime_is_refused_in_words(self):
        folder = Path(self.folder.name) / "older" / "onnxruntime"
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text("__version__ = '1.20.1'\nclass SessionOptions: pass\nclass InferenceSession: pass\n")
        code = f"import sys; sys.path.insert(0, {str(folder.parent)!r}); import onnxruntime"
        _, _, wrong = self.run_python("-m", "onnxruntime_ep_qopt", "-c", code)
        self.assertIn("onnxruntime 1.20.1 cannot load execution providers from libraries: install 1.23 or later", wrong)

    def test_let_go_and_loaded_again(self):
        """ONNX Runtime 1.27 does so by itself, where a program may: libprotobuf takes a library's messages once."""
        again = ("import onnxruntime, onnxruntime_ep_qopt as ours; name, path = ours.get_ep_name(), ours.get_library_path()\n"
                 "for _ in range(3):\n    onnxruntime.register_execution_provider_library(name, path); onnxruntime.unregister_execution_provider_library(name)\n"
                 "print(len(ours.devices()) > 0)")
        self.assertEqual(self.run_python("-c", again)[:2], (0, "True"))

    def test_threads_ask_for_devices_at_once(self):
        """ONNX Runtime refuses a library that is registered twice."""
        code = ("import sys, time; sys.path.insert(0, sys.argv[1])\n"
                "import onnxruntime, onnxruntime_ep_qopt as ours\nfrom common import in_threads\n"
                "register = onnxruntime.register_execution_provider_library\n"
                "def slowly(*words):\n    time.sleep(0.3); register(*words)\n"
                "onnxruntime.register_execution_provider_library = slowly\n"
                "found = []; in_threads(2, lambda _: found.append(len(ours.devices())))\nprint(found)")
        code, said, wrong = self.run_python("-c", code, str(Path(__file__).resolve().parent))
        self.assertEqual((code, said), (0, "[1, 1]"), wrong)

    def test_by_the_variable(self):
        """onnxruntime_ep_qopt.pth, which the wheel brings, is read as site.py does."""
        line = (Path(onnxruntime_ep_qopt.__file__).resolve().parents[1] / "wheel" / "onnxruntime_ep_qopt.pth").read_text()
        folder = Path(self.folder.name) / "site"
        folder.mkdir()
        (folder / "onnxruntime_ep_qopt.pth").write_text(line)
        start = f"import site, sys, runpy; site.addsitedir({str(folder)!r}); sys.argv = ['app.py', 'net.onnx']; runpy.run_path('app.py')"
        self.assertEqual(self.run_python("-c", start, QOPT_ORT="device=host:1")[:2], (0, "QoptExecutionProvider (2, 10)"))
        self.assertEqual(self.run_python("-c", start)[:2], (0, "CPUExecutionProvider (2, 10)"))
        for off in ("0", "off", ""):
            self.assertEqual(self.run_python("-c", start, QOPT_ORT=off)[:2], (0, "CPUExecutionProvider (2, 10)"))


if __name__ == "__main__":
    unittest.main()
