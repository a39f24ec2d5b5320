#!/usr/bin/env python3
"""This shows the provider on a card in a stock ONNX Runtime: answers, buffers that are bound, threads, compiled models.

card_check.py NETWORKS [--device=cuda] [--memory=cuda] [--mebibytes=512]     with onnxruntime, onnxruntime_ep_qopt and onnx in PYTHONPATH

NETWORKS is the folder that card_pack.py fills. --device is the card for sessions whose tensors lie in the host's memory, --memory the
card's own memory ("" leaves those steps out). Tensors on the card are PyTorch's; torch.profiler counts the copies. Without PyTorch for the
card (as with a library whose card is the host) the tensors are ONNX Runtime's, and nothing is counted. Steps go on after one that failed;
the exit status is 1 then.
"""

import argparse
import re
import statistics
import sys
import tempfile
import time
import traceback
from pathlib import Path

import numpy
import onnxruntime
from onnx import helper

import onnxruntime_ep_qopt
from common import FLOAT, Logged, PeakMemory, claimed, conv_net, in_threads, model, on_cpu, session, values

NVIDIA = 0x10DE


def torch_on_card():
    """Returns the module, or None where it is absent or has no card."""
    try:
        import torch
    except ImportError:
        return None
    return torch if torch.cuda.is_available() else None


