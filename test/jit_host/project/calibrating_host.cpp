// calibrating_host MODEL.onnx DEVICE CACHE: a host that calibrates on what it sees, without a file,
// and goes on in INT8. Kernels that a device compiles are kept in CACHE.
#include "runtime/cache/kernel_cache.h"
#include "runtime/core/qrt.h"
#include "tools/libqopt/calibrator.h"
#include "tools/libqopt/qopt.h"

#include <algorithm>
#include <cstdio>
#include <string>

namespace {

bool failed(const qrt::Status &status) {
  if (!status.ok())
    std::fprintf(stderr, "%s\n", status.message().c_str());
  return !status.ok();
}

/// A picture with an upright bar `shift` columns from the middle.
qrt::Tensor bar(const qopt::Port &port, int64_t shift) {
  qrt::Tensor tensor = qrt::Tensor::allocate(port.type, port.shapeAt(1));
  auto values = tensor.mutableValues<float>();
  int64_t width = port.shapeAt(1).back(), middle = width / 2 + shift;
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = std::abs(int64_t(i) % width - middle) < 2 ? 1.0f : 0.0f;
  return tensor;
}

/// Every observation in every pass: how many there are is the method's to say.
qrt::Expected<qopt::Calibration> observe(qopt::Calibrator &calibrator) {
  const qopt::Port &port = calibrator.inputs().at(0);
  for (;;) {
    for (int64_t shift = -5; shift <= 5; ++shift) {
      qrt::Tensor picture = bar(port, shift);
      if (qrt::Status status = calibrator.add({std::span(&picture, 1), 1, {}}); !status.ok())
        return status;
    }
    auto again = calibrator.nextPass();
    if (!again)
      return again.status();
    if (!*again)
      return calibrator.finish();
  }
}

int run(const qopt::Network &network, const std::string &device,
        const qopt::CompileOptions &options) {
  auto model = network.compile(device, options);
  if (failed(model.status()))
    return 1;
  auto outputs = (*model)->run({bar((*model)->inputs()[0], 0)});
  if (failed(outputs.status()))
    return 1;
  auto scores = (*outputs)[0].values<float>();
  std::printf("class %d, weights of %lld bytes\n",
              int(std::max_element(scores.begin(), scores.end()) - scores.begin()),
              (long long)network.weightBytes());
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 4)
    return 2;
  auto warn = [](const std::string &text) { std::fprintf(stderr, "warning: %s\n", text.c_str()); };
  std::unique_ptr<qrt::KernelCache> cache = qrt::KernelCache::open(argv[3], warn);
  qopt::CompileOptions options;
  options.cache = [&] { return cache.get(); };
  options.progress = [](size_t done, size_t total) {
    std::fprintf(stderr, "kernels %zu of %zu\n", done, total);
  };
  auto network = qopt::Network::load(argv[1]);
  if (failed(network.status()) || failed(network->runPasses("fold-constants,fold-batch-norm")))
    return 1;
  auto calibrator =
      qopt::Calibrator::create(*network, argv[2], {.method = "entropy", .compile = options});
  if (failed(calibrator.status()))
    return 1;
  auto calibration = observe(**calibrator);
  if (failed(calibration.status()) || failed(network->calibrate(*calibration)) ||
      failed(network->runPasses("insert-quant,fold-dequant")))
    return 1;
  return run(*network, argv[2], options);
}
