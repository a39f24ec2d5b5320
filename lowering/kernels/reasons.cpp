#include "lowering/kernels/reasons.h"

#include <algorithm>

namespace qopt {

std::string firstReason(std::initializer_list<std::string> reasons) {
  for (const std::string &reason : reasons)
    if (!reason.empty())
      return reason;
  return {};
}

std::string whyTypesNot(const TypeSet &taken, std::initializer_list<qrt::ElementType> read) {
  for (qrt::ElementType type : read)
    if (!taken.contains(type))
      return "does not take " + std::string(qrt::elementTypeName(type));
  return {};
}

std::string whyNotGpu(const qrt::DeviceDescription &device) {
  return unless(device.isGpu, "is for GPUs");
}
std::string whyNotCpu(const qrt::DeviceDescription &device) {
  return unless(!device.isGpu, "is for CPUs");
}

std::string whyCapabilityNot(const qrt::DeviceDescription &device, int capability) {
  return unless(device.computeCapability >= capability, "needs an NVIDIA device of capability " +
                                                            std::to_string(capability / 10) + "." +
                                                            std::to_string(capability % 10));
}

std::string whyLocalMemoryNot(const qrt::DeviceDescription &device, int64_t bytes) {
  return whyFewer("local memory", bytes, device.localMemoryBytes);
}

std::string whyLibraryNot(const qrt::DeviceDescription &device, const std::string &library,
                          std::string_view title) {
  const auto names = [&](const std::vector<std::string> &list) {
    return std::ranges::find(list, library) != list.end();
  };
  const std::string needs = "needs " + std::string(title) + ", which ";
  return firstReason({unless(names(device.allowedLibraries),
                             needs + "was not asked for (--libraries=" + library + ")"),
                      unless(names(device.libraries), needs + "is not found for this device")});
}

std::string whyGroupNot(const qrt::DeviceDescription &device, int64_t items, int64_t localBytes) {
  return firstReason(
      {whyLocalMemoryNot(device, localBytes), whyFewer("work-groups", items, device.maxWorkGroup)});
}

std::string whyFewer(std::string_view what, int64_t needed, int64_t present) {
  return unless(present >= needed, "needs " + std::string(what) + " of " + std::to_string(needed) +
                                       " or more, here " + std::to_string(present));
}

std::string whyMore(std::string_view what, int64_t most, int64_t present) {
  return unless(present <= most, "needs " + std::string(what) + " of " + std::to_string(most) +
                                     " at most, here " + std::to_string(present));
}

std::string unless(bool condition, std::string_view why) {
  return condition ? std::string() : std::string(why);
}

} // namespace qopt
