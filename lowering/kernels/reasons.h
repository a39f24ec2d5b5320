// These functions tell why kernels cannot take a call or a device, in words that several share.
// Each gives "" where nothing is against it; a kernel's own reasons stand in its folder.
#pragma once

#include "lowering/kernels/device_kernel.h"
#include "lowering/kernels/type_set.h"

#include <initializer_list>

namespace qopt {

/// The first that is one.
std::string firstReason(std::initializer_list<std::string> reasons);

std::string whyTypesNot(const TypeSet &taken, std::initializer_list<qrt::ElementType> read);
std::string whyNotGpu(const qrt::DeviceDescription &device);
std::string whyNotCpu(const qrt::DeviceDescription &device);
/// `capability` is that of NVIDIA's devices: 10 · major + minor.
std::string whyCapabilityNot(const qrt::DeviceDescription &device, int capability);
std::string whyLocalMemoryNot(const qrt::DeviceDescription &device, int64_t bytes);
/// Libraries that who compiles has to allow, as "clblast"; `title` is for people.
std::string whyLibraryNot(const qrt::DeviceDescription &device, const std::string &library,
                          std::string_view title);
/// Groups of so many items that share local memory.
std::string whyGroupNot(const qrt::DeviceDescription &device, int64_t items, int64_t localBytes);

/// "needs channels of 17 or more, here 3"
std::string whyFewer(std::string_view what, int64_t needed, int64_t present);
/// "needs a reduction of 1024 at most, here 2000"
std::string whyMore(std::string_view what, int64_t most, int64_t present);

/// `condition`, or why: "needs a filter for each channel".
std::string unless(bool condition, std::string_view why);

} // namespace qopt
