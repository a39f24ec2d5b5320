#include "runtime/drivers/kernels/launches.h"

#include "runtime/format/counts.h"
#include "runtime/numerics/index_fault.h"
#include "runtime/numerics/types/return_if_error.h"

#include <algorithm>
#include <cstdlib>

namespace qrt::kernels {

void forEachLaunch(const Program &program,
                   const std::function<void(const Node &, const Launch &)> &visit) {
  for (const Node &node : program.nodes)
    visitLaunches(node, [&](const Launch &launch) { visit(node, launch); });
}

static Status checkLibraries(const Program &program, const char *api, const LibraryCheck &check) {
  Status first;
  forEachLaunch(program, [&](const Node &node, const Launch &launch) {
    if (first.ok() && launch.library)
      first = inLayer(
          node, check ? check(*launch.library)
                      : Status(StatusCode::Unsupported, std::string(api) + " calls no library '" +
                                                            launch.library->library + "'"));
  });
  return first;
}

Status checkLaunches(const Program &program, const char *api, const LibraryCheck &check) {
  QRT_RETURN_IF_ERROR(verifyProgram(program));
  for (const Node &node : program.nodes)
    if (std::holds_alternative<Call>(node.work))
      return invalidArgument("program for '" + program.target + "' has no kernels for " + api +
                             " (layer '" + node.name + "')");
  return checkLibraries(program, api, check);
}

std::string layerOf(const Program &program, size_t kernel) {
  const std::string *name = nullptr;
  forEachLaunch(program, [&](const Node &node, const Launch &launch) {
    if (!name && launch.kernel == kernel)
      name = &node.name;
  });
  return name ? *name : "?";
}

Status inLayer(const Node &node, const Status &status) {
  return status.ok() ? status
                     : Status{status.code(), "layer '" + node.name + "': " + status.message()};
}

static bool isCounted(const Extent &extent, int64_t batch) {
  return std::abs(extent.at(batch)) <= largestCount;
}

/// Tells whether the kernel can count all that its launch states.
static bool isCounted(const Node &node, int64_t batch) {
  const Launch &launch = launchOf(node, batch);
  const auto isFew = [batch](const LaunchArgument &argument) {
    const auto *extent = std::get_if<Extent>(&argument);
    return !extent || isCounted(*extent, batch);
  };
  return std::ranges::all_of(launch.arguments, isFew) &&
         std::ranges::all_of(launch.global, [&](const Extent &e) { return isCounted(e, batch); });
}

/// Says that the kernel cannot count `extent` at `batch`, and which batch is the largest it takes.
static Status tooLarge(const Node &node, const Extent &extent, int64_t batch) {
  int64_t most = 0, beyond = batch;
  while (beyond - most > 1) {
    const int64_t between = most + (beyond - most) / 2;
    (isCounted(extent, between) && isCounted(node, between) ? most : beyond) = between;
  }
  if (most == 0)
    return inLayer(node, invalidArgument("one sample is too large for its kernel"));
  return inLayer(node, invalidArgument("batch " + std::to_string(batch) +
                                       " is too large for its kernel, which takes at most " +
                                       std::to_string(most)));
}

Expected<LaunchSize> sizeOf(const Node &node, int64_t batch) {
  const Launch &launch = launchOf(node, batch);
  LaunchSize size;
  for (int d = 0; d < 3; ++d) {
    if (!isCounted(launch.global[d], batch))
      return tooLarge(node, launch.global[d], batch);
    size.global[d] = size_t(launch.global[d].at(batch));
    size.local[d] = launch.local[d];
  }
  return size;
}

Expected<int32_t> numberOf(const Node &node, const Extent &extent, int64_t batch) {
  if (!isCounted(extent, batch))
    return tooLarge(node, extent, batch);
  return int32_t(extent.at(batch));
}

Status faultOf(const Program &program, std::span<const uint32_t> words) {
  for (size_t i = 0; i < program.faults.size(); ++i)
    if (words[i])
      return invalidArgument("layer '" + program.faults[i] + "': " + indexFault);
  return {};
}

Status noMemoryFor(int64_t batch, int64_t bytes, const Status &why) {
  return {why.code(), why.message() + " at batch " + std::to_string(batch) +
                          ", whose activations take " + std::to_string(bytes) +
                          " bytes; use a smaller batch"};
}

} // namespace qrt::kernels
