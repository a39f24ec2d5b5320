"""Processes: fork and spawn, the time of an import, what the module shows and needs."""

import multiprocessing
import os
import subprocess
import sys
import time
import unittest

import numpy
import qopt
from common import MODELS, SCALED, digits, mlp, quiet

MODEL = mlp()
COMPILED = MODEL.compile("host:2")
X = COMPILED.prepare(digits()[0])
MODEL.run("fold-constants")  # the context has had its threads


def work(images):
    """What a worker does: all of it, and with what was made before the fork."""
    y = COMPILED(COMPILED.prepare(images))
    again = qopt.load(MODELS / "mlp.onnx", **SCALED)
    with quiet():
        table = qopt.calibrate(again, images)
    changed = MODEL.clone().run("insert-quant", calibration=table)
    return y, changed.compile("host:2")(X[:2]), os.getpid()


class Workers(unittest.TestCase):
    def run_in(self, method):
        context = multiprocessing.get_context(method)
        images = digits()[0]
        expected = work(images)
        with context.Pool(2) as pool:
            found = [pool.apply_async(work, (images,)) for _ in range(4)]
            for one in found:
                y, integer, process = one.get(timeout=120)
                numpy.testing.assert_array_equal(y, expected[0])
                numpy.testing.assert_array_equal(integer, expected[1])
                self.assertNotEqual(process, os.getpid())

    def test_fork(self):
        COMPILED(X)
        self.run_in("fork")
        numpy.testing.assert_array_equal(COMPILED(X), COMPILED(X))

    def test_spawn(self):
        self.run_in("spawn")

    def test_a_forked_child_ends_by_itself(self):
        code = ("import os, sys, qopt, numpy\n"
                f"m = qopt.load({str(MODELS / 'mlp.onnx')!r}); c = m.compile('host:2'); x = numpy.zeros((1, 1, 28, 28), 'f4')\n"
                "c(x); p = os.fork()\n"
                "if p == 0: c(x); sys.exit(7)\n"
                "sys.exit(os.waitstatus_to_exitcode(os.waitpid(p, 0)[1]))\n")
        done = subprocess.run([sys.executable, "-c", code], check=False, timeout=120)
        self.assertEqual(done.returncode, 7)


class Import(unittest.TestCase):
    def test_takes_no_time(self):
        code = ("import time, numpy; t = time.process_time(); import qopt; print(time.process_time() - t)")
        times = []
        for _ in range(5):
            times.append(float(subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE).stdout))
        self.assertLess(min(times), 0.3)

    def test_call_adds_little(self):
        x = X[:1].copy()
        start = time.process_time()  # of all threads: other processes do not count
        for _ in range(2000):
            COMPILED(x)
        self.assertLess((time.process_time() - start) / 2000, 1e-3)

    def test_shows_nothing_but_its_start(self):
        nm = subprocess.run(["nm", "-D", "--defined-only", qopt._native.__file__], stdout=subprocess.PIPE, text=True, check=True)
        self.assertEqual([line.split()[-1].split("@")[0] for line in nm.stdout.splitlines()], ["PyInit__native"])

    def test_beside_others_in_any_order(self):
        for other in ("torch", "onnx", "onnxruntime", "tensorflow"):
            if subprocess.run([sys.executable, "-c", f"import {other}"], stderr=subprocess.DEVNULL, check=False).returncode:
                continue
            for names in (f"qopt, {other}", f"{other}, qopt"):
                code = f"import {names}; print(len(qopt.load({str(MODELS / 'mlp.onnx')!r}).compile('host:2').inputs))"
                done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=False)
                self.assertEqual(done.stdout, "1\n", names)


if __name__ == "__main__":
    unittest.main()
