// These functions tell why kernels cannot take a convolution or a product, in words that several
// share. Each gives "" where nothing is against it.
#pragma once

#include "lowering/kernels/reasons.h"

namespace qopt {

/// The types of both factors.
std::string whyTypesNot(const TypeSet &taken, const qrt::Conv2dCall &call);
std::string whyTypesNot(const TypeSet &taken, const qrt::MatmulCall &call);
/// Weights that are packed at load.
std::string whyNotConstant(const qrt::Factor &weights);
std::string whyNotConstant(const qrt::MatmulCall &call); // its B
/// i8 with zero point 0
bool isSymmetric(const qrt::Factor &weights);
std::string whyNotSymmetric(const qrt::Factor &weights);
/// A CPU's four byte products at once.
std::string whyNoByteProducts(const qrt::DeviceDescription &device);
/// Matrices that leave tiles mostly empty.
std::string whyMatricesSmall(const qrt::MatmulCall &call);
std::string whyGroupsNot(const qrt::Conv2dCall &call);
std::string whyNotDepthwise(const qrt::Conv2dCall &call);
/// Says that there are fewer `what` than are `taken` at a time, where these are more than `fewest`
/// and half of them would take all that are `there`; empty elsewhere.
std::string whyHalfServes(std::string_view what, int64_t taken, int64_t fewest, int64_t there);
/// Pixels that lie a multiple of so many elements apart.
std::string whyPixelsNot(const qrt::Conv2dCall &call, int64_t multiple);

} // namespace qopt
