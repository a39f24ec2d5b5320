// Trained networks against outputs that others computed: float by the trained
// framework's arithmetic in NumPy, integers by an independent reading of the
// numerics contract, bit for bit, on every device.
#include "test/networks/network.h"

#include "ir/ops.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>

using namespace qopt;
using namespace qopt::test;

namespace {

int64_t differingValues(const qrt::Tensor &actual, const qrt::Tensor &expected) {
  if (actual.shape() != expected.shape())
    return expected.size();
  int64_t count = 0;
  for (int64_t i = 0; i < expected.size(); ++i)
    count += std::memcmp(&actual.values<float>()[i], &expected.values<float>()[i], 4) != 0;
  return count;
}

struct Case {
  const char *network, *profile; // profile null: float
  bool absorbResidual = false;
  std::string golden() const {
    return std::string(network) + "_" + (profile ? profile : "float") +
           (absorbResidual ? "_e2" : "");
  }
};

TEST(RelativeDistance, SeesWhatIsNoNumber) {
  auto tensor = [](std::vector<float> values) {
    return qrt::Tensor::fromValues<float>({int64_t(values.size())}, values);
  };
  EXPECT_EQ(relativeDistance(tensor({1, 5}), tensor({2, 4})), 0.25);
  EXPECT_EQ(relativeDistance(tensor({NAN, 4}), tensor({2, 4})), INFINITY);
  EXPECT_EQ(relativeDistance(tensor({2}), tensor({2, 4})), INFINITY);
}

/// Returns whether a driver for OpenCL is installed, as its loader looks for them.
bool openClIsInstalled() {
  const char *own = std::getenv("OCL_ICD_VENDORS");
  std::error_code none;
  for (const auto &entry :
       std::filesystem::directory_iterator(own ? own : "/etc/OpenCL/vendors", none))
    if (entry.path().extension() == ".icd")
      return true;
  return false;
}

// The networks below run on what devices() finds: it must not lose one in silence.
TEST(Devices, OpenClIsTestedWhereItIsInstalled) {
  bool isTested =
      llvm::any_of(devices(), [](llvm::StringRef name) { return name.starts_with("opencl"); });
  if (!openClIsInstalled() && !isTested)
    GTEST_SKIP() << "no OpenCL here: the networks ran without";
  EXPECT_TRUE(isTested);
}

class Networks : public testing::TestWithParam<Case> {};

TEST_P(Networks, EqualsTheGoldenOnEveryDevice) {
  const Case &test = GetParam();
  auto context = makeContext();
  std::string pipeline =
      test.profile ? quantizing(test.network, test.profile, test.absorbResidual) : "";
  Module module = prepare(*context, test.network, pipeline);
  ASSERT_TRUE(module);
  Golden golden = loadGolden(test.golden());
  for (const std::string &device : devices()) {
    qrt::Tensor output = runOn(device, *module, golden.input);
    ASSERT_EQ(output.shape(), golden.output.shape()) << device;
    if (test.profile)
      EXPECT_EQ(differingValues(output, golden.output), 0) << device;
    else
      EXPECT_LE(relativeDistance(output, golden.output), 1e-4) << device;
  }
}

INSTANTIATE_TEST_SUITE_P(, Networks,
                         testing::Values(Case{"lenet", nullptr}, Case{"mlp", nullptr},
                                         Case{"resnet20", nullptr}, Case{"lenet", "qopt"},
                                         Case{"mlp", "qopt"}, Case{"resnet20", "qopt"},
                                         Case{"lenet", "trt"}, Case{"mlp", "trt"},
                                         Case{"resnet20", "trt"}, Case{"resnet20", "qopt", true}),
                         [](const auto &info) { return info.param.golden(); });

class Zoo : public testing::TestWithParam<const char *> {};

TEST_P(Zoo, FloatEqualsTheTrainedFramework) {
  std::optional<Golden> golden = loadZooGolden(GetParam());
  if (!golden)
    GTEST_SKIP() << "the shared data is absent";
  auto context = makeContext();
  Module module = prepare(*context, GetParam(), "");
  ASSERT_TRUE(module);
  for (const std::string &device : devices())
    EXPECT_LE(relativeDistance(runOn(device, *module, golden->input), golden->output), 1e-4)
        << device;
}

INSTANTIATE_TEST_SUITE_P(, Zoo, testing::Values("lenet", "mlp", "resnet20"));

// ONNX Runtime's own Q/DQ file: its unoptimised answer rounds in float where
// ours rounds integers, so that ties fall elsewhere; most steps agree.
TEST(OnnxRuntimeQdq, AbsorbedIsCloseInSteps) {
  auto context = makeContext();
  Module module = prepare(*context, "resnet20_ort_qdq", "absorb-qdq,fold-dequant");
  ASSERT_TRUE(module);
  int64_t floatAnchors = 0, anchors = 0;
  module->walk([&](mlir::Operation *op) {
    auto anchor = mlir::dyn_cast<nn::QuantizationRuleOpInterface>(op);
    if (!anchor ||
        !llvm::any_of(anchor.quantizationRule().operands, [](const nn::OperandRule &operand) {
          return operand == nn::OperandRole::Weight;
        }))
      return;
    ++anchors;
    floatAnchors += !nn::isQuantized(op->getOperand(0).getType());
  });
  EXPECT_EQ(anchors, 22);
  EXPECT_EQ(floatAnchors, 0);

  Golden golden = loadGolden("resnet20_ort_qdq");
  qrt::Tensor expected = runOn("reference", *module, golden.input);
  ASSERT_LE(relativeDistance(expected, golden.output), 1); // no NaN in either
  float step = 0;                                          // of the output: its dequantize's scale
  module->walk(
      [&](nn::DequantizeOp op) { step = float(nn::quantParams(op.getInput().getType())->scale); });
  ASSERT_GT(step, 0);
  std::map<int64_t, int64_t> histogram;
  for (int64_t i = 0; i < expected.size(); ++i)
    ++histogram[std::llround((expected.values<float>()[i] - golden.output.values<float>()[i]) /
                             step)];
  std::string text;
  int64_t within = 0, largest = 0;
  for (auto [steps, count] : histogram) {
    text += std::to_string(steps) + ":" + std::to_string(count) + " ";
    within += std::abs(steps) <= 1 ? count : 0;
    largest = std::max(largest, std::abs(steps));
  }
  std::printf("differences in output steps: %s\n", text.c_str());
  EXPECT_GE(within, expected.size() * 9 / 10) << text;
  EXPECT_LE(largest, 8) << text;
  for (const std::string &device : devices())
    EXPECT_EQ(differingValues(runOn(device, *module, golden.input), expected), 0) << device;
}

// Static plan: no more than 1.05 of what is live at once.
TEST(MemoryPlan, ResNet20AtBatch32) {
  auto context = makeContext();
  for (const char *profile : {"", "qopt"}) {
    Module module = prepare(*context, "resnet20",
                            *profile ? quantizing("resnet20", profile) : "fold-batch-norm");
    ASSERT_TRUE(module);
    auto device = qrt::openDevice("host");
    ASSERT_TRUE(device.ok());
    auto program = compile(*module, (*device)->description());
    ASSERT_TRUE(program.ok()) << program.status().message();
    int64_t planned = qrt::plannedBytes(**program, 32), live = qrt::largestLiveSet(**program, 32);
    std::printf("%s: planned %ld bytes, largest live set %ld\n", *profile ? profile : "float",
                long(planned), long(live));
    EXPECT_LE(planned, live * 1.05);
    EXPECT_GE(planned, live);
  }
}

} // namespace
