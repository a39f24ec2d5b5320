// Damaged calibration tables must be refused in words, or read as ranges that a module takes and
// that every format writes, or says why not: never a crash, a hang, or silence.
//
//   table_mutation_fuzzer FORMAT [cases [seed [first case]]]
#include "ir/values/keys.h"
#include "passes/calibrate/tables/formats.h"
#include "passes/calibrate/tables/names.h"
#include "passes/quantize/policy/ranges.h"
#include "test/fuzz/mlir_mutations.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <cmath>
#include <cstdio>

using namespace mlir;
using namespace qopt;
using namespace qopt::test;

static constexpr const char *network = R"(
func.func @main(%x: tensor<1x1x2x2xf32> {nn.name = "x"}) -> tensor<1x1x2x2xf32> {
  %w = nn.constant {nn.name = "w"} dense<2.0> : tensor<1x1x1x1xf32>
  %a = nn.conv2d %x, %w {nn.name = "a", nn.tensor = "a_out"} : (tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x2x2xf32>
  %y = nn.conv2d %a, %w {nn.name = "y"} : (tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
})";

// A format's sound table: written by the format itself, with all that it can say.
static std::string seedOf(const TableFormat &format) {
  Table table;
  Calibration &calibration = table.calibration;
  calibration.source = "blake3:00", calibration.modelHash = "m", calibration.method = "entropy";
  calibration.samples = 2;
  calibration.preprocess["x"] = {{1, 2}, {3, 4}, {{256, 0}, {}, {224, 224}, nn::ChannelOrder::Bgr}};
  calibration.ranges = {{"x", {-1.5, 2}}, {"a", {0, 1e-3}}, {"y", {-70, 3}}};
  TensorStatistics &seen = calibration.statistics["x"];
  seen.addSample(-1.5f, 2, 2);
  seen.histogram.emplace().limit = 2;
  seen.histogram->positive[7] = 12;
  if (format.naming != Naming::Keys)
    table.weights = {{"a", {2}}, {"w", {2, 0.5}}};
  std::string text;
  llvm::raw_string_ostream stream(text);
  return format.write(stream, table).ok() ? text : "";
}

static bool isOrdered(const Table &table) {
  return llvm::all_of(table.calibration.ranges, [](const auto &entry) {
    const Range &range = entry.second;
    return std::isfinite(range.min) && std::isfinite(range.max) && range.min <= range.max;
  });
}

// An empty string, or what went wrong with what was read.
static std::string writeAll(const ReadTable &read) {
  for (const TableFormat &format : tableFormats()) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    if (qrt::Status status = format.write(stream, read.table); !status.ok()) {
      if (status.message().empty())
        return "not written as " + format.name.str() + ", without a word";
      continue;
    }
    auto again = format.read(text);
    if (!again)
      return format.name.str() + " does not read what it wrote: " + again.status().message();
    if (&format == read.format && format.naming == Naming::Keys &&
        again->calibration.ranges != read.table.calibration.ranges)
      return "other ranges come back";
  }
  return "";
}

static std::string apply(ReadTable read, ModuleOp original) {
  OwningOpRef<ModuleOp> module = original.clone();
  func::FuncOp entry = nn::entryOf(*module);
  qrt::Status status = namesToKeys(read.table, read.format->naming, entry);
  if (!status.ok())
    return status.message().empty() ? "matches nothing, without a word" : "";
  // Damage to where it was measured is refused: the rest is to be applied.
  read.table.calibration.source = read.table.calibration.modelHash = "";
  read.table.calibration.preprocess.clear();
  std::string reason = applyCalibration(entry, read.table.calibration);
  if (reason.empty() && failed(verify(*module)))
    return "the module does not verify";
  return "";
}

namespace {
struct Tally {
  unsigned read = 0, refused = 0;
};
} // namespace

static std::string runCase(const std::string &text, ModuleOp module, Tally &tally) {
  auto read = readTable(text);
  ++(read.ok() ? tally.read : tally.refused);
  if (!read)
    return read.status().message().empty() ? "refused without a word" : "";
  if (!isOrdered(read->table))
    return "a range that is not finite, or not in order";
  std::string wrong = writeAll(*read);
  return wrong.empty() ? apply(std::move(*read), module) : wrong;
}

int main(int argc, char **argv) {
  const TableFormat *format = findTableFormat(argc > 1 ? argv[1] : "");
  if (!format)
    return std::fprintf(stderr, "table_mutation_fuzzer FORMAT [cases [seed [first]]]\n"), 2;
  const Cases cases = readCases(argc, argv, 2, {2000, 20261122});
  const std::string sound = seedOf(*format);
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<nn::NNDialect, func::FuncDialect, quant::QuantDialect>();
  auto module = parseSourceString<ModuleOp>(network, &context);
  if (sound.empty() || !module || !readTable(sound))
    return std::fprintf(stderr, "the seeds cannot be read\n"), 1;
  Tally tally;
  auto run = [&](uint64_t, Random &random) {
    std::string text = sound;
    // Another format's table is the donor, too.
    const TableFormat &donor = tableFormats()[below(random, tableFormats().size())];
    for (uint64_t n = changes(random); n > 0; --n)
      mutateText(text, random() % 4 ? sound : seedOf(donor), random);
    return runCase(text, *module, tally);
  };
  if (int status = runCases("table_mutation_fuzzer: " + format->name.str(), cases, run))
    return status;
  return reportOutcomes(cases, {{"read", tally.read}, {"refused", tally.refused}});
}
