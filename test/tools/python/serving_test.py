"""Tests what a replica of qopt.ray.deployment runs, without Ray: requests that arrive together
answer as each by itself."""

import unittest

import numpy
import qopt
from common import folder
from qopt._serving import Program


# The first one's output has two rows for each sample; the second one's input has two for each row of its output.
TWO_FOR_ONE = """func.func @main(%x: tensor<?x4xf32, #nn.dims<N>> {nn.name = "x"}) -> (tensor<?x2xf32, #nn.dims<2*N>>) {
  %a = nn.reshape %x {nn.name = "y"} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<2*N>>
  return %a : tensor<?x2xf32, #nn.dims<2*N>>
}"""
ONE_FOR_TWO = """func.func @main(%x: tensor<?x2xf32, #nn.dims<2*N>> {nn.name = "x"}) -> (tensor<?x4xf32, #nn.dims<N>>) {
  %a = nn.reshape %x {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<2*N>>) -> tensor<?x4xf32, #nn.dims<N>>
  return %a : tensor<?x4xf32, #nn.dims<N>>
}"""


def program_of(model):
    with folder() as path:
        model.compile("host:1", float_order="invariant").save(path / "m.qart")
        return Program(str(path / "m.qart"), "host:1", "invariant", False)


class Requests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with qopt.build.network("sum") as net:
            model = net.output(c=net.add(net.input("a", (None, 2)), net.input("b", (None, 2))))
        cls.program = program_of(model)

    def request(self, a, b):
        return {"a": numpy.full((a, 2), a, "f4"), "b": numpy.full((b, 2), 10 * b, "f4")}

    def test_together_they_answer_as_alone(self):
        requests = [self.request(n, n) for n in (1, 3, 2)]
        for answer, request in zip(self.program.run(requests), requests):
            numpy.testing.assert_array_equal(answer, self.program.run([request])[0])

    def test_rows_of_one_request_never_meet_another_s(self):
        for answer in self.program.run([self.request(2, 1), self.request(1, 2)]):
            self.assertIsInstance(answer, qopt.ArgumentError)

    def test_rows_that_are_no_samples_run_alone(self):
        for text, columns in ((TWO_FOR_ONE, 4), (ONE_FOR_TWO, 2)):
            with folder() as path:
                (path / "m.mlir").write_text(text, encoding="utf-8")
                program = program_of(qopt.load(path / "m.mlir"))
            requests = [numpy.full((rows, columns), rows, "f4") for rows in (2, 4, 6)]
            for answer, request in zip(program.run(requests), requests):
                numpy.testing.assert_array_equal(answer, request.reshape(answer.shape))
                self.assertEqual(answer.size, request.size)


if __name__ == "__main__":
    unittest.main()
