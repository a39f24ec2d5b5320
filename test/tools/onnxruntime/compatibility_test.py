"""This asks what the provider tells ONNX Runtime of a compiled model before it is loaded, by the C interface of its shared library."""

import ctypes
import re
import subprocess
import sys
import unittest
from pathlib import Path

import onnxruntime

import onnxruntime_ep_qopt
from common import conv_net, session
from context_test import compiled
from fake_interface import FakeRuntime

NOT_OURS, OPTIMAL, UNSUPPORTED = 0, 1, 3
VERSION = ctypes.create_string_buffer(b"1.22.1")
OF_API, OF_VERSION = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_uint32), ctypes.CFUNCTYPE(ctypes.c_void_p)
LIBRARIES = list((Path(onnxruntime.__file__).parent / "capi").glob("libonnxruntime.so.*"))


class Base(ctypes.Structure):
    """This is OrtApiBase."""

    _fields_ = [("api", OF_API), ("version", OF_VERSION)]


class Host:
    """It is a host without Python's module, which asks for compatibility; it finds functions by their places in OrtApi of 1.23."""

    def __init__(self, library):
        self.library = ctypes.CDLL(str(library))
        self.library.OrtGetApiBase.restype = ctypes.POINTER(Base)
        self.table = ctypes.cast(self.library.OrtGetApiBase().contents.api(23), ctypes.POINTER(ctypes.c_void_p))
        self.env = ctypes.c_void_p()
        self.must(3, ctypes.c_int(3), b"test", ctypes.byref(self.env))
        self.must(301, self.env, b"QoptExecutionProvider", onnxruntime_ep_qopt.get_library_path().encode())

    def call(self, place, result, *arguments):
        return ctypes.CFUNCTYPE(result, *(ctypes.c_void_p if not isinstance(one, (ctypes.c_int, ctypes.c_size_t)) else type(one) for one in arguments))(
            self.table[place])(*arguments)

    def must(self, place, *arguments):
        if status := self.call(place, ctypes.c_void_p, *arguments):
            raise AssertionError(self.call(2, ctypes.c_char_p, ctypes.c_void_p(status)))

    def device(self):
        devices, count = ctypes.POINTER(ctypes.c_void_p)(), ctypes.c_size_t()
        self.must(303, self.env, ctypes.byref(devices), ctypes.byref(count))
        for i in range(count.value):
            if self.call(312, ctypes.c_char_p, ctypes.c_void_p(devices[i])) == b"QoptExecutionProvider":
                return devices[i]
        raise AssertionError("no device")

    def compatibility(self, text):
        answer = ctypes.c_int(-1)
        self.must(388, (ctypes.c_void_p * 1)(self.device()), ctypes.c_size_t(1), text.encode(), ctypes.byref(answer))
        return answer.value


@unittest.skipUnless(LIBRARIES, "this ONNX Runtime's wheel brings no shared library")
class Compatibility(unittest.TestCase):
    def answers(self, *texts):
        """Asks in a process of its own: Python's module may be the same library, with the provider in it already."""
        asked = subprocess.run([sys.executable, __file__, *texts], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, check=False)
        self.assertEqual(asked.returncode, 0, asked.stdout)
        return [int(word) for word in asked.stdout.split()]

    def test_of_this_version_another_and_none(self):
        own = session(compiled(conv_net())).get_modelmeta().custom_metadata_map["ep_compatibility_info.QoptExecutionProvider"]
        said = re.fullmatch(r"(qopt \d+\.\d+\.\d+; parts of format \d+, schema )(\d+)(, dialect )(\d+)", own)
        self.assertTrue(said, own)
        first, schema, between, dialect = said.groups()
        earlier, later = (f"{first}{schema}{between}{int(dialect) + step}" for step in (-1, 1))
        others = [first + str(int(schema) + 1) + between + dialect, later, own + "0", own + "x", first + schema]
        self.assertEqual(self.answers(own, earlier, "another provider's", *others), [OPTIMAL, OPTIMAL, NOT_OURS] + [UNSUPPORTED] * len(others))

    def test_of_an_older_onnx_runtime(self):
        """It answers null where the interface of 1.23 is asked for; its first function makes the error."""
        said = []
        create = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p)(lambda code, message: said.append(message.decode()) or 1)
        table = (ctypes.c_void_p * 1)(ctypes.cast(create, ctypes.c_void_p))
        base = Base(OF_API(lambda version: ctypes.addressof(table) if version < 23 else None), OF_VERSION(lambda: ctypes.addressof(VERSION)))
        factories, count = (ctypes.c_void_p * 1)(), ctypes.c_size_t(9)
        make = ctypes.CDLL(onnxruntime_ep_qopt.get_library_path()).CreateEpFactories
        make.restype = ctypes.c_void_p
        self.assertEqual(make(b"qopt", ctypes.byref(base), None, factories, ctypes.c_size_t(1), ctypes.byref(count)), 1)
        self.assertEqual((said, count.value, factories[0]), (["qopt: needs ONNX Runtime 1.23 or later; this is 1.22.1"], 0, None))

    def test_of_an_onnx_runtime_without_providers_of_libraries(self):
        runtime = FakeRuntime(ep_api=None)
        self.assertEqual(runtime.factories(), (True, []))
        self.assertEqual(runtime.errors, ["qopt: ONNX Runtime 1.23.2 takes no execution providers from libraries"])


if __name__ == "__main__":
    host = Host(LIBRARIES[0])
    print(*map(host.compatibility, sys.argv[1:]))
