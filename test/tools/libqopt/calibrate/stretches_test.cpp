// Parts of a network, one behind the other, compute what the whole computes.
#include "tools/libqopt/calibrate/stretches.h"

#include "ir/values/keys.h"
#include "tools/libqopt/calibrator.h"

#include <gtest/gtest.h>

using namespace qopt;
using qrt::Tensor;

namespace {

/// A chain of products with a shortcut from the argument to the end, and a transpose between, which
/// no part may begin behind.
std::string chain(int blocks) {
  std::string text = R"(
!x = tensor<?x2xf32, #nn.dims<N>>
!t = tensor<2x?xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !x {
  %w = nn.constant {nn.name = "w"} dense<[[0.5, 1.0], [-1.0, 0.25]]> : tensor<2x2xf32>
)";
  std::string last = "x";
  for (int i = 0; i < blocks; ++i) {
    const std::string n = std::to_string(i);
    text += "%m" + n + " = nn.matmul %" + last + ", %w {nn.name = \"m" + n +
            "\"} : (!x, tensor<2x2xf32>) -> !x\n" //
            "%t" +
            n + " = nn.transpose %m" + n + " {nn.name = \"t" + n +
            "\", permutation = array<i64: 1, 0>} : (!x) -> !t\n" //
            "%b" +
            n + " = nn.transpose %t" + n + " {nn.name = \"b" + n +
            "\", permutation = array<i64: 1, 0>} : (!t) -> !x\n" //
            "%s" +
            n + " = nn.sigmoid %b" + n + " {nn.name = \"s" + n + "\"} : (!x) -> !x\n";
    last = "s" + n;
  }
  return text + "%y = nn.add %" + last +
         ", %x {nn.name = \"y\"} : (!x, !x) -> !x\n return %y : !x\n}";
}

Module parsed(mlir::MLIRContext &context, const std::string &text) {
  auto module = parseModule(context, text, Origin::Trusted);
  EXPECT_TRUE(module.ok()) << module.status().message();
  return module.ok() ? std::move(*module) : Module();
}

TEST(Stretches, ComputeWhatTheWholeComputes) {
  auto context = makeContext();
  Module module = parsed(*context, chain(5));
  ASSERT_TRUE(module);
  ASSERT_TRUE(exposeAllValues(*module).ok());
  const Tensor x = Tensor::fromValues<float>({2, 2}, std::vector<float>{1, -2, 0.5f, 3});
  auto whole = CompiledModel::compile(*module, "reference");
  ASSERT_TRUE(whole.ok());
  auto expected = (*whole)->run({x});
  std::map<std::string, Tensor> values;
  for (size_t i = 0; i < expected->size(); ++i)
    values[(*whole)->outputs()[i].name] = (*expected)[i];
  Stretches stretches = cutIntoStretches(*module, 6);
  EXPECT_GE(stretches.parts.size(), 3u);
  std::vector<Tensor> slots(stretches.slots);
  slots[0] = x;
  size_t filled = 0;
  for (Stretch &part : stretches.parts) {
    auto model = CompiledModel::compile(*part.module, "reference");
    ASSERT_TRUE(model.ok()) << model.status().message();
    std::vector<Tensor> inputs;
    for (size_t slot : part.inputs)
      inputs.push_back(slots[slot]);
    auto results = (*model)->run(inputs);
    ASSERT_TRUE(results.ok()) << results.status().message();
    for (size_t i = 0; i < part.outputs.size(); ++i, ++filled) {
      slots[part.outputs[i]] = (*results)[i];
      const std::string &name = (*model)->outputs()[i].name;
      EXPECT_NE(name.front(), 't') << "its samples lie along its second dimension";
      ASSERT_TRUE(values.contains(name)) << name;
      EXPECT_TRUE(std::ranges::equal((*results)[i].values<float>(), values[name].values<float>()))
          << name;
    }
    for (size_t slot : part.done)
      slots[slot] = {};
  }
  EXPECT_GE(filled, stretches.parts.size() - 1);
}

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

TEST(Stretches, SayWhyALongPartIsNotCut) {
  auto context = makeContext();
  Module module = parsed(*context, chain(20));
  EXPECT_EQ(cutIntoStretches(*module, 6).whyLong, "");
  // Behind the transposes samples never come first again.
  const std::string turned = R"(
!x = tensor<?x2xf32, #nn.dims<N>>
!t = tensor<2x?xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !t {
  %t0 = nn.transpose %x {nn.name = "t0", permutation = array<i64: 1, 0>} : (!x) -> !t
  %t1 = nn.sigmoid %t0 {nn.name = "t1"} : (!t) -> !t
  %t2 = nn.sigmoid %t1 {nn.name = "t2"} : (!t) -> !t
  %t3 = nn.sigmoid %t2 {nn.name = "t3"} : (!t) -> !t
  %t4 = nn.sigmoid %t3 {nn.name = "t4"} : (!t) -> !t
  return %t4 : !t
})";
  module = parsed(*context, turned);
  const Stretches whole = cutIntoStretches(*module, 2);
  EXPECT_EQ(whole.parts.size(), 1u);
  EXPECT_EQ(whole.whyLong,
            "5 operations have to be measured together, and all of their values take memory at "
            "once: between them "
            "lies 't1', whose shape 2xN does not begin with the samples' number, all else fixed");
  module =
      parsed(*context, replaced(replaced(turned, "?x2xf32, #nn.dims<N>", "?x?xf32, #nn.dims<N, W>"),
                                "2x?xf32, #nn.dims<N>", "?x?xf32, #nn.dims<W, N>"));
  EXPECT_EQ(cutIntoStretches(*module, 2).whyLong,
            "5 operations have to be measured together, and all of their values take memory at "
            "once: several sizes "
            "are open, N, W, to which --shape=INPUT:SIZES gives numbers");
}

TEST(Stretches, AShortNetworkIsOne) {
  auto context = makeContext();
  Module module = parsed(*context, chain(2));
  const Stretches stretches = cutIntoStretches(*module, 9);
  ASSERT_EQ(stretches.parts.size(), 1u);
  EXPECT_TRUE(stretches.parts[0].inputs.empty());
}

// 1,201 operations are counted in two parts.
TEST(Stretches, CountEveryValueOnce) {
  auto context = makeContext();
  Module module = parsed(*context, chain(300));
  for (const char *method : {"percentile", "auto"}) {
    auto calibrator = Calibrator::create(*module, "host:1", {.method = method});
    ASSERT_TRUE(calibrator.ok()) << calibrator.status().message();
    const Tensor x = Tensor::fromValues<float>({2, 2}, std::vector<float>{1, -2, 0.5f, 3});
    do
      ASSERT_TRUE((*calibrator)->add({.inputs = {&x, 1}, .samples = 2, .place = {}}).ok());
    while (*(*calibrator)->nextPass());
    const Calibration result = (*calibrator)->finish();
    EXPECT_EQ(result.samples, 2);
    EXPECT_EQ(result.ranges.size(), 1202u);
    for (const auto &[key, statistics] : result.statistics)
      EXPECT_EQ(statistics.histogram->total(), 4) << key;
  }
}

} // namespace
