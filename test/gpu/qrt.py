#!/usr/bin/env python3
"""libqrt's C interface (runtime/core/qrt_c.h), and how long a start by it alone takes.

qrt.py LIBQRT FILE.qart DEVICE [--flags=2]   prints seconds of each step as JSON: the interpreter's own start is in none
"""

import argparse
import ctypes
import json
import mmap
import sys
import time

INPUT, OUTPUT = 0, 1
USE_BINARIES, USE_CACHE = 1, 2


class Failed(Exception):
    """A qrt_status: what it says."""


class Buffer(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("bytes", ctypes.c_uint64)]


class Library:
    def __init__(self, path):
        self.c = ctypes.CDLL(path)
        for name in ("qrt_open_device", "qrt_open_artifact", "qrt_choose", "qrt_load", "qrt_bind", "qrt_run"):
            getattr(self.c, name).restype = ctypes.c_void_p
        self.c.qrt_status_message.restype = ctypes.c_char_p
        self.c.qrt_port_bytes.restype = ctypes.c_uint64

    def call(self, name, *arguments):
        status = getattr(self.c, name)(*arguments)
        if status:
            text = self.c.qrt_status_message(ctypes.c_void_p(status)).decode()
            self.c.qrt_free_status(ctypes.c_void_p(status))
            raise Failed(text)

    def made(self, name, *arguments):
        """The handle that a function gives by its last parameter."""
        handle = ctypes.c_void_p()
        self.call(name, *arguments, ctypes.byref(handle))
        return handle

    def model(self, device, artifact, flags):
        program = ctypes.c_uint32()
        self.call("qrt_choose", artifact, device, None, 0, ctypes.byref(program))
        return self.made("qrt_load", device, artifact, program, ctypes.c_uint32(flags))

    def run(self, model, batch, inputs=None):
        """The outputs' bytes; inputs: bytes of each, of its size at that batch, or None: zeros."""
        def sizes(side):
            return [self.c.qrt_port_bytes(model, side, port, ctypes.c_int64(batch))
                    for port in range(self.c.qrt_port_count(model, side))]

        def zeros(side):  # pages that nobody touches take no memory: they may be as many as one likes
            return [(ctypes.c_char * size).from_buffer(mmap.mmap(-1, max(size, 1))) for size in sizes(side)]
        given = [ctypes.create_string_buffer(data, len(data)) for data in inputs] if inputs else zeros(INPUT)
        places = zeros(OUTPUT)
        buffers = [(Buffer * len(list_))(*(Buffer(ctypes.addressof(at), ctypes.sizeof(at)) for at in list_))
                   for list_ in (given, places)]
        binding = self.made("qrt_bind", model, ctypes.c_int64(batch), buffers[0], len(given), buffers[1], len(places))
        try:
            self.call("qrt_run", binding)
            return [bytes(at) for at in places]
        finally:
            self.c.qrt_free_binding(binding)


def start(library, path, device, flags):
    """{step: seconds}"""
    steps, last = {}, time.monotonic()

    def end(step):
        nonlocal last
        now = time.monotonic()
        steps[step], last = now - last, now
    qrt = Library(library)
    end("library")
    opened = qrt.made("qrt_open_device", device.encode())
    end("device")
    artifact = qrt.made("qrt_open_artifact", path.encode())
    end("parse")
    model = qrt.model(opened, artifact, flags)
    end("load")
    qrt.run(model, 1)
    end("first run")
    return steps


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("libqrt", "file", "device"):
        parser.add_argument(name)
    parser.add_argument("--flags", type=int, default=USE_CACHE)
    options = parser.parse_args()
    print(json.dumps(start(options.libqrt, options.file, options.device, options.flags)))


if __name__ == "__main__":
    sys.exit(main())
