// The range of every value of a network over samples, by a call: a Calibrator (calibrator.h) that
// is shown what a source has, in as many passes as its method needs. For bindings as quantize.h
// says it.
//
//   auto measured = qopt::calibrate(*network, options);
//   network->calibrate(measured->calibration);
#pragma once

#include "tools/libqopt/calibrator.h"
#include "tools/libqopt/flows/feed/sample_source.h"
#include "tools/libqopt/flows/reports/cancelled.h"
#include "tools/libqopt/flows/reports/flow_result.h"

namespace qopt {

struct CalibrateOptions {
  std::shared_ptr<const SampleSource> samples;
  CalibratorOptions how; // with how to compile
  SampleSelection selection;
  int64_t batch = 32;
  bool preprocessed = false; // float samples are what the network takes
  bool isPartial = false;    // a part of the samples, of which little is to be expected
  std::string device = "host";
  /// Names that messages and commands use; no such files need be there.
  std::string modelName = "model.onnx", samplesName = "samples.npz",
              outputName = "model.calibration.json";
  FlowHooks hooks;
};

/// `next` has the command that quantizes by the table.
struct CalibrateResult : FlowResult {
  /// The ranges, with their statistics, which parts are merged by; it says of which network and
  /// samples it is.
  Calibration calibration;
};

/// Fails where the network is quantized already, where a sample does not fit, and where a value
/// that a layer with weights reads is no number; and where the caller cancels (wasCancelled).
qrt::Expected<CalibrateResult> calibrate(const Network &network, const CalibrateOptions &options);

} // namespace qopt
