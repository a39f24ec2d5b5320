#include "runtime/drivers/cuda/memory_split.h"

#include "runtime/drivers/cuda/objects.h"
#include "runtime/numerics/types/return_if_error.h"

#include <algorithm>

namespace qrt::cuda {
namespace {

/// A multiprocessor gives groups so many bytes, work-items and registers.
struct Multiprocessor {
  int64_t sharedBytes, workItems, registers;
};

Expected<Multiprocessor> multiprocessorOf(const DeviceContext &context) {
  int64_t found[3];
  const DeviceAttribute wanted[] = {deviceMaxSharedMemoryPerMultiprocessor,
                                    deviceMaxThreadsPerMultiprocessor,
                                    deviceMaxRegistersPerMultiprocessor};
  for (int i = 0; i < 3; ++i) {
    Expected<int> value = context.attribute(wanted[i]);
    if (!value)
      return value.status();
    found[i] = *value;
  }
  return Multiprocessor{found[0], found[1], found[2]};
}

/// Returns the bytes of shared memory that groups of the function take together, as many as stay on
/// a multiprocessor at once. CUDA holds a kilobyte back for each, and gives registers to warps by
/// 256.
Expected<int64_t> sharedBytesOf(const DeviceContext &context, const Multiprocessor &has,
                                const GroupOf &group) {
  constexpr int64_t reserved = 1024, warp = 32, registersStep = 256, mostGroups = 32;
  const Expected<int> declared = context.attribute(group.function, functionSharedBytes);
  if (!declared)
    return declared.status();
  const Expected<int> registers = context.attribute(group.function, functionRegisters);
  if (!registers)
    return registers.status();
  const int64_t warps = (group.workGroup + warp - 1) / warp;
  const int64_t ofWarp =
      (std::max<int64_t>(*registers, 1) * warp + registersStep - 1) / registersStep * registersStep;
  const int64_t groups = std::max<int64_t>(
      1, std::min({mostGroups, has.workItems / (warps * warp), has.registers / (warps * ofWarp)}));
  return groups * (*declared + group.localBytes + reserved);
}

/// Returns the percentage that holds the groups of each function, and is no less than any asks for.
Expected<int> percentOf(const DeviceContext &context, const std::vector<GroupOf> &groups) {
  Expected<Multiprocessor> has = multiprocessorOf(context);
  if (!has)
    return has.status();
  const int64_t all = std::max<int64_t>(1, has->sharedBytes);
  int percent = 0;
  for (const GroupOf &group : groups) {
    if (group.percent) {
      percent = std::max(percent, *group.percent);
      continue;
    }
    Expected<int64_t> bytes = sharedBytesOf(context, *has, group);
    if (!bytes)
      return bytes.status();
    percent = std::max(percent, int(std::min<int64_t>(100, (*bytes * 100 + all - 1) / all)));
  }
  return percent;
}

} // namespace

Status splitMemory(const DeviceContext &context, std::vector<GroupOf> &groups) {
  if (!context.description.dependentLaunch ||
      std::ranges::all_of(groups, [](const GroupOf &group) { return group.percent.has_value(); }))
    return {};
  QRT_CUDA_ENTER(context);
  Expected<int> percent = percentOf(context, groups);
  if (!percent)
    return percent.status();
  for (GroupOf &group : groups) {
    if (group.percent)
      continue;
    QRT_RETURN_IF_ERROR(context.check(
        context.cuda.cuFuncSetAttribute(group.function, functionPreferredSharedPercent, *percent),
        "cuFuncSetAttribute"));
    group.percent = *percent;
  }
  return {};
}

} // namespace qrt::cuda
