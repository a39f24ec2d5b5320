// The libraries there are.
#pragma once

#include "runtime/drivers/opencl/libraries/library.h"

namespace qrt::opencl {

/// Null where there is no such library.
const Library *libraryNamed(std::string_view name);
/// Of all, be they found or not.
std::vector<std::string> libraryNames();
/// Names of those that are found on this machine, for DeviceDescription::libraries.
std::vector<std::string> foundLibraries();
/// For kernels::checkLaunches.
Status checkLibraryCall(const LibraryCall &);

} // namespace qrt::opencl
