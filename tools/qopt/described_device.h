// A device that is not here, described as data.
#pragma once

#include "runtime/format/device_description.h"
#include "runtime/numerics/types/status.h"

namespace qopt::tool {

/// A field of DeviceDescription and its value a line, "computeCapability 90"; # begins a comment.
/// Fields that are not named are as they are by default.
qrt::Expected<qrt::DeviceDescription> readDescribedDevice(const std::string &path);

} // namespace qopt::tool
