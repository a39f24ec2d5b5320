// Other weights in a compiled network: a file that is refitted is the file that a fresh compilation
// writes, a model that is refitted, whole or by name, gives a fresh one's bits. On every device.
#include "test/networks/network.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "runtime/cache/kernel_cache.h"
#include "tools/libqopt/refit.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <map>

using namespace qopt;
using namespace qopt::test;
using qrt::Artifact;
using qrt::Tensor;

namespace refitting { // its own names: sources of a folder are one unit
namespace {

/// Numbers of one seed.
class Noise {
public:
  explicit Noise(uint32_t seed) : state(seed * 2654435761u + 1) {}
  float next() { return float(int32_t(state = state * 1664525u + 1013904223u)) / 0x1p31f; }

private:
  uint32_t state;
};

Tensor copyOf(const Tensor &tensor) {
  Tensor copy = Tensor::allocate(tensor.type(), tensor.shape());
  std::memcpy(copy.mutableData(), tensor.data(), tensor.bytes());
  return copy;
}

/// Signs stay: variances are positive. A weight of each channel is as large as it was.
Tensor otherFloats(const Tensor &tensor, uint32_t seed) {
  Tensor other = copyOf(tensor);
  Noise noise(seed);
  for (float &value : other.mutableValues<float>())
    value *= 1 + 0.25f * noise.next();
  return other;
}

/// The float network with weights of another seed; seed 0: its own. Then `pipeline`.
Module network(mlir::MLIRContext &context, const std::string &file, const std::string &pipeline,
               uint32_t seed) {
  Module module = prepareFile(context, file, "");
  if (!module)
    return module;
  module->walk([&](nn::ConstantOp op) {
    std::optional<Tensor> values = nn::constantTensor(op.getResult());
    if (seed && values && values->type() == qrt::ElementType::F32 && values->size() > 1)
      op.setValueAttr(nn::makeWeights(op.getType(), otherFloats(*values, seed++)));
  });
  if (!pipeline.empty()) {
    auto status = runPasses(*module, pipeline);
    EXPECT_TRUE(status.ok()) << status.message();
  }
  return module;
}

std::string fileOf(CompiledEntry compiled) {
  qrt::ArtifactWriter writer;
  writer.add(std::move(compiled.entry), std::move(compiled.program));
  std::string bytes;
  writer.write([&](std::span<const std::byte> part) {
    bytes.append(reinterpret_cast<const char *>(part.data()), part.size());
  });
  return bytes;
}

Artifact opened(const std::string &bytes) {
  auto artifact = Artifact::copy(std::as_bytes(std::span(bytes)));
  EXPECT_TRUE(artifact.ok()) << artifact.status().message();
  return *artifact;
}

std::vector<Tensor> noiseFor(const qrt::ArtifactEntry &entry) {
  std::vector<Tensor> inputs;
  Noise noise(7);
  for (const qrt::ArtifactPort &port : entry.inputs) {
    Tensor input =
        Tensor::allocate(port.type, port.shapeAt(entry.inputs[0].shape[0].isStatic() ? 1 : 2));
    for (float &value : input.mutableValues<float>())
      value = noise.next();
    inputs.push_back(std::move(input));
  }
  return inputs;
}

void expectSame(const std::vector<Tensor> &a, const std::vector<Tensor> &b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(a[i].bytes(), b[i].bytes());
    EXPECT_EQ(std::memcmp(a[i].data(), b[i].data(), a[i].bytes()), 0) << "output " << i;
  }
}
bool areSame(const std::vector<Tensor> &a, const std::vector<Tensor> &b) {
  for (size_t i = 0; i < a.size(); ++i)
    if (std::memcmp(a[i].data(), b[i].data(), a[i].bytes()) != 0)
      return false;
  return true;
}

struct Case {
  const char *name, *file;
  const char *profile = nullptr; // of the integer form; null: `pipeline`
  const char *pipeline = "";
  bool isShared = false;
};
const Case cases[] = {
    {"mlp", "mlp"},
    {"mlp_qopt", "mlp", "qopt"},
    {"mlp_trt", "mlp", "trt"},
    {"lenet", "lenet"},
    {"lenet_qopt", "lenet", "qopt"},
    {"lenet_trt", "lenet", "trt"},
    {"lenet_bytes", "lenet", nullptr, "quantize-weights{bits=8}"},
    {"resnet20", "resnet20"},
    {"resnet20_folded", "resnet20", nullptr, "fold-constants,fold-batch-norm"},
    {"resnet20_qopt", "resnet20", "qopt"},
    {"resnet20_trt", "resnet20", "trt"},
    {"mobilenetv2", "zoo/mobilenetv2.onnx", nullptr, "recognize-composites,fold-batch-norm", true},
    {"vit", "zoo/vit.onnx", nullptr, "recognize-composites", true},
    {"moe", "zoo/moe.onnx", nullptr, "recognize-composites", true},
};

class Refit : public testing::TestWithParam<Case> {
protected:
  void SetUp() override {
    const Case &test = GetParam();
    std::optional<std::string> found =
        test.isShared ? sharedFile(test.file) : modelFile(std::string(test.file) + ".onnx");
    if (!found)
      GTEST_SKIP() << "the shared data is absent";
    file = *found;
    pipeline = test.profile ? quantizing(test.file, test.profile) : test.pipeline;
  }
  Module made(uint32_t seed) { return network(*context, file, pipeline, seed); }

