// Netron and Model Explorer are given notes and values by node.
#include "tools/libqopt/report/viewers/viewers.h"

#include "tools/libqopt/qopt_mlir.h"

#include "llvm/Support/JSON.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace qopt;
using namespace qopt::run;

namespace {

constexpr char sumText[] = R"(
func.func @main(%x: tensor<2x2xf32> {nn.name = "x"}) -> tensor<2x2xf32> {
  %a = nn.relu %x {nn.name = "a"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %b = nn.add %a, %x {nn.name = "b \"é"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %b : tensor<2x2xf32>
})";

ReportResult measured() {
  ReportResult report;
  ReportedLayer layer{"a", "relu", "float"};
  layer.sqnr = 31.25;
  layer.clipped = 0.0015;
  layer.seconds = 0.00025;
  layer.runsAs = "elementwise";
  report.layers.push_back(layer);
  return report;
}

TEST(Viewers, NotesStandAtNodesAndReadBack) {
  auto context = makeContext();
  auto module = parseModule(*context, sumText, Origin::Trusted);
  ASSERT_TRUE(module.ok()) << module.status().message();
  Calibration calibration;
  calibration.method = "entropy";
  auto model = notedOnnx(**module, measured(), calibration);
  ASSERT_TRUE(model.ok()) << model.status().message();
  EXPECT_NE(model->bytes.find("SQNR: 31.2 dB\nclipped: 0.15 %\ntime: 0.2500 ms, as elementwise"),
            std::string::npos);
  EXPECT_NE(model->bytes.find("qopt.calibrator"), std::string::npos);
  EXPECT_TRUE(model->check(model->bytes).ok());
  EXPECT_EQ(model->nodes.at("a"), "a");
  EXPECT_EQ(model->graph, "main");
}

TEST(Viewers, NodeDataIsByNode) {
  auto context = makeContext();
  auto module = parseModule(*context, sumText, Origin::Trusted);
  auto model = notedOnnx(**module, {}, std::nullopt);
  ASSERT_TRUE(model.ok()) << model.status().message();
  auto parsed = llvm::json::parse(
      nodeData({{"a", 12.5}, {"b \"é", INFINITY}, {"gone", 3}}, /*isLowWorst=*/true, *model));
  ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
  const llvm::json::Object &graph = *parsed->getAsObject()->getObject("main");
  const llvm::json::Object &results = *graph.getObject("results");
  EXPECT_EQ(results.size(), 1u);
  EXPECT_EQ(results.getObject("a")->getNumber("value"), 12.5);
  const llvm::json::Array &gradient = *graph.getArray("gradient");
  EXPECT_EQ(gradient[0].getAsObject()->getString("bgColor"), "#f08a70"); // the least is the worst
  EXPECT_EQ(gradient[1].getAsObject()->getString("bgColor"), "#ffffff");
}

TEST(Viewers, NotesSayWhatIsKnown) {
  ReportedLayer layer;
  EXPECT_EQ(noteOf(layer), "");
  layer.sqnr = INFINITY;
  layer.whyFloat = "it has no integer form";
  EXPECT_EQ(noteOf(layer), "SQNR: exact\nfloat: it has no integer form");
}

} // namespace
