// A measured choice overrides heuristics where it can be taken, and is told where it cannot.
#include "lowering/select/call_choice.h"

#include "test/lowering/tunable.h"

#include "mlir/IR/Diagnostics.h"

#include <set>

namespace qopt::test {
namespace {

class Tuned : public TunableTest {
protected:
  /// As measured for 'layer' in the ranges from these batches on.
  void measured(const qrt::DeviceDescription &device, const std::string &layer, int64_t from,
                std::vector<std::string> choices) {
    const qrt::Program program = calls(device);
    for (const qrt::Node &node : program.nodes)
      if (node.name == layer &&
          std::holds_alternative<qrt::Conv2dCall>(std::get<qrt::Call>(node.work)))
        tuning.choices[{qrt::callKey(program, std::get<qrt::Call>(node.work)), tunedName(device),
                        from}] = std::move(choices);
    ASSERT_FALSE(tuning.choices.empty()) << "no layer " << layer;
  }
  /// Returns what runs the layer, as "1: row {…}; 16: …".
  std::string ranges(const qrt::DeviceDescription &device, const std::string &layer) {
    mlir::ScopedDiagnosticHandler handler(context.get(), [&](mlir::Diagnostic &diagnostic) {
      EXPECT_EQ(diagnostic.getSeverity(), mlir::DiagnosticSeverity::Remark);
      remarks.push_back(diagnostic.str());
      return mlir::success();
    });
    auto program = lowerModule(*module, device, nullptr, &tuning);
    EXPECT_TRUE(mlir::succeeded(program));
    std::string text;
    for (const qrt::Node &node : (*program)->nodes)
      if (node.name == layer && node.key.starts_with("conv2d")) {
        text = "1: " + std::get<qrt::Launch>(node.work).choice;
        for (const qrt::LargerBatch &larger : node.larger)
          text += "; " + std::to_string(larger.from) + ": " + larger.launch.choice;
      }
    return text;
  }

