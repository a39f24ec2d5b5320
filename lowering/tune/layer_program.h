// One call of a program as a program of its own, to be measured.
#pragma once

#include "lowering/tune/problems.h"

namespace qopt {

/// Its inputs are the buffers that the call reads, as they lie; its outputs those it writes.
enum class LayerUse {
  Timed,
  Checked, // outputs are filled with zeros before: padding is not written
};

/// Returns a program for a batch of the problem's range: a launch of each of `choices`, one after
/// the other. `calls` is the program that the problem is of.
qrt::Expected<qrt::Program> layerProgram(const qrt::Program &calls, const TuningProblem &problem,
                                         std::span<const Choice> choices,
                                         const qrt::DeviceDescription &device, LayerUse use);

/// Returns a program that any device which takes kernels runs: it writes four bytes.
qrt::Expected<qrt::Program> smallestProgram(const qrt::DeviceDescription &device);

} // namespace qopt
