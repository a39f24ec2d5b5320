// A tuner measures what each layer may run as, and refuses what gives other answers.
#include "tools/libqopt/tuner.h"

#include "runtime/core/bound_run.h"
#include "runtime/core/driver.h"
#include "tools/libqopt/qopt_mlir.h"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>

using qrt::Expected;
using qrt::Status;
using qrt::StatusCode;
using qrt::Tensor;

namespace qopt::test {
namespace {

constexpr char tunedNet[] = R"(
!x = tensor<?x64x8x8xi8, #nn.dims<N>>
!y = tensor<?x64x8x8xi32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !y {
  %w = nn.constant {nn.name = "w"} dense<3> : tensor<64x64x3x3xi8>
  %y = nn.conv2d %x, %w {nn.name = "y", pads = array<i64: 1, 1, 1, 1>} : (!x, tensor<64x64x3x3xi8>) -> !y
  return %y : !y
})";

/// Answers ones from every kernel but those that it is told to be wrong, slow, broken or too large
/// with.
struct Behaviour {
  std::string wrong, slow, broken, large;
  bool isLost = false;
  int loads = 0;
};

class MockExecutable : public qrt::Executable {
public:
  MockExecutable(std::shared_ptr<const qrt::Program> program, Behaviour &behaviour)
      : program(std::move(program)), behaviour(behaviour) {}
  Status run(int64_t, std::span<const Tensor>, std::span<Tensor> outputs) override {
    if (behaviour.isLost)
      return {StatusCode::DeviceError, "the device is lost"};
    const std::string &choice = std::get<qrt::Launch>(program->nodes.back().work).choice;
    if (choice == behaviour.large)
      return {StatusCode::DeviceError, "not enough memory"};
    std::memset(outputs[0].mutableData(), choice == behaviour.wrong ? 2 : 1, outputs[0].bytes());
    std::this_thread::sleep_for(std::chrono::microseconds(choice == behaviour.slow ? 3000 : 300));
    return {};
  }
  Expected<std::unique_ptr<qrt::BoundRun>> bind(int64_t batch) override {
    return qrt::bindOnHost(*this, *program, batch);
  }
  int64_t activationBytes(int64_t) const override { return 0; }
  qrt::MemoryUse memoryUse(int64_t) const override { return {}; }

private:
  std::shared_ptr<const qrt::Program> program;
  Behaviour &behaviour;
};

class MockCard : public qrt::Device {
public:
  explicit MockCard(Behaviour &behaviour) : behaviour(behaviour) {
    facts = {.driver = "cuda",
             .name = "card",
             .localMemoryBytes = 227 * 1024,
             .maxWorkGroup = 1024,
             .computeUnits = 132,
             .takesKernels = true,
             .isGpu = true,
             .dp4a = true,
             .computeCapability = 90,
             .wgmma = true,
             .dynamicLocalMemory = true,
             .dependentLaunch = true};
  }
  const qrt::DeviceDescription &description() const override { return facts; }
  Expected<std::unique_ptr<qrt::Executable>> load(std::shared_ptr<const qrt::Program> program,
                                                  const qrt::LoadOptions &) override {
    ++behaviour.loads;
    if (std::get<qrt::Launch>(program->nodes.back().work).choice == behaviour.broken)
      return Status(StatusCode::Unsupported, "its kernel does not compile");
    return std::unique_ptr<qrt::Executable>(
        std::make_unique<MockExecutable>(std::move(program), behaviour));
  }

private:
  Behaviour &behaviour;
  qrt::DeviceDescription facts;
};

class TunerTest : public ::testing::Test {
protected:
  std::unique_ptr<Tuner> create(std::shared_ptr<qrt::Device> device,
                                std::vector<int64_t> batches = {1, 8},
                                const std::string &text = tunedNet) {
    auto parsed = parseModule(*context, text);
    EXPECT_TRUE(parsed.ok()) << parsed.status().message();
    module = std::move(*parsed);
    Tuner::Options options;
    options.batches = std::move(batches);
    options.warmup = options.seconds = 0.002;
    auto made = Tuner::create(*module, std::move(device), options);
    EXPECT_TRUE(made.ok()) << made.status().message();
    return made ? std::move(*made) : nullptr;
  }
  static const TunedLayer &convolution(const Tuner &tuner) {
    for (const TunedLayer &layer : tuner.layers())
      if (layer.layers.front() == "y")
        return layer;
    ADD_FAILURE();
    return tuner.layers().front();
  }
  static size_t indexOf(const Tuner &tuner) { return &convolution(tuner) - tuner.layers().data(); }
  static std::string nameOf(const TunedLayer::Candidate &candidate) {
    return candidate.row + (candidate.parameters.empty() ? "" : " " + candidate.parameters);
  }

  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  Module module;
  Behaviour behaviour;
};

TEST_F(TunerTest, ACardHasTheCandidatesOfItsDescription) {
  auto tuner = create(std::make_shared<MockCard>(behaviour));
  const TunedLayer &layer = convolution(*tuner);
  EXPECT_EQ(layer.device, "cuda card, 132 units");
  EXPECT_GT(layer.candidates.size(), 20u);
  EXPECT_EQ(layer.candidates.front().row.substr(0, 7), "conv2d.");
  EXPECT_TRUE(layer.candidates.front().parameters.starts_with("{"));
  EXPECT_TRUE(std::any_of(layer.candidates.begin(), layer.candidates.end(), [](auto &candidate) {
    return candidate.row == "conv2d.gpu.dot" && candidate.parameters.empty();
  }));
}

TEST_F(TunerTest, OtherAnswersAreRefused) {
  auto tuner = create(std::make_shared<MockCard>(behaviour));
  const size_t layer = indexOf(*tuner);
  behaviour.wrong = nameOf(convolution(*tuner).candidates[2]);
  auto wrong = tuner->measure(layer, 2);
  ASSERT_TRUE(wrong.ok()) << wrong.status().message();
  EXPECT_TRUE(wrong->seconds.empty());
  EXPECT_EQ(wrong->refusal, "4096 of 4096 values are not those of the heuristics' kernel");
  auto right = tuner->measure(layer, 1);
  ASSERT_TRUE(right.ok());
  EXPECT_EQ(right->refusal, "");
  EXPECT_GE(right->seconds.size(), 5u);
  for (double seconds : right->seconds)
    EXPECT_GE(seconds, 300e-6);
}

TEST_F(TunerTest, PatienceEndsAfterOneRun) {
  auto tuner = create(std::make_shared<MockCard>(behaviour));
  behaviour.slow = nameOf(convolution(*tuner).candidates[1]);
  auto slow = tuner->measure(indexOf(*tuner), 1, 1e-3);
  ASSERT_TRUE(slow.ok());
  ASSERT_EQ(slow->seconds.size(), 1u);
  EXPECT_GE(slow->seconds[0], 3e-3);
  auto patient = tuner->measure(indexOf(*tuner), 1);
  ASSERT_TRUE(patient.ok());
  EXPECT_GE(patient->seconds.size(), 5u);
}

TEST_F(TunerTest, KernelsThatDoNotCompileAreRefusedAndOthersMeasured) {
  auto tuner = create(std::make_shared<MockCard>(behaviour));
  behaviour.broken = nameOf(convolution(*tuner).candidates[1]);
  auto broken = tuner->measure(indexOf(*tuner), 1);
  ASSERT_TRUE(broken.ok());
  EXPECT_EQ(broken->refusal, "its kernel does not compile");
  EXPECT_FALSE(broken->mayPass);
  auto next = tuner->measure(indexOf(*tuner), 2);
  ASSERT_TRUE(next.ok());
  EXPECT_EQ(next->refusal, "");
}

TEST_F(TunerTest, AFailureThatMayPassIsSaidToBeOne) {
  auto tuner = create(std::make_shared<MockCard>(behaviour));
  const size_t layer = indexOf(*tuner);
  for (size_t candidate : {1, 0}) { // that of heuristics, too
    behaviour.large = nameOf(convolution(*tuner).candidates[candidate]);
    auto large = tuner->measure(layer, candidate);
    ASSERT_TRUE(large.ok()) << large.status().message();
    EXPECT_EQ(large->refusal, "not enough memory");
    EXPECT_TRUE(large->mayPass);
  }
  behaviour.large.clear();
  auto next = tuner->measure(layer, 1);
  ASSERT_TRUE(next.ok());
  EXPECT_EQ(next->refusal, "");
}

// However many cores there are.
TEST_F(TunerTest, HeuristicsKernelsAreCompiledAlone) {
  auto tuner = create(std::make_shared<MockCard>(behaviour));
  ASSERT_TRUE(tuner->measure(indexOf(*tuner), 0).ok());
  EXPECT_EQ(behaviour.loads, 2); // checked and timed
}

TEST_F(TunerTest, LayersOfAFixedBatchAreMarked) {
  EXPECT_FALSE(convolution(*create(std::make_shared<MockCard>(behaviour))).isFixed);
  std::string fixed = tunedNet;
  for (size_t at; (at = fixed.find("<?")) != std::string::npos;)
    fixed.replace(at, 2, "<2");
  for (size_t at; (at = fixed.find(", #nn.dims<N>")) != std::string::npos;)
    fixed.erase(at, 13);
  EXPECT_TRUE(convolution(*create(std::make_shared<MockCard>(behaviour), {1}, fixed)).isFixed);
}

TEST(KernelHash, IsTheSameForTheSameKernels) {
  EXPECT_EQ(kernelHash().size(), 16u);
  EXPECT_EQ(kernelHash(), kernelHash());
}

TEST_F(TunerTest, ALostDeviceIsAnErrorAndNoRefusalOfAllOthers) {
  auto tuner = create(std::make_shared<MockCard>(behaviour));
  ASSERT_TRUE(tuner->measure(indexOf(*tuner), 0).ok());
  behaviour.isLost = true;
  auto next = tuner->measure(indexOf(*tuner), 1);
  ASSERT_FALSE(next.ok());
  EXPECT_EQ(next.status().message(), "the device is lost");
}

TEST_F(TunerTest, DevicesWithoutKernelsAreRefused) {
  auto parsed = parseModule(*context, tunedNet);
  ASSERT_TRUE(parsed.ok());
  auto made = Tuner::create(**parsed, std::move(*qrt::openDevice("null")), {});
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.status().message(),
            "device 'null' has no kernels to choose from; tune for cuda or opencl");
}

// All kernels that the device has, each with the right integers.
TEST_F(TunerTest, EveryCandidateOnOpenClAnswersAlike) {
  auto opened = qrt::openDevice("opencl");
  if (!opened.ok())
    GTEST_SKIP() << opened.status().message();
  auto tuner = create(std::move(*opened), {4});
  size_t measured = 0;
  for (size_t i = 0; i < tuner->layers().size(); ++i)
    for (size_t j = 0; j < tuner->layers()[i].candidates.size(); ++j) {
      SCOPED_TRACE(nameOf(tuner->layers()[i].candidates[j]));
      auto times = tuner->measure(i, j);
      ASSERT_TRUE(times.ok()) << times.status().message();
      EXPECT_EQ(times->refusal, "");
      for (double seconds : times->seconds)
        EXPECT_GT(seconds, 0);
      ++measured;
    }
  EXPECT_GE(measured, 2u);
}

} // namespace
} // namespace qopt::test
