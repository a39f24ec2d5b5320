// What bench measured, as a table and as JSON.
#pragma once

#include "tools/qrun/layer_times.h"
#include "tools/qrun/model.h"

namespace qopt::run {

struct BenchResult {
  const Subject *subject;
  int64_t batch;
  std::vector<double> seconds; // one a counted run, in order
  std::optional<LayerTimes> layers = std::nullopt;
  double median() const;
};

/// Results come in groups of `subjects`, one group a batch size; each is also
/// given as a ratio to its group's first, the median over the paired runs. Then what each one's
/// layers take, of those that were looked into.
void printBench(llvm::ArrayRef<BenchResult> results, size_t subjects, llvm::raw_ostream &stream);

/// {"version": 1, "results": [{"model", "device", "device_name", "batch",
/// "multiply_adds", "weight_bytes", "peak_activation_bytes",
/// "largest_live_bytes", "seconds": […], "layers": [{"name", "runs_as", "nodes", "seconds":
/// […]}]}]}; the two byte counts are absent for the reference, "layers" where nobody asked.
void writeBenchJson(llvm::ArrayRef<BenchResult> results, llvm::raw_ostream &stream);

} // namespace qopt::run
