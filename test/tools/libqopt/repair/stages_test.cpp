// A network with layers beside each other, in stages, and what both forms of it make of samples,
// stage by stage.
#include "tools/libqopt/repair/layer_sums.h"
#include "tools/libqopt/repair/paired_runs.h"
#include "tools/libqopt/repair/stages.h"

#include "ir/values/keys.h"

#include <gtest/gtest.h>

using namespace qopt;
using qrt::Tensor;

namespace {

// Layers b and c are beside each other, behind a; d is behind both, and e is alone. `rows` is the
// batch's size as a type writes it, `dims` what names it.
std::string branches(const std::string &rows, const std::string &dims) {
  return "!x = tensor<" + rows + "x2xf32" + dims + R"(>
!w = tensor<2x2xf32>
func.func @main(%x: !x {nn.name = "x"}, %z: !x {nn.name = "z"}) -> (!x, !x) {
  %wa = nn.constant {nn.name = "wa"} dense<[[1.0, -2.0], [0.5, 3.0]]> : !w
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.0], [1.0, 1.0]]> : !w
  %a = nn.matmul %x, %wa {nn.name = "a"} : (!x, !w) -> !x
  %r = nn.relu %a {nn.name = "r"} : (!x) -> !x
  %n = nn.abs %a {nn.name = "n"} : (!x) -> !x
  %b = nn.matmul %r, %w {nn.name = "b"} : (!x, !w) -> !x
  %c = nn.matmul %n, %w {nn.name = "c"} : (!x, !w) -> !x
  %s = nn.add %b, %c {nn.name = "s"} : (!x, !x) -> !x
  %d = nn.matmul %s, %w {nn.name = "d"} : (!x, !w) -> !x
  %y = nn.add %d, %a {nn.name = "y"} : (!x, !x) -> !x
  %e = nn.matmul %z, %w {nn.name = "e"} : (!x, !w) -> !x
  return %y, %e : !x, !x
})";
}

using Names = std::vector<std::string>;

struct Network {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  Module module;
  std::optional<LayerSet> layers;
  std::vector<Stage> stages;

  explicit Network(const std::string &text, const MemoryBudget &budget = {}) {
    auto parsed = parseModule(*context, text, Origin::Trusted);
    EXPECT_TRUE(parsed.ok()) << parsed.status().message();
    module = std::move(*parsed);
    mlir::func::FuncOp entry = nn::entryOf(*module);
    layers.emplace(seedLayersOf(entry));
    Names tooWide;
    stages = stagesOf(entry, *layers, budget, tooWide);
    EXPECT_EQ(tooWide, Names());
  }

  std::vector<Names> layerNames() const {
    std::vector<Names> names;
    for (const Stage &stage : stages) {
      names.emplace_back();
      for (const SummedLayers &one : stage.layers)
        for (const SeedLayer *layer : one.layers)
          names.back().push_back(layer->name());
    }
    return names;
  }
  std::vector<Rows> rowsIn(size_t stage) const {
    std::vector<Rows> rows;
    for (const SummedLayers &one : stages[stage].layers)
      rows.push_back(one.rows);
    return rows;
  }
  Names readIn(size_t stage) const {
    Names names;
    for (mlir::Value value : stages[stage].read)
      names.push_back(nn::keyOf(value));
    return names;
  }
};

const std::string openBatch = branches("?", ", #nn.dims<N>");

TEST(Stages, HoldLayersThatDoNotReadEachOther) {
  const Network network(openBatch);
  EXPECT_EQ(network.layerNames(), (std::vector<Names>{{"a", "e"}, {"b", "c"}, {"d"}}));
  EXPECT_EQ(network.readIn(0), (Names{"x", "z"}));
  EXPECT_EQ(network.readIn(1), (Names{"r", "n", "a"})); // a is what y adds to
  EXPECT_EQ(network.readIn(2), (Names{"s", "a"}));
  using Kinds = std::vector<Rows>;
  EXPECT_EQ(network.rowsIn(0), (Kinds{Rows::Alone, Rows::Alone}));
  EXPECT_EQ(network.rowsIn(1), (Kinds{Rows::Pairs, Rows::Pairs}));
  EXPECT_EQ(network.rowsIn(2), Kinds{Rows::PairsInSums});
}

