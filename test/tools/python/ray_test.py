"""Calibration, accuracy, tuning and serving over Ray's workers, four on this machine."""

import contextlib
import dataclasses
import json
import os
import pickle
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock
import urllib.request
import warnings
from pathlib import Path

import numpy
import qopt
import qopt._tuning
from common import HERE, ROOT, digits, folder, lenet, quiet

try:
    import ray
except ImportError:
    ray = None


def once_killed(marker, part):
    """A shard whose first worker dies in the middle of it."""
    def read():
        yield part[: len(part) // 2]
        if not Path(marker).exists():
            Path(marker).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        yield part[len(part) // 2:]

    return read


class InShards:
    """Tests what tasks make of shards, wherever they run."""

    def one_process(self, **options):
        with quiet():
            return qopt.calibrate(self.model, self.images, **options)

    def test_shards_make_the_table_of_one_process(self):
        parts = numpy.array_split(self.images, 5)
        for options in ({}, {"method": "moving-average"}, {"method": "entropy", "skip_zeros": True}, {"method": "mse", "scheme": "mixed"},
                        {"method": "percentile", "percentile": 99.9}):
            found = qopt.ray.calibrate(self.model, parts, **options)
            self.assertEqual(found.text, self.one_process(**options).text, options)
        partial = qopt.ray.calibrate(self.model, parts[:2], partial=True)
        self.assertEqual(qopt.merge([partial, qopt.ray.calibrate(self.model, parts[2:], partial=True)]).text, self.one_process().text)

    def test_accuracy(self):
        compiled = self.model.compile("host:1")
        right = (compiled(compiled.prepare(self.images)).argmax(1) == self.labels).mean()
        pairs = list(zip(numpy.array_split(self.images, 4), numpy.array_split(self.labels, 4)))
        self.assertEqual(qopt.ray.accuracy(self.model, pairs), (right, 200))
        named = [{"input": images, "labels": labels} for images, labels in pairs]
        self.assertEqual(qopt.ray.accuracy(self.model, [*named[:3], lambda: [named[3]]]), (right, 200))

    def test_errors_are_the_worker_s_own(self):
        wrong = self.images.astype(numpy.float32)
        wrong[7, 0, 3, 4] = numpy.nan
        for shards, words in (([self.images, wrong], r"sample 7: input 'input' holds a NaN at \[0,3,4\]"), ([], "there are no shards"),
                              ([self.images[:, :, :20]], "28")):
            with self.assertRaisesRegex(qopt.ArgumentError, words):
                qopt.ray.calibrate(self.model, shards)
        with self.assertRaisesRegex(qopt.ArgumentError, "looks at all samples together"):
            qopt.ray.calibrate(self.model, [self.images], method="auto")
        with self.assertRaisesRegex(TypeError, "expected a ray.data.Dataset or a list of shards"):
            qopt.ray.calibrate(self.model, self.images)
        with self.assertRaisesRegex(TypeError, "expected a qopt.Model"):
            qopt.ray.calibrate("m", [self.images])

    def test_every_pass_runs_as_it_is_told(self):
        options = {"method": "entropy", "float_order": "invariant", "libraries": []}
        found = qopt.ray.calibrate(self.model, numpy.array_split(self.images, 3), **options)
        self.assertEqual(found.text, self.one_process(**options).text)

    def test_selections_are_made_before_shards(self):
        for options in ({"most": 3}, {"chosen": numpy.array([0, 2])}, {"every": 2}, {"every": 2, "others": True}):
            with self.assertRaisesRegex(qopt.ArgumentError, "select samples before you shard them"):
                qopt.ray.calibrate(self.model, [self.images], **options)
        usual = {"every": 1, "others": False, "most": None, "chosen": None}
        self.assertEqual(qopt.ray.calibrate(self.model, [self.images], **usual).text, self.one_process().text)

    def test_hooks_are_refused_in_words(self):
        for hook in ("progress", "on_step", "on_remark", "on_command", "is_cancelled"):
            with self.assertRaisesRegex(qopt.ArgumentError, f"{hook} is of one process, and workers call nothing here"):
                qopt.ray.calibrate(self.model, [self.images], **{hook: print})

    def test_the_page_is_that_of_one_process(self):
        options = {"device": "host:1", "attention": "integer", "output_name": "t.json", "model_name": "m.mlirbc"}
        model = self.model.clone()
        found = qopt.ray.calibrate(model, numpy.array_split(self.images, 2), **options)
        alone = self.one_process(**options)
        model.run("fold-constants,fold-batch-norm")
        with folder() as path:
            pages = [table.report(path / "r.html") for table in (found, alone)]
            self.assertEqual(pages[0].commands[-1], pages[1].commands[-1])
            self.assertIn("--calibration=t.json", pages[0].commands[-1])
        self.assertEqual(found._origin.options, alone._origin.options)
        self.assertEqual(found._origin.floats.hash, self.model.hash)

    def test_accuracy_is_what_evaluate_says(self):
        judged = qopt.evaluate(self.model, self.images, labels=self.labels, float_order="invariant").against.right_answers
        pairs = list(zip(numpy.array_split(self.images, 3), numpy.array_split(self.labels, 3)))
        self.assertEqual(qopt.ray.accuracy(self.model, pairs, float_order="invariant"), (judged.right / judged.samples, 200))

    def test_labels_are_checked(self):
        for shard, error, words in (((self.images, self.labels[:3]), qopt.ArgumentError, "3 labels for 200 samples; give each"),
                                    ((self.images, self.labels * 1.5), TypeError, "labels: expected one whole number a sample"),
                                    ((self.images, self.labels + 10), qopt.ArgumentError, "is none of the 10 classes"),
                                    ({"input": self.images}, qopt.ArgumentError, "a shard has no labels; give")):
            with self.assertRaisesRegex(error, words):
                qopt.ray.accuracy(self.model, [shard])


def two_layers():
    """A network of two products, each of which several kernels compute."""
    random = numpy.random.default_rng(3)
    with qopt.build.network("two") as net:
        x = net.input("x", (None, 48))
        h = net.matmul(x, random.standard_normal((48, 32)).astype("f4"), name="first")
        return net.output(y=net.matmul(net.relu(h), random.standard_normal((32, 16)).astype("f4"), name="second"))


def rows_of(database):
    """Returns the rows of a database, without the columns that the clock decides."""
    with contextlib.closing(sqlite3.connect(database)) as file:
        return file.execute("SELECT call, device, first, batch, row, parameters, refusal, build FROM measurements "
                            "ORDER BY call, device, first, batch, row, parameters").fetchall()


def whole_rows_of(database):
    with contextlib.closing(sqlite3.connect(database)) as file:
        return file.execute("SELECT * FROM measurements ORDER BY call, device, first, batch, row, parameters").fetchall()


def opencl():
    return any(driver.startswith("opencl") for driver, _ in qopt.runtime.devices())


class TunedOver:
    """Tests what tuning over tasks leaves, wherever they run."""

    options = {"batches": [2], "budget": 300.0}

    def tuned(self, database, **options):
        with quiet():
            return qopt.ray.tune(two_layers(), "opencl", database, **{**self.options, **options})

    def test_parts_leave_the_rows_of_one_process(self):
        with folder() as path, quiet():
            one = qopt.tune(two_layers(), "opencl", path / "one.sqlite", **self.options)
            found = self.tuned(path / "parts.sqlite", workers=2)
            self.assertEqual(rows_of(path / "parts.sqlite"), rows_of(path / "one.sqlite"))
            self.assertEqual((found.measured, found.known, found.remaining), (one.measured, 0, 0))
            self.assertEqual([(batch.batch, batch.measured) for batch in found.batches], [(2, 2)])
            self.assertIn("--part=1/2", "\n".join(found.commands))
            self.assertTrue(found.commands[-1].startswith("qrun merge "))
            before = whole_rows_of(path / "parts.sqlite")
            again = self.tuned(path / "parts.sqlite", workers=3)
            self.assertEqual((again.measured, again.known, again.remaining), (0, one.measured, 0))
            self.assertEqual(whole_rows_of(path / "parts.sqlite"), before)
            found.report(path / "r.html")
            self.assertIn("What tuning measured", (path / "r.html").read_text(encoding="utf-8"))

    def test_slices_add_up(self):
        with folder() as path:
            found = self.tuned(path / "t.sqlite", workers=1, slice=0.2)
            self.assertEqual(found.remaining, 0)
            self.assertEqual(found.measured, len(rows_of(path / "t.sqlite")))

    def test_what_slices_remark_is_told_once(self):
        """Slices of one part say the same again; what an earlier one alone says is not lost."""
        said = iter([["first", "each"], ["each"], ["each", "last"]])

        def remarking(*given, **options):
            result = qopt.tune(*given, **options)
            more = [qopt.Remark("warning", text) for text in next(said, ["each"])]
            return dataclasses.replace(result, remarks=more, measured=1, remaining=0 if "last" in (one.text for one in more) else 1)

        with folder() as path, unittest.mock.patch("qopt._tuning.tune_here", remarking), warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            found = qopt.ray.tune(two_layers(), "opencl", path / "t.sqlite", workers=1, batches=[1], budget=60.0, slice=0.001)
        self.assertEqual([one.text for one in found.remarks], ["first", "each", "last"])
        self.assertEqual([(str(one.message), one.filename) for one in told], [(text, __file__) for text in ("first", "each", "last")])

    def test_the_page_is_of_the_network_as_it_was(self):
        with folder() as path:
            model, merge = two_layers(), qopt._tuning.merge_tunings

            def changing(*given):
                model.run("fold-constants")
                return merge(*given)

            before = model.hash
            with quiet(), unittest.mock.patch("qopt._tuning.merge_tunings", changing):
                found = qopt.ray.tune(model, "opencl", path / "t.sqlite", workers=1, batches=[1], budget=0.001)
            self.assertEqual(found._origin.floats.hash, before)

    def test_workers_beyond_devices_are_warned_of(self):
        with folder() as path, self.assertWarnsRegex(UserWarning, "2 workers share 1 machines, each of which is one device: .* take turns"):
            qopt.ray.tune(two_layers(), "opencl", path / "t.sqlite", workers=2, batches=[1], budget=0.001)

    def test_what_is_wrong_is_said(self):
        for arguments, options, kind, words in ((("m", "opencl", "t"), {}, TypeError, "model: expected a qopt.Model"),
                                                ((two_layers(), "cuda:1", "t"), {}, qopt.ArgumentError, "write 'cuda'"),
                                                ((two_layers(), "cuda", "t"), {}, qopt.ArgumentError, "no card that Ray knows of"),
                                                ((two_layers(), "opencl", "t"), {"budget": 0}, qopt.ArgumentError, "budget=0: expected seconds"),
                                                ((two_layers(), "opencl", "t"), {"workers": 0}, qopt.ArgumentError, "workers=0"),
                                                ((two_layers(), "host", "t"), {}, qopt.Error, "kernels")):
            with quiet(), self.assertRaisesRegex(kind, words):
                qopt.ray.tune(*arguments, **options)
        self.assertFalse(Path("t").exists())


class StandIn:
    """Stands in for Ray where tasks run in this process."""

    @staticmethod
    def cluster_resources():
        return {"CPU": 4.0}

    @staticmethod
    def nodes():
        return [{"Alive": True}, {"Alive": False}]

    @staticmethod
    def wait(pending, num_returns):
        return pending[:num_returns], pending[num_returns:]

    class exceptions:
        class RayTaskError(Exception):
            def __init__(self, cause):
                super().__init__(str(cause))
                self.cause = cause

    class _Task:
        def __init__(self, function):
            self.function = function

        def options(self, **_):
            return self

        def remote(self, *arguments):
            return lambda: self.function(*arguments)

    remote = _Task

    @staticmethod
    def put(value):
        return value

    @classmethod
    def get(cls, pending):
        try:
            return [task() for task in pending]
        except Exception as error:
            raise cls.exceptions.RayTaskError(error) from error


class InProcess(InShards, unittest.TestCase):
    """Tasks without Ray."""

    @classmethod
    def setUpClass(cls):
        stands_in = unittest.mock.patch.dict(sys.modules, ray=StandIn)
        stands_in.start()
        cls.addClassCleanup(stands_in.stop)
        cls.model = lenet()
        cls.images, cls.labels = digits("calibration", 200)

    def test_both_passes_have_the_options_of_compilation(self):
        with unittest.mock.patch("qopt.ray.calibrate_here", side_effect=qopt.ray.calibrate_here) as called:
            qopt.ray.calibrate(self.model, [self.images], method="entropy", float_order="invariant", libraries=())
        self.assertEqual([(call.kwargs["method"], call.kwargs["float_order"], call.kwargs["libraries"]) for call in called.call_args_list],
                         [("min-max", "invariant", ()), ("entropy", "invariant", ())])


# Tuning builds every kernel that takes a layer, to choose among them (tools/cmake/tests.cmake).
QUICK = {"POCL_EXTRA_BUILD_FLAGS": "-cl-opt-disable", "POCL_WORK_GROUP_METHOD": "loops"}


class Turns(unittest.TestCase):
    def test_three_processes_of_one_device_do_not_overlap(self):
        code = ("import sys, time\n"
                "from qopt import _tuning\n"
                "def tune(*given, **options):\n"
                "    begun = time.monotonic()\n"
                "    time.sleep(0.2)\n"
                "    print(begun, time.monotonic(), flush=True)\n"
                "    raise InterruptedError\n"
                "_tuning.tune_here = tune\n"
                "print('ready', flush=True)\n"
                "sys.stdin.readline()\n"
                "try:\n"
                "    _tuning.measure(None, sys.argv[1], int(sys.argv[2]), 3, b'', 'turns', {})\n"
                "except InterruptedError:\n"
                "    pass\n")
        workers = [subprocess.Popen([sys.executable, "-c", code, device, str(i)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
                   for i, device in enumerate(("opencl", "opencl:0", "opencl"))]
        for worker in workers:
            self.assertEqual(worker.stdout.readline(), "ready\n")
        for worker in workers:
            worker.stdin.write("\n")
            worker.stdin.flush()
        spans = sorted(tuple(map(float, worker.communicate(timeout=60)[0].split())) for worker in workers)
        for (_, end), (begun, _) in zip(spans, spans[1:]):
            self.assertLessEqual(end, begun)
        self.assertEqual([len(span) for span in spans], [2, 2, 2])


@unittest.skipUnless(opencl(), "skipped: there is no device that takes kernels")
class TunedInProcess(TunedOver, unittest.TestCase):
    """Parts of a tuning without Ray."""

    @classmethod
    def setUpClass(cls):
        for replaced in (unittest.mock.patch.dict(sys.modules, ray=StandIn), unittest.mock.patch.dict(os.environ, QUICK)):
            replaced.start()
            cls.addClassCleanup(replaced.stop)

    def test_who_is_killed_leaves_rows_for_the_next(self):
        """Ray begins a lost worker's task again so."""
        with folder() as path, quiet():
            code = ("import sys, pickle; from qopt import _tuning\n"
                    "_tuning.measure(*pickle.load(open(sys.argv[1], 'rb')))")
            task = (two_layers(), "opencl", 0, 1, b"", "killed", {"batches": [2], "budget": 300.0})
            (path / "task").write_bytes(pickle.dumps(task))
            file = Path(tempfile.gettempdir()) / f"qopt-tune-{os.getuid()}-killed-0.sqlite"
            file.unlink(missing_ok=True)
            worker = subprocess.Popen([sys.executable, "-c", code, str(path / "task")], stderr=subprocess.DEVNULL)
            while worker.poll() is None and (not file.exists() or file.stat().st_size == 0 or not self.has_rows(file)):
                time.sleep(0.02)
            worker.kill()
            worker.wait()
            left = whole_rows_of(file)
            self.assertTrue(left)
            rows, result = qopt._tuning.measure(*task)
            (path / "rows.sqlite").write_bytes(rows)
            self.assertEqual(result.known, len(left))
            self.assertLessEqual(set(left), set(whole_rows_of(path / "rows.sqlite")))
            self.assertFalse(file.exists())

    @staticmethod
    def has_rows(file):
        try:
            return len(whole_rows_of(file)) > 1
        except sqlite3.OperationalError:  # it is being made
            return False


@unittest.skipUnless(ray, "skipped: Ray is not installed")
@unittest.skipUnless(opencl(), "skipped: there is no device that takes kernels")
class TunedOverWorkers(TunedOver, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        replaced = unittest.mock.patch.dict(os.environ, QUICK)
        replaced.start()
        cls.addClassCleanup(replaced.stop)
        start_ray()

    @classmethod
    def tearDownClass(cls):
        ray.shutdown()

    def test_a_lost_worker_s_rows_are_gone_on_with(self):
        with folder() as path, quiet(), unittest.mock.patch("qopt._tuning.measure", once_lost(str(path / "lost"))):
            found = self.tuned(path / "t.sqlite", workers=1)
            self.assertTrue((path / "lost").exists())
            self.assertEqual(found.remaining, 0)
            self.assertEqual(found.measured + found.known, len(rows_of(path / "t.sqlite")))


def once_lost(marker):
    """measure() whose first worker dies when it has measured something, with what it had."""
    def measured(*arguments):
        from qopt._tuning import measure

        if Path(marker).exists():
            return measure(*arguments)
        Path(marker).touch()
        model, device, part, parts, _, token, options = arguments
        path = Path(tempfile.gettempdir()) / f"qopt-tune-{os.getuid()}-{token}-{part}.sqlite"
        qopt.tune(model, device, path, part=part, parts=parts, progress=False,
                  is_cancelled=lambda: path.exists() and bool(whole_rows_of(path)) and os.kill(os.getpid(), signal.SIGKILL), **options)
        raise AssertionError("the worker lives")

    return measured


def start_ray():
    paths = os.pathsep.join([str(Path(qopt.__file__).parents[1]), str(HERE)])
    ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False, logging_level="ERROR",
             runtime_env={"env_vars": {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", **QUICK}})


@unittest.skipUnless(ray, "skipped: Ray is not installed")
class OverWorkers(InShards, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        start_ray()
        cls.model = lenet()
        cls.images, cls.labels = digits("calibration", 200)

    @classmethod
    def tearDownClass(cls):
        ray.shutdown()

    def test_a_lost_worker_s_part_is_measured_anew(self):
        with folder() as path:
            parts = numpy.array_split(self.images, 4)
            shards = [once_killed(str(path / "killed"), parts[0]), *parts[1:]]
            found = qopt.ray.calibrate(self.model, shards)
            self.assertTrue((path / "killed").exists())
        self.assertEqual(found.text, self.one_process().text)

    def test_a_dataset(self):
        try:
            import ray.data
        except ImportError as error:
            self.skipTest(f"ray.data: {error}")
        data = ray.data.from_numpy(numpy.array_split(self.images, 3))
        found = qopt.ray.calibrate(self.model, data, workers=4, method="entropy")
        self.assertEqual(found.text, self.one_process(method="entropy").text)
        with self.assertRaisesRegex(qopt.ArgumentError, "no column 'pictures'"):
            qopt.ray.calibrate(self.model, data, columns={"input": "pictures"})

    def test_accuracy_of_a_dataset(self):
        try:
            import ray.data
        except ImportError as error:
            self.skipTest(f"ray.data: {error}")
        data = ray.data.from_items([{"input": image, "class": int(label)} for image, label in zip(self.images, self.labels)])
        pairs = [(self.images, self.labels)]
        self.assertEqual(qopt.ray.accuracy(self.model, data, labels="class", workers=3), qopt.ray.accuracy(self.model, pairs))
        with self.assertRaisesRegex(qopt.ArgumentError, "no column 'labels'; it has input, class"):
            qopt.ray.accuracy(self.model, data)

    def test_a_deployment_answers_as_the_program_does(self):
        try:
            from ray import serve
        except ImportError as error:
            self.skipTest(f"ray.serve: {error}")
        with folder() as path:
            file = str(path / "m.qart")
            self.model.compile("host:2", float_order="invariant").save(file)
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
            serve.start(http_options={"port": port})
            handle = serve.run(qopt.ray.deployment(file, device="host:2", raw=True, max_batch=8, wait=0.05).bind(), route_prefix="/m")
            try:
                program = qopt.runtime.load(file, "host:1", float_order="invariant")
                sizes = [1, 3, 1, 2, 1, 1, 4, 1]
                parts = numpy.split(self.images[:sum(sizes)], numpy.cumsum(sizes)[:-1])
                asked = [handle.remote(part) for part in parts] + [handle.remote(parts[0][:, :, :20])]
                for part, answer in zip(parts, asked):
                    numpy.testing.assert_array_equal(answer.result(timeout_s=60), program(program.prepare(part)))
                with self.assertRaisesRegex(ray.exceptions.RayTaskError, r"ArgumentError: .*input 'input'"):
                    asked[-1].result(timeout_s=60)
                body = json.dumps({"input": parts[1].tolist()}).encode()
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/m", body, timeout=60) as answer:
                    numpy.testing.assert_array_equal(numpy.array(json.load(answer), "float32"), program(program.prepare(parts[1])))
            finally:
                serve.shutdown()


class Without(unittest.TestCase):
    def test_deployment_names_a_file_of_programs(self):
        try:
            from ray import serve
        except ImportError:
            serve = None
        if not serve:
            with self.assertRaisesRegex(qopt.UnsupportedError, "pip install"):
                qopt.ray.deployment("m.qart")
            return
        with self.assertRaisesRegex(qopt.ArgumentError, "ends in .qart"):
            qopt.ray.deployment(ROOT / "m.onnx")


if __name__ == "__main__":
    unittest.main()
