#include "lowering/select/call_choice.h"

#include "lowering/emit/register_tile.h"
#include "lowering/families/families.h"
#include "lowering/select/open_call.h"

#include <algorithm>

namespace qopt {

WeightForm formOf(const KernelRow &row, const CallSite &site, const qrt::Call &call) {
  if (row.weights == WeightLayout::None)
    return {};
  const int64_t channels =
      std::visit([&](const auto &c) { return factsOf(site, c).channels; }, call);
  return {row.weights, roundUp(channels, row.tile.channels())};
}

CallChoice::CallChoice(const CallSite &site, const qrt::Call &call,
                       const qrt::DeviceDescription &device, std::optional<Tuned> tuned)
    : site(site), call(call), device(device), tuned(tuned) {
  for (const KernelRow &row : rowsFor(call)) {
    const std::string reason = reasonAgainst(row, site.program, site.node, call, device);
    if (reason.empty())
      rows.push_back(&row);
    else
      against += (against.empty() ? "" : "; ") + std::string(row.name) + " " + reason;
  }
  if (tuned && !tuned->tuning.choices.empty())
    key = qrt::callKey(site.program, call);
}

// A range of batches has factors of its own where they save more products than they take to wait
// for: packed beside what others read.
static bool hasOwnWeights(const KernelRow &row) { return row.tensor == TensorKernel::Winograd; }

// Tensor cores before others, the cheapest first of those that read weights as the first row does;
// others in the table's order, the cheapest first of what each leaves open.
std::vector<Choice> CallChoice::candidates(int64_t batch) const {
  struct Ranked {
    Choice choice;
    size_t rank;
    double cost;
  };
  std::vector<Ranked> ranked;
  const OpenCall open(site, call, device);
  for (size_t i = 0; i < rows.size(); ++i) {
    const KernelRow &row = *rows[i];
    const size_t rank = row.tensor == TensorKernel::None                             ? 2 + i
                        : row.weights == rows.front()->weights || hasOwnWeights(row) ? 0
                                                                                     : 1;
    for (const KernelParameters &p : parametersFor(row, site.program, site.node, call, device))
      ranked.push_back({{&row, p}, rank, open.costOf({&row, p}, batch)});
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked &a, const Ranked &b) {
    return std::pair(a.rank, a.cost) < std::pair(b.rank, b.cost);
  });
  std::vector<Choice> choices;
  for (const Ranked &one : ranked)
    choices.push_back(one.choice);
  return choices;
}

std::string CallChoice::whyRefused(const std::string &choice) const {
  for (const KernelRow &row : rowsFor(call)) {
    if (choice.substr(0, choice.find(' ')) != row.name)
      continue;
    const std::string reason = reasonAgainst(row, site.program, site.node, call, device);
    if (!reason.empty())
      return std::string(row.name) + " " + reason;
    for (const KernelParameters &parameters : row.space)
      if (textOf({&row, parameters}) == choice)
        return std::string(row.name) + " " + OpenCall(site, call, device).against(row, parameters);
    return std::string(row.name) + " has no such parameters";
  }
  return "there is no such kernel";
}

std::vector<Choice> CallChoice::measured(const Bucket &bucket, std::span<const Choice> all) const {
  if (key.empty())
    return {};
  auto entry = tuned->tuning.choices.find({key, tunedName(device), bucket.from});
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

// The first range with something measured says in which form weights lie.
Choices CallChoice::all() const {
  std::vector<Bucket> buckets(batchBuckets.begin(), batchBuckets.end());
  if (!growsWithBatch(site.program, site.node))
    buckets.resize(1);
  const KernelRow *row = nullptr;
  std::vector<std::vector<Choice>> preferred; // of each range, the best first
  for (const Bucket &bucket : buckets) {
    const std::vector<Choice> all = candidates(bucket.typical);
    std::vector<Choice> &ordered = preferred.emplace_back(measured(bucket, all));
    if (!row && !ordered.empty() && !hasOwnWeights(*ordered.front().row))
      row = ordered.front().row;
    ordered.insert(ordered.end(), all.begin(), all.end());
  }
  const WeightForm form = formOf(row ? *row : *rows.front(), site, call);
  auto fits = [&](const Choice &choice) {
    return hasOwnWeights(*choice.row) || formOf(*choice.row, site, call) == form;
  };

  Choices choices;
  for (size_t i = 0; i < buckets.size(); ++i) {
    const Choice choice = *std::find_if(preferred[i].begin(), preferred[i].end(), fits);
    // A launch on tensor cores depends on its range.
    if (choices.empty() || choice.row->tensor != TensorKernel::None ||
        !(choices.back().choice == choice))
      choices.push_back({buckets[i].from, choice});
  }
  return choices;
}

std::vector<Choice> candidatesFor(const qrt::Program &program, const qrt::Node &node,
                                  const qrt::Call &call, const qrt::DeviceDescription &device,
                                  int64_t batch) {
  return CallChoice({program, node}, call, device, std::nullopt).candidates(batch);
}

} // namespace qopt
