#include "test/networks/network.h"

#include "tools/io/arrays/npz.h"
#include "tools/libqopt/flows/feed/preprocess.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>

namespace qopt::test {

std::string modelFile(const std::string &name) { return QOPT_SOURCE_DIR "/test/models/" + name; }

static qrt::Tensor array(const std::string &file, const std::string &key) {
  qrt::Expected<qrt::Tensor> loaded = io::loadArray(file + ":" + key);
  EXPECT_TRUE(loaded.ok()) << loaded.status().message();
  return loaded.ok() ? *loaded : qrt::Tensor();
}

static std::vector<double> numbers(const qrt::Tensor &tensor) {
  std::vector<double> values;
  for (int64_t i = 0; i < tensor.size(); ++i)
    values.push_back(tensor.type() == qrt::ElementType::F64 ? tensor.values<double>()[i]
                                                            : tensor.values<float>()[i]);
  return values;
}

Golden loadGolden(const std::string &name) {
  std::string file = modelFile("goldens/" + name + ".npz");
  nn::Preprocess preprocess{numbers(array(file, "mean")), numbers(array(file, "std"))};
  qrt::Expected<qrt::Tensor> input = io::toFloat(array(file, "images"), preprocess, 1, "images");
  EXPECT_TRUE(input.ok()) << input.status().message();
  return {input.ok() ? *input : qrt::Tensor(), array(file, "output")};
}

std::optional<Golden> loadZooGolden(const std::string &network) {
  std::string file = std::string(QOPT_TEST_DATA_DIR) + "/onnx/zoo/" + network + "_golden.npz";
  if (!std::filesystem::exists(file))
    return std::nullopt;
  return Golden{array(file, "input"), array(file, "output")};
}

std::optional<std::string> sharedFile(const std::string &file) {
  std::string path = std::string(QOPT_TEST_DATA_DIR) + "/onnx/" + file;
  return std::filesystem::exists(path) ? std::optional(path) : std::nullopt;
}

qrt::Tensor arrayOf(const std::string &file, const std::string &key) {
  qrt::Tensor tensor = array(file, key);
  if (tensor.type() != qrt::ElementType::F16)
    return tensor;
  qrt::Tensor wide = qrt::Tensor::allocate(qrt::ElementType::F32, tensor.shape());
  std::span<const qrt::Float16> halves = tensor.values<qrt::Float16>();
  std::copy(halves.begin(), halves.end(), wide.mutableValues<float>().begin());
  return wide;
}

Module prepare(mlir::MLIRContext &context, const std::string &name, const std::string &pipeline) {
  return prepareFile(context, modelFile(name + ".onnx"), pipeline);
}

Module prepareFile(mlir::MLIRContext &context, const std::string &path,
                   const std::string &pipeline) {
  qrt::Expected<Module> module = loadModule(context, path);
  EXPECT_TRUE(module.ok()) << module.status().message();
  if (!module.ok())
    return {};
  if (!pipeline.empty()) {
    qrt::Status status = runPasses(**module, pipeline);
    EXPECT_TRUE(status.ok()) << status.message();
    if (!status.ok())
      return {};
  }
  return std::move(*module);
}

// Goldens are of a scheme each, and of operations with steps of their own.
std::string quantizing(const std::string &name, const std::string &profile, bool absorbResidual) {
  const std::string scheme = profile == "qopt" ? "signs" : "signed";
  return "fold-batch-norm,insert-quant{calibration=" +
         modelFile("goldens/" + name + ".calibration.json") + " profile=" + profile +
         " scheme=" + scheme + " fuse=none},fold-dequant" +
         (absorbResidual ? ",absorb-residual" : "");
}

std::vector<std::string> devices() {
  std::vector<std::string> names{"reference", "host"};
  std::map<std::string, unsigned> seen;
  for (const qrt::DeviceDescription &device : qrt::listDevices())
    if (device.takesKernels)
      names.push_back(device.driver + ":" + std::to_string(seen[device.driver]++));
  return names;
}

double relativeDistance(const qrt::Tensor &actual, const qrt::Tensor &expected) {
  if (actual.shape() != expected.shape())
    return INFINITY;
  double largest = 0, distance = 0;
  for (int64_t i = 0; i < expected.size(); ++i) {
    double want = expected.values<float>()[i], d = std::fabs(actual.values<float>()[i] - want);
    if (std::isnan(d))
      return INFINITY; // std::max would drop it
    largest = std::max(largest, std::fabs(want));
    distance = std::max(distance, d);
  }
  return distance / largest;
}

qrt::Tensor runOn(const std::string &device, mlir::ModuleOp module, const qrt::Tensor &input) {
  auto model = CompiledModel::compile(module, device);
  EXPECT_TRUE(model.ok()) << device << ": " << model.status().message();
  if (!model.ok())
    return {};
  auto outputs = (*model)->run({input});
  EXPECT_TRUE(outputs.ok()) << device << ": " << outputs.status().message();
  return outputs.ok() ? (*outputs)[0] : qrt::Tensor();
}

} // namespace qopt::test
