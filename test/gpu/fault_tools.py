"""The faults that faults.py makes on a machine: libraries that cannot be opened, kernels that do not build, a card that is full."""

import ctypes
import os
import struct

LIBRARIES = {"cuda": ["libcuda.so.1"], "opencl": ["libOpenCL.so.1"],
             "nvrtc": ["libnvrtc.so", *(f"libnvrtc.so.{version}" for version in (11, "11.2", 12, 13, 14))]}


def hide(folder, library):
    """Variables with which a library is found first where it is none."""
    os.makedirs(folder, exist_ok=True)
    for name in LIBRARIES[library]:
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write("no library\n")
    known = os.environ.get("LD_LIBRARY_PATH", "")
    return {"LD_LIBRARY_PATH": folder + (":" + known if known else "")}


# ---- .qart files: runtime/format/artifact_header.h ----

HEADER, SUM_AT, ALIGNMENT = 128, 72, 64


def checksum(data, start=0x9e3779b97f4a7c15):
    whole = len(data) // 8 * 8
    words = [*struct.unpack(f"<{whole // 8}Q", data[:whole]), int.from_bytes(data[whole:], "little"), len(data)]
    value = start
    for word in words:
        value = (value ^ word) * 0xff51afd7ed558ccd & 0xffffffffffffffff
        value ^= value >> 32
    return value


def _aligned(size):
    return -(-size // ALIGNMENT) * ALIGNMENT


def _blobs(data, index_bytes):
    """(where its size and sum stand, where it begins, its size) of each."""
    count = struct.unpack_from("<I", data, HEADER)[0]
    begin = _aligned(HEADER + index_bytes)
    for i in range(count):
        entry = HEADER + 4 + 16 * i
        size = struct.unpack_from("<Q", data, entry)[0]
        yield entry, begin, size
        begin += _aligned(size)


def replace_in_artifact(path, old, new):
    """Replaces bytes in an artifact, mends its checksums, and returns how often it did."""
    assert len(old) == len(new)
    with open(path, "rb") as file:
        data = bytearray(file.read())
    index_bytes, found = struct.unpack_from("<Q", data, 64)[0], 0
    for entry, begin, size in list(_blobs(data, index_bytes)):
        blob = bytes(data[begin:begin + size])
        if old in blob:
            found += blob.count(old)
            data[begin:begin + size] = blob.replace(old, new)
            struct.pack_into("<Q", data, entry + 8, checksum(bytes(data[begin:begin + size])))
    header = bytearray(data[:HEADER])
    struct.pack_into("<Q", header, SUM_AT, 0)
    struct.pack_into("<Q", data, SUM_AT, checksum(bytes(data[HEADER:HEADER + index_bytes]), checksum(bytes(header))))
    with open(path, "wb") as file:
        file.write(data)
    return found


# ---- memory ----

class FullCard:
    """Holds all of a CUDA card's memory but `left` bytes; without such a card, none."""

    def __init__(self, left, card=0):
        self.left, self.card, self.cuda, self.held = left, card, None, []

    def __enter__(self):
        try:
            self.cuda = ctypes.CDLL("libcuda.so.1")
        except OSError:
            return self
        device, context = ctypes.c_int(), ctypes.c_void_p()
        free, whole = ctypes.c_size_t(), ctypes.c_size_t()
        for name, *arguments in (("cuInit", 0), ("cuDeviceGet", ctypes.byref(device), self.card),
                                 ("cuDevicePrimaryCtxRetain", ctypes.byref(context), device),
                                 ("cuCtxPushCurrent_v2", context),
                                 ("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(whole))):
            if getattr(self.cuda, name)(*arguments):
                raise RuntimeError(f"{name} failed")
        part = 1 << 30
        for _ in range(max(0, free.value - self.left) // part):
            memory = ctypes.c_uint64()
            if self.cuda.cuMemAlloc_v2(ctypes.byref(memory), ctypes.c_size_t(part)):
                break
            self.held.append(memory)
        return self

    def __exit__(self, *_):
        for memory in self.held:
            self.cuda.cuMemFree_v2(memory)
        self.held.clear()
