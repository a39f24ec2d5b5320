// jit_host MODEL.onnx CALIBRATION.json DEVICE: one model in float and in INT8,
// compiled here and now, and a network that was never a file. Sees no header of
// MLIR, and asks for none.
#include "runtime/core/qrt.h"
#include "tools/libqopt/qopt.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#if __has_include("mlir/IR/MLIRContext.h")
#error "this host is to prove that it needs no header of MLIR"
#endif

namespace {

bool failed(const qrt::Status &status) {
  if (!status.ok())
    std::fprintf(stderr, "%s\n", status.message().c_str());
  return !status.ok();
}

/// A picture with a bright bar in the middle, in the shape that `port` takes.
qrt::Tensor bar(const qopt::Port &port) {
  qrt::Tensor tensor = qrt::Tensor::allocate(port.type, port.shapeAt(1));
  auto values = tensor.mutableValues<float>();
  int64_t width = port.shapeAt(1).back();
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = std::abs(int64_t(i) % width - width / 2) < 2 ? 1.0f : 0.0f;
  return tensor;
}

/// Compiles for `device`, binds the picture, runs; −1 after a message.
int classify(const qopt::Network &network, const std::string &device) {
  auto model = network.compile(device);
  if (failed(model.status()))
    return -1;
  auto outputs = (*model)->run({bar((*model)->inputs()[0])});
  if (failed(outputs.status()))
    return -1;
  auto scores = (*outputs)[0].values<float>();
  return int(std::max_element(scores.begin(), scores.end()) - scores.begin());
}

/// Prints what a host may want to know before it runs anything.
int describe(const qopt::Network &network) {
  auto ports = network.ports();
  if (failed(ports.status()))
    return 1;
  const qopt::Port &image = ports->inputs.at(0);
  std::printf(
      "input %s: rank %zu, batch %s, mean %zu; %lld bytes, %lld multiply-adds, hash of %zu\n",
      image.name.c_str(), image.shape.size(), image.shape[0].isStatic() ? "fixed" : "any",
      image.preprocess.mean.size(), (long long)network.weightBytes(),
      (long long)network.multiplyAdds(1), network.hash().size());
  return 0;
}

/// From text, through bytecode, and through libqrt's own face: names, no ports.
int runText(const std::string &device) {
  auto text = qopt::Network::parse(R"(
    func.func @main(%x: tensor<?x4xf32, #nn.dims<N>> {nn.name = "x"})
        -> tensor<?x4xf32, #nn.dims<N>> {
      %y = nn.relu %x {nn.name = "y"}
          : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
      return %y : tensor<?x4xf32, #nn.dims<N>>
    })");
  auto opened = qrt::openDevice(device);
  if (failed(text.status()) || failed(opened.status()))
    return 1;
  auto network = qopt::Network::parse(text->bytecode());
  if (failed(network.status()) || network->text() != text->text())
    return 1;
  auto program = network->compile((*opened)->description());
  if (failed(program.status()))
    return 1;
  auto model = qrt::Model::load(**opened, *program, {});
  if (failed(model.status()))
    return 1;
  std::vector<float> values{-1, 2, -3, 4, 5, -6, 7, -8};
  auto input = qrt::Tensor::fromValues<float>({2, 4}, values);
  auto outputs = model->run({{"x", input}});
  if (failed(outputs.status()))
    return 1;
  std::printf("relu:");
  for (float value : outputs->at(0).tensor.values<float>())
    std::printf(" %g", value);
  std::printf("\n");
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 4)
    return 2;
  auto network = qopt::Network::load(argv[1]);
  if (failed(network.status()) || describe(*network) != 0)
    return 1;
  qopt::Network quantized = network->clone();
  quantized.onWarning([](const std::string &text) { std::printf("warned: %s\n", text.c_str()); });
  std::string calibration = argv[2];
  if (failed(quantized.runPasses("fold-batch-norm,insert-quant{calibration=" + calibration +
                                 "},fold-dequant")))
    return 1;
  int inIntegers = classify(quantized, argv[3]), inFloat = classify(*network, argv[3]);
  if (inFloat < 0 || inIntegers < 0)
    return 1;
  std::printf("class %d in float, %d in INT8\n", inFloat, inIntegers);
  return runText(argv[3]);
}
