"""This makes networks as users have them: torchvision's and transformers' modules with random weights, and their ONNX exports.

A module comes with a function that makes an input of so many samples, and its input's name. Batch norms have the
statistics of random pictures, so that answers depend on what is asked.
"""

import os

NETWORKS = ("resnet50", "vit_b_16", "convnext_tiny", "efficientnet_b0", "mobilenet_v3_large", "swin_t", "densenet121", "mobilenet_v2",
            "deeplabv3_mobilenet_v3_large", "clip_vision", "bert", "gpt2")
# These are of transformers: the model's class, its configuration's class and settings, and what it reads. Other names are torchvision's.
TRANSFORMERS = {
    "bert": ("BertModel", "BertConfig", {"attn_implementation": "sdpa"}, "tokens"),
    "clip_vision": ("CLIPVisionModel", "CLIPVisionConfig", {}, "pictures"),
    "deit": ("DeiTModel", "DeiTConfig", {}, "pictures"),
    "dinov2": ("Dinov2Model", "Dinov2Config", {"image_size": 224}, "pictures"),
    "distilbert": ("DistilBertModel", "DistilBertConfig", {}, "tokens"),
    "gpt2": ("GPT2Model", "GPT2Config", {"use_cache": False}, "tokens"),
    "llama": ("LlamaModel", "LlamaConfig", {"vocab_size": 32000, "hidden_size": 1024, "intermediate_size": 2816, "num_hidden_layers": 8,
                                           "num_attention_heads": 16, "num_key_value_heads": 4, "use_cache": False}, "tokens"),
    "mobilevit": ("MobileViTModel", "MobileViTConfig", {}, "pictures"),
    "roberta": ("RobertaModel", "RobertaConfig", {}, "tokens"),
    "segformer": ("SegformerModel", "SegformerConfig", {}, "pictures"),
    "t5_encoder": ("T5EncoderModel", "T5Config", {}, "tokens"),
    "whisper_encoder": ("WhisperModel", "WhisperConfig", {}, "spectra"),
}
TOKENS, WORDS = 128, 30000


def _generator(seed):
    import torch
    return torch.Generator().manual_seed(seed)


def _pictures(size):
    def make(samples):
        import torch
        return torch.randn(samples, 3, size, size, generator=_generator(samples))
    return make


def _tokens(samples):
    import torch
    return torch.randint(0, WORDS, (samples, TOKENS), generator=_generator(samples))


def _spectra(samples):
    import torch
    return torch.randn(samples, 80, 3000, generator=_generator(samples))


READS = {"tokens": ("ids", _tokens), "spectra": ("x", _spectra), "pictures": ("x", _pictures(224))}


def _first_output_of(module, key):
    """Returns the module as one whose only output is that of `key`."""
    import torch

    class FirstOutput(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.module = module

        def forward(self, x):
            return self.module(x)[key]

    return FirstOutput()


def _take_statistics(module, x):
    import torch
    module.train()
    for part in module.modules():
        if isinstance(part, torch.nn.modules.batchnorm._BatchNorm):
            part.momentum = None  # its statistics become the mean over what is seen
        if isinstance(part, torch.nn.Dropout):
            part.eval()
    with torch.no_grad():
        module(x)


def _fill_zeros(module):
    """Fills matrices that begin as zeros, as that of ViT's classifier does: they would make all answers zero."""
    import torch
    with torch.no_grad():
        for weight in module.parameters():
            if weight.dim() > 1 and not weight.any():
                weight.normal_(std=0.02)


def _vision(name):
    import torchvision
    if hasattr(torchvision.models.segmentation, name):
        module = _first_output_of(getattr(torchvision.models.segmentation, name)(weights=None, weights_backbone=None), "out")
        return module, _pictures(320)
    more = {"aux_logits": False, "init_weights": False} if name in ("inception_v3", "googlenet") else {}
    return getattr(torchvision.models, name)(weights=None, **more), _pictures(299 if name == "inception_v3" else 224)


def _of_transformers(name):
    import transformers
    model, configuration, settings, _ = TRANSFORMERS[name]
    module = getattr(transformers, model)(getattr(transformers, configuration)(**settings))
    return _first_output_of(module.get_encoder() if name == "whisper_encoder" else module, 0)


def module_of(name):
    """Returns (module, function that makes an input, the input's name)."""
    import torch
    torch.manual_seed(1)
    if name in TRANSFORMERS:
        module, (port, make) = _of_transformers(name), READS[TRANSFORMERS[name][3]]
    else:
        (module, make), port = _vision(name), "x"
    if any(isinstance(part, torch.nn.modules.batchnorm._BatchNorm) for part in module.modules()):
        _take_statistics(module, make(8))
    _fill_zeros(module)
    return module.eval(), make, port


def export(name, stem):
    """Writes STEM.onnx with an open batch, eight samples to STEM.npz, two others to STEM.x.npy, and what the module answers
    to these two: in f32 to STEM.f32.npy, in f64 to STEM.f64.npy."""
    if os.path.exists(f"{stem}.f64.npy"):
        return
    import numpy
    import torch
    torch.set_num_threads(2)
    module, make, port = module_of(name)
    x = make(2)
    try:
        torch.onnx.export(module, (x,), f"{stem}.onnx", input_names=[port], output_names=["y"], opset_version=18, dynamo=False,
                          dynamic_axes={port: {0: "N"}, "y": {0: "N"}})
    except Exception:  # the old exporter refuses some, in any of its own ways
        torch.onnx.export(module, (x,), f"{stem}.onnx", input_names=[port], output_names=["y"], dynamo=True,
                          dynamic_shapes=({0: torch.export.Dim("N", min=1, max=512)},), external_data=False)
    numpy.savez(f"{stem}.npz", **{port: make(8).numpy()})
    numpy.save(f"{stem}.x.npy", x.numpy())
    with torch.no_grad():
        numpy.save(f"{stem}.f32.npy", module(x).numpy())
        numpy.save(f"{stem}.f64.npy", module.double()(x.double() if x.is_floating_point() else x).numpy())
