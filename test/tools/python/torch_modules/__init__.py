"""The tests of torch's modules share this."""

import importlib.util

HAS_TORCH = importlib.util.find_spec("torch") is not None


def module_of(forward, **attributes):
    """Returns a torch.nn.Module whose forward is that function."""
    import torch

    module = torch.nn.Module()
    for name, value in attributes.items():
        setattr(module, name, value)
    module.forward = forward
    return module
