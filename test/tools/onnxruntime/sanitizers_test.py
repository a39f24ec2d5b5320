"""The reader of sanitizers' reports leaves out leaks of others, and nothing else."""

import tempfile
import unittest
from pathlib import Path

import sanitizers

ALLOCATOR = "    #0 0x7f01 __interceptor_malloc asan_malloc_linux.cpp:69 /usr/lib/libasan.so.8.0.0\n"
OURS = "    #1 0x7f02 qopt::ort::Provider::claim (/build/libqopt_ort.so+0x12) /build/libqopt_ort.so\n"
THEIRS = "    #1 0x7f03 _PyObject_Malloc obmalloc.c:2003 /usr/lib/libpython3.11.so.1.0\n"
RACE = "WARNING: ThreadSanitizer: data race (pid=7)\n  Write of size 8 at 0x7b04 by thread T3:\n"


def leak(*frames):
    return "Direct leak of 64 byte(s) in 1 object(s) allocated from:\n" + "".join(frames) + "\n"


class Complaints(unittest.TestCase):
    def of(self, *texts):
        with tempfile.TemporaryDirectory() as folder:
            for i, text in enumerate(texts):
                (Path(folder) / f"log.{i}").write_text(text)
            return sanitizers.complaints(folder)

    def test_leaks(self):
        self.assertEqual(self.of(leak(ALLOCATOR, THEIRS)), [])
        self.assertEqual(len(self.of(leak(ALLOCATOR, OURS) + leak(ALLOCATOR, THEIRS), leak(ALLOCATOR, OURS))), 2)

    def test_our_frame_far_below_is_no_owner(self):
        self.assertEqual(self.of(leak(ALLOCATOR, *[THEIRS] * 6, OURS)), [])

    def test_all_else_is_told(self):
        (told,) = self.of(RACE)
        self.assertIn("data race", told)


if __name__ == "__main__":
    unittest.main()
