// Parts of one allocation.
#pragma once

#include <cstddef>

namespace qrt::cuda {

/// Places parts one behind the other, each aligned as an allocation of its own would be.
class Layout {
public:
  size_t place(size_t bytes) {
    const size_t offset = end;
    end += (bytes + alignment - 1) / alignment * alignment;
    return offset;
  }
  size_t bytes() const { return end; }

private:
  static constexpr size_t alignment = 256;
  size_t end = 0;
};

} // namespace qrt::cuda