  Tuning tuning;
  std::vector<std::string> remarks;
};

TEST_F(Tuned, AnotherRowIsTakenForAlikeLayersAlone) {
  parse(floats());
  EXPECT_EQ(ranges(processor(), "a"), "1: conv2d.cpu.4x32");
  measured(processor(), "a", 1, {"conv2d.cpu.8x16", "conv2d.cpu.4x32"});
  measured(processor(), "a", 4, {"conv2d.cpu.8x16"});
  measured(processor(), "a", 16, {"conv2d.cpu.8x16"});
  measured(processor(), "a", 64, {"conv2d.cpu.8x16"});
  EXPECT_EQ(ranges(processor(), "a"), "1: conv2d.cpu.8x16");
  EXPECT_EQ(ranges(processor(), "b"), "1: conv2d.cpu.8x16");
  EXPECT_EQ(ranges(processor(), "c"), "1: conv2d.cpu.4x32");
  EXPECT_TRUE(remarks.empty());
}

TEST_F(Tuned, ParametersAreTakenForTheirRange) {
  parse(bytes());
  const std::string before = ranges(card(), "y");
  const std::string measuredFastest = "conv2d.mma {pixels 16, channels 64, across 2, depth 128, "
                                      "stages 4, resident 4}";
  EXPECT_EQ(before.find(measuredFastest), std::string::npos) << "heuristics choose it already";
  measured(card(), "y", 64, {measuredFastest});
  const std::string after = ranges(card(), "y");
  EXPECT_TRUE(after.ends_with("; 64: " + measuredFastest)) << after;
  EXPECT_EQ(after.substr(0, after.find("; 64")), before.substr(0, before.find("; 64")));
}

TEST_F(Tuned, WhatCannotBeTakenIsToldAndHeuristicsChoose) {
  parse(floats());
  for (auto [choice, why] :
       {std::pair("conv2d.cpu.bytes.8x32", "conv2d.cpu.bytes.8x32 does not take f32"),
        {"conv2d.gpu.tiled", "conv2d.gpu.tiled is for GPUs"},
        {"conv2d.cpu.16x16", "there is no such kernel"},
        {"conv2d.cpu.8x16 {stages 3}", "conv2d.cpu.8x16 has no such parameters"}}) {
    remarks.clear();
    measured(processor(), "c", 1, {choice});
    EXPECT_EQ(ranges(processor(), "c"), "1: conv2d.cpu.4x32");
    ASSERT_EQ(remarks.size(), 1u) << choice;
    EXPECT_EQ(remarks[0],
              std::string("layer 'c': the measured choice ") + choice + " cannot be taken: " + why);
  }
}

TEST_F(Tuned, ParametersThatTheShapeRefusesAreTold) {
  parse(bytes());
  const std::string wide = "conv2d.wgmma {pixels 128, channels 256, down 8, depth 128, stages 4, "
                           "pending 1, resident 1}";
  qrt::DeviceDescription small = card();
  small.localMemoryBytes = 64 * 1024;
  measured(small, "y", 1, {wide});
  ranges(small, "y");
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_NE(remarks[0].find("conv2d.wgmma needs local memory of"), std::string::npos) << remarks[0];
}

TEST_F(Tuned, TheNextFastestIsTakenWhereTheFastestCannotBe) {
  parse(floats());
  measured(processor(), "c", 1, {"conv2d.gone", "conv2d.cpu.8x8", "conv2d.cpu.8x4"});
  EXPECT_EQ(ranges(processor(), "c").substr(0, 17), "1: conv2d.cpu.8x8");
  EXPECT_EQ(remarks.size(), 1u);
}

TEST_F(Tuned, OtherDevicesHaveOtherChoices) {
  parse(floats());
  qrt::DeviceDescription larger = processor();
  larger.computeUnits = 64;
  measured(larger, "a", 1, {"conv2d.cpu.8x16"});
  EXPECT_EQ(ranges(processor(), "a"), "1: conv2d.cpu.4x32");
  EXPECT_TRUE(remarks.empty());
}

// conv2d.cpu.plain reads weights as they stand, others packed.
TEST_F(Tuned, AllRangesReadOneFormOfTheWeights) {
  parse(floats());
  measured(processor(), "a", 1, {"conv2d.cpu.8x16"});
  measured(processor(), "a", 16, {"conv2d.cpu.plain", "conv2d.cpu.8x8"});
  EXPECT_EQ(ranges(processor(), "a"),
            "1: conv2d.cpu.8x16; 4: conv2d.cpu.4x32; 16: conv2d.cpu.8x8; 64: conv2d.cpu.4x32");
  auto program = lowerModule(*module, processor(), nullptr, &tuning);
  ASSERT_TRUE(mlir::succeeded(program));
  EXPECT_EQ((*program)->loads.size(), 2u); // w, which a and c share, and v
}

TEST_F(Tuned, InvariantFloatsHaveOneKernelForAllBatches) {
  parse(R"(
  !x = tensor<?x64x8x8xf32, #nn.dims<N>>
  func.func @main(%x: !x {nn.name = "x"}) -> !x {
    %w = nn.constant {nn.name = "w"} dense<0.01> : tensor<64x64x3x3xf32>
    %y = nn.conv2d %x, %w {nn.name = "y", pads = array<i64: 1, 1, 1, 1>} : (!x, tensor<64x64x3x3xf32>) -> !x
    return %y : !x
  })");
  auto choices = [&](qrt::FloatOrder order) {
    auto program = lowerModule(*module, card(), nullptr, &tuning, order);
    EXPECT_TRUE(mlir::succeeded(program));
    std::set<std::string> found;
    for (const qrt::Node &node : (*program)->nodes)
      if (node.key.starts_with("conv2d"))
        qrt::visitLaunches(node, [&](const qrt::Launch &launch) { found.insert(launch.choice); });
    return found;
  };
  const std::set<std::string> fast = choices(qrt::FloatOrder::Fast);
  EXPECT_GT(fast.size(), 1u) << "the batch changes nothing here";
  EXPECT_EQ(choices(qrt::FloatOrder::Invariant).size(), 1u);
  // Measurements come before heuristics here, too: the choice is fastest over all ranges.
  const std::string first = *fast.begin(), last = *fast.rbegin();
  for (const auto &[winner, other] : {std::pair(first, last), std::pair(last, first)}) {
    measured(card(), "y", 1, {other, winner});
    for (int64_t from : {4, 16, 64})
      measured(card(), "y", from, {winner, other});
    EXPECT_EQ(choices(qrt::FloatOrder::Invariant), std::set{winner});
  }
}

// Rows of a large batch are as many values as pictures of a small one: their items take several
// runs, which those of smaller batches do not.
TEST_F(Tuned, SmallSamplesOfLargeBatchesHaveRangesOfTheirOwn) {
  parse(R"(
  !x = tensor<?x768xf32, #nn.dims<N>>
  func.func @main(%x: !x {nn.name = "x"}) -> !x {
    %y = nn.gelu %x {nn.name = "y"} : (!x) -> !x
    return %y : !x
  })");
  auto program = lowerModule(*module, card());
  ASSERT_TRUE(mlir::succeeded(program));
  std::vector<std::pair<int64_t, bool>> ranges;
  auto add = [&](int64_t from, const qrt::Launch &launch) {
    const std::string &source = (*program)->kernels[launch.kernel].source;
    ranges.push_back({from, source.find("#define TOGETHER 4") != std::string::npos});
  };
  const qrt::Node &node = (*program)->nodes[0];
  add(1, std::get<qrt::Launch>(node.work));
  for (const qrt::LargerBatch &larger : node.larger)
    add(larger.from, larger.launch);
  EXPECT_EQ(ranges, (std::vector<std::pair<int64_t, bool>>{{1, false}, {4096, true}}));
}

// Integers are equal in any order.
TEST_F(Tuned, IntegersKeepTheirKernels) {
  parse(bytes());
  auto text = [&](qrt::FloatOrder order) {
    auto program = lowerModule(*module, card(), nullptr, nullptr, order);
    EXPECT_TRUE(mlir::succeeded(program));
    std::string all;
    for (const qrt::Node &node : (*program)->nodes)
      qrt::visitLaunches(node, [&](const qrt::Launch &launch) { all += launch.choice + "\n"; });
    return all;
  };
  EXPECT_EQ(text(qrt::FloatOrder::Invariant), text(qrt::FloatOrder::Fast));
}

} // namespace
} // namespace qopt::test
