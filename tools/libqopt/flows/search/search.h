// search() chooses for each layer with weights which type it runs in, by measured times and errors:
// the fastest network within bounds, and never one slower than the fastest of one type. qrun search
// is this, files and a table. Bindings use it as quantize.h says.
//
//   qopt::SearchOptions options;
//   options.samples = std::make_shared<MySamples>(…);
//   options.gates.minSqnr = 35;
//   auto result = qopt::search(*network, options);
//   if (const qopt::SearchedNetwork *chosen = result->choice())
//     … chosen->name, chosen->predictedSeconds, chosen->seconds, result->bytecode …
#pragma once

#include "tools/libqopt/flows/feed/sample_source.h"
#include "tools/libqopt/flows/recipe/recipe.h"
#include "tools/libqopt/flows/reports/cancelled.h"
#include "tools/libqopt/flows/search/result/error_memory.h"
#include "tools/libqopt/flows/search/result/search_result.h"

namespace qopt {

struct SearchOptions {
  /// They calibrate, one in `every`, and errors are measured on them; where `test` is absent, the
  /// others judge. Of those that judge every second one chooses among networks.
  std::shared_ptr<const SampleSource> samples;
  std::shared_ptr<const SampleSource> test;
  /// 0: 5 where the samples also judge, else 1. 1 is an error where they also judge.
  int64_t every = 0;
  /// The class of each sample of what judges, be it selected or not. None: predictions of the float
  /// network are what is right.
  std::vector<int64_t> labels;
  int64_t batch = 32;        // of times, too
  bool preprocessed = false; // float samples are what the network takes
  /// A check() that is not empty is an error. Nothing competes: what is left open is as settled()
  /// has it.
  Recipe recipe;
  Gates gates;
  std::vector<std::string> outputs; // that are judged, by name; none: all
  /// The way outputs are judged: "classes", "embedding", "values"; empty: each as what it looks
  /// like.
  std::string judge;
  /// Nothing more is measured or tried so many seconds after calibration.
  double seconds = 300;
  int64_t looks = 64; // samples that errors are measured on, at most
  /// The text of a policy file, as SearchResult::policy is one: the network of these types is
  /// judged and nothing is searched.
  std::optional<std::string> policy;
  ErrorMemory memory;
  std::string device = "host";
  CompileOptions compile;
  /// Names that messages and commands use; no such files need be there.
  std::string modelName = "model.onnx", outputName = "model.int8.mlirbc",
              samplesName = "samples.npz", testName = "test.npz", labelsName,
              policyName = "policy.json";
  FlowHooks hooks;
};

/// `commands` of the result: the search's, none where the recipe has a setting of a calibrator or
/// one repair of two, which the command has no options for. `next` has the command that measures
/// what comes out. Fails where the network has no layers with weights, where the device gives no
/// times of layers, where samples, the policy or the memory do not fit, and where the caller
/// cancels (wasCancelled). No network within the bounds is no error: SearchResult::chosen is
/// nothing.
qrt::Expected<SearchResult> search(const Network &network, const SearchOptions &options);

} // namespace qopt
