// A session says these of the provider, as ONNX Runtime hands them over: session configuration
// entries "ep.qoptexecutionprovider.KEY" ("ep.qoptcudaexecutionprovider.KEY" for cards), and
// entries of compiled models, "ep.context_…".
#pragma once

#include "runtime/core/driver.h"
#include "tools/onnxruntime/api.h"

#include <string_view>

namespace qopt::ort {

inline constexpr const char *providerName = "QoptExecutionProvider";
/// Its sessions take and give tensors in a card's memory.
inline constexpr const char *cardProviderName = "QoptCudaExecutionProvider";

/// These say of a compiled model that the session makes, or that it reads of bytes.
struct ContextOptions {
  bool isMade = false;
  /// ModelCompiler makes it: it names no file where the model stays in memory, and none either
  /// where the source's name is to give the file's.
  bool isOfModelCompiler = false;
  bool isEmbedded = false; // its programs lie in it; else in files beside it
  std::string path;        // the model's; empty: ONNX Runtime chooses it, or there is none
  std::string prefix;      // files' names begin with it
};

struct Options {
  const char *provider = providerName;
  /// Claimed nodes run on this device, as qopt::Network::compile takes it.
  std::string device = "host";
  /// It is opened, for all parts of the session; null: the reference.
  std::shared_ptr<qrt::Device> opened;
  /// A part of a graph that has fewer multiply-adds, a run at batch 1, stays with ONNX Runtime. A
  /// whole graph never does.
  int64_t minMultiplyAdds = 100'000;
  ContextOptions context;
  /// ONNX Runtime's optimizers that give quantized networks other roundings before they are claimed
  /// are not switched off by the session's entry.
  bool mayMeetOtherBits = true;

  bool isOnCard() const { return std::string_view(provider) == cardProviderName; }
};

/// Throws a Failure for a key that there is not, a value that is none, or a device that is not
/// here.
Options readOptions(const Api &api, const SessionOptions *session);
/// Likewise for the provider of cards, on the one that is called `device`; also for an option that
/// names another device, and for min_multiply_adds, as that provider claims whole graphs alone.
Options readCardOptions(const Api &api, const SessionOptions *session, const std::string &device);

} // namespace qopt::ort
