// jit_host MODEL.onnx CALIBRATION.json DEVICE: one model in float and in INT8,
// compiled here and now, and a module that was never a file.
#include "runtime/core/qrt.h"
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
int classify(mlir::ModuleOp module, const std::string &device) {
  auto model = qopt::CompiledModel::compile(module, device);
  if (failed(model.status()))
    return -1;
  auto outputs = (*model)->run({bar((*model)->inputs()[0])});
  if (failed(outputs.status()))
    return -1;
  auto scores = (*outputs)[0].values<float>();
  return int(std::max_element(scores.begin(), scores.end()) - scores.begin());
}

/// A module built in memory, through libqrt's own face: names, no ports.
int runText(mlir::MLIRContext &context, const std::string &device) {
  auto module = qopt::parseModule(context, R"(
    func.func @main(%x: tensor<?x4xf32, #nn.dims<N>> {nn.name = "x"})
        -> tensor<?x4xf32, #nn.dims<N>> {
      %y = nn.relu %x {nn.name = "y"}
          : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
      return %y : tensor<?x4xf32, #nn.dims<N>>
    })");
  auto opened = qrt::openDevice(device);
  if (failed(module.status()) || failed(opened.status()))
    return 1;
  auto program = qopt::compile(**module, (*opened)->description());
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
  auto context = qopt::makeContext();
  auto module = qopt::loadModule(*context, argv[1]);
  if (failed(module.status()))
    return 1;
  int inFloat = classify(**module, argv[3]);
  std::string calibration = argv[2];
  if (failed(qopt::runPasses(**module, "fold-batch-norm,insert-quant{calibration=" + calibration +
                                           "},fold-dequant")))
    return 1;
  int inIntegers = classify(**module, argv[3]);
  if (inFloat < 0 || inIntegers < 0)
    return 1;
  std::printf("class %d in float, %d in INT8\n", inFloat, inIntegers);
  return runText(*context, argv[3]);
}
