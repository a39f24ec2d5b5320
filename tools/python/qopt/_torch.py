"""torch.nn.Module by PyTorch's own exporter. torch is never imported unless it is there already."""

import os
import sys


def is_module(value):
    """Whether it is a torch.nn.Module: then whoever made it has imported torch."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.nn.Module)


def export(module, example_inputs, folder):
    """Exports to folder/model.onnx, and returns its path."""
    import torch

    if example_inputs is None:
        raise TypeError("example_inputs: PyTorch's exporter runs the module; give a tensor, or a tuple of them")
    inputs = (example_inputs,) if isinstance(example_inputs, torch.Tensor) else tuple(example_inputs)
    path = os.path.join(folder, "model.onnx")
    names = [f"input{i}" for i in range(len(inputs))] if len(inputs) > 1 else ["input"]
    sizes = {name: {0: "N"} for name, tensor in zip(names, inputs) if getattr(tensor, "ndim", 0) > 0}
    was_training = module.training
    module.eval()
    try:
        # The exporter by torch.export needs onnxscript, a package of its own; the older one needs nothing.
        torch.onnx.export(module, inputs, path, input_names=names, dynamic_axes=sizes, dynamo=False)
    finally:
        module.train(was_training)
    return path
