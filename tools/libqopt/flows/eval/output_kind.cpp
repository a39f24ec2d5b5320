#include "tools/libqopt/flows/eval/output_kind.h"

#include <array>

namespace qopt {

static constexpr std::array names = {std::pair(OutputKind::Classes, "classes"),
                                     std::pair(OutputKind::Embedding, "embedding"),
                                     std::pair(OutputKind::Values, "values")};

std::string_view outputKindName(OutputKind kind) {
  for (const auto &[known, name] : names)
    if (known == kind)
      return name;
  return "";
}

std::optional<OutputKind> outputKindOf(std::string_view name) {
  for (const auto &[kind, known] : names)
    if (known == name)
      return kind;
  return std::nullopt;
}

std::string outputKindNames() { return "classes, embedding and values"; }

} // namespace qopt
