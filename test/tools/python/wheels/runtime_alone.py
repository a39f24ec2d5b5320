"""qopt.runtime where qopt-compiler is not installed: all that it promises, of programs that make_programs.py wrote."""

import importlib
import importlib.util
import os
import pickle
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import numpy
import qopt
import qopt.runtime

PROGRAMS = Path(os.environ["QOPT_TEST_PROGRAMS"])
KEPT = numpy.load(PROGRAMS / "samples.npz")


def loaded(name="lenet", device="host:2"):
    return qopt.runtime.load(PROGRAMS / f"{name}.qart", device)


class WithoutCompiler(unittest.TestCase):
    def test_what_there_is(self):
        self.assertEqual(sorted(qopt.__all__), sorted(["ArgumentError", "CancelledError", "Compiled", "DeviceArray", "DeviceError", "Error", "FileError",
                                                       "NotFoundError", "Port", "UnsupportedError", "__version__", "runtime"]))
        self.assertTrue(all(hasattr(qopt, name) for name in qopt.__all__))

    def test_the_compiler_s_names_say_what_to_install(self):
        said = r"^qopt\.\w+ belongs to the compiler, .*pip install qopt-compiler==" + re.escape(qopt.__version__)
        for ask in (lambda: qopt.load, lambda: qopt.quantize, lambda: qopt.build, lambda: qopt.ray,
                    lambda: importlib.import_module("qopt.build"), lambda: importlib.import_module("qopt.ray"),
                    lambda: exec("from qopt import load"), lambda: exec("from qopt import rewrite"), lambda: exec("import qopt.passes")):
            with self.assertRaisesRegex(ImportError, said):
                ask()

    def test_other_names_are_as_everywhere(self):
        with self.assertRaisesRegex(AttributeError, "has no attribute 'lode'"):
            qopt.lode
        with self.assertRaisesRegex(ModuleNotFoundError, "No module named 'qopt.lode'"):
            importlib.import_module("qopt.lode")

    def test_llvm_is_not_in_it(self):
        folder = Path(qopt.__file__).parent
        self.assertFalse(list(folder.glob("_native*")))
        module, = folder.glob("_runtime*.so")
        self.assertLess(module.stat().st_size, 16_000_000)
        text = module.read_bytes()
        for name in (b"4mlir", b"8protobuf"):  # as they stand in names of types
            self.assertFalse(name in text, name)

    def test_every_name_is_found_at_once(self):
        done = subprocess.run([sys.executable, "-c", "import qopt.runtime"], env=dict(os.environ, LD_BIND_NOW="1"), check=False,
                              stderr=subprocess.PIPE, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


class Programs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.compiled = loaded()
        cls.x = KEPT["x"]

    def test_answers_have_the_compiler_s_bits(self):
        numpy.testing.assert_array_equal(self.compiled(self.x), KEPT["lenet"])
        numpy.testing.assert_array_equal(loaded("lenet.int8")(self.x), KEPT["lenet.int8"])

    def test_raw_samples(self):
        numpy.testing.assert_array_equal(self.compiled.prepare(KEPT["raw"]), self.x)
        raw = KEPT["raw"].astype(numpy.float64)
        raw[1, 0, 2, 3] = 1e300
        with self.assertRaisesRegex(qopt.ArgumentError, r"input 'input' would be 1e\+?300 at \[1,0,2,3\]"):
            self.compiled.prepare(raw)

    def test_by_keyword_and_dict_of_any_stride(self):
        for y in (self.compiled(input=self.x), self.compiled({"input": self.x}), self.compiled(numpy.asfortranarray(self.x))):
            numpy.testing.assert_array_equal(y, KEPT["lenet"])

    def test_what_speaks_dlpack(self):
        class Speaker:
            def __init__(self, array):
                self.array = array

            def __dlpack__(self, **arguments):
                return self.array.__dlpack__()

            def __dlpack_device__(self):
                return self.array.__dlpack_device__()

        numpy.testing.assert_array_equal(self.compiled(Speaker(self.x)), KEPT["lenet"])

    def test_ports_and_device(self):
        port, = self.compiled.inputs
        self.assertIsInstance(port, qopt.Port)
        self.assertEqual((port.name, port.dtype, port.shape, port.symbols), ("input", "float32", ("N", 1, 28, 28), ("N",)))
        self.assertEqual(self.compiled.outputs[0].shape, ("N", 10))
        self.assertEqual(self.compiled.device, "host:2")
        self.assertGreater(self.compiled.activation_bytes(2), self.compiled.activation_bytes())
        self.assertEqual(qopt.runtime.devices()[0][0], "host")
        self.assertIn("qopt.Compiled on", repr(self.compiled))

    def test_results_are_the_caller_s(self):
        compiled = loaded()
        y = compiled(self.x)
        del compiled
        numpy.testing.assert_array_equal(y, KEPT["lenet"])
        y[:] = 0

    def test_many_threads(self):
        compiled, right = loaded("lenet.int8"), []

        def call(i):
            right.extend(numpy.array_equal(compiled(self.x[i:i + 8]), KEPT["lenet.int8"][i:i + 8]) for _ in range(20))

        threads = [threading.Thread(target=call, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(right, [True] * 160)

    def test_a_forked_child(self):
        self.compiled(self.x)
        process = os.fork()
        if process == 0:
            os._exit(7 if numpy.array_equal(self.compiled(self.x), KEPT["lenet"]) else 1)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), 7)

    def test_kernels_of_a_device(self):
        if "opencl" not in KEPT:
            self.skipTest("skipped: there is no OpenCL device")
        numpy.testing.assert_array_equal(loaded("opencl", "opencl")(self.x), KEPT["opencl"])


class Weights(unittest.TestCase):
    def test_by_name(self):
        compiled = loaded()
        weight = next(weight for weight in compiled.weights if not weight.fixed)
        compiled.refit({weight.name: numpy.full(weight.shape, 0.125, weight.dtype)})
        numpy.testing.assert_array_equal(compiled(KEPT["x"]), KEPT["refitted"])
        process = os.fork()
        if process == 0:
            os._exit(7 if numpy.array_equal(compiled(KEPT["x"]), KEPT["refitted"]) else 1)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), 7)

    def test_a_saved_program_has_them(self):
        compiled = loaded()
        with tempfile.TemporaryDirectory() as folder:
            as_it_was, refitted = Path(folder) / "a.qart", Path(folder) / "b.qart"
            compiled.save(as_it_was)
            self.assertEqual(as_it_was.read_bytes(), (PROGRAMS / "lenet.qart").read_bytes())
            weight = next(weight for weight in compiled.weights if not weight.fixed)
            compiled.refit({weight.name: numpy.full(weight.shape, 0.125, weight.dtype)})
            compiled.save(refitted)
            numpy.testing.assert_array_equal(qopt.runtime.load(refitted, "host:2")(KEPT["x"]), KEPT["refitted"])

    def test_whole_networks_are_the_compiler_s(self):
        with self.assertRaisesRegex(ImportError, "pip install qopt-compiler"):
            qopt.runtime.refit(PROGRAMS / "lenet.qart", None, "other.qart")
        with self.assertRaisesRegex(TypeError, "name: array"):
            loaded().refit("lenet.onnx")
        with self.assertRaisesRegex(qopt.ArgumentError, "there is no weight 'w'"):
            loaded().refit({"w": numpy.zeros(3, "float32")})


