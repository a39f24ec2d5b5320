"""Streams: runs that hand their states on."""

import unittest

import numpy
import qopt
from common import folder, lenet


def sums(rows=1):
    """y = x + sum, which becomes the next sum."""
    with qopt.build.network("sums") as net:
        x, before = net.input("x", (rows, 2)), net.input("sum", (rows, 2))
        y = net.add(x, before, name="add")
        return net.output(y=y, **{"sum.next": net.mul(y, 1.0, name="again")})


class Streams(unittest.TestCase):
    def test_states_go_on_until_they_are_reset(self):
        compiled = sums().compile("host:1")
        stream, other = compiled.stream(), compiled.stream()
        x = numpy.array([[1, 10]], "float32")
        for run in (1, 2, 3):
            numpy.testing.assert_array_equal(stream(x), run * x)
        numpy.testing.assert_array_equal(other({"x": x}), x)
        numpy.testing.assert_array_equal(stream.states["sum"], 3 * x)
        kept = stream.states
        stream.reset()
        numpy.testing.assert_array_equal(stream(x=x), x)
        stream.reset(**kept)
        numpy.testing.assert_array_equal(stream(x), 4 * x)
        self.assertIn("sum", repr(stream))

    def test_a_failed_call_leaves_states_as_they_were(self):
        stream = sums().compile("host:1").stream()
        x = numpy.array([[1, 10]], "float32")
        stream(x)
        for wrong in (lambda: stream(x, x), lambda: stream(x, sum=x), lambda: stream(x.astype("int8")), lambda: stream(x, x=x)):
            with self.assertRaises((TypeError, qopt.Error)):
                wrong()
        numpy.testing.assert_array_equal(stream(x), 2 * x)

    def test_programs_from_files_have_streams(self):
        x = numpy.ones((3, 2), "float32")
        with folder() as path:
            sums(None).compile("host:1").save(path / "sums.qart")
            stream = qopt.runtime.load(path / "sums.qart", "host:1").stream(batch=3)
        stream(x)
        numpy.testing.assert_array_equal(stream(x), 2 * x)

    def test_what_has_no_states_says_so(self):
        with self.assertRaisesRegex(qopt.ArgumentError, "the program has no states"):
            lenet().compile("host:1").stream()
        with self.assertRaisesRegex(qopt.ArgumentError, "there is no state 'x'; there are sum"):
            sums().compile("host:1").stream().reset(x=1)


if __name__ == "__main__":
    unittest.main()
