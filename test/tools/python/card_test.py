"""Tensors that lie on a card, in and out of a program without a copy: where there are torch and a CUDA device."""

import contextlib
import importlib.util
import io
import re
import threading
import unittest

import numpy
import qopt
from common import ROOT, quiet


def why_not():
    if importlib.util.find_spec("torch") is None:
        return "torch is not installed"
    import torch

    if not torch.cuda.is_available():
        return "torch finds no CUDA device"
    if not any(driver == "cuda" for driver, _ in qopt.runtime.devices()):
        return "qopt finds no CUDA device, or no NVRTC"
    return ""


WHY_NOT = why_not()
if not WHY_NOT:
    import torch


def resnet18(classes=1000):
    """torchvision's, which need not be installed, with random weights and the statistics of random pictures."""
    nn = torch.nn

    class Block(nn.Module):
        def __init__(self, inner, outer, stride):
            super().__init__()
            self.body = nn.Sequential(nn.Conv2d(inner, outer, 3, stride, 1, bias=False), nn.BatchNorm2d(outer), nn.ReLU(),
                                      nn.Conv2d(outer, outer, 3, 1, 1, bias=False), nn.BatchNorm2d(outer))
            self.beside = nn.Identity() if stride == 1 and inner == outer else nn.Sequential(
                nn.Conv2d(inner, outer, 1, stride, bias=False), nn.BatchNorm2d(outer))
            self.relu = nn.ReLU()

        def forward(self, x):
            return self.relu(self.body(x) + self.beside(x))

    stages = [Block(i, o, s) for i, o, s in ((64, 64, 1), (64, 64, 1), (64, 128, 2), (128, 128, 1), (128, 256, 2), (256, 256, 1),
                                             (256, 512, 2), (512, 512, 1))]
    torch.manual_seed(0)
    module = nn.Sequential(nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(3, 2, 1), *stages,
                           nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, classes))
    for layer in module.modules():
        if isinstance(layer, nn.BatchNorm2d):
            layer.momentum = None  # the statistics of what it sees
    with torch.no_grad():
        module(torch.randn(16, 3, 224, 224))
    return module.eval()


def decibels(found, wanted):
    return float(10 * numpy.log10((wanted.astype("f8") ** 2).sum() / ((found.astype("f8") - wanted) ** 2).sum()))


@unittest.skipIf(WHY_NOT, f"skipped: {WHY_NOT}")
class ResNet18(unittest.TestCase):
    def test_from_a_module_to_int8_on_the_card(self):
        module = resnet18()
        samples = torch.randn(64, 3, 224, 224)
        model = qopt.load(module, example_inputs=samples[:2])
        with quiet():  # without what competes and what repairs, which would take minutes and is tested elsewhere
            model = qopt.quantize(model, samples[:32].numpy(), labels=False, choose_samples=0, rounds=False, corrects_bias=False).model
        compiled = model.compile("cuda")
        x = samples[32:].cuda()
        y = compiled(x)
        self.assertIsInstance(y, qopt.DeviceArray)
        scores = torch.from_dlpack(y)
        self.assertEqual((scores.data_ptr(), scores.device), (y.pointer, x.device))
        numpy.testing.assert_array_equal(scores.cpu().numpy(), model.compile("host")(samples[32:].numpy()))
        with torch.no_grad():
            wanted = module(samples[32:]).numpy()
        self.assertGreater(decibels(scores.cpu().numpy(), wanted), 30)  # on pictures that calibrated nothing
        self.assertLessEqual((scores.cpu().numpy().argmax(1) != wanted.argmax(1)).sum(), 8)  # of 32

    def test_floats_are_the_modules(self):
        module = resnet18(10).cuda()
        x = torch.randn(4, 3, 224, 224, device="cuda")
        compiled = qopt.load(module.cpu(), example_inputs=x[:1].cpu()).compile("cuda")
        with torch.no_grad():
            wanted = module(x.cpu()).numpy()
        numpy.testing.assert_allclose(compiled(x).numpy(), wanted, rtol=1e-3, atol=1e-3)


