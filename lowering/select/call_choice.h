// A CallChoice takes, of all that one call may run as, what was measured fastest, else what
// heuristics order first. Private to selection.
#pragma once

#include "lowering/select/select.h"

namespace qopt {

class CallChoice {
public:
  CallChoice(const CallSite &site, const qrt::Call &call, std::optional<Tuned> tuned);

  bool hasCandidates() const { return !taking.empty(); }
  /// Returns the reasons of all kernels that do not take the call.
  const std::string &reasons() const { return against; }
  std::vector<Choice> candidates(int64_t batch) const;
  Choices all() const;

private:
  /// The best of each range.
  std::vector<Choice> ofEachRange(std::span<const Bucket> buckets) const;
  /// The one that does best over all ranges: by what was measured, then preference, then costs.
  Choice ofAllRanges(std::span<const Bucket> buckets) const;
  /// Returns those of `all` that were measured, the fastest first.
  std::vector<Choice> measured(const Bucket &bucket, std::span<const Choice> all) const;
  std::string whyRefused(const std::string &choice) const;

  const CallSite site;
  const qrt::Call &call;
  std::optional<Tuned> tuned;
  std::vector<Choice> taking; // kernels that take the call, with each of what they leave open
  std::string against, key;
};

} // namespace qopt
