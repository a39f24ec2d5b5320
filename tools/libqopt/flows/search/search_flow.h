// search() chooses for each layer with weights which type it runs in, by measured times and errors,
// so that the network is as fast as it can be within bounds on what it loses.
//
// 1. The network is repaired, calibrated and quantized by the recipe. Networks of one type each run
//    on the device; of other types than int8 those no faster than f32 take no part (candidates.h).
// 2. Each layer alone is narrow among floats, and alone float among narrow ones, on samples that
//    calibrate; the strongest pairs are float together (errors/layer_errors.h). ErrorModel predicts
//    any other network's error from that, TimeModel its time.
// 3. Assignments that none beats as predicted are made, held against the bounds on samples that
//    choose, run and measured, which corrects both models; the next one is drawn from the new
//    front (assign/proposals.h) until none is predicted to be faster than what holds.
// 4. All that hold run in turn, and samples that neither calibrated nor chose judge them. The
//    fastest network of one type within the bounds is chosen, or a mixed one that is surely faster.
#pragma once

#include "tools/libqopt/flows/quantize/judge.h"
#include "tools/libqopt/flows/quantize/quantizer.h"
#include "tools/libqopt/flows/search/errors/layer_errors.h"
#include "tools/libqopt/flows/search/result/search_result.h"
#include "tools/libqopt/flows/search/types/layer_types.h"

namespace qopt::run {

struct SearchSettings {
  QuantizerOptions steps; // its recipe is settled by the flow
  EvaluationOptions test;
  Gates gates;
  double seconds = 300;              // after calibration; then nothing more is measured or tried
  int64_t looks = 64;                // samples that errors are measured on, at most
  std::optional<std::string> policy; // a policy file's text: it is judged, nothing is searched
  std::string policyName;            // what messages call it
  ErrorMemory memory;
};

struct Searched {
  SearchResult result;
  LayerTypes types;             // of the chosen network
  std::optional<Loaded> chosen; // nothing: none is within the bounds, or the policy's is not
};

/// Fails where the network has no layers with weights, where the device gives no times of layers,
/// where samples or the policy do not fit, and where the caller cancels (wasCancelled).
qrt::Expected<Searched> searchTypes(Loaded model, SearchSettings settings,
                                    std::shared_ptr<Reports> reports);

} // namespace qopt::run
