"""Makes the sessions of a program that does not know the provider run on qopt what they can."""

import importlib.abc
import importlib.util
import logging
import sys
import weakref

from . import OTHER_BITS, devices, keep_bits, require_providers

_logger = logging.getLogger("qopt")


def parse_options(text):
    """{key: value} of "key=value,key=value"; "1" and "" give no options."""
    options = {}
    for word in filter(None, text.split(",")):
        key, sign, value = word.partition("=")
        if not sign and word == "1":
            continue
        if not sign or not key:
            raise ValueError(f"'{word}' is no option of the provider: expected KEY=VALUE, as device=host:4")
        options[key.strip()] = value.strip()
    return options


def _remember_overrides(onnxruntime):
    """Returns the set of SessionOptions whose add_initializer has been called from now on."""
    overriding = weakref.WeakSet()
    original = onnxruntime.SessionOptions.add_initializer

    def add_initializer(self, name, value):
        original(self, name, value)
        overriding.add(self)

    onnxruntime.SessionOptions.add_initializer = add_initializer
    return overriding


def change(onnxruntime, options):
    """Lets sessions of the module be made with the provider and these options of it.

    ONNX Runtime does not tell a provider which initializers a session replaces: such sessions stay with ONNX Runtime.
    """
    require_providers(onnxruntime)
    session = onnxruntime.InferenceSession
    original = session.__init__
    ours = weakref.WeakSet()  # options of earlier sessions, to which the provider was added
    overriding = _remember_overrides(onnxruntime)

    def make(self, path_or_bytes, sess_options=None, providers=None, provider_options=None, **more):
        chosen = sess_options if sess_options is not None else onnxruntime.SessionOptions()
        if chosen in overriding and (chosen in ours or not chosen.has_providers()):
            _logger.warning("the session stays with ONNX Runtime: its options replace values by add_initializer, and ONNX Runtime does not tell providers of that")
            providers = providers or ["CPUExecutionProvider"]  # they win over a provider that the options had before
            return original(self, path_or_bytes, chosen, providers, provider_options, **more)
        if chosen in ours or not chosen.has_providers():
            if providers:
                _logger.info("the session is made with qopt instead of providers=%s", providers)
            providers = provider_options = None
        if chosen not in ours and not chosen.has_providers():
            chosen.add_provider_for_devices(devices(), options)
            ours.add(chosen)
        if chosen in ours:
            keep_bits(chosen)
            if more.get("disabled_optimizers"):  # these take the place of the options' own
                more["disabled_optimizers"] = {*more["disabled_optimizers"], *OTHER_BITS}
        return original(self, path_or_bytes, chosen, providers, provider_options, **more)

    session.__init__ = make


class _Loader(importlib.abc.Loader):
    def __init__(self, loader, options):
        self.loader, self.options = loader, options

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        module.__spec__.loader = module.__loader__ = self.loader  # the module shows its usual loader
        self.loader.exec_module(module)
        change(module, self.options)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds onnxruntime as the other finders do, and changes it once it is loaded."""

    def __init__(self, options):
        self.options, self.is_asking = options, False

    def find_spec(self, name, path=None, target=None):
        if name != "onnxruntime" or self.is_asking:
            return None
        self.is_asking = True
        try:
            spec = importlib.util.find_spec(name)
        finally:
            self.is_asking = False
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader, self.options)
        return spec


def install(options):
    """Changes onnxruntime in this process, at once if it is imported already, else when it will be."""
    if "onnxruntime" in sys.modules:
        change(sys.modules["onnxruntime"], options)
    else:
        sys.meta_path.insert(0, _Finder(options))
