#include "runtime/calls/scan/scan.h"

#include "runtime/numerics/lines/line_walk.h"
#include "runtime/numerics/scalar/scalar_arith.h"

namespace qrt {

template <ScanKind kind, typename Tag>
static void scanAs(const Execution &execution, const ScanShape &shape, const StridedWalk &lines,
                   int64_t count, const void *source, void *target) {
  using Storage = typename Tag::Storage;
  constexpr ScalarType loaded = *loadedType(Tag::type);
  using Loaded =
      std::conditional_t<loaded == ScalarType::F32, float,
                         std::conditional_t<loaded == ScalarType::I64, int64_t, int32_t>>;
  using Add = std::conditional_t<loaded == ScalarType::F32, arith::AddF, arith::AddI>;
  using Multiply = std::conditional_t<loaded == ScalarType::F32, arith::MulF, arith::MulI>;
  using Join = std::conditional_t<kind == ScanKind::Sum, Add, Multiply>;
  std::array<const StridedAccess *, 2> accesses{&shape.source, &shape.target};
  forEachLine(execution, lines, accesses, count, [&](const std::array<int64_t, 2> &line) {
    const Storage *from = static_cast<const Storage *>(source) + line[0];
    Storage *to = static_cast<Storage *>(target) + line[1];
    Loaded sum = kind == ScanKind::Sum ? Loaded(0) : Loaded(1);
    for (int64_t step = 0; step < count; ++step) {
      const int64_t i = shape.reverse ? count - 1 - step : step;
      const Loaded value = Loaded(from[i * shape.sourceStep]);
      // The first element is taken as it is rather than joined with the start: −0 stays −0.
      const Loaded next = step == 0 ? value : Join().apply(sum, value);
      to[i * shape.targetStep] = Storage(shape.exclusive ? sum : next);
      sum = next;
    }
  });
}

void scan(const Execution &execution, const ScanShape &shape, const StridedWalk &lines,
          int64_t count, ElementType type, const void *source, void *target) {
  visitElementType(type, [&](auto tag) {
    using Tag = decltype(tag);
    if constexpr (scans(Tag::type)) {
      if (shape.kind == ScanKind::Sum)
        scanAs<ScanKind::Sum, Tag>(execution, shape, lines, count, source, target);
      else
        scanAs<ScanKind::Product, Tag>(execution, shape, lines, count, source, target);
    }
  });
}

} // namespace qrt
