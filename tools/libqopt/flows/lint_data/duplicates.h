// Samples that are there more than once.
#pragma once

#include "tools/libqopt/flows/lint_data/finding.h"

#include <array>
#include <map>
#include <optional>
#include <span>

namespace qopt::lint {

using Digest = std::array<uint8_t, 32>;

/// Finds samples that are there again. It keeps a digest of each sample.
class Duplicates {
public:
  /// The next sample of the set.
  void add(const Digest &digest);

  /// "duplicate" for each sample that is there again; "contradiction" where labels differ. `labels`
  /// may be shorter than the set, or empty.
  Findings check(std::span<const int64_t> labels, const Place &place) const;

private:
  int64_t count = 0;
  std::map<Digest, std::vector<int64_t>> samples;
};

} // namespace qopt::lint
