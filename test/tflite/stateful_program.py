"""A compiled file through libqrt's C interface, by ctypes: a binding that keeps the states itself."""

import ctypes

import numpy as np


class Buffer(ctypes.Structure):
    _fields_ = (("data", ctypes.c_void_p), ("bytes", ctypes.c_uint64))


INPUT, OUTPUT = 0, 1
TYPES = {"f32": np.float32, "i8": np.int8, "u8": np.uint8, "i16": np.int16, "i32": np.int32}


class StatefulProgram:
    """The first program of a .qart file on a device, at batch 1."""

    def __init__(self, library, path, device):
        self._qrt = qrt = ctypes.CDLL(library)
        for name in ("qrt_status_message", "qrt_port_name", "qrt_port_type"):
            getattr(qrt, name).restype = ctypes.c_char_p
        for name in ("qrt_port_bytes",):
            getattr(qrt, name).restype = ctypes.c_uint64
        qrt.qrt_state.restype = ctypes.c_void_p
        self._failing = {name: getattr(qrt, name) for name in (
            "qrt_open_device", "qrt_open_artifact", "qrt_load", "qrt_port_shape", "qrt_bind_with_states", "qrt_run",
            "qrt_reset_states")}
        for function in self._failing.values():
            function.restype = ctypes.c_void_p
        self._model = self._open(path, device)
        self.states = {}  # {input: its name}
        self._arrays = [self._ports(INPUT), self._ports(OUTPUT)]
        self._names = [[self._name(side, port) for port in range(len(self._arrays[side]))] for side in (INPUT, OUTPUT)]
        self._hide_states()
        self._binding = ctypes.c_void_p()
        buffers = [(Buffer * len(side))(*(Buffer(None, 0) if array is None else Buffer(array.ctypes.data, array.nbytes)
                                          for array in side)) for side in self._arrays]
        self._call("qrt_bind_with_states", self._model, ctypes.c_int64(1), buffers[INPUT], len(buffers[INPUT]),
                   buffers[OUTPUT], len(buffers[OUTPUT]), ctypes.byref(self._binding))

    def _call(self, name, *arguments):
        if status := self._failing[name](*arguments):
            raise RuntimeError(self._qrt.qrt_status_message(ctypes.c_void_p(status)).decode())

    def _open(self, path, device):
        opened, artifact, model = (ctypes.c_void_p() for _ in range(3))
        self._call("qrt_open_device", device.encode(), ctypes.byref(opened))
        self._call("qrt_open_artifact", path.encode(), ctypes.byref(artifact))
        self._call("qrt_load", opened, artifact, 0, 0, ctypes.byref(model))
        return model

    def _name(self, side, port):
        return self._qrt.qrt_port_name(self._model, side, port).decode()

    def _ports(self, side):
        arrays = []
        for port in range(self._qrt.qrt_port_count(self._model, side)):
            sizes = (ctypes.c_int64 * self._qrt.qrt_port_rank(self._model, side, port))()
            self._call("qrt_port_shape", self._model, side, port, ctypes.c_int64(1), sizes, len(sizes))
            arrays.append(np.zeros(list(sizes), TYPES[self._qrt.qrt_port_type(self._model, side, port).decode()]))
        return arrays

    def _hide_states(self):
        self._shapes, output = {}, ctypes.c_uint32()
        for port, array in enumerate(self._arrays[INPUT]):
            if self._qrt.qrt_state_output(self._model, port, ctypes.byref(output)):
                self.states[port] = self._names[INPUT][port]
                self._shapes[port] = array
                self._arrays[INPUT][port] = self._arrays[OUTPUT][output.value] = None

    def step(self, inputs):
        """The outputs by name; inputs are given by name."""
        for name, array in zip(self._names[INPUT], self._arrays[INPUT]):
            if array is not None:
                array[...] = inputs[name]
        self._call("qrt_run", self._binding)
        return {name: array.copy() for name, array in zip(self._names[OUTPUT], self._arrays[OUTPUT]) if array is not None}

    def state(self, port):
        """With what the next step begins."""
        like = self._shapes[port]
        data = self._qrt.qrt_state(self._binding, port)
        return np.frombuffer(ctypes.string_at(data, like.nbytes), like.dtype).reshape(like.shape)

    def reset(self):
        self._call("qrt_reset_states", self._binding)
