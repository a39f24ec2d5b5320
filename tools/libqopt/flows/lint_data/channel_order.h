// Tells whether the first three channels come in the order that a network was trained with.
#pragma once

#include "tools/libqopt/flows/lint_data/finding.h"
#include "tools/libqopt/flows/lint_data/moments.h"

#include <optional>

namespace qopt::lint {

/// The position of the trained means between those measured in the given order (0) and in the
/// reversed one (1), along the direction that tells both apart best, and how sure it is.
struct OrderFit {
  double position = 0, error = 0; // one standard error
};
/// The channels that fitOrder looks at, which `given` must see together.
std::vector<size_t> orderedChannels(const Expected &trained);
/// None where the means tell nothing.
std::optional<OrderFit> fitOrder(const Moments &given, const Moments &reversed,
                                 const Expected &trained);

/// "channel-order", or nothing where the fit does not decide.
Findings checkOrder(const OrderFit &fit, const std::string &input, const std::string &batchNorm);

} // namespace qopt::lint
