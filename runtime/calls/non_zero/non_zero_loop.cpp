#include "runtime/calls/non_zero/non_zero.h"

#include <type_traits>
#include <vector>

namespace qrt {

template <typename Tag>
static int64_t findIn(const NonZeroShape &shape, std::span<const int64_t> sizes,
                      const void *elements, int64_t total, int64_t *places) {
  using Storage = typename Tag::Storage;
  using Value = std::conditional_t<isFloat(Tag::type), float, Storage>;
  const Storage *source = static_cast<const Storage *>(elements) + shape.source.offset;
  const int64_t along = shape.places.strides[0], next = shape.places.strides[1];
  std::vector<int64_t> at(sizes.size());
  int64_t found = 0;
  for (int64_t i = 0; i < total; ++i) {
    if (Value(*source) != Value(0)) {
      for (size_t d = 0; d < at.size(); ++d)
        places[int64_t(d) * along + found * next] = at[d];
      ++found;
    }
    for (size_t d = at.size(); d-- > 0;) {
      source += shape.source.strides[d];
      if (++at[d] < sizes[d])
        break;
      source -= shape.source.strides[d] * sizes[d];
      at[d] = 0;
    }
  }
  return found;
}

// Runs on one thread: an element's place depends on the number of those before it.
void findNonZero(const Execution &, const NonZeroShape &shape, std::span<const int64_t> sizes,
                 ElementType type, const void *source, int64_t *places, int64_t *count) {
  int64_t total = 1;
  for (int64_t size : sizes)
    total *= size;
  int64_t *first = places + shape.places.offset;
  *count = 0;
  visitElementType(type, [&](auto tag) {
    using Tag = decltype(tag);
    if constexpr (loadedType(Tag::type).has_value())
      *count = findIn<Tag>(shape, sizes, source, total, first);
  });
  for (size_t d = 0; d < sizes.size(); ++d)
    for (int64_t i = *count; i < total; ++i)
      first[int64_t(d) * shape.places.strides[0] + i * shape.places.strides[1]] = -1;
}

} // namespace qrt
