// A float network whose quantized form answers better: weights and biases change, from samples
// alone. qrun repair is this and a file. For bindings as quantize.h says it.
//
//   qopt::RepairOptions options;
//   options.samples = std::make_shared<MySamples>(…);
//   options.how.rounds = options.how.correctsBias = true;
//   auto result = qopt::repair(*network, options);
//   auto repaired = qopt::Network::parse(result->bytecode, qopt::Origin::Trusted);
#pragma once

#include "tools/libqopt/flows/feed/sample_source.h"
#include "tools/libqopt/flows/reports/cancelled.h"
#include "tools/libqopt/flows/reports/flow_result.h"
#include "tools/libqopt/repairer.h"

namespace qopt {

struct RepairOptions {
  /// The repairs, their layers, and how to compile. As many samples are looked at as its `samples`
  /// says, from all over those selected; its `batch` says nothing: that below does.
  RepairerOptions how;
  std::shared_ptr<const SampleSource> samples; // null where `how` measures nothing
  SampleSelection selection;
  int64_t batch = 32;
  bool preprocessed = false; // float samples are what the network takes
  std::string device = "host";
  /// Names that messages and commands use; no such files need be there.
  std::string modelName = "model.onnx", samplesName = "samples.npz",
              outputName = "model.repaired.mlirbc";
  FlowHooks hooks;
};

/// `next` has the command that calibrates the repaired network.
struct RepairResult : FlowResult {
  std::string bytecode; // the repaired network, as a .mlirbc file has it
  int64_t layers = 0;   // that could be repaired; of none the network is as it was
  RepairReport report;
};

/// Fails where nothing is asked for, where samples are needed and absent, do not fit, or make
/// values that are no numbers, for layers that there are not, and where the caller cancels
/// (wasCancelled).
qrt::Expected<RepairResult> repair(const Network &network, const RepairOptions &options);

} // namespace qopt
