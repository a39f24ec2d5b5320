// Queries on a program's launches, for drivers that run kernels: whether they are valid, and their
// sizes at a batch.
#pragma once

#include "runtime/format/program.h"

#include <functional>
#include <span>

namespace qrt::kernels {

/// Calls visit for every launch that a node may run, whatever the batch.
void forEachLaunch(const Program &program,
                   const std::function<void(const Node &, const Launch &)> &visit);

/// Returns the reason why a driver cannot make a library's call, or ok.
using LibraryCheck = std::function<Status(const LibraryCall &)>;
/// Refuses a program that verifyProgram refuses, or that has a node without a kernel or a library's
/// call that `check` refuses (without `check`: any). `api` is the API's name in messages: "OpenCL".
Status checkLaunches(const Program &program, const char *api, const LibraryCheck &check = {});
/// Returns the name of the first layer that runs the kernel.
std::string layerOf(const Program &program, size_t kernel);

/// Returns the status with the name of its layer added.
Status inLayer(const Node &node, const Status &status);

struct LaunchSize {
  std::array<size_t, 3> global, local; // work-items
  bool isEmpty() const { return global[0] * global[1] * global[2] == 0; }
};
/// Returns the work-items of a node's launch. An error names the layer whose kernel cannot count
/// its items (largestCount), and the largest batch that it supports.
Expected<LaunchSize> sizeOf(const Node &node, int64_t batch);
/// Returns the value in the kernel of an Extent among a launch's arguments; errors are those of
/// sizeOf.
Expected<int32_t> numberOf(const Node &node, const Extent &extent, int64_t batch);

/// Returns the error that the fault store shows after a run: it names the layer that met an index
/// outside.
Status faultOf(const Program &program, std::span<const uint32_t> words);

/// Returns the error of a run whose memory does not fit on the device.
Status noMemoryFor(int64_t batch, int64_t bytes, const Status &why);

} // namespace qrt::kernels
