"""An ONNX Runtime of functions that tests give, by their places in its tables (tools/onnxruntime/abi.h): a test sees what the library does where one of them fails."""

import ctypes

import onnxruntime_ep_qopt

POINTER, INT, SIZE, TEXT = ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t, ctypes.c_char_p
CREATE_STATUS, ERROR_MESSAGE, RELEASE_STATUS, LOG_MESSAGE, DEVICE_TYPE, EP_API, CREATE_MEMORY_INFO = 0, 2, 93, 247, 307, 317, 320
CREATE_KEY_VALUES, ADD_KEY_VALUE, RELEASE_KEY_VALUES, MODEL_EDITOR, RELEASE_MEMORY_INFO = 295, 296, 300, 291, 94
CREATE_EP_DEVICE, RELEASE_EP_DEVICE, ADD_ALLOCATOR_INFO = 0, 1, 5
FAILED = 77  # any address: what is an error of ours nobody reads


class Base(ctypes.Structure):
    """This is OrtApiBase."""

    _fields_ = [("api", ctypes.CFUNCTYPE(POINTER, ctypes.c_uint32)), ("version", ctypes.CFUNCTYPE(POINTER))]


class FactoryStart(ctypes.Structure):
    """This is the start of OrtEpFactory."""

    _fields_ = [("version", ctypes.c_uint32), ("name", ctypes.CFUNCTYPE(TEXT, POINTER)), ("vendor", POINTER),
                ("devices", ctypes.CFUNCTYPE(POINTER, POINTER, POINTER, SIZE, POINTER, SIZE, POINTER))]


class FakeRuntime:
    """`logged` and `errors` are texts that the library gave it, `live` the devices that it has made and not released."""

    def __init__(self, **replaced):
        """`replaced` may give create_memory_info, add_allocator_info and ep_api another result."""
        self.logged, self.errors, self.live, self.kept = [], [], set(), []
        self.version = ctypes.create_string_buffer(b"1.23.2")
        inner = self.table(16, {
            CREATE_EP_DEVICE: self.function(self.make_device, POINTER, POINTER, POINTER, POINTER, POINTER, POINTER),
            RELEASE_EP_DEVICE: self.function(self.live.discard, None, POINTER),
            ADD_ALLOCATOR_INFO: self.function(lambda *_: replaced.get("add_allocator_info"), POINTER, POINTER, POINTER)})
        outer = self.table(400, {
            CREATE_STATUS: self.function(lambda code, text: self.errors.append(text.decode()) or FAILED, POINTER, INT, TEXT),
            ERROR_MESSAGE: self.function(lambda _: ctypes.addressof(self.version), POINTER, POINTER),
            RELEASE_STATUS: self.function(lambda _: None, None, POINTER),
            LOG_MESSAGE: self.function(lambda _, level, text, *more: self.logged.append((level, text.decode())), POINTER, POINTER, INT, TEXT, TEXT, INT, TEXT),
            DEVICE_TYPE: self.function(lambda _: 0, INT, POINTER),
            EP_API: self.function(lambda: replaced.get("ep_api", inner), POINTER),
            MODEL_EDITOR: self.function(lambda: None, POINTER),
            CREATE_MEMORY_INFO: self.function(lambda *_: replaced.get("create_memory_info"), POINTER, TEXT, INT, ctypes.c_uint32, INT, INT, SIZE, INT, POINTER),
            **{place: self.function(lambda *_: None, None, POINTER, POINTER, POINTER)
               for place in (CREATE_KEY_VALUES, ADD_KEY_VALUE, RELEASE_KEY_VALUES, RELEASE_MEMORY_INFO)}})
        self.base = Base(Base._fields_[0][1](lambda _: outer), Base._fields_[1][1](lambda: ctypes.addressof(self.version)))
        self.library = ctypes.CDLL(onnxruntime_ep_qopt.get_library_path())
        self.library.CreateEpFactories.restype = POINTER

    def function(self, work, result, *arguments):
        self.kept.append(ctypes.CFUNCTYPE(result, *arguments)(work))
        return ctypes.cast(self.kept[-1], POINTER).value

    def table(self, size, functions):
        self.kept.append((POINTER * size)(*(functions.get(place) for place in range(size))))
        return ctypes.addressof(self.kept[-1])

    def make_device(self, factory, hardware, metadata, options, made):
        device = 1000 + len(self.live)
        self.live.add(device)
        ctypes.cast(made, ctypes.POINTER(POINTER))[0] = device
        return None

    def factories(self, most=4):
        """(whether there is an error, the factories that are made)."""
        made, count = (POINTER * most)(), SIZE(9)
        failed = self.library.CreateEpFactories(b"qopt", ctypes.byref(self.base), None, made, SIZE(most), ctypes.byref(count))
        return bool(failed), made[:count.value]

    def names(self, factories):
        return [ctypes.cast(one, ctypes.POINTER(FactoryStart)).contents.name(one).decode() for one in factories]

    def devices(self, factory):
        """(whether there is an error, how many devices are given) for one processor."""
        hardware, found, count = (POINTER * 1)(1), (POINTER * 8)(), SIZE(9)
        start = ctypes.cast(factory, ctypes.POINTER(FactoryStart)).contents
        failed = start.devices(factory, ctypes.addressof(hardware), 1, ctypes.addressof(found), 8, ctypes.addressof(count))
        return bool(failed), count.value

    def release(self, factories):
        for one in factories:
            self.library.ReleaseEpFactory(POINTER(one))
