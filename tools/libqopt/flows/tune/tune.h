// Finds by measuring which kernels layers run fastest as on a device. qrun tune is this and a
// summary. For bindings as quantize.h says it, but that the database is a file.
//
//   qopt::TuneOptions options;
//   options.device = "cuda";
//   options.database = "h100.sqlite";
//   auto result = qopt::tune(*network, options);
//   auto model = network->compile("cuda", {.tuning = *qopt::readTuning("h100.sqlite")});
#pragma once

#include "tools/libqopt/flows/reports/cancelled.h"
#include "tools/libqopt/flows/reports/flow_result.h"
#include "tools/libqopt/qopt.h"

namespace qopt {

struct TuneOptions {
  std::string device; // one that takes kernels: "cuda", "opencl:1"
  /// The file where what is measured is kept: made where there is none, and gone on with. Each
  /// measurement is a transaction: whoever is killed, or cancels, leaves whole rows.
  std::string database;
  /// One for each range that kernels are chosen for; none: 1, 8, 32 and 128. A network of fixed
  /// batch takes none.
  std::vector<int64_t> batches;
  double budget = 60; // seconds; a later call goes on where this one ended
  /// Layers are dealt out to so many `parts`, and those of one are measured: `part`, from 0 on. For
  /// several devices of a kind at once, whose databases mergeTunings joins.
  int64_t part = 0, parts = 1;
  uint64_t seed = 1;                                  // of the noise that layers are fed
  qrt::FloatOrder floatOrder = qrt::FloatOrder::Fast; // as CompileOptions'
  std::vector<std::string> libraries;                 // likewise
  std::string modelName = "model.onnx";               // for messages and commands
  FlowHooks hooks;
};

/// A call of which another kernel than heuristics' is the fastest.
struct TunedChange {
  std::vector<std::string> layers; // it is of all of these
  double before = 0, after = 0;    // seconds of a run of one of them, medians
  std::string from, to;            // kernels with their parameters
};

struct TunedBatch {
  bool isFixed = false; // the network's own, and `batch` says nothing
  int64_t batch = 1;
  int64_t improved = 0, measured = 0; // layers
  double before = 0, after = 0;       // seconds that all measured layers take, predicted
  std::vector<TunedChange> changes;
};

/// The reason why kernels cannot be taken: other answers than heuristics', no kernel.
struct TunedRefusal {
  std::string why; // "conv2d.cpu.8x8: …"
  int64_t count = 0;
};

/// A measurement that failed for a reason that may pass; a later call tries it again.
struct TunedFailure {
  std::string why;
  std::vector<std::string> places; // "layer 'conv1', batch 8, conv2d.cpu.8x8"
};

/// `next` has the command that compiles with the database.
struct TuneResult : FlowResult {
  std::vector<TunedBatch> batches;
  std::vector<TunedRefusal> refusals;
  std::vector<TunedFailure> failures;
  int64_t measured = 0, known = 0, remaining = 0; // configurations: now, by earlier calls, to later
};

/// Fails for a device without kernels to choose from, for two batches of one range, for batches of
/// a network of fixed batch, for a database that cannot be used (the message names it), where the
/// device no longer runs anything, and where the caller cancels (wasCancelled), who is asked before
/// each measurement: what was measured until then is in the database.
qrt::Expected<TuneResult> tune(const Network &network, const TuneOptions &options);

} // namespace qopt