class Mistakes(unittest.TestCase):
    def test_each_is_one_error_of_its_kind(self):
        with tempfile.TemporaryDirectory() as name:
            damaged = Path(name) / "damaged.qart"
            data = bytearray((PROGRAMS / "lenet.qart").read_bytes())
            data[len(data) // 2] ^= 255
            damaged.write_bytes(data)
            for error, call in (
                    (qopt.FileError, lambda: qopt.runtime.load(Path(name) / "absent.qart")),
                    (qopt.ArgumentError, lambda: qopt.runtime.load(damaged)),
                    (qopt.ArgumentError, lambda: qopt.runtime.load("lenet.onnx")),
                    (qopt.ArgumentError, lambda: loaded(device="reference")),
                    (qopt.Error, lambda: loaded(device="hosts")),
                    (qopt.Error, lambda: loaded(device="opencl:99")),
                    (qopt.ArgumentError, lambda: loaded()(KEPT["x"][:, :, :27])),
                    (qopt.ArgumentError, lambda: loaded().save(PROGRAMS / "lenet.qart")),
                    (TypeError, lambda: loaded()(KEPT["x"].astype("float64"))),
                    (TypeError, lambda: loaded()(inputs=KEPT["x"])),
                    (TypeError, lambda: loaded().values),
                    (TypeError, lambda: pickle.dumps(loaded()))):
                with self.subTest(error=error), self.assertRaises(error):
                    call()

    def test_a_misspelled_input_is_named(self):
        with self.assertRaisesRegex(TypeError, "did you mean 'input'"):
            loaded()(inputt=KEPT["x"])


class Costs(unittest.TestCase):
    def test_an_import(self):
        code = "import time, numpy; t = time.process_time(); import qopt.runtime; print(time.process_time() - t)"
        times = [float(subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE).stdout) for _ in range(5)]
        print(f"import qopt.runtime: {min(times) * 1e3:.0f} ms")
        self.assertLess(min(times), 0.3)

    def test_a_call(self):
        compiled, x, times = loaded("nothing", "host:1"), numpy.ones(4, "float32"), []
        for _ in range(5):
            start = time.process_time()  # of all threads: other processes do not count
            for _ in range(2000):
                compiled(x)
            times.append((time.process_time() - start) / 2000)
        print(f"a call of a network that does next to nothing: {min(times) * 1e6:.1f} µs")
        self.assertLess(min(times), 1e-4)


if __name__ == "__main__":
    unittest.main()
