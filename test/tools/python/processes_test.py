"""Processes: fork and spawn, the time of an import, what the module shows and needs."""

import importlib.util
import itertools
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

import numpy
import qopt
from common import MODELS, SCALED, digits, folder, mlp, quiet

HERE = Path(__file__).resolve().parent
MODEL = mlp()
COMPILED = MODEL.compile("host:2")
X = COMPILED.prepare(digits()[0])
MODEL.run("fold-constants")  # the context has had its threads


def work(images):
    """Does all of a worker's work, also with what was made before the fork."""
    y = COMPILED(COMPILED.prepare(images))
    again = qopt.load(MODELS / "mlp.onnx", **SCALED)
    with quiet():
        table = qopt.calibrate(again, images)
    changed = MODEL.clone().run("insert-quant", calibration=table)
    return y, changed.compile("host:2")(X[:2]), os.getpid()


def weighted(value):
    """Two products by matrices of this value."""
    with qopt.build.network("weighted") as net:
        h = net.input("x", (None, 4))
        for name in ("a", "b"):
            h = net.matmul(h, net.constant(numpy.full((4, 4), value, "float32"), name=name))
        return net.output(y=h)


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
        before = COMPILED(X)
        self.run_in("fork")
        numpy.testing.assert_array_equal(COMPILED(X), before)

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

    def test_an_interpreter_ends_while_threads_call_programs(self):
        code = ("import threading, time, qopt, numpy\n"
                f"m = qopt.load({str(MODELS / 'mlp.onnx')!r}); x = numpy.zeros((1, 1, 28, 28), 'f4')\n"
                "all = [m.compile('host:2') for _ in range(3)]\n"
                "def call(c):\n"
                "    while True: c(x)\n"
                "for c in all[:2]: threading.Thread(target=call, args=(c,), daemon=True).start()\n"
                "time.sleep(0.2)\n")
        self.assertEqual(subprocess.run([sys.executable, "-c", code], check=False, timeout=120).returncode, 0)


def answer(use):
    """Returns the exit code of a forked child's use: 0 it is right, 1 it is not, 3 it was refused
    in words."""
    try:
        return 0 if use() else 1
    except qopt.Error as error:
        return 3 if "spawn" in str(error) else 1
    except BaseException:
        return 1


def in_child(use):
    """The exit code of a child that was forked, uses it, and ends; -1 where it hangs."""
    process = os.fork()
    if process == 0:
        os._exit(answer(use))
    for _ in range(6000):
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    return -1


