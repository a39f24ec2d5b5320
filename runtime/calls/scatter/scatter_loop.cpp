#include "runtime/calls/scatter/scatter.h"

#include "runtime/numerics/index_fault.h"
#include "runtime/numerics/lines/line_walk.h"
#include "runtime/numerics/scalar/scalar_arith.h"

namespace qrt {
namespace {

/// Reads the coordinates of updates and turns them into offsets.
struct Places {
  const ScatterShape &shape;
  std::span<const int64_t> sizes;
  const void *indices;
  bool isWide;
  IndexFault &fault;

  int64_t at(int64_t place) const {
    return isWide ? static_cast<const int64_t *>(indices)[place]
                  : static_cast<const int32_t *>(indices)[place];
  }
  /// Returns the offset in the target of the update whose coordinates begin at `first`; −1 if one
  /// lies outside.
  int64_t offset(int64_t first) const {
    int64_t offset = 0;
    for (size_t d = 0; d < sizes.size(); ++d) {
      int64_t place = at(first + int64_t(d) * shape.componentStep);
      if (place < 0)
        place += sizes[d];
      if (place < 0 || place >= sizes[d]) {
        fault.meet({place, sizes[d]});
        return -1;
      }
      offset += place * shape.targetSteps[d];
    }
    return offset;
  }
};

/// Returns the join of two loaded values.
template <ScatterKind kind, typename T> T joined(T held, T update) {
  constexpr bool isReal = std::is_same_v<T, float>;
  if constexpr (kind == ScatterKind::Add)
    return std::conditional_t<isReal, arith::AddF, arith::AddI>().apply(held, update);
  else if constexpr (kind == ScatterKind::Mul)
    return std::conditional_t<isReal, arith::MulF, arith::MulI>().apply(held, update);
  else if constexpr (kind == ScatterKind::Max)
    return std::conditional_t<isReal, arith::MaxF, arith::MaxI>().apply(held, update);
  else
    return std::conditional_t<isReal, arith::MinF, arith::MinI>().apply(held, update);
}

template <ScatterKind kind, typename Tag>
void scatterAs(const Execution &execution, const StridedWalk &lines, int64_t count,
               const Places &places, const void *updates, void *target) {
  using Storage = typename Tag::Storage;
  constexpr ScalarType loaded = *loadedType(Tag::type);
  using Wide = std::conditional_t<Tag::type == ElementType::U64, uint64_t, int64_t>;
  using Loaded = std::conditional_t<loaded == ScalarType::F32, float,
                                    std::conditional_t<loaded == ScalarType::I64, Wide, int32_t>>;
  const ScatterShape &shape = places.shape;
  std::array<const StridedAccess *, 3> accesses{&shape.index, &shape.update, &shape.target};
  forEachLine(execution, lines, accesses, count, [&](const std::array<int64_t, 3> &line) {
    const Storage *from = static_cast<const Storage *>(updates) + line[1];
    Storage *to = static_cast<Storage *>(target) + line[2];
    for (int64_t j = 0; j < count; ++j) {
      int64_t offset = places.offset(line[0] + j * shape.indexStep);
      if (offset < 0)
        continue;
      const Storage &update = from[j * shape.updateStep];
      if constexpr (kind == ScatterKind::None)
        to[offset] = update;
      else
        to[offset] = Storage(joined<kind>(Loaded(to[offset]), Loaded(update)));
    }
  });
}

} // namespace

Status scatter(const Execution &execution, const ScatterShape &shape, const StridedWalk &lines,
               int64_t count, std::span<const int64_t> sizes, ElementType indexType,
               const void *indices, ElementType type, const void *updates, void *target) {
  IndexFault fault;
  const Places places{shape, sizes, indices, bitWidth(indexType) == 64, fault};
  visitElementType(type, [&](auto tag) {
    using Tag = decltype(tag);
    if constexpr (loadedType(Tag::type).has_value()) {
      auto run = [&]<ScatterKind kind>() {
        scatterAs<kind, Tag>(execution, lines, count, places, updates, target);
      };
      switch (shape.kind) {
      case ScatterKind::None: return run.template operator()<ScatterKind::None>();
      case ScatterKind::Add: return run.template operator()<ScatterKind::Add>();
      case ScatterKind::Mul: return run.template operator()<ScatterKind::Mul>();
      case ScatterKind::Max: return run.template operator()<ScatterKind::Max>();
      case ScatterKind::Min: return run.template operator()<ScatterKind::Min>();
      }
    }
  });
  return fault.status();
}

} // namespace qrt
