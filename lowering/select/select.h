// Which kernel computes a call on a device: the first row of the family's
// table that fits.
#pragma once

#include "lowering/kernels/row.h"
#include "runtime/format/device_description.h"
#include "runtime/format/program.h"
#include "runtime/numerics/types/status.h"

#include <string>
#include <vector>

namespace qopt {

/// Rows of the call's family, in order of preference.
std::span<const KernelRow> rowsFor(const qrt::Call &call);

/// Why `row` cannot compute `call` on `device`; empty when it can.
std::string reasonAgainst(const KernelRow &row, const qrt::Program &program, const qrt::Node &node,
                          const qrt::Call &call, const qrt::DeviceDescription &device);

/// The preferred row for a call whose buffers do not stand yet, as if its input were padded as the
/// row asks; null where none fits.
const KernelRow *chooseRow(qrt::Call draft, const qrt::DeviceDescription &device);

/// The row of each node that is a call, or the first failure of selectKernel.
qrt::Expected<std::vector<const KernelRow *>> selectKernels(const qrt::Program &program,
                                                            const qrt::DeviceDescription &device);

/// The preferred row, or Unsupported with every row's reason, naming the
/// node's layer.
qrt::Expected<const KernelRow *> selectKernel(const qrt::Program &program, const qrt::Node &node,
                                              const qrt::Call &call,
                                              const qrt::DeviceDescription &device);

} // namespace qopt
