// Rows by lanes and by groups that stage them: what softmax, norms and reductions along the
// innermost dimension share on GPUs.
#pragma once

#include "lowering/emit/launch.h"

namespace qopt {

/// Elements that 32 lanes hold in registers; longer rows are staged.
inline constexpr int64_t lanesHold = 1024;
/// Items of a group of rows by lanes.
inline constexpr uint32_t laneItems = 128;
/// Batches are large where samples are small, as rows of a table are. From each of these batches
/// on, a lane may take more rows.
inline constexpr int64_t largeLaneBatches[] = {1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18};

/// NVIDIA's alone: on its cards they are checked bit by bit, by CUDA and by OpenCL; no other GPU
/// has run them (docs/decisions/lowering/rows-by-lanes.md).
std::string whyLanesNot(const qrt::DeviceDescription &device);
std::string whyStagedNot(const qrt::DeviceDescription &device);

/// Macros of lanes.h's kernels, up to 32 neighbouring items a row, and their groups; an item loads
/// `held` elements at a time, or all.
void emitLanes(LaunchDraft &draft, int64_t length, const qrt::Extent &rows,
               int64_t held = lanesHold);
/// The same; an item takes several short rows where the range's smallest batch has rows enough for
/// that, and two warps, 64 items, share a row where its rows are few and long. Kernels whose
/// `dependsOnRange` and largerRanges (largeLaneBatches) say so.
void emitLanesOfRows(LaunchDraft &draft, int64_t length, const qrt::Extent &rows,
                     int64_t held = lanesHold);
/// Macros of staged.h's kernels, a group a row of floats, and their groups, larger ones where a row
/// has several chunks; or of clusters.h's where the range's rows are few and long, and groups of
/// the card form clusters. `dependsOnRange`, too.
void emitStaged(LaunchDraft &draft, int64_t length, const qrt::Extent &rows);

} // namespace qopt
