// A model's configuration is made of its .qart file where the user left it open, and is compared
// with the file where the user did not.
#pragma once

#include "runtime/numerics/execution/execution.h"
#include "tools/triton/json.h"
#include "tools/triton/served.h"

namespace qopt::triton {

/// These say how a model runs, as its configuration states it.
struct Settings {
  /// A run has at most so many samples; 0: requests have whole shapes, and each is a run.
  int64_t maxBatch = 0;
  std::string device; // "": the instance's kind says it
  bool usesBinaries = false;
  qrt::FloatOrder floatOrder = qrt::FloatOrder::Fast;
};

/// Returns `config`, and fills in what it leaves open: inputs, outputs, their types and shapes,
/// max_batch_size, at most `mostSamples`, and dynamic batching. Settings that it states stay.
Json completed(Json config, const Served &served, int64_t mostSamples);

/// Reads the settings. Throws a Failure, which begins with `file`, the configuration's, where
/// `config` says what `served` is not, or asks for what does not exist.
Settings settingsOf(const Json &config, const Served &served, const std::string &file);

/// Returns the largest batch, in samples, that the server takes where nothing else is stated:
/// `backend` is what TRITONBACKEND_BackendConfig says.
int64_t defaultBatchIn(const Json &backend);

} // namespace qopt::triton
