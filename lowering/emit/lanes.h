// Rows by lanes and by groups that stage them: what softmax, norms and reductions along the
// innermost dimension share on GPUs.
#pragma once

#include "lowering/emit/launch.h"

namespace qopt {

/// Elements that 32 lanes hold in registers; longer rows are staged.
inline constexpr int64_t lanesHold = 1024;
/// Items of a group of rows by lanes.
inline constexpr uint32_t laneItems = 128;

/// NVIDIA's alone: on its cards they are checked bit by bit, by CUDA and by OpenCL; no other GPU
/// has run them (docs/decisions/lowering/rows-by-lanes.md).
std::string whyLanesNot(const qrt::DeviceDescription &device);
std::string whyStagedNot(const qrt::DeviceDescription &device);

/// Macros of lanes.h's kernels, up to 32 neighbouring items a row, and their groups; an item loads
/// `held` elements at a time, or all.
void emitLanes(LaunchDraft &draft, int64_t length, const qrt::Extent &rows,
               int64_t held = lanesHold);
/// The same with 64 items a row, two warps, where rows of the range's smallest batch are few and
/// long: for kernels whose `dependsOnRange` says so.
void emitRowLanes(LaunchDraft &draft, int64_t length, const qrt::Extent &rows);
/// Macros of staged.h's kernels, a group a row of floats, and their groups, larger ones where a row
/// has several chunks.
void emitStaged(LaunchDraft &draft, int64_t length, const qrt::Extent &rows);

} // namespace qopt
