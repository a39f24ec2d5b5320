// report() makes a page to look at of a network: drawn, with what its layers cost and lose.
//
//   qopt::ReportOptions options;
//   options.samples = samples;                       // none: what is known without runs
//   auto made = qopt::report(*floats, &*integers, options);
//   write("r.html", made->page);
//
// For bindings as quantize.h says it: plain structs of standard types, hooks on the caller's
// thread, a copy of each network; no file is read or written.
#pragma once

#include "passes/calibrate/calibration.h"
#include "tools/libqopt/flows/compare/compare.h"
#include "tools/libqopt/flows/eval/judged_network.h"
#include "tools/libqopt/flows/feed/sample_source.h"

#include <map>

namespace qopt {

/// The amount of measuring where there are samples.
struct ReportEffort {
  /// For layers' errors and histograms: the first samples that are selected. All values of a batch
  /// of them are held, of both networks.
  int64_t layerSamples = 32, layerBatch = 8;
  int64_t timedRuns = 20, timedBatch = 1; // of times by layer; 0 runs: none are measured
};

/// Rows of cells, the first a header, that a page shows as they are.
struct ReportTable {
  std::string title;
  std::vector<std::vector<std::string>> rows;
};

struct ReportOptions {
  /// They judge both networks, and layers by the first of them. None: nothing is run.
  std::shared_ptr<const SampleSource> samples;
  SampleSelection selection;
  std::vector<int64_t> labels;      // the class of each sample, be it selected or not; or none
  std::vector<std::string> outputs; // names of those that are judged; none: all
  std::string judge;                // what they are judged as; empty: each as what it looks like
  int64_t batch = 32;
  bool preprocessed = false; // float samples are what the networks take
  ReportEffort effort;
  std::string device = "host";
  CompileOptions compile;
  /// Ranges by keys, and histograms for where no samples are given.
  std::optional<Calibration> calibration;
  /// The profile whose plan says why layers stay float (--insert-quant=profile=…).
  std::string profile = "qopt";
  bool integerAttention = false; // that plan's attention=integer
  /// Findings from before: how far values of the drawn network are from another's, by key, which
  /// takes the place of what would be measured; and whatever else is to be shown.
  std::vector<ComparedValue> compared;
  std::vector<ReportTable> tables;
  std::string title; // empty: of the names
  /// For the page, its commands and messages; of a table and labels that are given nobody's: "".
  std::string floatName = "float.mlirbc", quantizedName = "quantized.mlirbc",
              samplesName = "samples.npz", labelsName, calibrationName, outputName = "report.html";
  std::vector<std::string> commands; // that made the networks: the page names them before its own
  /// Options by which the page's own commands read the networks' files as they were read:
  /// "--mean=0".
  std::vector<std::string> readWords;
  FlowHooks hooks;
};

/// Numbers that a page gives of a layer.
struct ReportedLayer {
  std::string name, operation, kind;            // "conv1", "conv2d", "int8"
  std::string whyFloat;                         // empty: it computes on integers, or nobody asked
  std::string runsAs;                           // empty: a part of another layer, or not timed
  std::optional<double> seconds, sqnr, clipped; // a run's; dB, infinite where equal; 0 to 1
};

/// `commands` are those of the options, the one that makes the page, and those that give its parts.
struct ReportResult : FlowResult {
  std::string page; // HTML
  std::vector<ReportedLayer> layers;
  std::optional<JudgedHow> how;
  std::optional<JudgedNetwork> floats, quantized;
  /// The values by measure ("sqnr", "time", "clipped"), for those that were measured, and by layer.
  std::map<std::string, std::map<std::string, double>> measures;
};

/// Reports on the quantized network beside the float one, or on one network alone (`quantized` is
/// null). Fails where samples do not fit, and where the caller cancels (wasCancelled).
qrt::Expected<ReportResult> report(const Network &floats, const Network *quantized,
                                   const ReportOptions &options);

} // namespace qopt
