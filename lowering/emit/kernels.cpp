#include "lowering/emit/kernels.h"

#include "lowering/emit/launch.h"
#include "lowering/select/select.h"

namespace qopt {

qrt::Expected<qrt::Program> emitKernels(qrt::Program program,
                                        const qrt::DeviceDescription &device) {
  for (qrt::Node &node : program.nodes) {
    const qrt::Call *call = std::get_if<qrt::Call>(&node.work);
    if (!call)
      continue;
    qrt::Expected<const KernelRow *> row = selectKernel(program, node, *call, device);
    if (!row)
      return row.status();
    qrt::Expected<qrt::Launch> launch = emitLaunch(program, node, *call, **row, device);
    if (!launch)
      return launch.status();
    node.key = qrt::callKey(program, *call);
    node.work = std::move(*launch);
  }
  program.target = device.driver;
  return program;
}

} // namespace qopt
