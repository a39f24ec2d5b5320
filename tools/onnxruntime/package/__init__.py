"""qopt as an execution provider of ONNX Runtime 1.23 or later (docs/onnxruntime.md).

    import onnxruntime, onnxruntime_ep_qopt

    options = onnxruntime.SessionOptions()
    options.add_provider_for_devices(onnxruntime_ep_qopt.devices(), {"device": "host:4"})
    onnxruntime_ep_qopt.keep_bits(options)  # a quantized network rounds as it says
    session = onnxruntime.InferenceSession("net.onnx", sess_options=options)

A session whose options have devices and that is given `providers=[…]`, too, runs on those alone: use devices, as above. For a program that
stays as it is there is `python -m onnxruntime_ep_qopt app.py`, or the variable QOPT_ORT.
"""

import threading
from pathlib import Path

# Optimizers of ONNX Runtime that give a quantized network other roundings before a provider sees it.
OTHER_BITS = ("WeightBiasQuantization", "DoubleQDQPairsRemover")
_SWITCHED_OFF = "optimization.disable_specified_optimizers"

_NAME = "QoptExecutionProvider"
_CARD_NAME = "QoptCudaExecutionProvider"
_registering = threading.Lock()


def get_library_path():
    """Returns the path of the library that onnxruntime.register_execution_provider_library takes."""
    path = Path(__file__).parent / "libqopt_ort.so"
    if not path.is_file():
        raise FileNotFoundError(f"{path} is missing: build qopt_ort, or install onnxruntime-ep-qopt again")
    return str(path)


def get_ep_name():
    """Returns the name of the provider in devices and sessions."""
    return _NAME


def get_ep_names():
    """Returns the names of all providers in the library; the second has devices if there is a CUDA card."""
    return [_NAME, _CARD_NAME]


def keep_bits(options):
    """Switches off in SessionOptions, beside what is switched off there, OTHER_BITS; returns the options.

    A list `disabled_optimizers=` of InferenceSession takes the place of the options' own: name OTHER_BITS in it then.
    """
    try:
        before = [name for name in options.get_session_config_entry(_SWITCHED_OFF).split(";") if name]
    except RuntimeError:  # there is no such entry yet
        before = []
    names = list(dict.fromkeys([*before, *OTHER_BITS]))
    if names != before:  # ONNX Runtime warns of an entry that is written again
        options.add_session_config_entry(_SWITCHED_OFF, ";".join(names))
    return options


def require_providers(onnxruntime):
    """Raises ImportError where this module of ONNX Runtime takes no providers from libraries."""
    if not hasattr(onnxruntime, "register_execution_provider_library"):
        raise ImportError(f"onnxruntime {onnxruntime.__version__} cannot load execution providers from libraries: install 1.23 or later")


def devices(memory="host"):
    """Returns the provider's devices for SessionOptions.add_provider_for_devices; registers the library at the first call.

    `memory` says where sessions take and give tensors: "host", or a card's own memory, "cuda" or "cuda:1".
    """
    import onnxruntime  # the package is usable without it, for those who register by themselves

    require_providers(onnxruntime)
    kind, _, card = memory.partition(":")
    if kind not in ("host", "cuda") or (card and (kind == "host" or not card.isdecimal())):
        raise ValueError(f"'{memory}' is not a memory of sessions: expected host, cuda or cuda:NUMBER")

    def found(name):
        return [device for device in onnxruntime.get_ep_devices() if device.ep_name == name]

    with _registering:  # ONNX Runtime refuses a library that another thread has registered meanwhile
        if not found(_NAME):
            onnxruntime.register_execution_provider_library(_NAME, get_library_path())
    if kind == "host":
        return found(_NAME)
    cards = [device for device in found(_CARD_NAME) if device.ep_metadata.get("card") == (card or "0")]
    if not cards:
        raise RuntimeError(f"there is no device {memory} here whose memory sessions could use")
    return cards
