"""Tests what a program on a card makes of tensors that speak DLPack: places, shapes, streams, lives
and mistakes. It runs on the driver's fake of test/runtime/drivers/cuda, whose device is the host's
memory and which computes nothing; card_test.py compares answers on a card.
"""

import contextlib
import ctypes
import importlib.util
import os
import subprocess
import sys
import unittest
from pathlib import Path

import numpy
import qopt
from common import folder

FAKES = [path for path in os.environ.get("QOPT_TEST_FAKES", "").split(",") if path]
HERE = Path(__file__).resolve()


class Fakes(unittest.TestCase):
    @unittest.skipUnless(FAKES, "skipped: QOPT_TEST_FAKES names no libraries")
    def test_in_a_process_of_its_own(self):
        with folder() as path:
            done = subprocess.run([sys.executable, str(HERE)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                                  env=dict(os.environ, QOPT_CACHE=str(path / "kernels"), QOPT_TEST_FAKE_CASES="1"))
        self.assertEqual(done.returncode, 0, done.stdout[-4000:])


def capsule_of(array, device, versioned):
    """NumPy's own, whose device is said to be another."""
    api = ctypes.pythonapi
    api.PyCapsule_GetPointer.restype, api.PyCapsule_GetPointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    versioned = versioned and numpy.lib.NumpyVersion(numpy.__version__) >= "2.1.0"
    capsule = array.__dlpack__(max_version=(1, 0)) if versioned else array.__dlpack__()
    at = api.PyCapsule_GetPointer(capsule, b"dltensor_versioned" if versioned else b"dltensor")
    place = (ctypes.c_int32 * 2).from_address(at + (40 if versioned else 8))
    assert tuple(place) == (1, 0)
    place[:] = device
    return capsule


class OnCard:
    """A tensor of another library's."""

    def __init__(self, array, device=(2, 0), versioned=True):
        self.array, self.device, self.versioned, self.streams = array, device, versioned, []

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, *, stream, max_version=None):
        self.streams.append(stream)
        return capsule_of(self.array, self.device, self.versioned and max_version is not None)


class Old(OnCard):
    def __dlpack__(self, stream):
        return capsule_of(self.array, self.device, False)


class Contiguous(OnCard):
    def contiguous(self):
        return OnCard(numpy.ascontiguousarray(self.array))


class Copied(OnCard):
    def copy(self):
        return OnCard(self.array.copy(order="C"))


class Stubborn(OnCard):
    def contiguous(self):
        return self


