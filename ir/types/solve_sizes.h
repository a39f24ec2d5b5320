// Solves open sizes from the shapes of inputs. Hosts that see no MLIR header use it, too.
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
