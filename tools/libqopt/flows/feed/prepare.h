// An array as read becomes what an input takes.
#pragma once

#include "tools/libqopt/flows/reports/reports.h"
#include "tools/libqopt/qopt.h"

#include <functional>
#include <utility>

namespace qopt::run {

/// Open ones are −1.
qrt::Shape sizesOf(const Port &port);

/// The words by which messages call an array that was read.
struct ArrayPlace {
  std::string text; // "x.npz, sample 4", the first of those that it holds
  /// Returns for an element, in the order of the logical shape, who has it, "x.npz, sample 7", and
  /// its index there, "[1,2]".
  std::function<std::pair<std::string, std::string>(int64_t element)> element;
};

/// The tensor that `port` takes, from an array as read: u8, f32 and f64 go through the port's
/// preprocessing (floats not when `preprocessed`), others must have its type. Fails at a finite
/// number of which a narrower float would make none.
qrt::Expected<qrt::Tensor> prepare(const Port &port, const qrt::Tensor &array, bool preprocessed,
                                   const ArrayPlace &place);
/// Once for each array that is read: what `prepare` will lose of it.
void noteNarrowing(const Reports &reports, qrt::ElementType type, const std::string &place);

/// The port's own dimension of channels, which decides for arrays of all sizes that it takes.
size_t normalizedDim(const Port &port);

} // namespace qopt::run
