"""qopt as an execution provider of ONNX Runtime 1.23 or later (docs/onnxruntime.md).

    import onnxruntime, onnxruntime_ep_qopt

    options = onnxruntime.SessionOptions()
    options.add_provider_for_devices(onnxruntime_ep_qopt.devices(), {"device": "host:4"})
    session = onnxruntime.InferenceSession("net.onnx", sess_options=options)

A session that is given `providers=[…]` runs on those alone, whatever was registered: use devices, as above. For a program that
stays as it is there is `python -m onnxruntime_ep_qopt app.py`, or the variable QOPT_ORT.
"""

from pathlib import Path

_NAME = "QoptExecutionProvider"


def get_library_path():
    """The library that onnxruntime.register_execution_provider_library takes."""
    path = Path(__file__).parent / "libqopt_ort.so"
    if not path.is_file():
        raise FileNotFoundError(f"{path} is missing: build qopt_ort, or install onnxruntime-ep-qopt again")
    return str(path)


def get_ep_name():
    """By which devices and sessions name the provider."""
    return _NAME


def get_ep_names():
    """All providers that the library makes: the one."""
    return [_NAME]


def devices():
    """The provider's devices for SessionOptions.add_provider_for_devices; registers the library at the first call."""
    import onnxruntime  # the package is usable without it, for those who register by themselves

    if not hasattr(onnxruntime, "register_execution_provider_library"):
        raise ImportError(f"onnxruntime {onnxruntime.__version__} takes no providers from libraries: 1.23 or later does")

    def found():
        return [device for device in onnxruntime.get_ep_devices() if device.ep_name == _NAME]

    if not found():
        onnxruntime.register_execution_provider_library(_NAME, get_library_path())
    return found()
