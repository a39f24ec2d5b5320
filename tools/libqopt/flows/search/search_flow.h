// search() chooses for each layer with weights whether it runs in f32 or in int8, by measured times
// and errors, so that the network is as fast as it can be within bounds on what it loses.
//
// 1. The network is repaired, calibrated and quantized by the recipe; both uniform networks run on
//    the device, and each layer's time, with what follows it, is the median of its nodes' times.
// 2. A network whose layers alternate tells what a conversion takes an element: its time beyond
//    its layers' times, shared out over the values that it converts.
// 3. explain() tells on samples that calibrate which part of the output's error is gone where a
//    layer is float; parts are taken to add up.
// 4. paretoFront() has the fastest assignment for each error; a few of these, from the fastest to
//    f32, are made and judged on samples that neither calibrated nor chose settings. These samples
//    choose among the few, so that the loss of the chosen one is told a little too well.
// 5. All that stay within the bounds run in turn; a mixed one is chosen where it is surely faster
//    than the fastest uniform one.
#pragma once

#include "tools/libqopt/flows/quantize/judge.h"
#include "tools/libqopt/flows/quantize/quantizer.h"
#include "tools/libqopt/flows/search/search.h"

namespace qopt::run {

struct SearchSettings {
  QuantizerOptions steps; // its recipe is settled by the flow
  EvaluationOptions test;
  Gates gates;
  double seconds = 120; // no further mixed network is tried after so many
};

struct Searched {
  SearchResult result;
  Loaded chosen;
};

/// Fails where the network has no layers with weights, where the device gives no times of layers,
/// where samples do not fit, and where the caller cancels (wasCancelled).
qrt::Expected<Searched> searchTypes(Loaded model, SearchSettings settings,
                                    std::shared_ptr<Reports> reports);

} // namespace qopt::run
