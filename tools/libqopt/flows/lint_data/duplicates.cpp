#include "tools/libqopt/flows/lint_data/duplicates.h"

#include <algorithm>
#include <set>

namespace qopt::lint {

void Duplicates::add(const Digest &digest) { samples[digest].push_back(count++); }

static std::vector<std::string> placesOf(std::span<const int64_t> group, const Place &place) {
  std::vector<std::string> places;
  for (int64_t sample : group)
    places.push_back(place(sample));
  return places;
}

static Finding contradiction(std::span<const int64_t> group, std::span<const int64_t> labels,
                             const Place &place) {
  std::vector<std::string> rest;
  for (int64_t sample : group)
    if (size_t(sample) < labels.size())
      rest.push_back(place(sample) + " (label " + std::to_string(labels[size_t(sample)]) + ")");
  const std::string first = rest.front();
  rest.erase(rest.begin());
  return {Severity::Error,
          "contradiction",
          "",
          first,
          "the same sample is " + listed(rest),
          "mend the labels, or remove the samples that are labelled wrong"};
}

Findings Duplicates::check(std::span<const int64_t> labels, const Place &place) const {
  std::vector<const std::vector<int64_t> *> groups;
  for (const auto &[digest, group] : samples)
    if (group.size() > 1)
      groups.push_back(&group);
  std::ranges::sort(groups, {}, [](const std::vector<int64_t> *group) { return group->front(); });
  Findings findings;
  for (const std::vector<int64_t> *group : groups) {
    std::set<int64_t> given;
    for (int64_t sample : *group)
      if (size_t(sample) < labels.size())
        given.insert(labels[size_t(sample)]);
    if (given.size() > 1) {
      findings.push_back(contradiction(*group, labels, place));
      continue;
    }
    std::span<const int64_t> others = std::span(*group).subspan(1);
    findings.push_back({Severity::Warning, "duplicate", "", place(group->front()),
                        "is there again as " + listed(placesOf(others, place)),
                        "keep one: copies count for more than other samples"});
  }
  return findings;
}

} // namespace qopt::lint
