// Tells what a classifier sees in samples: the best classes of each, with their scores. qrun label
// is this on samples of files. For bindings as quantize.h says it.
#pragma once

#include "tools/libqopt/flows/feed/sample_source.h"
#include "tools/libqopt/flows/reports/cancelled.h"
#include "tools/libqopt/flows/reports/flow_result.h"

namespace qopt {

struct LabelOptions {
  std::shared_ptr<const SampleSource> samples;
  SampleSelection selection;
  int64_t batch = 1;
  bool preprocessed = false;        // float samples are what the network takes
  std::vector<std::string> classes; // names, in their order; none: numbers alone
  std::string classesName = "classes.txt";
  int64_t top = 5;    // so many classes of each sample
  std::string output; // that holds the scores; empty: the only one, or the first
  std::string device = "host";
  CompileOptions compile;
  std::string modelName = "model.onnx", samplesName = "samples.npz"; // for messages and commands
  FlowHooks hooks;
};

struct ClassScore {
  int64_t number = 0;
  std::string name; // "" where none is known
  double score = 0; // of 1
};

struct LabelledSample {
  std::string place;               // what messages call it: "a.png", "samples, sample 3"
  std::vector<ClassScore> classes; // the best first, of equal scores the lowest number
};

/// Nothing follows: `next` is empty.
struct LabelResult : FlowResult {
  std::string output;            // of the scores
  bool areProbabilities = false; // as the output gives them; else scores are its softmax
  int64_t classes = 0;           // that the network tells apart
  std::vector<LabelledSample> samples;
};

/// Fails where the output is no row of scores for each sample, or is NaN; where there are not as
/// many names as classes; where samples do not fit; and where the caller cancels (wasCancelled).
qrt::Expected<LabelResult> label(const Network &network, const LabelOptions &options);

} // namespace qopt
