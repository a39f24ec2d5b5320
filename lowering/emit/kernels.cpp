#include "lowering/emit/kernels.h"

#include "lowering/emit/launch.h"

#include <cassert>

namespace qopt {

qrt::Expected<qrt::Program> emitKernels(qrt::Program program,
                                        std::span<const KernelRow *const> rows,
                                        const qrt::DeviceDescription &device) {
  assert(rows.size() == program.nodes.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    qrt::Node &node = program.nodes[i];
    const qrt::Call *call = std::get_if<qrt::Call>(&node.work);
    if (!call)
      continue;
    qrt::Expected<qrt::Launch> launch = emitLaunch(program, node, *call, *rows[i], device);
    if (!launch)
      return launch.status();
    node.key = qrt::callKey(program, *call);
    node.work = std::move(*launch);
  }
  program.target = device.driver;
  return program;
}

} // namespace qopt
