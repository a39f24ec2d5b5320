// What a driver of kernels asks of a program's launches: are there any, how large are they at a
// batch.
#pragma once

#include "runtime/format/program.h"

#include <functional>
#include <span>

namespace qrt::kernels {

/// Of every launch that a node may run, whatever the batch.
void forEachLaunch(const Program &program,
                   const std::function<void(const Node &, const Launch &)> &visit);

/// Why a driver cannot make a library's call.
using LibraryCheck = std::function<Status(const LibraryCall &)>;
/// Refuses a program that is not sound, has a node without a kernel or a library's call that cannot
/// be made: without `check` there is none. `api`: "OpenCL", for people.
Status checkLaunches(const Program &program, const char *api, const LibraryCheck &check = {});
/// The layer that runs a kernel first.
std::string layerOf(const Program &program, size_t kernel);

/// A status with the layer that it is about.
Status inLayer(const Node &node, const Status &status);

struct LaunchSize {
  std::array<size_t, 3> global, local; // work-items
  bool isEmpty() const { return global[0] * global[1] * global[2] == 0; }
};
/// Returns what a node's launch spans; an error names the layer whose kernel cannot count its items
/// (largestCount), and the largest batch that it takes.
Expected<LaunchSize> sizeOf(const Node &node, int64_t batch);
/// Returns what an Extent among a launch's arguments is in the kernel; errors are those of sizeOf.
Expected<int32_t> numberOf(const Node &node, const Extent &extent, int64_t batch);

/// What the fault store holds after a run: an error names the layer that met an index outside.
Status faultOf(const Program &program, std::span<const uint32_t> words);

/// What is said where the memory of a run does not go on the device.
Status noMemoryFor(int64_t batch, int64_t bytes, const Status &why);

} // namespace qrt::kernels
