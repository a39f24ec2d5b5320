// gate() says whether a new build or network may take an old one's place: the same bits, or else
// few enough flips, an SQNR that is high enough, and no more time, by tests that end as soon as
// they are sure. For bindings as quantize.h says it.
//
//   qopt::GateOptions options;
//   options.samples = std::make_shared<MySamples>(…);
//   auto result = qopt::gate(*before, *after, options);
//   if (!result->passes())
//     … result->checks …
#pragma once

#include "tools/libqopt/flows/feed/sample_source.h"
#include "tools/libqopt/flows/reports/cancelled.h"
#include "tools/libqopt/flows/reports/flow_result.h"

#include <optional>

namespace qopt {

struct GateOptions {
  std::shared_ptr<const SampleSource> samples;
  SampleSelection selection;
  int64_t batch = 32;
  bool preprocessed = false; // float samples are what the networks take
  bool exact = false;        // outputs must have the same bits
  double maxFlips = 1;       // percent of samples whose class may be another
  double minSqnr = 30;       // dB of each output
  std::optional<double>
      maxSlowdown; // of the new one's time over the old one's: 1.05; none: no test
  std::string device = "host", newDevice; // of the new one; empty: the same
  CompileOptions compile;
  std::string oldName = "old.mlirbc", newName = "new.mlirbc", samplesName = "samples.npz";
  FlowHooks hooks;
};

struct GateCheck {
  enum class Kind { Bits, Flips, Sqnr, Time };
  Kind kind = Kind::Bits;
  std::string output; // empty: of all
  bool passes = true;
  /// The test is sure; where it is not, the samples ended before, and what they show so far holds.
  bool isSure = true;
  std::string text; // "3 of 500 samples flip, 1 % may"
};

struct GateResult : FlowResult {
  int64_t samples = 0; // that were looked at
  bool sameBits = true;
  std::vector<GateCheck> checks;

  bool passes() const;
  /// Fails by time alone.
  bool isSlowOnly() const;
};

/// "bits", "flips", "sqnr", "time".
std::string_view checkName(GateCheck::Kind kind);

/// Fails where the networks' inputs or numbers of outputs are different, where samples do not fit,
/// and where the caller cancels (wasCancelled).
qrt::Expected<GateResult> gate(const Network &before, const Network &after,
                               const GateOptions &options);

} // namespace qopt
