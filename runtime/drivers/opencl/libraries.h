// The table of libraries.
#pragma once

#include "runtime/drivers/opencl/libraries/library.h"

namespace qrt::opencl {

/// Returns the library of that name; null if there is none.
const Library *libraryNamed(std::string_view name);
/// Returns the names of all libraries, installed or not.
std::vector<std::string> libraryNames();
/// Returns the names of the libraries found on this machine, for DeviceDescription::libraries.
std::vector<std::string> foundLibraries();
/// Checks a library's call, for kernels::checkLaunches.
Status checkLibraryCall(const LibraryCall &);

} // namespace qrt::opencl
