#include "lowering/emit/walk.h"

#include "lowering/emit/extents.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace qopt {
namespace {

/// Returns whether dimension d + 1 continues dimension d in every tensor.
bool mergeable(const MergedWalk &walk, size_t d) {
  if (d == 0 && walk.leading.multiple != 1)
    return false;
  if (d == 0 && walk.leading == qrt::Extent{0, 1, 1})
    return true; // one point: its stride is never taken
  return std::all_of(walk.strides.begin(), walk.strides.end(), [&](const auto &strides) {
    return strides[d] == strides[d + 1] * walk.sizes[d + 1];
  });
}

void dropDimension(MergedWalk &walk, size_t d) {
  walk.sizes.erase(walk.sizes.begin() + d);
  for (std::vector<int64_t> &strides : walk.strides)
    strides.erase(strides.begin() + d);
}

} // namespace

MergedWalk mergeWalk(const qrt::Extent &leading, const qrt::StridedWalk &walk,
                     const std::vector<const qrt::StridedAccess *> &accesses) {
  MergedWalk merged{leading, walk.sizes, {}};
  for (const qrt::StridedAccess *access : accesses)
    merged.strides.push_back(access->strides);
  if (merged.sizes.empty()) { // a single point
    merged.sizes = {1};
    for (std::vector<int64_t> &strides : merged.strides)
      strides = {0};
  }
  for (size_t d = merged.sizes.size(); d-- > 1;)
    if (merged.sizes[d] == 1)
      dropDimension(merged, d);
  for (size_t d = merged.sizes.size() - 1; d-- > 0;) {
    if (!mergeable(merged, d))
      continue;
    if (d == 0)
      merged.leading = timesExtent(merged.leading, merged.sizes[1]);
    else
      merged.sizes[d] *= merged.sizes[d + 1];
    for (std::vector<int64_t> &strides : merged.strides)
      strides[d] = strides[d + 1];
    merged.sizes.erase(merged.sizes.begin() + d + 1);
    for (std::vector<int64_t> &strides : merged.strides)
      strides.erase(strides.begin() + d + 1);
  }
  return merged;
}

MergedWalk withLongRuns(MergedWalk walk, int64_t run) {
  const size_t rank = walk.sizes.size();
  if (rank < 3 || 4 * walk.sizes.back() > run)
    return walk;
  const auto longest = std::max_element(walk.sizes.begin() + 1, walk.sizes.end());
  const size_t d = size_t(longest - walk.sizes.begin());
  std::swap(walk.sizes[d], walk.sizes.back());
  for (std::vector<int64_t> &strides : walk.strides)
    std::swap(strides[d], strides.back());
  return walk;
}

namespace {

int64_t widestOf(int64_t value, int64_t most) { return value == 0 ? most : std::gcd(value, most); }

} // namespace

int64_t takeTogether(MergedWalk &walk, std::initializer_list<int64_t *> offsets, int64_t most) {
  int64_t together = most;
  const size_t last = walk.sizes.size() - 1;
  if (last == 0) {
    if (walk.leading.multiple != 1)
      return 1;
    together = widestOf(walk.leading.scale, widestOf(walk.leading.offset, together));
  } else {
    together = widestOf(walk.sizes[last], together);
  }
  for (const std::vector<int64_t> &strides : walk.strides) {
    if (strides[last] != 1)
      return 1;
    for (size_t d = 0; d < last; ++d)
      together = widestOf(strides[d], together);
  }
  for (const int64_t *offset : offsets)
    together = widestOf(*offset, together);
  if (last == 0)
    walk.leading.scale /= together, walk.leading.offset /= together;
  else
    walk.sizes[last] /= together;
  for (std::vector<int64_t> &strides : walk.strides)
    for (size_t d = 0; d < last; ++d)
      strides[d] /= together;
  for (int64_t *offset : offsets)
    *offset /= together;
  return together;
}