class Check:
    def __init__(self, given):
        self.folder, self.device, self.memory = Path(given.networks), given.device, given.memory
        self.elements = given.mebibytes * 2**20 // 4
        self.torch = torch_on_card() if given.memory else None

    # ---- sessions and tensors ----

    def on_card(self, source, provider_options=None, **settings):
        """A session whose tensors lie in the card's memory."""
        options = onnxruntime.SessionOptions()
        for name, value in settings.items():
            setattr(options, name, value)
        options.add_provider_for_devices(onnxruntime_ep_qopt.devices(self.memory), provider_options or {})
        return onnxruntime.InferenceSession(source, sess_options=options, enable_fallback=0)

    def tensor(self, array):
        """(what keeps it, its address): an array's values in the card's memory."""
        if self.torch:
            made = self.torch.from_numpy(array).cuda()
            self.torch.cuda.synchronize()
            return made, made.data_ptr()
        made = onnxruntime.OrtValue.ortvalue_from_numpy(array, "gpu", 0, NVIDIA)
        return made, made.data_ptr()

    @staticmethod
    def values_of(tensor):
        return tensor.numpy() if isinstance(tensor, onnxruntime.OrtValue) else tensor.cpu().numpy()

    @staticmethod
    def bound(made, given, result, shapes):
        """A binding of one input and one output at addresses of the card's."""
        binding = made.io_binding()
        binding.bind_input(made.get_inputs()[0].name, "cuda", 0, numpy.float32, shapes[0], given)
        binding.bind_output(made.get_outputs()[0].name, "cuda", 0, numpy.float32, shapes[1], result)
        return binding

    def events(self, work):
        """Returns how many kernels and copies the card ran for `work()`: {"kernels": 3, "Memcpy HtoD": 1}; None where nothing counts them."""
        if not self.torch:
            work()
            return None
        profiler = self.torch.profiler
        with profiler.profile(activities=[profiler.ProfilerActivity.CUDA, profiler.ProfilerActivity.CPU]) as seen:
            work()
            self.torch.cuda.synchronize()
        counts = {}
        for event in seen.events():
            if event.device_type == self.torch.autograd.DeviceType.CUDA:
                copy = re.match(r"Memcpy \w+", event.name)
                name = copy.group() if copy else "kernels"
                counts[name] = counts.get(name, 0) + 1
        return counts

    def networks(self):
        for path in sorted(self.folder.glob("*.onnx")):
            with numpy.load(path.with_suffix(".npz")) as data:
                yield path, data["input"], data["output"]

    def compare(self, path, got, want):
        """Integers are qrun's in every element; floats have sums of another order on a card."""
        if path.stem.endswith("_qdq"):
            numpy.testing.assert_array_equal(got, want)
            return f"{got.size} elements equal to qrun's"
        numpy.testing.assert_allclose(got, want, rtol=1e-3, atol=1e-4 * numpy.abs(want).max())
        return f"largest difference {numpy.abs(got - want).max():.2g} of {numpy.abs(want).max():.3g}"

    # ---- steps ----

    def answers_from_the_hosts_memory(self):
        for path, x, want in self.networks():
            made, mine, nodes, programs, log = claimed(str(path), {"device": self.device})
            assert (mine, programs) == (nodes, 1), log
            print(f"  {path.stem}: {mine} of {nodes} nodes on {self.device}, {self.compare(path, made.run(None, {made.get_inputs()[0].name: x})[0], want)}")

    def answers_in_the_cards_memory(self):
        for path, x, want in self.networks():
            made = self.on_card(str(path))
            assert made.get_providers()[0] == "QoptCudaExecutionProvider", made.get_providers()
            name = made.get_inputs()[0].name
            plain = made.run(None, {name: x})[0]  # ONNX Runtime copies by the provider's functions
            given, result = self.tensor(x), self.tensor(numpy.full(want.shape, numpy.nan, numpy.float32))
            made.run_with_iobinding(self.bound(made, given[1], result[1], (x.shape, want.shape)))
            got = self.values_of(result[0])
            numpy.testing.assert_array_equal(got, plain)
            print(f"  {path.stem}: bound, {self.compare(path, got, want)}")

    def bound_buffers_of_the_host(self):
        """A copy on the host would be as large as the output once more."""
        made, x = session(self.large_net(), {"device": self.device}), numpy.ones((self.elements // 1024, 1024), numpy.float32)
        result = onnxruntime.OrtValue.ortvalue_from_numpy(numpy.zeros_like(x))
        binding = made.io_binding()
        binding.bind_ortvalue_input("x", onnxruntime.OrtValue.ortvalue_from_numpy(x))
        binding.bind_ortvalue_output("y", result)
        made.run_with_iobinding(binding)  # what the driver keeps for transfers is there afterwards
        result.update_inplace(numpy.zeros_like(x))
        with PeakMemory() as peak:
            made.run_with_iobinding(binding)
        assert (result.numpy() == 2).all() and binding.get_outputs()[0].data_ptr() == result.data_ptr()
        print(f"  input and output of {x.nbytes >> 20} MiB each: the process grew by {peak.bytes / 2**20:.1f} MiB")
        assert peak.bytes < x.nbytes / 4

    @staticmethod
    def large_net():
        return model([helper.make_node("Add", ["x", "x"], ["y"], "twice")], [("x", FLOAT, ["N", 1024])], [("y", FLOAT, ["N", 1024])], {})

    def bound_buffers_of_the_card(self):
        """The card reads the input and writes the output where they lie: no copy is counted, and a run takes the time of the card's memory."""
        made, shape = self.on_card(self.large_net()), (self.elements // 1024, 1024)
        given, result = self.tensor(numpy.ones(shape, numpy.float32)), self.tensor(numpy.zeros(shape, numpy.float32))
        binding = self.bound(made, given[1], result[1], (shape, shape))
        made.run_with_iobinding(binding)
        assert (self.values_of(result[0]) == 2).all() and binding.get_outputs()[0].data_ptr() == result[1]
        counts = self.events(lambda: made.run_with_iobinding(binding))
        bound, plain = self.median(lambda: made.run_with_iobinding(binding)), self.median(lambda: made.run(None, {"x": numpy.ones(shape, numpy.float32)}), 3)
        nbytes = self.elements * 4
        print(f"  input and output of {nbytes >> 20} MiB each: the card's events of a run: {counts}; bound {bound * 1e3:.2f} ms "
              f"({2 * nbytes / bound / 1e9:.0f} GB/s), from and to the host {plain * 1e3:.1f} ms")
        copying = self.events(lambda: made.run(None, {"x": numpy.ones(shape, numpy.float32)}))
        print(f"  the same from and to the host, which copies: {copying}")
        if copying:  # a profiler that may not look sees neither
            assert any(name.startswith("Memcpy") for name in copying), "the counter sees no copy where there are two"
            assert set(counts) == {"kernels"}, counts
        elif counts is not None:
            print("  the profiler sees nothing here: the time alone tells")
        assert bound < plain / 4 or not self.torch, "a bound run takes as long as one that copies"

    @staticmethod
    def median(work, times=9):
        taken = []
        for _ in range(times):
            begin = time.perf_counter()
            work()
            taken.append(time.perf_counter() - begin)
        return statistics.median(taken)

    def refused_on_the_card(self):
        """Buffers that overlap are an error that names the node; a graph with a node that is not read stays with the CPU provider."""
        made = self.on_card(self.large_net())
        both = self.tensor(numpy.ones((4, 1024), numpy.float32))
        try:
            made.run_with_iobinding(self.bound(made, both[1], both[1], ((4, 1024), (4, 1024))))
        except Exception as error:  # onnxruntime has a class of its own for each code
            print("  " + str(error).splitlines()[0][:200])
            assert "twice" in str(error)
        else:
            raise AssertionError("an output over its input passes")
        nodes = [helper.make_node("Add", ["x", "x"], ["a"], "twice"),
                 helper.make_node("Scaler", ["a"], ["y"], "scaler", domain="ai.onnx.ml", offset=[0.0], scale=[2.0])]
        source = model(nodes, [("x", FLOAT, [2, 4])], [("y", FLOAT, [2, 4])], {}, domains=["ai.onnx.ml"])
        with Logged() as logged:
            made = self.on_card(source, log_severity_level=1)
        assert "as a whole or not at all" in logged.text, logged.text
        numpy.testing.assert_array_equal(made.run(None, {"x": numpy.ones((2, 4), numpy.float32)})[0], numpy.full((2, 4), 4, numpy.float32))

    def threads_share_a_session(self):
        """8 threads, 50 runs each of their own batches, on the host's memory and, bound, on the card's."""
        source = conv_net("N")
        cpu, made = on_cpu(source), session(source, {"device": self.device})
        card = self.on_card(source) if self.memory else None

        def work(seed):
            x = values(seed, 1 + seed, 3, 16, 16)
            want = cpu.run(None, {"x": x})[0]
            given, result = (self.tensor(x), self.tensor(numpy.zeros_like(want))) if card else (None, None)
            for _ in range(50):
                numpy.testing.assert_allclose(made.run(None, {"x": x})[0], want, rtol=1e-3, atol=1e-5)
                if card:
                    card.run_with_iobinding(self.bound(card, given[1], result[1], (x.shape, want.shape)))
                    numpy.testing.assert_allclose(self.values_of(result[0]), want, rtol=1e-3, atol=1e-5)

        in_threads(8, work)
        print(f"  8 threads, {8 * 50 * (2 if card else 1)} runs: right")

    def compiled_models(self):
        path, x, want = next(one for one in self.networks() if one[0].stem.endswith("_qdq") and "resnet" in one[0].stem)
        for memory, options in (("host", {"device": self.device}), (self.memory, {})) if self.memory else (("host", {"device": self.device}),):
            with tempfile.TemporaryDirectory() as folder:
                chosen = onnxruntime.SessionOptions()
                chosen.add_provider_for_devices(onnxruntime_ep_qopt.devices(memory), options)
                made_at = Path(folder) / "compiled.onnx"
                onnxruntime.ModelCompiler(chosen, str(path)).compile_to_file(str(made_at))
                files = {one.name: one.stat().st_size for one in sorted(Path(folder).iterdir())}
                begin = time.perf_counter()
                fresh = onnxruntime.InferenceSession(str(path), sess_options=chosen, enable_fallback=0)
                middle = time.perf_counter()
                chosen.log_severity_level = 1
                with Logged() as logged:
                    made = onnxruntime.InferenceSession(str(made_at), sess_options=chosen, enable_fallback=0)
                end = time.perf_counter()
                assert "compiled before" in logged.text, logged.text
                name = made.get_inputs()[0].name
                numpy.testing.assert_array_equal(fresh.run(None, {name: x})[0], want)
                numpy.testing.assert_array_equal(made.run(None, {name: x})[0], want)
                print(f"  {path.stem}, tensors in {memory}: {files}; a session in {(middle - begin) * 1e3:.0f} ms from the model (kernels kept), "
                      f"{(end - middle) * 1e3:.0f} ms from the compiled one, {want.size} elements equal to qrun's")

    def times(self):
        for path, x, want in self.networks():
            made, cpu = session(str(path), {"device": self.device}), on_cpu(str(path))
            name, text = made.get_inputs()[0].name, ""
            if self.memory:
                card, given, result = self.on_card(str(path)), self.tensor(x), self.tensor(numpy.zeros_like(want))
                binding = self.bound(card, given[1], result[1], (x.shape, want.shape))
                card.run_with_iobinding(binding)
                text = f", bound on the card {self.median(lambda: card.run_with_iobinding(binding)) * 1e3:.3f} ms"
            print(f"  {path.stem}, batch {len(x)}: from and to the host {self.median(lambda: made.run(None, {name: x})) * 1e3:.3f} ms{text}, "
                  f"CPU provider {self.median(lambda: cpu.run(None, {name: x})) * 1e3:.3f} ms")

    def steps(self):
        of_card = (self.answers_in_the_cards_memory, self.bound_buffers_of_the_card, self.refused_on_the_card) if self.memory else ()
        return (self.answers_from_the_hosts_memory, self.bound_buffers_of_the_host, *of_card, self.threads_share_a_session, self.compiled_models, self.times)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("networks")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--memory", default="cuda")
    parser.add_argument("--mebibytes", type=int, default=512)
    check, failed = Check(parser.parse_args()), 0
    print(f"onnxruntime {onnxruntime.__version__} of {onnxruntime.get_available_providers()}, Python {sys.version.split()[0]}, "
          f"torch {check.torch.cuda.get_device_name() if check.torch else None}")
    for step in check.steps():
        begin = time.perf_counter()
        print(step.__name__.replace("_", " "), flush=True)
        try:
            step()
        except Exception:  # the next steps go on
            failed += 1
            traceback.print_exc(limit=4, file=sys.stdout)
            print("  FAILED", end=" ")
        print(f"  ({time.perf_counter() - begin:.1f} s)", flush=True)
    print(f"{len(check.steps())} steps, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