  /// Devices that hold programs, opened.
  static std::vector<std::unique_ptr<qrt::Device>> openedDevices() {
    std::vector<std::unique_ptr<qrt::Device>> all;
    for (const std::string &name : devices())
      if (name != "reference")
        all.push_back(std::move(*qrt::openDevice(name)));
    return all;
  }

  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  std::string file, pipeline;
};

TEST_P(Refit, AFileIsTheOneThatACompilationWrites) {
  Module first = made(0), second = made(1);
  for (const auto &device : openedDevices()) {
    SCOPED_TRACE(device->description().driver);
    auto before = compileEntry(*first, device->description());
    auto fresh = compileEntry(*second, device->description());
    ASSERT_TRUE(before.ok()) << before.status().message();
    ASSERT_TRUE(fresh.ok()) << fresh.status().message();
    const std::string old = fileOf(std::move(*before)), expected = fileOf(std::move(*fresh));
    ASSERT_NE(old, expected);
    auto refitted = refit(opened(old), 0, *second);
    ASSERT_TRUE(refitted.ok()) << refitted.status().message();
    EXPECT_EQ(fileOf(std::move(refitted->compiled)), expected);
  }
}

TEST_P(Refit, AModelGoesOnWithAFreshOnesBits) {
  Module first = made(0), second = made(2);
  for (const auto &device : openedDevices()) {
    SCOPED_TRACE(device->description().driver);
    const Artifact before = opened(fileOf(*compileEntry(*first, device->description())));
    const Artifact after = opened(fileOf(*compileEntry(*second, device->description())));
    auto model = before.load(*device, 0, {});
    auto fresh = after.load(*device, 0, {});
    ASSERT_TRUE(model.ok() && fresh.ok());
    const std::vector<Tensor> inputs = noiseFor(before.entries()[0]);
    auto old = model->run(inputs);
    auto pending = model->submit(inputs);
    auto status = after.refit(*model, *device, 0, before.entries()[0]);
    ASSERT_TRUE(status.ok()) << status.message();
    expectSame(*model->run(inputs), *fresh->run(inputs));
    expectSame(*pending->outputs(), *old); // which was in flight
    EXPECT_FALSE(areSame(*model->run(inputs), *old));
    status = before.refit(*model, *device, 0, before.entries()[0]);
    ASSERT_TRUE(status.ok()) << status.message();
    expectSame(*model->run(inputs), *old);
  }
}

/// Has nothing, and counts who asks.
class NoKernels : public qrt::KernelCache {
public:
  std::optional<std::vector<uint8_t>> find(const qrt::KernelKey &) override {
    ++asked;
    return std::nullopt;
  }
  void store(const qrt::KernelKey &, std::span<const uint8_t>) override {}
  std::atomic<size_t> asked = 0;
};

// Weights alone are others: no kernel is compiled.
TEST(RefitKernels, ThoseOfTheSameTextAreShared) {
  auto context = makeContext();
  Module first = network(*context, modelFile("lenet.onnx"), "", 0),
         second = network(*context, modelFile("lenet.onnx"), "", 3);
  for (const std::string &name : devices()) {
    if (!llvm::StringRef(name).starts_with("opencl"))
      continue;
    auto device = std::move(*qrt::openDevice(name));
    const Artifact before = opened(fileOf(*compileEntry(*first, device->description())));
    const Artifact after = opened(fileOf(*compileEntry(*second, device->description())));
    auto model = before.load(*device, 0, {});
    ASSERT_TRUE(model.ok()) << model.status().message();
    NoKernels none;
    auto status = after.refit(*model, *device, 0, before.entries()[0], {&none, {}});
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(none.asked, 0u);
    ASSERT_TRUE(after.load(*device, 0, {&none, {}}).ok());
    EXPECT_GT(none.asked, 0u);
  }
}

/// Values that a place takes, near those that it has.
Tensor otherValues(const qrt::WeightPlace &place, const Tensor &values, uint32_t seed) {
  if (qrt::isFloat(place.type)) {
    if (place.type == qrt::ElementType::F32)
      return otherFloats(values, seed);
    Tensor turned = copyOf(values); // its own values, in another order
    auto *bytes = static_cast<char *>(turned.mutableData());
    const size_t width = qrt::byteWidth(place.type);
    for (size_t i = 0; i + width < turned.bytes(); i += 2 * width)
      if (i + 2 * width <= turned.bytes())
        std::swap_ranges(bytes + i, bytes + i + width, bytes + i + width);
    return turned;
  }
  Tensor other = copyOf(values);
  Noise noise(seed);
  auto next = [&](int64_t value) {
    return std::clamp<int64_t>(value + int64_t(noise.next() * 6), place.low, place.high);
  };
  if (place.type == qrt::ElementType::I32)
    for (int32_t &value : other.mutableValues<int32_t>())
      value = int32_t(next(value));
  else
    for (int8_t &value : other.mutableValues<int8_t>())
      value = int8_t(next(value));
  return other;
}

/// New values of all weights that may be changed alone, and the module with them. Those that the
/// program holds once get the same.
std::vector<qrt::NamedTensor> changeAll(mlir::ModuleOp module,
                                        const std::vector<qrt::WeightPlace> &places) {
  std::map<std::string, const qrt::WeightPlace *> named;
  for (const qrt::WeightPlace &place : places)
    if (!place.constants.empty())
      named[place.name] = &place;
  std::vector<qrt::NamedTensor> values;
  module.walk([&](nn::ConstantOp op) {
    auto found = named.find(nn::nameOf(op).str());
    if (found == named.end())
      return;
    const qrt::WeightPlace &place = *found->second;
    Tensor other = otherValues(place, *nn::storedConstant(op.getResult()),
                               uint32_t(place.constants.front()) + 5);
    op.setValueAttr(nn::makeWeights(op.getType(), other));
    values.push_back({place.name, std::move(other)});
  });
  return values;
}

TEST_P(Refit, ByNameItGivesAFreshOnesBits) {
  Module module = made(0);
  for (const auto &device : openedDevices()) {
    SCOPED_TRACE(device->description().driver);
    const Artifact before = opened(fileOf(*compileEntry(*module, device->description())));
    auto model = before.load(*device, 0, {});
    ASSERT_TRUE(model.ok()) << model.status().message();
    Module changed = module->clone();
    const std::vector<qrt::NamedTensor> values = changeAll(*changed, model->weights());
    ASSERT_FALSE(values.empty());
    auto fresh =
        opened(fileOf(*compileEntry(*changed, device->description()))).load(*device, 0, {});
    ASSERT_TRUE(fresh.ok()) << fresh.status().message();
    const std::vector<Tensor> inputs = noiseFor(before.entries()[0]);
    auto old = model->run(inputs);
    auto status = model->refit(*device, values);
    ASSERT_TRUE(status.ok()) << status.message();
    expectSame(*model->run(inputs), *fresh->run(inputs));
    EXPECT_FALSE(areSame(*model->run(inputs), *old));
  }
}

TEST_P(Refit, EachWeightHasAPlaceOrAReason) {
  Module module = made(0);
  auto compiled = compileEntry(*module, qrt::listDevices().front());
  ASSERT_TRUE(compiled.ok()) << compiled.status().message();
  size_t named = 0;
  module->walk([&](nn::ConstantOp op) { named += !nn::nameOf(op).empty(); });
  EXPECT_EQ(compiled->entry.weights.size(), named);
  size_t placed = 0;
  for (const qrt::WeightPlace &place : compiled->entry.weights) {
    EXPECT_NE(place.constants.empty(), place.why.empty()) << place.name;
    EXPECT_FALSE(place.layer.empty()) << place.name;
    placed += !place.constants.empty();
  }
  EXPECT_GT(placed, 0u);
}

TEST(RefitRefused, AnotherNetworkInWordsThatNameTheLayer) {
  auto context = makeContext();
  Module lenet = network(*context, modelFile("lenet.onnx"), "", 0),
         other = network(*context, modelFile("mlp.onnx"), "", 0);
  const auto host = qrt::listDevices().front();
  const Artifact artifact = opened(fileOf(*compileEntry(*lenet, host)));
  auto refitted = refit(artifact, 0, *other);
  ASSERT_FALSE(refitted.ok());
  EXPECT_NE(refitted.status().message().find("does not fit its program"), std::string::npos)
      << refitted.status().message();
}

INSTANTIATE_TEST_SUITE_P(Networks, Refit, testing::ValuesIn(cases),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace refitting