@unittest.skipIf(WHY_NOT, f"skipped: {WHY_NOT}")
class Card(unittest.TestCase):
    """y = relu(x · w), of which x is N×64."""

    @classmethod
    def setUpClass(cls):
        random = numpy.random.default_rng(1)
        cls.w = random.standard_normal((64, 32)).astype("float32")
        with qopt.build.network("small") as net:
            x = net.input("x", (None, 64))
            h = net.matmul(x, net.constant(cls.w, name="w"), name="product")
            cls.model = net.output(y=net.relu(h))
        cls.compiled = cls.model.compile("cuda")
        cls.x = torch.randn(48, 64, device="cuda")
        cls.y = cls.compiled(cls.x.cpu().numpy())

    def check(self, found, rows=slice(None)):
        numpy.testing.assert_array_equal(numpy.asarray(found.cpu() if hasattr(found, "cpu") else found), self.y[rows])

    def test_numpy_in_numpy_out(self):
        self.assertIsInstance(self.y, numpy.ndarray)
        self.assertIsInstance(self.compiled(self.x.cpu()), numpy.ndarray)

    def test_a_tensor_of_the_card_stays_there(self):
        y = self.compiled(self.x)
        self.assertEqual((y.shape, y.dtype, y.device, len(y), y.__dlpack_device__()), ((48, 32), "float32", "cuda:0", 48, (2, 0)))
        tensor = torch.from_dlpack(y)
        self.assertEqual(tensor.data_ptr(), y.pointer)
        self.check(tensor)
        self.check(y)
        self.check(y.numpy())
        self.check(numpy.asarray(y, dtype="float64"))

    def test_views_and_strides(self):
        self.check(self.compiled(self.x[1:]), slice(1, None))
        odd = torch.empty(48 * 64 + 1, device="cuda")[1:].view(48, 64).copy_(self.x)
        self.assertNotEqual(odd.data_ptr() % 64, 0)
        self.check(self.compiled(odd))
        self.check(self.compiled(self.x.t().contiguous().t()))
        self.check(self.compiled(self.x.repeat_interleave(2, 0)[::2]))

    def test_a_parameter_is_read(self):
        self.check(self.compiled(torch.nn.Parameter(self.x.clone()).detach()))

    def test_the_run_comes_after_the_producer_and_before_the_consumer(self):
        for stream in (torch.cuda.current_stream(), torch.cuda.Stream()):
            with torch.cuda.stream(stream):
                x = torch.zeros_like(self.x)
                torch.cuda._sleep(20_000_000)
                x.copy_(self.x)
                y = torch.from_dlpack(self.compiled(x))
                x.zero_()
                twice = 2 * y
            stream.synchronize()
            self.check(y)
            self.check(twice / 2)

    def test_a_consumer_on_another_stream_waits(self):
        side = torch.cuda.Stream()
        x = torch.zeros_like(self.x)
        torch.cuda._sleep(20_000_000)
        x.copy_(self.x)
        y = self.compiled(x)
        with torch.cuda.stream(side):
            copy = torch.from_dlpack(y).clone()
        side.synchronize()
        self.check(copy)

    def test_libraries_without_the_c_interface(self):
        class Speaker:
            def __init__(self, tensor):
                self.tensor = tensor

            def __dlpack__(self, **words):
                return self.tensor.__dlpack__(**words)

            def __dlpack_device__(self):
                return self.tensor.__dlpack_device__()

        class Old(Speaker):  # before DLPack 1
            def __dlpack__(self, stream=None):
                return self.tensor.__dlpack__(stream=stream)

        side = torch.cuda.Stream()
        for speaker in (Speaker, Old):
            self.check(self.compiled(speaker(self.x)))
            with torch.cuda.stream(side):
                x = torch.zeros_like(self.x)
                torch.cuda._sleep(20_000_000)
                x.copy_(self.x)
                self.check(torch.from_dlpack(self.compiled(speaker(x))))

    @unittest.skipIf(importlib.util.find_spec("cupy") is None, "skipped: CuPy is not installed")
    def test_cupy(self):
        import cupy

        x = cupy.from_dlpack(self.x)
        y = cupy.from_dlpack(self.compiled(x))
        self.check(y.get())
        self.check(self.compiled(cupy.asfortranarray(x)))
        with cupy.cuda.Stream(non_blocking=True) as stream:
            z = cupy.from_dlpack(self.compiled(x + 0))
            z *= 2
            stream.synchronize()
            self.check(z.get() / 2)

    def test_memory_lives_as_long_as_what_was_made_of_it(self):
        kept = [torch.from_dlpack(self.compiled(self.x + i)) for i in range(40)]
        copies = [y.clone() for y in kept]
        for i in range(40):
            self.compiled(self.x - i)
        for y, copy in zip(kept, copies):
            self.assertTrue(torch.equal(y, copy))
        self.assertEqual(len({y.data_ptr() for y in kept}), 40)
        view = kept[3][5:]
        del kept, y
        self.compiled(self.x)
        self.assertTrue(torch.equal(view, copies[3][5:]))

    def test_results_outlive_the_program(self):
        compiled = self.model.compile("cuda")
        x = self.x.clone()
        y = compiled(x)
        del compiled, x
        self.check(torch.from_dlpack(y))

    def test_memory_is_used_again(self):
        torch.cuda.synchronize()
        for _ in range(20):
            y = torch.from_dlpack(self.compiled(self.x))
        free = torch.cuda.mem_get_info()[0]
        for _ in range(500):
            y = torch.from_dlpack(self.compiled(self.x))
        self.assertLess(free - torch.cuda.mem_get_info()[0], 4 << 20)
        self.check(y)

    def test_inputs_of_a_run_under_way_are_kept(self):
        for _ in range(20):
            x = self.x.clone()
            torch.cuda._sleep(2_000_000)
            y = self.compiled(x)
            del x
            torch.full_like(self.x, 9.0)
            self.check(y)

    def test_threads_with_streams_of_their_own(self):
        wrong = []

        def work(rows):
            with torch.cuda.stream(torch.cuda.Stream()):
                for _ in range(30):
                    x = self.x[:rows].clone()
                    if not numpy.array_equal(torch.from_dlpack(self.compiled(x)).cpu().numpy(), self.y[:rows]):
                        wrong.append(rows)

        threads = [threading.Thread(target=work, args=(8 * (i + 1),)) for i in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_kept_values(self):
        compiled = self.model.compile("cuda", values=["product"])
        self.check(compiled(self.x))
        numpy.testing.assert_array_equal(numpy.maximum(compiled.values["product"], 0), self.y)
        compiled(self.x[:5].cpu().numpy())
        self.assertEqual(compiled.values["product"].shape, (5, 32))

    def test_a_refit_holds_on_the_card(self):
        compiled = self.model.compile("cuda")
        before = compiled(self.x)
        compiled.refit({"w": -self.w})
        self.assertEqual(float(torch.from_dlpack(compiled(self.x)).min()), 0)
        self.check(before)
        self.assertFalse(numpy.array_equal(compiled(self.x).numpy(), self.y))
        compiled.refit({"w": self.w})
        self.check(compiled(self.x))

    def test_mistakes(self):
        for call, error, says in (
            (lambda: self.compiled(self.x.double()), TypeError, "takes float32, not float64"),
            (lambda: self.compiled(self.x[:, :63].contiguous()), qopt.ArgumentError, "input 'x'"),
            (lambda: self.compiled(self.x[:0]), qopt.ArgumentError, "at least one sample"),
            (lambda: self.compiled(self.x.to(torch.complex64)), TypeError, "nothing that networks take"),
            (lambda: self.compiled(), TypeError, "is missing"),
            (lambda: self.model.compile("host:1")(self.x), TypeError, r"x\.cpu\(\)"),
            (lambda: self.compiled.prepare(self.x), TypeError, r"x\.cpu\(\)"),
            (lambda: self.compiled(self.x).__dlpack__(stream=0), qopt.ArgumentError, "stream=0: give 1"),
            (lambda: self.compiled(self.x).__dlpack__(copy=True), BufferError, "no copy"),
            (lambda: self.compiled(self.x).__dlpack__(dl_device=(2, 7)), BufferError, "lies on cuda:0"),
        ):
            with self.assertRaisesRegex(error, says):
                call()
        self.check(self.compiled(self.x))

    def test_another_card_and_one_beside_the_hosts(self):
        with qopt.build.network("sum") as net:
            both = net.output(z=net.add(net.input("a", (None, 4)), net.input("b", (None, 4)))).compile("cuda")
        a = torch.ones(3, 4, device="cuda")
        self.assertEqual(both(a, numpy.full((3, 4), 2, "float32")).numpy().tolist(), [[3.0] * 4] * 3)
        self.assertEqual(both(a.cpu(), b=2 * a).numpy().tolist(), [[3.0] * 4] * 3)
        if torch.cuda.device_count() > 1:
            with self.assertRaisesRegex(qopt.ArgumentError, "input 'x' lies on cuda:1, the program on cuda:0: give it there"):
                self.compiled(self.x.to("cuda:1"))


@unittest.skipIf(WHY_NOT, f"skipped: {WHY_NOT}")
class Page(unittest.TestCase):
    def test_the_pages_script(self):
        text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
        block = re.search(r"^```\n(import torch, qopt\n.*?)^```", text, flags=re.M | re.S)[1]
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), quiet():
            exec(compile(block, "docs/python.md", "exec"), {})
        self.assertIn("device='cuda:0'", printed.getvalue())


if __name__ == "__main__":
    unittest.main()