TEST(Stages, ArePartedWhereSumsTakeMoreThanTheBudget) {
  MemoryBudget tight;
  tight.sums = 1;
  const Network network(openBatch, tight);
  EXPECT_EQ(network.layerNames(), (std::vector<Names>{{"a"}, {"e"}, {"b"}, {"c"}, {"d"}}));
  EXPECT_EQ(network.readIn(1), network.readIn(0));
  EXPECT_EQ(network.rowsIn(1), std::vector{Rows::Alone}); // no layer is before e
  EXPECT_EQ(network.rowsIn(2), std::vector{Rows::Pairs});
}

// Layer d reads `terms` values and adds `outputs` ones to those of e.
std::string sumOf(int terms, int outputs) {
  const std::string t = std::to_string(terms), o = std::to_string(outputs);
  return "!x = tensor<?x2xf32, #nn.dims<N>>\n!h = tensor<?x" + t +
         "xf32, #nn.dims<N>>\n!y = tensor<?x" + o + "xf32, #nn.dims<N>>\n!wa = tensor<2x" + t +
         "xf32>\n!wd = tensor<" + t + "x" + o + "xf32>\n!we = tensor<2x" + o + R"(xf32>
func.func @main(%x: !x {nn.name = "x"}) -> !y {
  %wa = nn.constant {nn.name = "wa"} dense<1.0> : !wa
  %wd = nn.constant {nn.name = "wd"} dense<1.0> : !wd
  %we = nn.constant {nn.name = "we"} dense<1.0> : !we
  %a = nn.matmul %x, %wa {nn.name = "a"} : (!x, !wa) -> !h
  %d = nn.matmul %a, %wd {nn.name = "d"} : (!h, !wd) -> !y
  %e = nn.matmul %x, %we {nn.name = "e"} : (!x, !we) -> !y
  %y = nn.add %d, %e {nn.name = "y"} : (!y, !y) -> !y
  return %y : !y
})";
}

TEST(Stages, LeaveOutWhatSumsLackWhereTheyDoNotFit) {
  const Network many(sumOf(1024, 4096)); // with products of what lacks by itself 576 MiB
  EXPECT_EQ(many.rowsIn(1), std::vector{Rows::PairsInSums});
  const int64_t bytes = LayerSums::bytes(many.stages[1].layers[0]);
  EXPECT_GE(bytes, int64_t(192) << 20);
  EXPECT_LE(bytes, int64_t(232) << 20); // and rows on the way to them
  const Network wide(sumOf(1900, 400)); // 268 MiB, for 242
  EXPECT_EQ(wide.rowsIn(1), std::vector{Rows::Pairs});
  EXPECT_EQ(wide.stages[1].layers[0].beside, mlir::Value());
  EXPECT_GE(LayerSums::bytes(wide.stages[1].layers[0]), int64_t(240) << 20);
  const Network wider(sumOf(2000, 4)); // 267 MiB of pairs: rows come alone
  EXPECT_EQ(wider.stages[1].layers[0].beside, mlir::Value());
  EXPECT_LE(LayerSums::bytes(wider.stages[1].layers[0]), int64_t(50) << 20);
}

TEST(LayerSums, TakePairsWhereThoseInSumsDoNotFit) {
  const Network wide(sumOf(1900, 400));
  SummedLayers layers = wide.stages[1].layers[0];
  const int64_t ofPairs = LayerSums::bytes(layers);
  layers.rows = Rows::PairsInSums;
  EXPECT_EQ(LayerSums::bytes(layers), ofPairs);
  EXPECT_EQ(LayerSums::rowsThatFit(layers.layers, Rows::PairsInSums), Rows::Pairs);
  EXPECT_EQ(LayerSums::rowsThatFit(layers.layers, Rows::Alone), Rows::Alone);
}