int64_t alignedRun(const MergedWalk &walk, size_t access, int64_t offset, int64_t most) {
  const std::vector<int64_t> &strides = walk.strides[access];
  if (strides.back() != 1)
    return 1;
  int64_t run = widestOf(offset, most);
  for (size_t d = 0; d + 1 < strides.size(); ++d)
    run = widestOf(strides[d], run);
  return run;
}

MergedWalk withDimensionBeforeLast(MergedWalk walk, size_t d) {
  const auto move = [d](std::vector<int64_t> &list) {
    std::rotate(list.begin() + d, list.begin() + d + 1, list.end() - 1);
  };
  move(walk.sizes);
  for (std::vector<int64_t> &strides : walk.strides)
    move(strides);
  return walk;
}

std::string indexText(const MergedWalk &walk, size_t access, int64_t offset) {
  const size_t rank = walk.sizes.size();
  assert(rank >= 1 && rank <= qrt::maxRank);
  std::string text = "(i64)" + std::to_string(offset) + "L";
  for (size_t d = 0; d < rank; ++d) {
    const int64_t stride = walk.strides[access][d];
    if (stride == 0)
      continue;
    // Right-aligned: the last dimension is i7, a leading one before it i0.
    const size_t position = d == 0 && rank > 1 ? 0 : qrt::maxRank - rank + d;
    const std::string coordinate =
        position == qrt::maxRank - 1 ? "(i7)" : "(at).i" + std::to_string(position);
    text += " + (i64)" + coordinate + " * " + std::to_string(stride);
  }
  return "(" + text + ")";
}

int64_t runOf(const LaunchDraft &draft, const MergedWalk &walk, int64_t run) {
  constexpr int64_t fewest = 4;
  const bool isShort = walk.sizes.size() > 1 && walk.sizes.back() <= fewest;
  return draft.device.isGpu && isShort ? std::max<int64_t>(walk.sizes.back(), 1) : run;
}

void defineWalk(LaunchDraft &draft, const MergedWalk &walk, int64_t run, uint32_t workGroup,
                const RunsOfItem &runs) {
  const size_t rank = walk.sizes.size();
  draft.define("RUN", run);
  if (runs.lines > 1)
    draft.define("LINES", runs.lines);
  if (runs.together > 1)
    draft.define("TOGETHER", runs.together);
  int64_t between = 1; // points of the dimensions strictly between first and last
  for (size_t position = 1; position < qrt::maxRank - 1; ++position) {
    // Right-aligned, dimension 0 apart: see indexText.
    const size_t missing = qrt::maxRank - rank;
    const int64_t size = position > missing ? walk.sizes[position - missing] : 1;
    draft.define("SIZE_" + std::to_string(position), size);
    between *= size;
  }
  if (rank == 1) {
    draft.define("OUTER(leading)", "1");
    draft.define("INNER(leading)", "(leading)");
    draft.items(divideExtent(walk.leading, run * runs.together), 1, workGroup);
    return;
  }
  draft.define("OUTER(leading)", "((leading) * " + std::to_string(between) + ")");
  draft.define("INNER(leading)", std::to_string(walk.sizes.back()));
  const qrt::Extent lines = timesExtent(walk.leading, between);
  const int64_t runsOfLine = (walk.sizes.back() + run - 1) / run;
  const qrt::Extent all = timesExtent(divideExtent(lines, runs.lines), runsOfLine);
  draft.counts({0, walk.sizes.back(), 1});
  if (runs.lines > 1 || runs.together > 1)
    draft.counts(runs.lines > 1 ? lines : all);
  draft.items(divideExtent(all, runs.together), 1, workGroup);
}

std::string widthType(qrt::ElementType type) {
  return "u" + std::to_string(8 * qrt::byteWidth(type));
}

void defineIndex(LaunchDraft &draft, std::string_view name, const MergedWalk &walk, size_t access,
                 int64_t offset) {
  draft.define(std::string(name) + "(at, i7)", indexText(walk, access, offset));
}

} // namespace qopt
