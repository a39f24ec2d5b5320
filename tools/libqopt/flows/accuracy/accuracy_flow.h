// The flow of accuracy.h on modules, step by step: what the function and the command share.
#pragma once

#include "tools/libqopt/flows/accuracy/accuracy.h"
#include "tools/libqopt/flows/accuracy/variants.h"
#include "tools/libqopt/flows/quantize/judge.h"
#include "tools/libqopt/flows/quantize/quantizer.h"

#include <tuple>

namespace qopt::run {

/// Measures the float network and the repaired one once for each number of samples, whatever the
/// calibrators make of it.
class MeasuredRanges {
public:
  explicit MeasuredRanges(const Quantizer &quantizer) : quantizer(quantizer) {}
  /// Good until the next call.
  qrt::Expected<const Calibration *> of(const Variant &variant);

private:
  using Key = std::tuple<std::string, int64_t, bool, nn::Scheme, unsigned, double, AttentionForm>;
  const Quantizer &quantizer;
  std::map<Key, Calibration> measurements;
  Calibration current;
};

class AccuracyFlow {
public:
  /// Samples are parted (partSamples) and labels are there; an output without a name gets the
  /// model's with another ending.
  AccuracyFlow(QuantizerOptions steps, EvaluationOptions test, std::vector<Variant> variants);

  /// All of it, from the network as it was imported, but for the remarks.
  qrt::Status run(Loaded model, AccuracyResult &result);

private:
  qrt::Status prepare(Loaded model, AccuracyResult &result);
  qrt::Status tryPasses() const;
  qrt::Expected<JudgedNetwork> judged(const Variant &variant);
  std::vector<std::string> commandsOf(const Variant &variant, size_t row) const;
  std::string quantizeCommand() const;
  void tell(const std::string &command, std::vector<std::string> &commands) const;

  Quantizer quantizer;
  EvaluationOptions test;
  Judge judge;
  std::vector<Variant> variants;
  MeasuredRanges ranges;
};

/// The rows of grids, and of passes of one's own. Fails, with a message that begins with --grid or
/// --passes, where there is no such grid, or passes cannot be parsed.
qrt::Expected<std::vector<Variant>> variantsFor(const std::vector<std::string> &grids,
                                                const std::vector<std::string> &passes);

} // namespace qopt::run
