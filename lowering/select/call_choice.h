// What is chosen for one call: of all that it may run as, what was measured fastest, else what
// heuristics order first. Private to selection.
#pragma once

#include "lowering/select/facts.h"
#include "lowering/select/select.h"

namespace qopt {

/// How a row reads constant weights: all ranges of batches share one packed constant.
struct WeightForm {
  WeightLayout layout = WeightLayout::None;
  int64_t channels = 0; // with padding
  bool operator==(const WeightForm &) const = default;
};
WeightForm formOf(const KernelRow &row, const CallSite &site, const qrt::Call &call);

class CallChoice {
public:
  CallChoice(const CallSite &site, const qrt::Call &call, const qrt::DeviceDescription &device,
             std::optional<Tuned> tuned);

  bool hasCandidates() const { return !rows.empty(); }
  /// Of all rows that do not take the call.
  const std::string &reasons() const { return against; }
  std::vector<Choice> candidates(int64_t batch) const;
  Choices all() const;

private:
  /// Those of `all` that were measured, the fastest first.
  std::vector<Choice> measured(const Bucket &bucket, std::span<const Choice> all) const;
  std::string whyRefused(const std::string &choice) const;

  const CallSite site;
  const qrt::Call &call;
  const qrt::DeviceDescription &device;
  std::optional<Tuned> tuned;
  std::vector<const KernelRow *> rows; // that take the call
  std::string against, key;
};

} // namespace qopt
