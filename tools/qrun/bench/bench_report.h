// Prints and writes what bench measured: tables for people, JSON for programs, a chart.
#pragma once

#include "tools/libqopt/flows/times/layer_times.h"
#include "tools/qrun/feed/model.h"

#include "llvm/Support/JSON.h"

namespace qopt::run {

struct BenchResult {
  const Subject *subject;
  int64_t batch;
  std::vector<double> seconds; // one a counted run, in order
  std::optional<LayerTimes> layers = std::nullopt;
  double first = 0; // seconds of the first run of all, at this batch
  double median() const;
};

/// Results come in groups of `subjects`, one group a batch size; each is also
/// given as a ratio to its group's first, the median over the paired runs. `percentiles`: 0 to 100,
/// a column each.
void printBench(llvm::ArrayRef<BenchResult> results, size_t subjects,
                llvm::ArrayRef<double> percentiles, llvm::raw_ostream &stream);
/// Prints the layers' times of the results that were looked into.
void printLayers(llvm::ArrayRef<BenchResult> results, llvm::raw_ostream &stream);

/// "results": [{"model", "device", "device_name", "batch", "median_seconds", "multiply_adds",
/// "weight_bytes", "peak_activation_bytes", "largest_live_bytes", "device_bytes": {"constants",
/// "activations", "scratch", "sum"}, "start": {step: seconds, …}, "first_run", "seconds": […],
/// "layers": [{"name", "runs_as", "nodes", "seconds": […]}]}]; the counts of activations' bytes and
/// of the device's are absent for the reference, "layers" where nobody asked.
void writeBench(llvm::json::OStream &json, llvm::ArrayRef<BenchResult> results);
/// The same as a document.
void writeBenchJson(llvm::ArrayRef<BenchResult> results, llvm::raw_ostream &stream);
/// {"version": 1, "results": [{"model", "device", "device_name", "batch", "run_seconds",
/// "layer_seconds", "layers": [{"name", "runs_as", "nodes", "median_seconds", "share", "seconds":
/// […]}]}]}: the medians of whole runs and of all layers together, and each layer's.
void writeProfileJson(llvm::ArrayRef<BenchResult> results, llvm::raw_ostream &stream);
/// {"version": 1, "results": [{"model", "device", "device_name", "batch", "weight_bytes", "layers":
/// as writeLayerInfo has them}]}.
void writeLayersJson(llvm::ArrayRef<BenchResult> results, llvm::raw_ostream &stream);
/// A bar for each layer, in the network's order.
void writeLayersChart(llvm::ArrayRef<BenchResult> results, llvm::raw_ostream &stream);

} // namespace qopt::run
