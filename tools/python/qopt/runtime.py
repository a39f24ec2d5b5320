"""Programs: compiled models, and files of them. Whole without the compiler, too (distribution qopt-runtime)."""

import os

from ._arguments import count_of, path_of, text_of
from ._errors import ArgumentError
from ._extension import extension
from ._ports import ports_of


class Compiled:
    """A network on a device. Many threads may call one; in a process that was forked it is made again at the first call.

    compiled(x, …), compiled(name=x, …) or compiled({name: x, …}) takes one array per input: NumPy's, or any in the host's
    memory that speaks DLPack (a torch tensor on the CPU), which is not copied where it is dense. Each has the input's dtype
    and a shape that the input takes. Returns a NumPy array, or a tuple of one per output.
    """

    __slots__ = ("_native", "__weakref__")

    def __init__(self, native):
        if not isinstance(native, extension.Compiled):
            raise TypeError("model.compile() and qopt.runtime.load() make these; Compiled() is not called")
        self._native = native

    def __call__(self, *arrays, **named):
        return self._native(*arrays, **named)

    def prepare(self, *arrays, preprocessed=False, **named):
        """Raw samples (uint8, float32, float64) as the network takes them: mean, deviation and steps applied.

        preprocessed -- floats have mean and deviation applied already; steps of quantized inputs alone are made
        """
        return self._native.prepare(arrays, named, bool(preprocessed))

    @property
    def values(self):
        """Outputs and kept values of the latest call, of whichever thread, by name: NumPy arrays, as stored."""
        return self._native.values

    @property
    def inputs(self):
        """A Port for each."""
        return ports_of(self._native._inputs())

    @property
    def outputs(self):
        """A Port for each."""
        return ports_of(self._native._outputs())

    @property
    def device(self):
        """As it was named: "host:4"."""
        return self._native.device

    @property
    def device_name(self):
        """As the device calls itself."""
        return self._native.device_name

    def activation_bytes(self, batch=1):
        """Bytes of the activations of one run, inputs and outputs included."""
        return self._native.activation_bytes(count_of(batch, "batch"))

    def save(self, path):
        """Writes the program as a .qart file, whole or not at all; qopt.runtime.load reads it, and hosts without Python."""
        path = path_of(path, "path")
        if not path.endswith(".qart"):
            raise ArgumentError(f"{path}: a file of programs ends in .qart; write '{os.path.splitext(path)[0]}.qart'")
        self._native._save(path)

    def __repr__(self):
        return f"<qopt.Compiled on {self.device_name}: {', '.join(port.name for port in self.inputs)}>"

    def __reduce__(self):
        raise TypeError("a program on a device is not pickled; pickle the model, or save() a .qart file")


def load(path, device="host", *, float_order="fast"):
    """The programs of a .qart file, for a device: as Model.compile's. The file is trusted as an executable is."""
    path = path_of(path, "path")
    if not path.endswith(".qart"):
        raise ArgumentError(f"{path}: a file of programs ends in .qart; load a model with qopt.load(path)")
    return Compiled(extension.open_artifact(path, text_of(device, "device"), text_of(float_order, "float_order")))


def devices():
    """(driver, name) of every device that can be opened here, the host first."""
    return extension.devices()
