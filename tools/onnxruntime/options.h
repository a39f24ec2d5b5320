// What a session says of the provider, as ONNX Runtime hands it over: session configuration
// entries "ep.qoptexecutionprovider.KEY".
#pragma once

#include "tools/onnxruntime/api.h"

namespace qopt::ort {

inline constexpr const char *providerName = "QoptExecutionProvider";

struct Options {
  /// Where claimed nodes run, as qopt::Network::compile takes it.
  std::string device = "host";
  /// A part of a graph that has fewer multiply-adds, a run at batch 1, stays with ONNX Runtime. A
  /// whole graph never does.
  int64_t minMultiplyAdds = 100'000;
};

/// Throws a Failure for a key that there is not, or a value that is none.
Options readOptions(const Api &api, const SessionOptions *session);

} // namespace qopt::ort
