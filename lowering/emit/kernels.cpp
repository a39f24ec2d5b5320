#include "lowering/emit/kernels.h"

#include <cassert>

namespace qopt {

// The next range of batches may run this launch of the same node, too, whatever chose it.
static bool isAlike(const qrt::Launch &a, qrt::Launch b) {
  b.choice = a.choice;
  return a == b;
}

qrt::Expected<qrt::Launch>
emitLaunch(qrt::Program &program, const qrt::Node &node, const qrt::Call &call,
           const Choice &choice, const qrt::DeviceDescription &device, const BatchRange &batches) {
  LaunchDraft draft(program, node, call, choice, device, batches);
  qrt::Status status = choice.kernel->emit(draft, call);
  if (!status.ok())
    return status;
  return draft.finish();
}

qrt::Expected<qrt::Program> emitKernels(qrt::Program program, std::span<const Choices> choices,
                                        const qrt::DeviceDescription &device) {
  assert(choices.size() == program.nodes.size());
  for (size_t i = 0; i < choices.size(); ++i) {
    qrt::Node &node = program.nodes[i];
    if (!std::holds_alternative<qrt::Call>(node.work))
      continue;
    const qrt::Call call = std::get<qrt::Call>(node.work);
    node.key = qrt::callKey(program, call);
    for (size_t j = 0; j < choices[i].size(); ++j) {
      BatchRange range{choices[i][j].from};
      if (j + 1 < choices[i].size())
        range.last = choices[i][j + 1].from - 1;
      qrt::Expected<qrt::Launch> launch =
          emitLaunch(program, node, call, choices[i][j].choice, device, range);
      if (!launch)
        return launch.status();
      if (j == 0)
        node.work = std::move(*launch);
      else if (!isAlike(qrt::launchOf(node, range.first), *launch))
        node.larger.push_back({range.first, std::move(*launch)});
    }
  }
  program.target = device.driver;
  return program;
}

} // namespace qopt