class WhileOthersWork(unittest.TestCase):
    """A fork copies no threads, and the locks that they hold."""

    def fork_beside(self, work_on, use, forks=12):
        """Exit codes of children that are forked while a thread works."""
        done = threading.Event()

        def go_on():
            while not done.is_set():
                work_on()

        thread = threading.Thread(target=go_on)
        thread.start()
        try:
            codes = []
            for i in range(forks):
                time.sleep(0.003 * (i % 5))
                codes.append(in_child(use))
        finally:
            done.set()
            thread.join()
        return codes

    def test_a_model_in_use(self):
        model, expected = mlp(), mlp().hash
        codes = self.fork_beside(lambda: (str(model), model.clone().run("fold-constants")), lambda: model.hash == expected)
        self.assertTrue(set(codes) <= {0, 3}, codes)

    def test_a_clone_of_a_model_in_use(self):
        model = mlp()
        clone, expected = model.clone(), model.hash
        codes = self.fork_beside(lambda: clone.run("fold-constants"), lambda: model.hash == expected)
        self.assertTrue(set(codes) <= {0, 3}, codes)

    def test_another_model_is_not_refused(self):
        model, other, expected = mlp(), mlp(), mlp().hash
        codes = self.fork_beside(lambda: model.run("fold-constants"), lambda: other.hash == expected)
        self.assertEqual(set(codes), {0})

    def test_a_program_in_use_whose_values_are_kept(self):
        compiled = mlp().compile("host:2", values="all")
        expected = compiled(X)

        def use():
            compiled.values
            right = numpy.array_equal(compiled(X), expected)
            return right and len(compiled.values) > 1

        self.assertEqual(set(self.fork_beside(lambda: (compiled(X), compiled.values), use)), {0})

    def test_a_program_whose_weights_are_exchanged(self):
        models = [weighted(1.0), weighted(2.0)]
        compiled, x = models[0].compile("host:2"), numpy.ones((1, 4), "float32")
        turns = itertools.cycle((models[1], {"a": numpy.full((4, 4), 3, "float32"), "b": numpy.full((4, 4), 3, "float32")}, models[0]))
        whole = [float(4 * value * 4 * value) for value in (1, 2, 3)]
        codes = self.fork_beside(lambda: compiled.refit(next(turns)), lambda: compiled(x).flat[0] in whole, forks=40)
        self.assertTrue(set(codes) <= {0, 3}, codes)

    def test_many_threads_of_a_child_make_a_program_once_more(self):
        expected = COMPILED(X)

        def use():
            found = []
            threads = [threading.Thread(target=lambda: found.append(numpy.array_equal(COMPILED(X), expected))) for _ in range(6)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            return found == [True] * 6

        self.assertEqual(in_child(use), 0)

    def test_the_evaluator_in_a_child(self):
        reference = mlp().compile("reference")
        expected = reference(X)
        self.assertEqual(in_child(lambda: numpy.array_equal(reference(X), expected)), 0)

    def test_a_fork_while_another_model_s_flow_runs(self):
        images, model, expected = digits()[0], mlp(), MODEL.hash
        with quiet():
            codes = self.fork_beside(lambda: qopt.quantize(model, images), lambda: MODEL.hash == expected, forks=6)
        self.assertEqual(set(codes), {0})

    def test_a_fork_from_within_a_flow(self):
        """A DataLoader with workers does this."""
        images, expected = digits()[0], MODEL.hash

        def samples():
            self.assertEqual(in_child(lambda: MODEL.hash == expected and COMPILED(X).shape == (len(X), 10)), 0)
            yield images

        with quiet():
            table = qopt.calibrate(MODEL, samples)
        self.assertEqual(table.samples, len(images))

    def test_a_flow_in_a_child(self):
        images = digits()[0]

        def flow():
            with quiet():
                return qopt.quantize(MODEL, images, device="host:1", float_order="invariant").bytecode

        expected = flow()
        self.assertEqual(in_child(lambda: flow() == expected), 0)

    def test_a_fork_before_any_use(self):
        code = ("import os, sys, qopt, numpy\n"
                "p = os.fork()\n"
                f"m = qopt.load({str(MODELS / 'mlp.onnx')!r}); c = m.compile('host:2'); c(numpy.zeros((1, 1, 28, 28), 'f4'))\n"
                "if p == 0: sys.exit(7)\n"
                "sys.exit(os.waitstatus_to_exitcode(os.waitpid(p, 0)[1]))\n")
        done = subprocess.run([sys.executable, "-c", code], check=False, timeout=120)
        self.assertEqual(done.returncode, 7)

    def test_a_cache_is_the_parent_s(self):
        """SQLite's locks are a process's own: a child of one that has the file open does without."""
        if not any(driver == "opencl" for driver, _ in qopt.runtime.devices()):
            self.skipTest("skipped: there is no device that takes kernels, and hence no cache")
        with folder() as path:
            code = ("import os, sys, qopt, numpy\n"
                    f"m = qopt.load({str(MODELS / 'mlp.onnx')!r}); x = numpy.zeros((1, 1, 28, 28), 'f4'); m.compile('opencl')(x)\n"
                    "opened = lambda: sum('kernels.sqlite' in os.path.realpath(f'/proc/self/fd/{n}') for n in os.listdir('/proc/self/fd'))\n"
                    "before = opened(); p = os.fork()\n"
                    "if p == 0: m.compile('host:1')(x); os._exit(7 if opened() == before else 1)\n"
                    "sys.exit(os.waitstatus_to_exitcode(os.waitpid(p, 0)[1]))\n")
            done = subprocess.run([sys.executable, "-c", code], check=False, timeout=300,
                                  env=dict(os.environ, QOPT_CACHE=str(path / "kernels.sqlite")))
        self.assertEqual(done.returncode, 7)


class LastReferences(unittest.TestCase):
    def test_on_a_worker_thread(self):
        """Whoever drops a model, a program, a result or an array last need not be who made it."""
        for make in (lambda: mlp(), lambda: mlp().compile("host:2"), lambda: COMPILED(X),
                     lambda: mlp().compile("host:2", values="all")):
            held = [make()]
            thread = threading.Thread(target=held.clear)
            thread.start()
            thread.join()
        self.assertEqual(COMPILED(X).shape, (len(X), 10))

    def test_at_the_end_of_the_process(self):
        code = ("import threading, qopt, numpy\n"
                f"m = qopt.load({str(MODELS / 'mlp.onnx')!r}); c = m.compile('host:2', values='all')\n"
                "x = numpy.zeros((64, 1, 28, 28), 'f4'); y = c(x)\n"
                "def go_on():\n"
                "    while True: c(x)\n"
                "threading.Thread(target=go_on, daemon=True).start()\n"
                "import time; time.sleep(0.2)\n")
        done = subprocess.run([sys.executable, "-c", code], check=False, timeout=120, stderr=subprocess.PIPE, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


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
        """Each other package before and after, two at once, and all: with work done by each side."""
        there = [name for name in ("torch", "onnx", "onnxruntime", "tensorflow") if importlib.util.find_spec(name)]
        for name in sorted({"torch", "onnx", "onnxruntime", "tensorflow"} - set(there)):
            with self.subTest(other=name):
                self.skipTest(f"skipped: {name} is not installed")
        orders = [order for name in there for order in ((name, "qopt"), ("qopt", name))]
        orders += [(one, "qopt", other) for one, other in itertools.permutations(there, 2)]
        orders += [(*there, "qopt"), ("qopt", *there), ("qopt", *reversed(there))] if len(there) > 2 else []
        nm = subprocess.run(["nm", "-D", qopt._native.__file__], stdout=subprocess.PIPE, text=True, check=True)
        is_wheel = "6google8protobuf" not in nm.stdout
        for order in orders:
            with self.subTest(order=order):
                if not is_wheel and "tensorflow" in order[:order.index("qopt")]:  # it shows its protobuf to everybody
                    self.skipTest("skipped: a build folder's module calls protobuf by its own names; make_wheel.py renames them")
                done = subprocess.run([sys.executable, str(HERE / "beside_others.py"), str(MODELS / "mlp.onnx"), *order],
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
                self.assertEqual((done.returncode, done.stdout.splitlines()[-1:]), (0, ["right"]), done.stdout[-2000:])


if __name__ == "__main__":
    unittest.main()
