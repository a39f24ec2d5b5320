// This function compares what products of one value cost apart and as one.
#pragma once

#include "ir/ops.h"
#include "runtime/format/device_description.h"
#include "runtime/numerics/execution/execution.h"

namespace qopt {

/// Returns whether the products cost no more together than apart, by the costs of the kernels that
/// are chosen first (DeviceKernel::cost, a launch's own among them), each range of batches counting
/// as much as another; of kernels without a cost fewer launches are less. `products` have the same
/// a, and constants of the same kind.
bool costNoMoreTogether(llvm::ArrayRef<nn::MatmulOp> products, const qrt::DeviceDescription &device,
                        qrt::FloatOrder order);

} // namespace qopt
