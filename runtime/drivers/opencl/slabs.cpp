#include "runtime/drivers/opencl/slabs.h"

#include "runtime/format/graph.h"

#include <algorithm>
#include <numeric>

namespace qrt::opencl {

/// Returns whether any two buffers share bytes at batch 1, and therefore at any batch.
static bool reusesBytes(const Program &program) {
  std::vector<const Buffer *> upwards;
  for (const Buffer &buffer : program.buffers)
    upwards.push_back(&buffer);
  std::sort(upwards.begin(), upwards.end(),
            [](const Buffer *a, const Buffer *b) { return a->offset.at(1) < b->offset.at(1); });
  int64_t end = 0;
  for (const Buffer *buffer : upwards) {
    if (buffer->offset.at(1) < end)
      return true;
    end = buffer->offset.at(1) + buffer->bytes.at(1);
  }
  return false;
}

Slabs::Slabs(const Program &program, bool keepsInputs, unsigned queues)
    : program(program), slabOf(program.buffers.size()) {
  const BufferUses uses(program);
  const Coexistence coexist =
      Coexistence::onQueues(program, uses, heldLifetimes(program, uses), queues);
  const bool reuses = reusesBytes(program);
  auto isAlone = [&](uint32_t i) {
    return !reuses || (keepsInputs && program.buffers[i].role == BufferRole::Input);
  };
  std::vector<uint32_t> order(program.buffers.size());
  std::iota(order.begin(), order.end(), 0u);
  auto size = [&](uint32_t i) {
    return program.buffers[i].bytes.scale + program.buffers[i].bytes.offset;
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return size(a) > size(b); });
  for (uint32_t buffer : order) {
    auto isFree = [&](const std::vector<uint32_t> &slab) {
      return std::none_of(slab.begin(), slab.end(), [&](uint32_t other) {
        return coexist(other, buffer) || isAlone(other) || isAlone(buffer);
      });
    };
    // Takes the last free slab, the tightest one; larger ones stay for buffers that fit nowhere
    // else.
    auto slab = std::find_if(members.rbegin(), members.rend(), isFree);
    const size_t place = slab == members.rend() ? members.size() : members.rend() - slab - 1;
    if (place == members.size())
      members.emplace_back();
    members[place].push_back(buffer);
    slabOf[buffer] = uint32_t(place);
  }
}

int64_t Slabs::bytes(size_t slab, int64_t batch) const {
  int64_t largest = 0;
  for (uint32_t buffer : members[slab])
    largest = std::max(largest, program.buffers[buffer].bytes.at(batch));
  return largest;
}

int64_t Slabs::allBytes(int64_t batch) const {
  int64_t sum = 0;
  for (size_t slab = 0; slab < count(); ++slab)
    sum += bytes(slab, batch);
  return sum;
}

} // namespace qrt::opencl
