// quantizing_host MODEL.onnx SAMPLES.npy OUTPUT.mlirbc: a host that quantizes a network by a call,
// on samples of its own, and says what that costs. SAMPLES.npy is for whoever wants to see that the
// command `qrun quantize` makes the same of the same: the host writes it, and never reads it.
#include "bars.h"

#include "tools/libqopt/flows/quantize/quantize.h"

#include <cstdio>
#include <fstream>

#if __has_include("mlir/IR/MLIRContext.h")
#error "this host is to prove that it needs no header of MLIR"
#endif

namespace {

bool failed(const qrt::Status &status) {
  if (!status.ok())
    std::fprintf(stderr, "%s\n", status.message().c_str());
  return !status.ok();
}

bool writeNpy(const Bars &bars, const qrt::Shape &shape, const char *path) {
  std::string sizes = std::to_string(bars.count());
  for (int64_t size : shape)
    sizes += ", " + std::to_string(size);
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + sizes + "), }";
  header.resize(117, ' '); // with what is before and after it 128 bytes
  std::ofstream file(path, std::ios::binary);
  file << std::string("\x93NUMPY\x01\x00\x76\x00", 10) << header << "\n";
  auto iterator = bars.begin();
  for (int64_t i = 0; i < bars.count(); ++i) {
    const qopt::Sample sample = *iterator->next();
    const qrt::Tensor &picture = sample.begin()->second;
    file.write(static_cast<const char *>(picture.data()), std::streamsize(picture.bytes()));
  }
  return file.good();
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 4)
    return 2;
  auto network = qopt::Network::load(argv[1]);
  if (failed(network.status()))
    return 1;
  const qopt::Port input = network->ports()->inputs.at(0);
  qrt::Shape shape = input.shapeAt(1);
  shape.erase(shape.begin());
  auto bars = std::make_shared<Bars>(input.name, shape);
  if (!writeNpy(*bars, shape, argv[2]))
    return 1;
  qopt::QuantizeOptions options;
  options.samples = bars;
  options.modelName = argv[1];
  options.gates.minSqnr = 10;
  options.hooks.onStep = [](const qopt::FlowStep &step) {
    if (step.state == qopt::FlowStep::State::Begins)
      std::fprintf(stderr, "%s\n", step.label.c_str());
  };
  options.hooks.onRemark = [](const qopt::Remark &remark) {
    std::fprintf(stderr, "%s\n", remark.text.c_str());
  };
  auto result = qopt::quantize(*network, options);
  if (failed(result.status()))
    return 1;
  const qopt::JudgedNetwork &last = result->tried.back();
  std::printf(
      "%lld of %lld layers are integer, %lld bytes of weights instead of %lld; %lld of %lld "
      "answers differ, %s\n",
      (long long)last.integerLayers, (long long)last.layers, (long long)last.weightBytes,
      (long long)result->baseline.weightBytes, (long long)last.loss->worst().paired.flips,
      (long long)result->how.samples, qopt::decibels(last.loss->worst().sqnr).c_str());
  std::ofstream(argv[3], std::ios::binary) << result->bytecode;
  return result->isWithinGates ? 0 : 1;
}
