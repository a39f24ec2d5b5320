"""The library is unregistered while sessions live, which go on. Each program is a process of its own, whose freed memory is overwritten."""

import os
import subprocess
import sys
import textwrap
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
# glibc overwrites what is freed; a sanitizer, which has an allocator of its own, reports the use.
OVERWRITTEN = {"MALLOC_PERTURB_": "165", "GLIBC_TUNABLES": "glibc.malloc.perturb=165"}

START = textwrap.dedent("""
    import gc, sys
    sys.path.insert(0, sys.argv[1])
    import numpy, onnxruntime, onnxruntime_ep_qopt as ours
    from common import conv_net, session, values
    def unregister():
        gc.collect()  # devices that Python holds end with their library
        onnxruntime.unregister_execution_provider_library(ours.get_ep_name())
    x = {"x": values(9, 2, 3, 16, 16)}
    """)
ON_HOST = START + "make = lambda: session(conv_net('N'))\n"
LIVES = textwrap.dedent("""
    first, second = make(), make()
    want = first.run(None, x)[0]
    unregister()
    for one in (first, second):
        numpy.testing.assert_array_equal(one.run(None, x)[0], want)
    del one, first
    numpy.testing.assert_array_equal(second.run(None, x)[0], want)
    del second
    gc.collect()
    third = make()  # registers it again
    unregister()
    numpy.testing.assert_array_equal(third.run(None, x)[0], want)
    del third
    gc.collect()
    print("went on")
    """)
OPEN = textwrap.dedent("""
    from sizes_test import towers
    one = session(towers())
    unregister()
    for rows in (3, 5):  # programs are made as sizes come
        assert one.run(None, {"a": values(1, 3, 64), "b": values(2, rows, 64)})[0].shape == (3, rows)
    del one
    gc.collect()
    print("went on")
    """)


def goes_on(test, code):
    done = subprocess.run([sys.executable, "-B", "-c", code, HERE], env=dict(os.environ, **OVERWRITTEN), capture_output=True, text=True, check=False)
    test.assertEqual((done.returncode, done.stdout.strip()), (0, "went on"), done.stderr)


class Unregistered(unittest.TestCase):
    def test_sessions_go_on(self):
        goes_on(self, ON_HOST + LIVES)

    def test_programs_are_made_as_sizes_come(self):
        goes_on(self, START + OPEN)


if __name__ == "__main__":
    unittest.main()
