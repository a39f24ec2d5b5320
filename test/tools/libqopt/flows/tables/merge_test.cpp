// Parts of a calibration merge to the whole, and tables become other tools', by calls.
#include "test/tools/libqopt/flows/flow_checks.h"
#include "tools/libqopt/flows/calibrate/calibrate.h"
#include "tools/libqopt/flows/tables/tables.h"

#include "passes/calibrate/tables/native.h"

#include "llvm/Support/raw_ostream.h"

using namespace qopt;

namespace {

Calibration calibrationOf(const SampleSelection &selection) {
  CalibrateOptions options;
  options.samples = std::make_shared<Noise>(60);
  options.selection = selection;
  options.how.compile.floatOrder = qrt::FloatOrder::Invariant;
  auto result = calibrate(network(), options);
  EXPECT_TRUE(result.ok()) << result.status().message();
  return result->calibration;
}

TableText tableText(const std::string &name, const Calibration &calibration) {
  TableText table{name, ""};
  llvm::raw_string_ostream stream(table.text);
  writeNativeTable(stream, calibration);
  return table;
}

MergeOptions parts() {
  MergeOptions options;
  options.parts = {tableText("a.json", calibrationOf({2, false})),
                   tableText("b.json", calibrationOf({2, true}))};
  return options;
}

TEST(MergeTables, PartsAreTheWhole) {
  Calibration whole = calibrationOf({});
  whole.statistics.clear();
  auto result = mergeTables(parts());
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ(result->calibration.samples, 60);
  EXPECT_EQ(result->text, tableText("", whole).text);
  EXPECT_EQ(result->commands.at(0), "qrun merge a.json b.json -o calibration.json");
  EXPECT_EQ(result->next.size(), 1u);
  MergeOptions kept = parts();
  kept.keepsStatistics = true;
  EXPECT_FALSE(mergeTables(kept)->calibration.statistics.empty());
}

TEST(MergeTables, NamesWhatIsWrong) {
  MergeOptions options = parts();
  options.parts[1] = options.parts[0];
  options.parts[1].name = "c.json";
  EXPECT_EQ(mergeTables(options).status().message(),
            "c.json: its samples are those of a.json: they would count twice");
  Calibration whole = calibrationOf({});
  whole.statistics.clear();
  options.parts = {tableText("whole.json", whole)};
  EXPECT_EQ(mergeTables(options).status().message(),
            "whole.json: holds ranges alone; write it with --partial");
  EXPECT_NE(mergeTables({}).status().message().find("no parts"), std::string::npos);
}

TEST(MergeTables, EndsWhereItsCallerSaysSo) {
  expectEndsWhereAsked(parts(), 2,
                       [](const MergeOptions &options) { return mergeTables(options); });
}

TEST(MergeTables, IsTheSameOnTwoThreadsAtOnce) {
  const MergeOptions options = parts();
  expectSameOnTwoThreads([&] { return mergeTables(options)->text; });
}

TEST(ConvertTable, ThereAndBack) {
  Calibration whole = calibrationOf({});
  whole.statistics.clear();
  const Network net = network();
  ConvertOptions options;
  options.table = tableText("a.json", whole);
  options.to = "tensorrt";
  options.network = &net;
  auto result = convertTable(options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ(result->from, "native");
  EXPECT_GT(result->ranges, 0);
  options.table = {"a.cache", result->text};
  options.to = "native";
  auto back = convertTable(options);
  ASSERT_TRUE(back.ok()) << back.status().message();
  EXPECT_EQ(back->from, "tensorrt");
  EXPECT_EQ(back->next.size(), 1u);
  options.to = "none";
  EXPECT_EQ(convertTable(options).status().message().substr(0, 21), "--to=none: there are ");
  EXPECT_GE(tableNames().size(), 3u);
}

TEST(ConvertTable, EndsWhereItsCallerSaysSoAndOnTwoThreads) {
  ConvertOptions options;
  options.table = tableText("a.json", calibrationOf({}));
  options.to = "tensorrt";
  expectEndsWhereAsked(options, 1, [](const ConvertOptions &of) { return convertTable(of); });
  expectSameOnTwoThreads([&] { return convertTable(options)->text; });
}

} // namespace
