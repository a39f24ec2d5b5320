"""What a replica of qopt.ray.deployment runs, without Ray: requests that arrive together answer as each by itself."""

import unittest

import numpy
import qopt
from common import folder
from qopt._serving import Program


class Requests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with qopt.build.network("sum") as net:
            model = net.output(c=net.add(net.input("a", (None, 2)), net.input("b", (None, 2))))
        with folder() as path:
            model.compile("host:1", float_order="invariant").save(path / "sum.qart")
            cls.program = Program(str(path / "sum.qart"), "host:1", "invariant", False)

    def request(self, a, b):
        return {"a": numpy.full((a, 2), a, "f4"), "b": numpy.full((b, 2), 10 * b, "f4")}

    def test_together_they_answer_as_alone(self):
        requests = [self.request(n, n) for n in (1, 3, 2)]
        for answer, request in zip(self.program.run(requests), requests):
            numpy.testing.assert_array_equal(answer, self.program.run([request])[0])

    def test_rows_of_one_request_never_meet_another_s(self):
        for answer in self.program.run([self.request(2, 1), self.request(1, 2)]):
            self.assertIsInstance(answer, qopt.ArgumentError)


if __name__ == "__main__":
    unittest.main()
