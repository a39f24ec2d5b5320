// A model's configuration: made of its .qart file where the user left it open, and compared with it
// where the user did not.
#pragma once

#include "runtime/numerics/execution/execution.h"
#include "tools/triton/json.h"
#include "tools/triton/served.h"

namespace qopt::triton {

/// What a configuration says of how its model runs.
struct Settings {
  /// Samples of a run; 0: requests have whole shapes, and each is a run.
  int64_t maxBatch = 0;
  std::string device; // "": as the instance's kind says
  bool usesBinaries = false;
  qrt::FloatOrder floatOrder = qrt::FloatOrder::Fast;
};

/// `config` with what it leaves open: inputs, outputs, their types and shapes, max_batch_size, at
/// most `mostSamples`, and dynamic batching. What it states stays.
Json completed(Json config, const Served &served, int64_t mostSamples);

/// Throws a Failure, which begins with `file`, the configuration's, where `config` says what
/// `served` is not, or asks for what there is not.
Settings settingsOf(const Json &config, const Served &served, const std::string &file);

/// As the server is told, where nothing else is: `backend` is what TRITONBACKEND_BackendConfig
/// says.
int64_t defaultBatchIn(const Json &backend);

} // namespace qopt::triton
