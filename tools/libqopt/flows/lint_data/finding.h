// A finding is a line about what is wrong with samples. For bindings: plain structs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace qopt::lint {

/// An error spoils what is measured with the data; a warning may be meant.
enum class Severity { Warning, Error };

struct Finding {
  Severity severity = Severity::Warning;
  std::string name;   // stable: "input-scale", "duplicate", …
  std::string tensor; // its key; "": of no tensor
  std::string sample; // "samples/a.npy, sample 3"; "": of no single one
  std::string what, remedy;
};

using Findings = std::vector<Finding>;

/// Returns what messages call sample i of the whole set.
using Place = std::function<std::string(int64_t)>;

struct Report {
  std::string model, data, batchNorm; // the key of the batch norm that was compared with; ""
  int64_t samples = 0;
  Findings findings; // in the order of what is looked at

  int64_t count(Severity severity) const;
};

/// "a", "a and b", "a, b and 7 more".
std::string listed(const std::vector<std::string> &words, size_t most = 5);

} // namespace qopt::lint
