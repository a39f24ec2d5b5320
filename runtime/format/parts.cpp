#include "runtime/format/parts.h"

#include <algorithm>
#include <ranges>
#include <set>

namespace qrt {
namespace {

/// Returns the products of the innermost sizes, from the innermost dimension outwards: the elements
/// between neighbours of the next dimension. It stops at the outermost dimension if that grows with
/// the batch.
std::vector<int64_t> periodsOf(const Buffer &buffer) {
  std::vector<int64_t> periods;
  int64_t period = 1;
  for (size_t d = buffer.shape.size(); d-- > 0 && buffer.shape[d].isStatic();) {
    period *= buffer.shape[d].at(1);
    periods.push_back(period);
  }
  return periods;
}

/// Returns the range of every `period` elements that the steps touch; none if they touch all, or
/// not the same range in each period.
std::optional<BufferPart> partOf(uint32_t buffer, int64_t period, int64_t offset,
                                 std::span<const Step> steps) {
  if (period <= 0 || offset < 0)
    return std::nullopt;
  BufferPart part{buffer, period, offset % period, offset % period + 1};
  for (const Step &step : steps) {
    if (step.stride % period == 0 || step.count == Extent{0, 1})
      continue;
    if (!step.count.isStatic() || step.stride < 0)
      return std::nullopt;
    part.end += std::max<int64_t>(step.count.at(1) - 1, 0) * step.stride;
    if (part.end > period)
      return std::nullopt;
  }
  return part.end - part.first < period ? std::optional(part) : std::nullopt;
}

class PartFinder {
public:
  PartFinder(std::span<const Buffer> buffers, const Node &node) : buffers(buffers), node(node) {}

  std::vector<BufferPart> parts() && {
    std::erase_if(found,
                  [&](const BufferPart &part) { return touchedWhole.contains(part.buffer); });
    return std::move(found);
  }

  void find(const CopyCall &call) {
    add(call.input, call.leading, call.walk, call.source);
    add(result(), call.leading, call.walk, call.target);
  }
  void find(const ElementwiseCall &call) {
    for (const ElementwiseOperandRef &tensor : call.tensors)
      add(tensor.operand, call.leading, call.walk, tensor.access);
    for (const IndexedOperandRef &indexed : call.indexed)
      addWhole(indexed.operand);
    add(result(), call.leading, call.walk, call.output);
  }
  template <typename T> void find(const T &call) { // who joins nothing touches all
    if constexpr (requires { resultSteps(call); })
      if (const std::optional<ResultSteps> written = resultSteps(call))
        add(result(written->result), written->offset, written->steps);
  }

private:
  Operand result(size_t index = 0) const { return {Operand::Space::Buffer, node.writes[index]}; }

  void add(const Operand &operand, const Extent &leading, const StridedWalk &walk,
           const StridedAccess &access) {
    std::vector<Step> steps;
    for (size_t d = 0; d < std::min(walk.sizes.size(), access.strides.size()); ++d)
      steps.push_back({d == 0 ? leading : Extent{0, walk.sizes[d]}, access.strides[d]});
    add(operand, access.offset, steps);
  }

  void add(const Operand &operand, int64_t offset, const std::vector<Step> &steps) {
    if (operand.space != Operand::Space::Buffer || operand.index >= buffers.size())
      return;
    for (int64_t period : periodsOf(buffers[operand.index]))
      if (auto part = partOf(operand.index, period, offset, steps)) {
        if (std::ranges::find(found, *part) == found.end())
          found.push_back(*part);
        return;
      }
    addWhole(operand);
  }
  void addWhole(const Operand &operand) {
    if (operand.space == Operand::Space::Buffer)
      touchedWhole.insert(operand.index);
  }

  std::span<const Buffer> buffers;
  const Node &node;
  std::vector<BufferPart> found;
  std::set<uint32_t> touchedWhole;
};

bool meet(const BufferPart &a, const BufferPart &b) {
  return a.period != b.period || (a.first < b.end && b.first < a.end);
}

} // namespace

std::vector<BufferPart> partsOf(std::span<const Buffer> buffers, const Node &node) {
  PartFinder finder(buffers, node);
  if (!node.writes.empty())
    std::visit([&](const auto &call) { finder.find(call); }, std::get<Call>(node.work));
  return std::move(finder).parts();
}

bool meet(const Node &a, const Node &b, uint32_t buffer) {
  auto partsIn = [&](const Node &node) {
    return std::views::filter(node.parts,
                              [=](const BufferPart &part) { return part.buffer == buffer; });
  };
  auto left = partsIn(a), right = partsIn(b);
  return left.empty() || right.empty() || std::ranges::any_of(left, [&](const BufferPart &mine) {
           return std::ranges::any_of(right,
                                      [&](const BufferPart &other) { return meet(mine, other); });
         });
}

} // namespace qrt
