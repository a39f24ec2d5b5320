#!/usr/bin/env python3
"""PyTorch's time of a network: pytorch_point.py NETWORK fp16|fp32 BATCH [--iterations=200]

torchvision's model with its own random weights, compiled with frozen weights, as one CUDA graph that is replayed:
milliseconds from launch to end, the data on the device. fp16 lies channels last; fp32 is without TF32. Prints a line
of JSON: median_ms, runs, device, torch.
"""

import argparse
import json
import statistics
import time

NETWORKS = ("alexnet", "vgg16", "vgg19", "googlenet", "resnet50", "resnet101", "resnet152", "mobilenet_v2")


def model_of(torch, network, kind):
    import torchvision
    extra = {"aux_logits": False, "init_weights": False} if network == "googlenet" else {}
    model = getattr(torchvision.models, network)(weights=None, **extra).eval().cuda()
    return model.half().to(memory_format=torch.channels_last) if kind == "fp16" else model


def captured(torch, run):
    """A graph of `run`, which has run before, on a stream that is not the default one."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(5):
            run()
    torch.cuda.current_stream().wait_stream(stream)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        run()
    return graph


def seconds_of(torch, graph, warmup, runs):
    taken = []
    for i in range(warmup + runs):
        torch.cuda.synchronize()
        start = time.perf_counter()
        graph.replay()
        torch.cuda.synchronize()
        if i >= warmup:
            taken.append(time.perf_counter() - start)
    return taken


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", choices=NETWORKS)
    parser.add_argument("type", choices=("fp16", "fp32"))
    parser.add_argument("batch", type=int)
    parser.add_argument("--iterations", type=int, default=200)
    options = parser.parse_args()
    import torch
    from torch._inductor import config as inductor
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
    torch.backends.cudnn.benchmark = True
    inductor.freezing = True
    with torch.no_grad():  # which freezing asks for
        model = torch.compile(model_of(torch, options.network, options.type), dynamic=False)
        x = torch.randn(options.batch, 3, 224, 224, device="cuda")
        if options.type == "fp16":
            x = x.half().contiguous(memory_format=torch.channels_last)
        seconds = seconds_of(torch, captured(torch, lambda: model(x)), 50, options.iterations)
    print(json.dumps({"median_ms": statistics.median(seconds) * 1e3, "runs": len(seconds),
                      "device": torch.cuda.get_device_name(), "torch": torch.__version__}))


if __name__ == "__main__":
    main()