class ExchangeApi(ctypes.Structure):
    """DLPack's interface for C, of a library whose tensors are Told."""

    TENSOR_OF = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_uint64)
    CURRENT_STREAM = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int32, ctypes.POINTER(ctypes.c_uint64))
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("previous", ctypes.c_void_p), ("allocate", ctypes.c_void_p),
                ("managed_of", ctypes.c_void_p), ("object_of", ctypes.c_void_p), ("tensor_of", TENSOR_OF), ("current_stream", CURRENT_STREAM)]

    def __init__(self, major=1, previous=None):
        super().__init__(major, 3, ctypes.addressof(previous) if previous else None, None, None, None,
                         self.TENSOR_OF(self.tell), self.CURRENT_STREAM(self.stream))
        self.before, self.asked, self.fails, self.number = previous, [], False, 2

    def tell(self, tensor, at):
        if self.fails:
            return -1
        array, rank = tensor.array, tensor.array.ndim
        tensor.kept = (ctypes.c_int64 * (2 * rank))(*array.shape, *(step // array.itemsize for step in array.strides))
        ctypes.c_uint64.from_address(at).value = array.ctypes.data - 64
        (ctypes.c_int32 * 3).from_address(at + 8)[:] = (*tensor.device, rank)
        (ctypes.c_uint8 * 2).from_address(at + 20)[:] = (2, 8 * array.itemsize)
        ctypes.c_uint16.from_address(at + 22).value = 1
        (ctypes.c_uint64 * 3).from_address(at + 24)[:] = (ctypes.addressof(tensor.kept), ctypes.addressof(tensor.kept) + 8 * rank, 64)
        return 0

    def stream(self, kind, index, out):
        self.asked.append((kind, index))
        out[0] = self.number
        return 0

    def capsule(self):
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return new(ctypes.addressof(self), b"dlpack_exchange_api", None)


def told_by(api):
    """A class of tensors whose library tells of them by `api`, and which are asked nothing else."""

    class Told:
        __dlpack_c_exchange_api__ = api.capsule()

        def __init__(self, array, device=(2, 0)):
            self.array, self.device = array, device

        def __dlpack__(self, **words):
            raise AssertionError("the interface for C says all")

    return Told


class FakeCuda(ctypes.Structure):
    """The settings and counters of the driver's fake: fake_cuda.h."""

    _fields_ = [("memory", ctypes.c_size_t), ("failure", ctypes.c_int), ("local", ctypes.c_int), ("while_waiting", ctypes.c_void_p),
                *((name, ctypes.c_int) for name in ("asked", "answers", "live", "retained", "streams", "graphs", "replays", "dependent",
                                                    "exchanges", "allocations", "copies", "waits", "wrong", "gone"))]


@contextlib.contextmanager
def stream_of_the_card():
    """A stream's address; then the stream is gone."""
    context, stream = ctypes.c_void_p(), ctypes.c_void_p()

    def call(name, *arguments):
        for one, given in (("cuCtxPushCurrent_v2", (context,)), (name, arguments), ("cuCtxPopCurrent_v2", (ctypes.byref(ctypes.c_void_p()),))):
            assert getattr(cuda, one)(*given) == 0, one

    cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0)
    call("cuStreamCreate", ctypes.byref(stream), 1)
    yield stream.value
    call("cuStreamDestroy_v2", stream)
    cuda.cuDevicePrimaryCtxRelease_v2(0)


def sum_of_two():
    with qopt.build.network("sum") as net:
        return net.output(z=net.add(net.input("a", (None, 4)), net.input("b", (None, 4)))).compile("cuda")


def network():
    with qopt.build.network("small") as net:
        x = net.input("x", (None, 3, 4))
        h = net.relu(x, name="h")
        return net.output(y=net.sigmoid(h), s=net.reduce_mean(h, axes=(1, 2)))


def name_of(capsule):
    api = ctypes.pythonapi
    api.PyCapsule_GetName.restype, api.PyCapsule_GetName.argtypes = ctypes.c_char_p, [ctypes.py_object]
    return api.PyCapsule_GetName(capsule)


def tensor_at(at):
    """(address of the first element, device, rank, dtype, shape, strides) of DLPack's struct there."""
    data = ctypes.c_uint64.from_address(at).value + ctypes.c_uint64.from_address(at + 40).value
    kind, index, rank = (ctypes.c_int32 * 3).from_address(at + 8)
    code, bits = (ctypes.c_uint8 * 2).from_address(at + 20)
    lists = [ctypes.c_uint64.from_address(at + place).value for place in (24, 32)]
    shape, strides = (tuple((ctypes.c_int64 * rank).from_address(one)) if one else None for one in lists)
    return data, (kind, index), rank, (code, bits), shape, strides


def tensor_in(capsule):
    """(name, …) of a capsule."""
    name = name_of(capsule)
    return name, *tensor_at(ctypes.pythonapi.PyCapsule_GetPointer(capsule, name) + (32 if name == b"dltensor_versioned" else 0))


@unittest.skipUnless(os.environ.get("QOPT_TEST_FAKE_CASES"), "run by Fakes, in a process of its own")
class Cases(unittest.TestCase):
    def setUp(self):
        self.compiled = network().compile("cuda")
        self.array = numpy.zeros((50, 3, 4), "float32")

    def test_outputs_lie_on_the_card(self):
        y, s = self.compiled(OnCard(self.array))
        self.assertIsInstance(y, qopt.DeviceArray)
        self.assertEqual((y.shape, y.dtype, y.device, len(y)), ((50, 3, 4), "float32", "cuda:0", 50))
        self.assertEqual((s.shape, s.__dlpack_device__()), ((50,), (2, 0)))
        self.assertRegex(repr(y), "DeviceArray float32 .50, 3, 4. on cuda:0")
        self.assertIsInstance(self.compiled(self.array)[0], numpy.ndarray)

    def test_capsules_say_what_it_is(self):
        y, s = self.compiled(OnCard(self.array))
        self.assertEqual(tensor_in(y.__dlpack__(max_version=(1, 1), stream=1)),
                         (b"dltensor_versioned", y.pointer, (2, 0), 3, (2, 32), (50, 3, 4), (12, 4, 1)))
        self.assertEqual(tensor_in(s.__dlpack__(max_version=(1, 0), stream=-1))[4:], ((2, 32), (50,), (1,)))
        for old in (y.__dlpack__(), y.__dlpack__(max_version=(0, 8))):
            self.assertEqual(tensor_in(old)[:3], (b"dltensor", y.pointer, (2, 0)))
        self.assertEqual(tensor_in(y.__dlpack__(dl_device=(1, 0)))[2:6], ((1, 0), 3, (2, 32), (50, 3, 4)))
        self.assertEqual(tensor_in(y.__dlpack__(dl_device=(1, 0), copy=True))[2], (1, 0))
        self.assertEqual(y.__array__(copy=True).shape, (50, 3, 4))
        self.assertEqual((y.numpy().shape, y.numpy().dtype, numpy.asarray(y, "float64").dtype), ((50, 3, 4), "float32", "float64"))

    def test_capsules_say_each_type(self):
        for dtype, code in (("bfloat16", (4, 16)), ("float16", (2, 16)), ("bool", (6, 8)), ("int64", (0, 64)), ("uint8", (1, 8))):
            with qopt.build.network("cast") as net:
                compiled = net.output(y=net.cast(net.input("x", (None, 3, 4)), dtype=dtype)).compile("cuda")
            y = compiled(OnCard(self.array))
            self.assertEqual((y.dtype, tensor_in(y.__dlpack__(stream=1))[4]), (dtype, code))

    def test_the_library_is_told_a_stream(self):
        x = OnCard(self.array)
        self.compiled(x)
        self.assertEqual(x.streams, [1])

    def test_the_interface_for_c(self):
        for api in (ExchangeApi(), ExchangeApi(2, ExchangeApi(1))):
            tensor = told_by(api)
            self.assertEqual(self.compiled(tensor(self.array))[0].shape, (50, 3, 4))
            self.assertEqual((api.before or api).asked, [(2, 0)])  # whose stream the run is on
        with self.assertRaisesRegex(qopt.ArgumentError, "lies on cuda:3, the program on cuda:0"):
            self.compiled(tensor(self.array, (2, 3)))
        with self.assertRaisesRegex(TypeError, "takes float32, not float64"):
            self.compiled(tensor(self.array.astype("float64")))
        with self.assertRaisesRegex(qopt.ArgumentError, "not contiguous"):
            self.compiled(tensor(self.array.transpose(0, 2, 1)))

    @unittest.skipIf(importlib.util.find_spec("torch") is None, "skipped: torch is not installed")
    def test_torch_tells_and_takes(self):
        import torch

        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        if hasattr(torch.Tensor, "__dlpack_c_exchange_api__"):
            api = ExchangeApi.from_address(pointer(torch.Tensor.__dlpack_c_exchange_api__, b"dlpack_exchange_api"))
            tensor, told = torch.zeros(6, 3, 4)[1:], (ctypes.c_uint64 * 6)()
            self.assertEqual((api.major, api.tensor_of(tensor, ctypes.addressof(told))), (1, 0))
            self.assertEqual(tensor_at(ctypes.addressof(told)), (tensor.data_ptr(), (1, 0), 3, (2, 32), (5, 3, 4), (12, 4, 1)))
        self.assertIsInstance(self.compiled(torch.from_numpy(self.array))[0], numpy.ndarray)
        y = self.compiled(OnCard(self.array))[0]
        for version in ((1, 0), None):
            capsule = y.__dlpack__(stream=1, max_version=version)
            (ctypes.c_int32 * 2).from_address(pointer(capsule, name_of(capsule)) + (40 if version else 8))[:] = (1, 0)  # the fake's
            taken = torch.from_dlpack(capsule)
            self.assertEqual((taken.data_ptr(), taken.shape, taken.dtype), (y.pointer, (50, 3, 4), torch.float32))
        place = y.pointer
        del y, capsule
        taken += 1
        other = self.compiled(OnCard(self.array))[0]
        self.assertNotEqual(other.pointer, place)
        del taken
        self.assertEqual(self.compiled(OnCard(self.array))[0].pointer, place)

    def test_libraries_whose_interface_is_another_are_asked_by_dlpack(self):
        class Asked(OnCard):
            api = ExchangeApi(2)
            __dlpack_c_exchange_api__ = api.capsule()

        class Fails(OnCard):
            api = ExchangeApi()
            api.fails = True
            __dlpack_c_exchange_api__ = api.capsule()

        class Nonsense(OnCard):
            __dlpack_c_exchange_api__ = 7

        for kind in (Asked, Fails, Nonsense):
            x = kind(self.array)
            self.compiled(x)
            self.assertEqual(set(x.streams), {1})

    def test_libraries_before_dlpack_1(self):
        for x in (OnCard(self.array, versioned=False), Old(self.array)):
            self.assertEqual(self.compiled(x)[0].shape, (50, 3, 4))

    def test_what_is_not_contiguous_its_library_copies(self):
        strided = numpy.zeros((50, 4, 3), "float32").transpose(0, 2, 1)
        for kind in (Contiguous, Copied):
            self.assertEqual(self.compiled(kind(strided))[0].shape, (50, 3, 4))
        for kind in (OnCard, Stubborn):
            with self.assertRaisesRegex(qopt.ArgumentError, r"input 'x' is not contiguous: give a dense copy, as x\.contiguous"):
                self.compiled(kind(strided))
        self.compiled(OnCard(numpy.zeros((1, 3, 4), "float32")[:, ::1]))

    def test_managed_memory_and_the_hosts(self):
        self.compiled(OnCard(self.array, (13, 0)))
        both = sum_of_two()
        a = numpy.zeros((2, 4), "float32")
        self.assertIsInstance(both(OnCard(a), a), qopt.DeviceArray)
        self.assertIsInstance(both(a=a, b=OnCard(a)), qopt.DeviceArray)

    def test_inputs_are_kept_until_the_run_has_ended(self):
        count = sys.getrefcount(self.array)
        y = self.compiled(OnCard(self.array))
        self.assertGreater(sys.getrefcount(self.array), count)  # the fake does nothing before somebody waits
        y[0].numpy()
        self.compiled(OnCard(numpy.zeros((50, 3, 4), "float32")))
        self.assertEqual(sys.getrefcount(self.array), count)
        self.compiled(OnCard(self.array))
        del self.compiled, y
        self.assertEqual(sys.getrefcount(self.array), count)

    def test_inputs_go_at_a_later_call_on_arrays_of_the_hosts(self):
        count = sys.getrefcount(self.array)
        self.compiled(OnCard(self.array))[0].numpy()
        self.compiled(numpy.zeros((50, 3, 4), "float32"))
        self.assertEqual(sys.getrefcount(self.array), count)

    def test_an_output_lives_on_where_its_run_s_stream_is_gone(self):
        api, compiled, gone = ExchangeApi(), network().compile("cuda", values=["h"]), fake.gone
        with stream_of_the_card() as api.number:
            y, s = compiled(told_by(api)(self.array))
        self.assertEqual((y.numpy().shape, numpy.asarray(s).shape, compiled.values["h"].shape), ((50, 3, 4), (50,), (50, 3, 4)))
        self.assertEqual(name_of(y.__dlpack__(stream=1)), b"dltensor")
        self.assertEqual(fake.gone, gone)

    def test_the_end_of_a_program_waits_without_pythons_lock(self):
        self.compiled(OnCard(self.array))
        fake.asked = fake.answers = 0
        fake.while_waiting = ctypes.cast(ctypes.pythonapi.PyGILState_Check, ctypes.c_void_p)
        del self.compiled
        fake.while_waiting = None
        self.assertGreater(fake.asked, 0)
        self.assertEqual(fake.answers, 0)

    @unittest.skipUnless(hasattr(os, "fork"), "skipped: there is no fork")
    def test_a_child_leaves_the_card_to_the_process_that_was_forked(self):
        y, s = self.compiled(OnCard(self.array))
        capsule = y.__dlpack__(stream=1)

        def use():
            nonlocal s, capsule
            before = fake.live
            for call in (y.numpy, lambda: y.__dlpack__(stream=1), lambda: y.__dlpack__(stream=-1)):
                with self.assertRaisesRegex(qopt.UnsupportedError, "before this process was forked"):
                    call()
            del s, capsule
            return (y.shape, fake.live) == ((50, 3, 4), before)

        child = os.fork()
        if child == 0:
            code = 2
            try:
                code = 0 if use() else 1
            finally:
                os._exit(code)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)

    def test_memory_lives_as_long_as_somebody_holds_it(self):
        y = self.compiled(OnCard(self.array))[0]
        place, capsule = y.pointer, y.__dlpack__(stream=1)
        del y
        others = [self.compiled(OnCard(self.array))[0] for _ in range(4)]
        self.assertNotIn(place, [other.pointer for other in others])
        del capsule
        self.assertEqual(self.compiled(OnCard(self.array))[0].pointer, place)

    def test_kept_values(self):
        compiled = network().compile("cuda", values=["h"])
        self.assertEqual(len(compiled(OnCard(self.array))), 2)
        self.assertEqual(compiled.values["h"].shape, (50, 3, 4))
        compiled(self.array[:2])
        self.assertEqual(compiled.values["h"].shape, (2, 3, 4))

    def test_kept_values_that_dlpack_does_not_have(self):
        with qopt.build.network("eighths") as net:
            h = net.cast(net.input("x", (None, 3, 4)), dtype="float8e4m3fn", name="h")
            compiled = net.output(y=net.cast(h, dtype="float32")).compile("cuda", values=["h"])
        self.assertEqual(compiled(OnCard(self.array)).dtype, "float32")
        self.assertEqual((compiled.values["h"].shape, compiled.values["h"].dtype), ((50, 3, 4), "float32"))
        with qopt.build.network("eighths") as net:
            compiled = net.output(y=net.cast(net.input("x", (None, 3, 4)), dtype="float8e4m3fn")).compile("cuda")
        with self.assertRaisesRegex(qopt.UnsupportedError, "output 'y' is of float8e4m3fn, which DLPack does not have"):
            compiled(OnCard(self.array))

    def test_libraries_of_several_streams(self):
        """The run goes on the stream of the first; the other, whose own is another, is told that one."""

        class Other(OnCard):
            api = ExchangeApi()
            api.number = 4096
            __dlpack_c_exchange_api__ = api.capsule()

        Same = told_by(ExchangeApi())
        both = sum_of_two()
        a, b = told_by(ExchangeApi())(numpy.zeros((2, 4), "float32")), Other(numpy.zeros((2, 4), "float32"))
        both(a, b)
        self.assertEqual(b.streams, [2])
        self.assertEqual(both(a, Same(numpy.zeros((2, 4), "float32"))).shape, (2, 4))

    def test_a_network_behind_another_goes_where_their_librarys_work_goes_now(self):
        with qopt.build.network("first") as net:
            first = net.output(y=net.relu(net.input("x", (None, 4)))).compile("cuda")
        both, api, other = sum_of_two(), ExchangeApi(), OnCard(numpy.zeros((2, 4), "float32"))
        y = first(told_by(api)(numpy.zeros((2, 4), "float32")))
        z = both(y, other)
        with stream_of_the_card() as api.number:
            self.assertEqual(both(b=z, a=other).shape, (2, 4))
            self.assertEqual(other.streams, [2, api.number])
        api.number = 2
        self.assertEqual(both(first(other), other).shape, (2, 4))
        self.assertEqual(other.streams[2:], [1, 1])

    def test_a_dict_that_changes_meanwhile(self):
        both = sum_of_two()

        class Changes(OnCard):
            def __dlpack__(self, **words):
                given.clear()
                return super().__dlpack__(**words)

        given = {"a": Changes(numpy.zeros((2, 4), "float32")), "b": OnCard(numpy.zeros((2, 4), "float32"))}
        self.assertEqual(both(given).shape, (2, 4))

    def test_mistakes(self):
        y = self.compiled(OnCard(self.array))[0]
        for call, error, says in (
            (lambda: self.compiled(OnCard(self.array, (2, 1))), qopt.ArgumentError,
             "input 'x' lies on cuda:1, the program on cuda:0: give it there, as x.to.'cuda:0'."),
            (lambda: self.compiled(OnCard(self.array.astype("float64"))), TypeError, "takes float32, not float64"),
            (lambda: self.compiled(OnCard(self.array.astype("complex64"))), TypeError, "nothing that networks take"),
            (lambda: self.compiled(OnCard(self.array[:, :2].copy())), qopt.ArgumentError, "'x'"),
            (lambda: self.compiled(OnCard(self.array[:0])), qopt.ArgumentError, "at least one sample"),
            (lambda: self.compiled(OnCard(self.array, (10, 0))), TypeError, "expected a NumPy array|lies in a device's memory"),
            (lambda: self.compiled(x=OnCard(self.array), z=1), TypeError, "no input 'z'"),
            (lambda: network().compile("host:1")(OnCard(self.array)), TypeError, "lies in a device's memory|expected a NumPy array"),
            (lambda: y.__dlpack__(stream=0), qopt.ArgumentError, "stream=0: give 1"),
            (lambda: y.__dlpack__(stream=-7), qopt.ArgumentError, "stream=-7"),
            (lambda: y.__dlpack__(stream="1"), (TypeError, RuntimeError), ""),
            (lambda: y.__dlpack__(copy=True), BufferError, "no copy is made"),
            (lambda: y.__dlpack__(dl_device=(2, 1)), BufferError, "lies on cuda:0"),
            (lambda: y.__dlpack__(dl_device=(1, 0), copy=False), BufferError, "that of the host is a copy"),
            (lambda: y.__array__(copy=False), ValueError, "that of the host is a copy"),
            (lambda: y.__array__("float64", copy=False), ValueError, "that of the host is a copy"),
            (lambda: y.__dlpack__(1), TypeError, ""),
            (lambda: qopt.DeviceArray(), TypeError, ""),
            (lambda: len(self.compiled(OnCard(self.array))[1]) and iter(y), TypeError, "iter"),
        ):
            with self.assertRaisesRegex(error, says):
                call()

    def test_what_a_library_raises_comes_out(self):
        class Raises(OnCard):
            def __dlpack__(self, **words):
                raise BufferError("requires a gradient")

        class Nothing(OnCard):
            def __dlpack__(self, **words):
                return None

        with self.assertRaisesRegex(BufferError, "requires a gradient"):
            self.compiled(Raises(self.array))
        with self.assertRaisesRegex(TypeError, "gives no tensor of DLPack 1"):
            self.compiled(Nothing(self.array))


if __name__ == "__main__":
    if os.environ.get("QOPT_TEST_FAKE_CASES"):
        cuda, nvrtc = (ctypes.CDLL(path) for path in FAKES)  # who asks for libraries of their names gets these
        cuda.fakeCuda.restype = ctypes.c_void_p
        fake = FakeCuda.from_address(cuda.fakeCuda())
        fake.memory = 1 << 30
        unittest.main(defaultTest="Cases")
    unittest.main(defaultTest="Fakes")