// The inputs of two samples in a run, and weights of a that are halved once its stage is over.
struct HalvedRuns {
  Network network;
  PairedRuns runs;
  Tensor input = Tensor::fromValues<float>({2, 2}, std::vector<float>{1, 2, -3, 0.5f});
  PairedInputs seen; // in the last stage
  std::vector<bool> readSamples;

  HalvedRuns(const std::string &text, int64_t samples)
      : network(text), runs(*network.module, "reference", {}, samples) {
    for (size_t stage = 0; stage < 2; ++stage) {
      qrt::Status status = runs.begin(network.stages[stage]);
      EXPECT_TRUE(status.ok()) << status.message();
      readSamples.push_back(runs.readsSamples());
      show();
      if (stage == 0)
        halve(network.layers->all().front());
    }
  }

  void show() {
    const std::vector<Tensor> inputs{input, input};
    if (runs.readsSamples()) {
      auto pairs = runs.run({inputs, 2, {}}, 2);
      EXPECT_TRUE(pairs.ok()) << pairs.status().message();
      seen = std::move(*pairs);
      return;
    }
    auto keep = [&](const PairedInputs &pairs, int64_t samples, int64_t first, int64_t rows) {
      EXPECT_EQ(samples, 2);
      EXPECT_EQ(first, 0);
      EXPECT_EQ(rows, 2);
      seen = pairs;
      return qrt::Status();
    };
    qrt::Status status = runs.replay(keep);
    EXPECT_TRUE(status.ok()) << status.message();
  }

  static void halve(const SeedLayer &layer) {
    const Tensor old = layer.weights();
    Tensor half = Tensor::allocate(old.type(), old.shape());
    for (size_t i = 0; i < old.values<float>().size(); ++i)
      half.mutableValues<float>()[i] = old.values<float>()[i] / 2;
    FreshNames names;
    layer.setWeights(half, names);
  }

  static std::vector<float> valuesOf(const Tensor &tensor) {
    auto values = tensor.values<float>();
    return {values.begin(), values.end()};
  }
  // x·wa is [[2, 4], [-2.75, 7.5]].
  void expectHalves() const {
    ASSERT_EQ(seen.wanted.size(), 2u);
    EXPECT_EQ(valuesOf(seen.wanted[0]), (std::vector<float>{2, 4, 0, 7.5f}));
    EXPECT_EQ(valuesOf(seen.wanted[1]), (std::vector<float>{2, 4, 2.75f, 7.5f}));
    EXPECT_EQ(valuesOf(seen.read[0]), (std::vector<float>{1, 2, 0, 3.75f}));
    EXPECT_EQ(valuesOf(seen.read[1]), (std::vector<float>{1, 2, 1.375f, 3.75f}));
  }
};

TEST(PairedRuns, TellWhatIsWantedAndWhatIsRead) {
  const HalvedRuns few(openBatch, 2);
  EXPECT_EQ(few.readSamples, (std::vector<bool>{true, false}));
  few.expectHalves();
}

// The result of d is added to a, whose halves were kept; those of b and c are added to each other.
TEST(PairedRuns, TellWhatASumLacks) {
  HalvedRuns halved(openBatch, 2);
  ASSERT_EQ(halved.seen.lacks.size(), 2u);
  EXPECT_EQ(halved.seen.lacks[0].size() + halved.seen.lacks[1].size(), 0);
  qrt::Status status = halved.runs.begin(halved.network.stages[2]);
  ASSERT_TRUE(status.ok()) << status.message();
  halved.show();
  ASSERT_EQ(halved.seen.lacks.size(), 1u);
  EXPECT_EQ(HalvedRuns::valuesOf(halved.seen.lacks[0]), (std::vector<float>{1, 2, -1.375f, 3.75f}));
}

// Values that do not fit are computed again, from the inputs; so it is where each run has a few
// samples.
TEST(PairedRuns, KeepNoMoreThanFits) {
  for (const std::string &text : {openBatch, branches("2", "")}) {
    const HalvedRuns many(text, int64_t(1) << 30);
    EXPECT_EQ(many.readSamples, (std::vector<bool>{true, true}));
    many.expectHalves();
  }
}

} // namespace
