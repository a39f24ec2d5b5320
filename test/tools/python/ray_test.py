"""Calibration, accuracy and serving over Ray's workers, four on this machine."""

import json
import os
import signal
import socket
import sys
import unittest
import unittest.mock
import urllib.request
from pathlib import Path

import numpy
import qopt
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
    """What tasks make of shards, wherever they run."""

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


class StandIn:
    """What of Ray tasks need, in this process."""

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


@unittest.skipUnless(ray, "skipped: Ray is not installed")
class OverWorkers(InShards, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.paths = os.pathsep.join([str(Path(qopt.__file__).parents[1]), str(HERE)])
        ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False, logging_level="ERROR",
                 runtime_env={"env_vars": {"PYTHONPATH": cls.paths, "PYTHONDONTWRITEBYTECODE": "1"}})
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
        if not ray:
            with self.assertRaisesRegex(qopt.UnsupportedError, "pip install"):
                qopt.ray.deployment("m.qart")
            return
        with self.assertRaisesRegex(qopt.ArgumentError, "ends in .qart"):
            qopt.ray.deployment(ROOT / "m.onnx")


if __name__ == "__main__":
    unittest.main()
