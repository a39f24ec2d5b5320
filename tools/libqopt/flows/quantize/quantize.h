// Makes the integer form of a float network, and tells what it costs: fold, repair, calibrate,
// quantize, judge. qrun quantize is this and a terminal.
//
//   qopt::QuantizeOptions options;
//   options.samples = std::make_shared<MySamples>(…);   // an IteratedSamples
//   options.gates.maxFlips = 10;
//   auto result = qopt::quantize(*network, options);
//   if (result->isWithinGates)
//     auto integers = qopt::Network::parse(result->bytecode, qopt::Origin::Trusted);
//
// Flows on several threads share nothing, be it of one network (which nobody may change meanwhile):
// each works on a copy. For bindings: options and result are plain structs of standard types; the
// only virtual functions are those of a sample source, which is called on the caller's thread, as
// hooks are. No file is read or written, and nothing is printed.
#pragma once

#include "passes/calibrate/calibration.h"
#include "tools/libqopt/flows/contest/contest_options.h"
#include "tools/libqopt/flows/eval/gates.h"
#include "tools/libqopt/flows/eval/judged_network.h"
#include "tools/libqopt/flows/feed/sample_source.h"
#include "tools/libqopt/flows/recipe/recipe.h"
#include "tools/libqopt/flows/reports/cancelled.h"
#include "tools/libqopt/flows/reports/flow_result.h"

namespace qopt {

struct QuantizeOptions {
  /// They calibrate, one in `every`; where `test` is absent, the others judge.
  std::shared_ptr<const SampleSource> samples;
  std::shared_ptr<const SampleSource> test;
  /// 0: 5 where the samples also judge, else 1. 1 is an error where they also judge.
  int64_t every = 0;
  /// The class of each sample of what judges, be it selected or not. None: predictions of the float
  /// network are what is right.
  std::vector<int64_t> labels;
  int64_t batch = 32;
  bool preprocessed = false; // float samples are what the network takes
  Recipe recipe;             // a check() that is not empty is an error
  ContestOptions contest;    // for what the recipe leaves open
  Gates gates;
  std::vector<std::string> outputs; // that are judged, by name; none: all
  /// The way outputs are judged: "classes", "embedding", "values"; empty: each as what it looks
  /// like.
  std::string judge;
  std::string device = "host";
  CompileOptions compile;
  /// Names that messages and commands use; no such files need be there.
  std::string modelName = "model.onnx", outputName = "model.int8.mlirbc",
              samplesName = "samples.npz", testName = "test.npz", labelsName;
  FlowHooks hooks;
};

/// `calibration`: the ranges that the network was quantized by, of --keep's table. `commands`:
/// load, repair, calibrate, quantize, judge. `next` has those that measure what comes out.
struct QuantizeResult : FlowResult {
  /// No gate is broken by the last network of `tried`, which `bytecode` then is, as a .mlirbc file
  /// has it; else it is empty.
  bool isWithinGates = false;
  std::string bytecode;
  JudgedHow how;
  Contest contest;                  // how the first of `tried` was chosen
  JudgedNetwork baseline;           // the float network
  std::vector<JudgedNetwork> tried; // first those with no layer left float
  Calibration calibration;
};

/// Fails where the network has no layers with weights, samples do not fit it, or hold NaN, and
/// where the caller cancels (wasCancelled), whereupon nothing is left of it.
qrt::Expected<QuantizeResult> quantize(const Network &network, const QuantizeOptions &options);

} // namespace qopt
