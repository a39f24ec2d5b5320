// Every network at hand with its batch freed: three samples at once give what each gives alone, or
// one diagnostic says which layer keeps the batch at 1.
#include "tools/libqopt/qopt_mlir.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <random>

using namespace qopt;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> exportedNetworks() {
  std::vector<std::string> found;
  std::error_code none;
  for (const char *root : {QOPT_SOURCE_DIR "/test/models", QOPT_TEST_DATA_DIR "/onnx"})
    for (auto at = fs::recursive_directory_iterator(root, none); at != fs::end(at); ++at) {
      if (at->is_directory() &&
          (at->path().filename() == "backend-tests" || at->path().filename() == "broken"))
        at.disable_recursion_pending();
      else if (at->path().extension() == ".onnx")
        found.push_back(at->path().string());
    }
  std::sort(found.begin(), found.end());
  return found;
}

/// Sizes other than the batch, where the file leaves them open: small, and what halves often.
qrt::Shape shapeOf(const Port &port, int64_t batch) {
  qrt::Shape shape;
  for (size_t i = 0; i < port.shape.size(); ++i)
    shape.push_back(port.shape[i].isStatic() ? port.shape[i].value() : i == 0 ? batch : 64);
  return shape;
}

qrt::Tensor randomTensor(const Port &port, int64_t batch) {
  std::mt19937 engine(7);
  qrt::Tensor tensor = qrt::Tensor::allocate(port.type, shapeOf(port, batch));
  qrt::visitElementType(port.type, [&](auto tag) {
    using Value = typename decltype(tag)::Storage;
    if constexpr (std::is_arithmetic_v<Value>)
      for (Value &value : tensor.mutableValues<Value>())
        value = Value(double(engine() >> 12) / double(1 << 20));
  });
  return tensor;
}

/// Part `index` of `count`, along the first dimension, whose elements lie together.
qrt::Tensor part(const qrt::Tensor &whole, const qrt::Shape &shape, int64_t index) {
  qrt::Tensor tensor = qrt::Tensor::allocate(whole.type(), shape);
  std::memcpy(tensor.mutableData(),
              static_cast<const char *>(whole.data()) + size_t(index) * tensor.bytes(),
              tensor.bytes());
  return tensor;
}

bool sameBits(const qrt::Tensor &a, const qrt::Tensor &b) {
  return a.bytes() == b.bytes() && std::memcmp(a.data(), b.data(), a.bytes()) == 0;
}

void compareSamples(CompiledModel &model) {
  constexpr int64_t batch = 3;
  std::vector<qrt::Tensor> inputs;
  for (const Port &port : model.inputs())
    inputs.push_back(randomTensor(port, batch));
  auto together = model.run(inputs);
  ASSERT_TRUE(together) << together.status().message();
  bool samplesDiffer = false; // else nothing would be shown
  for (int64_t i = 0; i < batch; ++i) {
    std::vector<qrt::Tensor> sample;
    for (size_t k = 0; k < inputs.size(); ++k)
      sample.push_back(part(inputs[k], shapeOf(model.inputs()[k], 1), i));
    auto alone = model.run(sample);
    ASSERT_TRUE(alone) << alone.status().message();
    for (size_t k = 0; k < alone->size(); ++k) {
      ASSERT_EQ((*together)[k].size(), batch * (*alone)[k].size());
      EXPECT_TRUE(sameBits((*alone)[k], part((*together)[k], (*alone)[k].shape(), i)))
          << "output " << k << ", sample " << i;
      samplesDiffer |= !sameBits((*alone)[k], part((*together)[k], (*alone)[k].shape(), 0));
    }
  }
  EXPECT_TRUE(samplesDiffer);
}

TEST(Batches, FreedSamplesAreWhatTheyAreAlone) {
  unsigned compared = 0;
  for (const std::string &path : exportedNetworks()) {
    SCOPED_TRACE(path);
    auto context = makeContext();
    if (!loadModule(*context, path))
      continue; // not read at all
    LoadOptions options;
    options.freesBatch = true;
    auto module = loadModule(*context, path, options);
    if (!module) {
      EXPECT_NE(module.status().message().find("--dynamic-batch"), std::string::npos)
          << module.status().message();
      EXPECT_EQ(module.status().message().find('\n'), std::string::npos);
      std::printf("refused: %s\n", module.status().message().c_str());
      continue;
    }
    auto model = CompiledModel::compile(**module, "host");
    ASSERT_TRUE(model) << model.status().message();
    compareSamples(**model);
    ++compared;
    std::printf("equal: %s\n", path.c_str());
  }
  EXPECT_GE(compared, 3u);
}

} // namespace
