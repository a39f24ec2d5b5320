// Which kernel computes a call on a device: the first row of the family's table that fits, and
// where that leaves something open, the cheapest of what fits for each range of batches.
#pragma once

#include "lowering/select/choice.h"
#include "runtime/format/device_description.h"
#include "runtime/format/program.h"
#include "runtime/numerics/types/status.h"

#include <optional>
#include <string>
#include <vector>

namespace qopt {

/// Rows of the call's family, in order of preference.
std::span<const KernelRow> rowsFor(const qrt::Call &call);

/// Why `row` cannot compute `call` on `device`; empty when it can.
std::string reasonAgainst(const KernelRow &row, const qrt::Program &program, const qrt::Node &node,
                          const qrt::Call &call, const qrt::DeviceDescription &device);

/// What `row`, which takes `call`, may leave open: those of its space that fit; one of none.
std::vector<KernelParameters> parametersFor(const KernelRow &row, const qrt::Program &program,
                                            const qrt::Node &node, const qrt::Call &call,
                                            const qrt::DeviceDescription &device);

/// All that `call` may run as at `batch`, what heuristics choose first.
std::vector<Choice> candidatesFor(const qrt::Program &program, const qrt::Node &node,
                                  const qrt::Call &call, const qrt::DeviceDescription &device,
                                  int64_t batch);

/// The preferred row for a call whose buffers do not stand yet, as if its input were padded as the
/// row asks; null where none fits.
const KernelRow *chooseRow(qrt::Call draft, const qrt::DeviceDescription &device,
                           qrt::FloatOrder order);

/// What tuning calls the device: what its times depend on, but for drivers.
std::string tunedName(const qrt::DeviceDescription &device);

/// Whether ranges of batches are told apart for the node.
bool growsWithBatch(const qrt::Program &program, const qrt::Node &node);

/// What was measured, and where what was found unusable is told, a sentence each.
struct Tuned {
  const Tuning &tuning;
  std::vector<std::string> &remarks;
};

/// The choices of each node that is a call, or the first failure of selectKernel.
qrt::Expected<std::vector<Choices>> selectKernels(const qrt::Program &program,
                                                  const qrt::DeviceDescription &device,
                                                  std::optional<Tuned> tuned = std::nullopt);

/// What is preferred, or Unsupported with every row's reason, naming the
/// node's layer.
qrt::Expected<Choices> selectKernel(const qrt::Program &program, const qrt::Node &node,
                                    const qrt::Call &call, const qrt::DeviceDescription &device,
                                    std::optional<Tuned> tuned = std::nullopt);

} // namespace qopt
