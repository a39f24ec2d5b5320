#include "lowering/select/call_choice.h"

#include <algorithm>

namespace qopt {

CallChoice::CallChoice(const CallSite &site, const qrt::Call &call, std::optional<Tuned> tuned)
    : site(site), call(call), tuned(tuned) {
  for (const DeviceKernel *kernel : kernelsFor(call)) {
    const std::string reason = reasonAgainst(*kernel, site, call);
    if (!reason.empty())
      against += (against.empty() ? "" : "; ") + std::string(kernel->name) + " " + reason;
    else
      for (const KernelParameters &parameters : parametersFor(*kernel, site, call))
        taking.push_back({kernel, parameters});
  }
  if (tuned && !tuned->tuning.choices.empty())
    key = qrt::callKey(site.program, call);
}

std::vector<Choice> CallChoice::candidates(int64_t batch) const {
  struct Ranked {
    const Choice *choice;
    double cost;
  };
  std::vector<Ranked> ranked;
  for (const Choice &choice : taking)
    ranked.push_back({&choice, costOf(choice, site, call, batch)});
  std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked &a, const Ranked &b) {
    return std::pair(a.choice->kernel->preference, a.cost) <
           std::pair(b.choice->kernel->preference, b.cost);
  });
  std::vector<Choice> choices;
  for (const Ranked &one : ranked)
    choices.push_back(*one.choice);
  return choices;
}

std::string CallChoice::whyRefused(const std::string &choice) const {
  for (const DeviceKernel *kernel : kernelsFor(call)) {
    if (choice.substr(0, choice.find(' ')) != kernel->name)
      continue;
    const std::string name(kernel->name), reason = reasonAgainst(*kernel, site, call);
    if (!reason.empty())
      return name + " " + reason;
    for (const KernelParameters &parameters : kernel->space)
      if (textOf({kernel, parameters}) == choice)
        return name + " " + reasonAgainst({kernel, parameters}, site, call);
    return name + " has no such parameters";
  }
  return "there is no such kernel";
}

std::vector<Choice> CallChoice::measured(const Bucket &bucket, std::span<const Choice> all) const {
  if (key.empty())
    return {};
  auto entry = tuned->tuning.choices.find({key, tunedName(site.device), bucket.from});
  if (entry == tuned->tuning.choices.end())
    return {};
  std::vector<Choice> usable;
  for (const std::string &text : entry->second) {
    auto is = [&](const Choice &choice) { return textOf(choice) == text; };
    auto found = std::find_if(all.begin(), all.end(), is);
    if (found != all.end())
      usable.push_back(*found);
    else if (&text == &entry->second.front())
      tuned->remarks.push_back("layer '" + site.node.name + "': the measured choice " + text +
                               " cannot be taken: " + whyRefused(text));
  }
  return usable;
}

// All ranges read constant weights packed in one way, but for kernels that pack theirs beside: the
// first range with something measured says in which, else the preferred kernel.
Choices CallChoice::all() const {
  std::vector<Bucket> buckets(batchBuckets.begin(), batchBuckets.end());
  if (!growsWithBatch(site.program, site.node))
    buckets.resize(1);
  const Choice *first = nullptr;
  std::vector<std::vector<Choice>> preferred; // of each range, the best first
  for (const Bucket &bucket : buckets) {
    const std::vector<Choice> all = candidates(bucket.typical);
    std::vector<Choice> &ordered = preferred.emplace_back(measured(bucket, all));
    if (!first && !ordered.empty() && !ordered.front().kernel->packsBeside)
      first = &*std::ranges::find(taking, ordered.front());
    ordered.insert(ordered.end(), all.begin(), all.end());
  }
  for (const Choice &choice : taking)
    if (!first && !choice.kernel->packsBeside)
      first = &choice;
  const std::optional<qrt::LoadStep> packing = first ? packingOf(*first, site, call) : std::nullopt;
  const auto fits = [&](const Choice &choice) {
    return choice.kernel->packsBeside || packingOf(choice, site, call) == packing;
  };

  Choices choices;
  for (size_t i = 0; i < buckets.size(); ++i) {
    const Choice choice = *std::ranges::find_if(preferred[i], fits);
    if (choices.empty() || choice.kernel->dependsOnRange || !(choices.back().choice == choice))
      choices.push_back({buckets[i].from, choice});
  }
  return choices;
}

std::vector<Choice> candidatesFor(const CallSite &site, const qrt::Call &call, int64_t batch) {
  return CallChoice(site, call, std::nullopt).candidates(batch);
}

} // namespace qopt
