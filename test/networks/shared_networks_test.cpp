// Networks that others trained and exported, as their files are: float against their golden arrays,
// also with composites put together and batch normalization folded.
#include "test/networks/network.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace qopt;
using namespace qopt::test;

namespace {

struct Shared {
  const char *name, *model, *golden;
  qrt::Shape other; // a second shape, which no array is given for
};
const Shared networks[] = {
    {"mobilenetv2", "zoo/mobilenetv2.onnx", "zoo/mobilenetv2_golden.npz", {5, 3, 32, 32}},
    {"vit", "zoo/vit.onnx", "zoo/vit_golden.npz", {5, 3, 32, 32}},
    {"moe", "zoo/moe.onnx", "zoo/moe_golden.npz", {5, 1, 28, 28}},
    {"alexlite", "zoo/alexlite.onnx", "zoo/alexlite_golden.npz", {5, 3, 32, 32}},
    {"efficientnet_lite0",
     "efficientnet_lite0/efficientnet_lite0.onnx",
     "efficientnet_lite0/efficientnet_lite0_golden.npz",
     {1, 3, 224, 224}},
    {"ppocr_cls", "ppocr/ppocr_v2_cls.onnx", "ppocr/ppocr_v2_cls_golden.npz", {2, 3, 48, 320}},
    {"ppocr_det", "ppocr/ppocr_v4_det.onnx", "ppocr/ppocr_v4_det_golden.npz", {1, 3, 96, 64}},
};

class SharedNetworks : public testing::TestWithParam<Shared> {};

TEST_P(SharedNetworks, FloatEqualsTheGoldenOnEveryDevice) {
  std::optional<std::string> model = sharedFile(GetParam().model);
  if (!model)
    GTEST_SKIP() << "the shared data is absent";
  std::string golden = *sharedFile(GetParam().golden);
  qrt::Tensor input = arrayOf(golden, "input"), output = arrayOf(golden, "output");
  for (const char *pipeline : {"", "recognize-composites,fold-batch-norm"}) {
    SCOPED_TRACE(pipeline);
    auto context = makeContext();
    Module module = prepareFile(*context, *model, pipeline);
    ASSERT_TRUE(module);
    for (const std::string &device : devices())
      EXPECT_LE(relativeDistance(runOn(device, *module, input), output), 1e-4) << device;
  }
}

// The module stays as it is: its sizes are bound anew.
TEST_P(SharedNetworks, AnotherShapeGivesTheSameOnEveryDevice) {
  std::optional<std::string> model = sharedFile(GetParam().model);
  if (!model)
    GTEST_SKIP() << "the shared data is absent";
  auto context = makeContext();
  Module module = prepareFile(*context, *model, "");
  ASSERT_TRUE(module);
  qrt::Tensor input = qrt::Tensor::allocate(qrt::ElementType::F32, GetParam().other);
  uint32_t state = 1;
  for (float &value : input.mutableValues<float>())
    value = float(int32_t(state = state * 1664525u + 1013904223u)) / 0x1p31f;
  qrt::Tensor expected = runOn("reference", *module, input);
  ASSERT_FALSE(expected.shape().empty());
  EXPECT_EQ(expected.shape()[0], input.shape()[0]);
  for (const std::string &device : devices())
    EXPECT_LE(relativeDistance(runOn(device, *module, input), expected), 1e-4) << device;
}

INSTANTIATE_TEST_SUITE_P(, SharedNetworks, testing::ValuesIn(networks),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
