// Measures what calibrators, schemes and types cost a float network: a row for each setting, judged
// beside the float network on samples that did not calibrate. qrun accuracy is this and a table.
// For bindings as quantize.h says it: plain structs, nothing is read, written or printed.
//
//   qopt::AccuracyOptions options;
//   options.samples = std::make_shared<MySamples>(…);
//   options.grids = {"calibrators", "schemes"};
//   auto result = qopt::accuracy(*network, options);
//   for (const qopt::AccuracyRow &row : result->rows)
//     … row.setting, row.network.loss, row.network.weightBytes …
#pragma once

#include "tools/libqopt/flows/eval/judged_network.h"
#include "tools/libqopt/flows/feed/sample_source.h"
#include "tools/libqopt/flows/reports/cancelled.h"
#include "tools/libqopt/flows/reports/flow_result.h"

namespace qopt {

struct AccuracyOptions {
  /// They calibrate, one in `every`; where `test` is absent, the others judge.
  std::shared_ptr<const SampleSource> samples;
  std::shared_ptr<const SampleSource> test;
  /// 0: 5 where the samples also judge, else 1. 1 is an error where they also judge.
  int64_t every = 0;
  /// The class of each sample of what judges, be it selected or not. None: predictions of the float
  /// network are what is right.
  std::vector<int64_t> labels;
  int64_t batch = 32;
  bool preprocessed = false; // float samples are what the network takes
  /// Names of accuracyGrids(), whose rows come in their order.
  std::vector<std::string> grids = {"calibrators"};
  /// Rows of one's own behind them: passes behind calibration, as "insert-quant{bits=16}".
  std::vector<std::string> passes;
  std::vector<std::string> outputs; // that are judged, by name; none: all
  /// The way outputs are judged: "classes", "embedding", "values"; empty: each as what it looks
  /// like.
  std::string judge;
  std::string device = "host";
  CompileOptions compile;
  /// Names that messages and commands use; no such files need be there.
  std::string modelName = "model.onnx", samplesName = "samples.npz", testName = "test.npz",
              labelsName;
  FlowHooks hooks;
};

struct AccuracyRow {
  std::string setting; // "float", "mse, clip-weight=2", the passes of a row of one's own
  /// Make its network of that of AccuracyResult::commands, or of what `qrun repair` makes of it.
  std::vector<std::string> commands;
  JudgedNetwork network; // of the float one no loss
};

/// `commands` make what all rows begin with; `next` has the command that quantizes.
struct AccuracyResult : FlowResult {
  JudgedHow how;
  std::vector<AccuracyRow> rows; // the float network first
};

/// Rows that go together.
struct AccuracyGrid {
  std::string name, summary; // "schemes"; what it compares, in a line
};
std::vector<AccuracyGrid> accuracyGrids();

/// Leaves out rows that would be another again: of more samples than there are, of attention where
/// the network has none. Fails for a grid that there is not, for passes that cannot be parsed or do
/// not fit the network, which is known before samples are read; where samples do not fit, or hold
/// NaN; and where the caller cancels (wasCancelled).
qrt::Expected<AccuracyResult> accuracy(const Network &network, const AccuracyOptions &options);

} // namespace qopt
