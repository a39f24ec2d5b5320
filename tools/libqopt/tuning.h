// Measured choices of kernels, from the databases that qrun tune writes
// (docs/decisions/lowering/tuner.md).
//
//   auto tuning = qopt::readTuning("h100.sqlite");
//   auto model = network->compile("cuda", {.tuning = *tuning});
#pragma once

#include "runtime/format/device_description.h"
#include "runtime/numerics/types/status.h"

#include <functional>
#include <memory>
#include <string>

namespace qopt {

struct Tuning; // what a database says, for all devices in it

/// Errors name the file.
qrt::Expected<std::shared_ptr<const Tuning>> readTuning(const std::string &path);

/// Returns why a tuning says nothing to a device: "measures 'opencl GPU, 20 units' alone, and this
/// is …"; "" where it measures the device.
std::string whyUnused(const Tuning &tuning, const qrt::DeviceDescription &device);

/// $XDG_DATA_HOME/qopt/tuning.sqlite or ~/.local/share/qopt/…; empty where the environment names no
/// place.
std::string userTuningPath();
/// Returns the path beside the installed library: share/qopt/tuning.sqlite.
std::string shippedTuningPath();

/// Returns the tuning that holds where nobody names a file: what $QOPT_TUNING names (empty:
/// nothing), else the shipped database under the user's own, as far as there are any. If one of
/// these two cannot be read, that is a warning.
qrt::Expected<std::shared_ptr<const Tuning>>
defaultTuning(const std::function<void(const std::string &)> &warn);

} // namespace qopt
