#include "lowering/select/call_choice.h"

#include "runtime/calls/calls.h"

#include <algorithm>
#include <cmath>
#include <tuple>

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

/// Returns the smallest batch of the range that `batch` is of.
static int64_t firstOfRange(int64_t batch) {
  int64_t first = 1;
  for (const Bucket &bucket : batchBuckets)
    if (bucket.from <= batch)
      first = bucket.from;
  return first;
}

std::vector<Choice> CallChoice::candidates(int64_t batch) const {
  struct Ranked {
    const Choice *choice;
    bool isRefused;
    double cost;
    auto rank() const { return std::tuple(isRefused, choice->kernel->preference, cost); }
  };
  std::vector<Ranked> ranked;
  for (const Choice &choice : taking)
    ranked.push_back({&choice, !reasonAgainst(choice, site, call, firstOfRange(batch)).empty(),
                      costOf(choice, site, call, batch)});
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const Ranked &a, const Ranked &b) { return a.rank() < b.rank(); });
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

/// Returns whether kernels of the family would sum these floats in different orders.
static bool hasOrderOfKernel(const CallSite &site, const qrt::Call &call) {
  const std::vector<uint32_t> reads = qrt::readsOf(call);
  return qrt::sumsInOwnOrder(call) && std::ranges::any_of(reads, [&](uint32_t buffer) {
           return qrt::isFloat(site.program.buffers[buffer].type);
         });
}

/// The ranges of batches that the call tells apart.
static std::span<const Bucket> bucketsOf(const CallSite &site) {
  return std::span(batchBuckets)
      .first(growsWithBatch(site.program, site.node) ? batchBuckets.size() : 1);
}

Choice CallChoice::ofAllRanges(std::span<const Bucket> buckets) const {
  struct Rank {
    size_t places = 0;     // its places in what was measured add up
    bool isRefused = true; // heuristics refuse it for every range
    int preference = 0;
    double cost = 0; // the sum of logarithms: each range counts as much as another
    auto operator<=>(const Rank &) const = default;
  };
  std::vector<Rank> ranks(taking.size());
  for (size_t i = 0; i < taking.size(); ++i)
    ranks[i].preference = taking[i].kernel->preference;
  for (const Bucket &bucket : buckets) {
    const std::vector<Choice> known = measured(bucket, taking);
    for (size_t i = 0; i < taking.size(); ++i) {
      ranks[i].places += size_t(std::ranges::find(known, taking[i]) - known.begin());
      ranks[i].isRefused &= !reasonAgainst(taking[i], site, call, bucket.from).empty();
      ranks[i].cost += std::log(std::max(1e-9, costOf(taking[i], site, call, bucket.typical)));
    }
  }
  return taking[size_t(std::ranges::min_element(ranks) - ranks.begin())];
}

// All ranges read constant weights packed in one way, but for kernels that pack theirs beside: the
// first range with something measured says in which, else the preferred kernel.
std::vector<Choice> CallChoice::ofEachRange(std::span<const Bucket> buckets) const {
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
  std::vector<Choice> choices;
  for (const std::vector<Choice> &ordered : preferred)
    choices.push_back(*std::ranges::find_if(ordered, fits));
  return choices;
}

Choices CallChoice::all() const {
  const std::span<const Bucket> buckets = bucketsOf(site);
  const bool isOne =
      site.program.floatOrder == qrt::FloatOrder::Invariant && hasOrderOfKernel(site, call);
  const std::vector<Choice> chosen =
      isOne ? std::vector(buckets.size(), ofAllRanges(buckets)) : ofEachRange(buckets);
  Choices choices;
  for (size_t i = 0; i < buckets.size(); ++i)
    if (choices.empty() || chosen[i].kernel->dependsOnRange ||
        !(choices.back().choice == chosen[i]))
      choices.push_back({buckets[i].from, chosen[i]});
  if (buckets.size() == batchBuckets.size())
    for (int64_t from : chosen.back().kernel->largerRanges)
      choices.push_back({from, chosen.back()});
  return choices;
}

std::vector<Choice> candidatesFor(const CallSite &site, const qrt::Call &call, int64_t batch) {
  return CallChoice(site, call, std::nullopt).candidates(batch);
}

} // namespace qopt
