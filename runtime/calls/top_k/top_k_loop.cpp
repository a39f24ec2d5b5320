#include "runtime/calls/top_k/top_k.h"

#include "runtime/numerics/lines/line_walk.h"

#include <numeric>

namespace qrt {

// Returns whether a is greater than b. NaN is the greatest value and equals itself.
template <typename T> static bool isGreater(T a, T b) {
  if constexpr (std::is_same_v<T, float>)
    return b < a || (a != a && b == b);
  return b < a;
}

template <typename Tag, typename Place>
static void topKAs(const Execution &execution, const TopKShape &shape, const StridedWalk &lines,
                   const void *source, void *places) {
  using Storage = typename Tag::Storage;
  using Value = std::conditional_t<isFloat(Tag::type), float, Storage>;
  std::array<const StridedAccess *, 2> accesses{&shape.source, &shape.target};
  forEachLine(execution, lines, accesses, shape.count, [&](const std::array<int64_t, 2> &line) {
    const Storage *from = static_cast<const Storage *>(source) + line[0];
    Place *to = static_cast<Place *>(places) + line[1];
    auto value = [&](int64_t i) { return Value(from[i * shape.sourceStep]); };
    std::vector<int64_t> order(size_t(shape.count));
    std::iota(order.begin(), order.end(), 0);
    auto isBefore = [&](int64_t a, int64_t b) {
      Value left = value(a), right = value(b);
      if (isGreater(left, right))
        return !shape.smallest;
      if (isGreater(right, left))
        return shape.smallest;
      return a < b;
    };
    std::partial_sort(order.begin(), order.begin() + shape.chosen, order.end(), isBefore);
    for (int64_t i = 0; i < shape.chosen; ++i)
      to[i * shape.targetStep] = Place(order[size_t(i)]);
  });
}

void topK(const Execution &execution, const TopKShape &shape, const StridedWalk &lines,
          ElementType type, const void *source, ElementType placeType, void *places) {
  visitElementType(type, [&](auto tag) {
    using Tag = decltype(tag);
    if constexpr (loadedType(Tag::type).has_value()) {
      if (placeType == ElementType::I64)
        topKAs<Tag, int64_t>(execution, shape, lines, source, places);
      else
        topKAs<Tag, int32_t>(execution, shape, lines, source, places);
    }
  });
}

} // namespace qrt
