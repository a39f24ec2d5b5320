// Kinds of outputs, by which their values are judged.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace qopt {

/// Classes: the largest score of a row names one, and a sample (or a step of one) flips or does
/// not. Embedding: a sample's values are one vector, whose direction and neighbours count. Values:
/// numbers alone.
enum class OutputKind { Classes, Embedding, Values };

std::string_view outputKindName(OutputKind kind);
/// "classes", "embedding", "values"; nothing of other names.
std::optional<OutputKind> outputKindOf(std::string_view name);
/// The names, for messages.
std::string outputKindNames();

} // namespace qopt
