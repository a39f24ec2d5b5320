// Networks that a search made: held against the bounds, and run.
#pragma once

#include "tools/libqopt/flows/quantize/judge.h"
#include "tools/libqopt/flows/search/halves.h"
#include "tools/libqopt/flows/search/result/search_result.h"
#include "tools/libqopt/flows/search/times/rounds.h"
#include "tools/libqopt/flows/search/types/layer_types.h"

namespace qopt::run {

struct TriedNetwork {
  SearchedNetwork summary;
  LayerTypes types;
  Subject subject;
  bool isUniform = false;
  double seconds = 0; // of a run, on the scale of the time model
};

class Trials {
public:
  /// `quantizer` outlives this; it has been calibrated.
  Trials(const Quantizer &quantizer, const Halves &halves, const Gates &gates);
  /// Runs the float network on the samples that choose, and on those that judge.
  qrt::Status open();

  /// Holds a network against the bounds on the samples that choose.
  qrt::Status add(SearchedNetwork summary, Loaded network, LayerTypes types);
  /// The last one's time over that of `other`, in few rounds in turn.
  qrt::Expected<double> ratioTo(size_t other) const;
  /// The least `seconds` of those that hold; infinite where none does.
  double fastestHolding() const;

  /// Runs all of them in turn; their seconds are the medians.
  qrt::Expected<NetworkRounds> runAll();
  /// Holds one against the bounds on the samples that judge.
  qrt::Status judge(TriedNetwork &trial) const;
  /// The samples that judge see networks of one type, and of mixed ones those not judged before
  /// that are surely faster than the fastest of these within the bounds, the fastest first, until
  /// one is within the bounds. Returns that one, else the uniform one, if there is any.
  qrt::Expected<std::optional<size_t>> judgeAll(const NetworkRounds &rounds);

  std::vector<TriedNetwork> all;

private:
  const Quantizer &quantizer;
  Halves halves;
  Gates choosingGates, judgingGates;
  Judge choosing, judging;
};

} // namespace qopt::run
