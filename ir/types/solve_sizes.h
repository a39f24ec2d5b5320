// What an open size is, from inputs; plain, for hosts that see no MLIR header.
#pragma once

#include "ir/types/dim.h"
#include "runtime/numerics/types/port.h"
#include "runtime/numerics/types/status.h"

#include <map>

namespace qopt::nn {

using SizeBindings = std::map<std::string, int64_t>;

/// The symbols' values at which `inputs` are as `expected`. Else InvalidArgument that names the
/// first input that does not fit.
qrt::Expected<SizeBindings> solveSizes(std::span<const qrt::PortDescription<Dim>> expected,
                                       std::span<const qrt::Tensor> inputs);

} // namespace qopt::nn
