// Concatenations without copies: one buffer for a concatenation, for those of the same values
// before it and for their parts, which their makers write where they belong.
#pragma once

#include "lowering/layout/layout.h"
#include "lowering/regions/halves.h"
#include "lowering/regions/regions.h"
#include "runtime/format/device_description.h"

#include "llvm/ADT/DenseMap.h"

namespace qopt {

/// The place is in the buffer of the concatenation `root`, from `first` on along its axis.
struct JoinedPlace {
  nn::ConcatOp root;
  int64_t first = 0;
};

struct Joins {
  /// Maps each concatenation to its place.
  llvm::DenseMap<mlir::Operation *, JoinedPlace> concats;
  /// Maps values that their makers write into a concatenation's buffer to their places; other
  /// values are copied.
  llvm::DenseMap<mlir::Value, JoinedPlace> written;
  /// Maps each root to the layout of its buffer.
  llvm::DenseMap<mlir::Operation *, Layout> layouts;
};

/// Layouts are chosen: what a value's readers wish, row-major where they do not care.
using WishedLayout = llvm::function_ref<Layout(mlir::Value)>;

/// A part of a concatenation, for whoever may write it: in a buffer of `shape` that is laid out as
/// `layout`, from `first` on along `axis`.
struct JoinedPart {
  const Layout &layout;
  Sizes shape;
  qrt::ElementType type;
  int64_t axis, first;
  const qrt::DeviceDescription &device;
};
/// Returns whether the region of an anchor can write its result there.
using WritesPart = llvm::function_ref<bool(const Region &, const JoinedPart &)>;

Joins planJoins(mlir::func::FuncOp function, llvm::ArrayRef<Region> regions,
                const StoredValues &stored, const qrt::DeviceDescription &device,
                WishedLayout wished, WritesPart writesPart);

} // namespace qopt
