"""The reader of sanitizers' reports leaves out leaks of others, and nothing else."""

import tempfile
import unittest
from pathlib import Path

import sanitizers

ALLOCATOR = "    #0 0x7f01 __interceptor_malloc asan_malloc_linux.cpp:69 /usr/lib/libasan.so.8.0.0\n"
OURS = "    #1 0x7f02 qopt::ort::Provider::claim (/build/libqopt_ort.so+0x12) /build/libqopt_ort.so\n"
THEIRS = "    #1 0x7f03 _PyObject_Malloc obmalloc.c:2003 /usr/lib/libpython3.11.so.1.0\n"
INTERCEPTED = "    #0 0x7f04 operator delete(void*) tsan_new_delete.cpp:150 /usr/lib/libtsan.so.2.0.0\n"
CACHE = "    #1 0x7f05 mlir::ThreadLocalCache<int>::remove (/build/libqopt_ort.so+0x34) /build/libqopt_ort.so\n"
STORED = "    #1 0x7f06 mlir::detail::StorageUniquerImpl::getOrCreate(mlir::TypeID) (/build/libqopt_ort.so+0x56) /build/libqopt_ort.so\n"
STORED_BY_US = "    #1 0x7f07 mlir::detail::StorageUniquerImpl::getOrCreate(mlir::TypeID) /ours/types.cpp:7 /build/libqopt_ort.so\n"
DEADLOCK = "WARNING: ThreadSanitizer: lock-order-inversion (potential deadlock) (pid=7)\n"


def leak(*frames):
    return "Direct leak of 64 byte(s) in 1 object(s) allocated from:\n" + "".join(frames) + "\n"


def race(first, second):
    return (f"WARNING: ThreadSanitizer: data race (pid=7)\n  Write of size 8 at 0x7b04 by thread T3:\n{INTERCEPTED}{first}\n"
            f"  Previous atomic read of size 1 at 0x7b04 by main thread:\n{second}\n  Thread T3 (tid=8, running) created by main thread at:\n{OURS}\n"
            "SUMMARY: ThreadSanitizer: data race in operator delete(void*)\n")


class Complaints(unittest.TestCase):
    def of(self, *texts):
        with tempfile.TemporaryDirectory() as folder:
            for i, text in enumerate(texts):
                (Path(folder) / f"log.{i}").write_text(text)
            own, others = sanitizers.complaints(folder)
            return len(own), others

    def test_leaks(self):
        self.assertEqual(self.of(leak(ALLOCATOR, THEIRS)), (0, 1))
        self.assertEqual(self.of(leak(ALLOCATOR, OURS) + leak(ALLOCATOR, THEIRS), leak(ALLOCATOR, OURS)), (2, 1))

    def test_our_frame_far_below_is_no_owner(self):
        self.assertEqual(self.of(leak(ALLOCATOR, *[THEIRS] * 6, OURS)), (0, 1))

    def test_races_are_of_those_who_act(self):
        self.assertEqual(self.of(race(OURS, THEIRS)), (1, 0))
        self.assertEqual(self.of(race(THEIRS, OURS) + race(THEIRS + OURS, THEIRS)), (1, 1))
        self.assertEqual(self.of(race(CACHE + OURS, CACHE)), (0, 1))
        self.assertEqual(self.of(race(STORED + OURS, "")), (0, 1))
        self.assertEqual(self.of(race(STORED_BY_US, "")), (1, 0))

    def test_all_else_is_told(self):
        self.assertEqual(self.of(DEADLOCK), (1, 0))
        self.assertEqual(self.of(race(THEIRS, THEIRS) + DEADLOCK), (1, 1))


if __name__ == "__main__":
    unittest.main()
