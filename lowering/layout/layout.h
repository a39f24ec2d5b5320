// Physical layouts as values: in which order a value's logical dimensions lie in memory, and the
// views through which operations read them.
#pragma once

#include "lowering/layout/sizes.h"
#include "runtime/calls/storage.h"

#include "mlir/IR/Value.h"

namespace qopt {

/// An order of logical dimensions, the outermost first, the innermost padded to a pitch or dense;
/// what the padding holds does not count. A dimension that grows with the batch lies outermost, so
/// that every stride is a number.
class Layout {
public:
  static Layout rowMajor(size_t rank);
  /// Images: everything else between the samples and the channels (dimension 1).
  static Layout channelsLast(size_t rank);
  /// `order` names each logical dimension once.
  static Layout of(llvm::ArrayRef<int64_t> order);
  /// The innermost dimension of `shape` padded to a multiple of so many elements.
  Layout padded(llvm::ArrayRef<qrt::Extent> shape, int64_t multiple) const;
  Layout dense() const { return of(dims); }

  llvm::ArrayRef<int64_t> order() const { return dims; }
  int64_t innermost() const { return dims.back(); }
  /// Elements that the innermost dimension takes with its padding; 0: its own.
  int64_t pitch() const { return innermostPitch; }
  /// Returns the sizes as they lie: `shape` in this order, with the pitch.
  llvm::SmallVector<qrt::Extent, 6> physicalShape(llvm::ArrayRef<qrt::Extent> shape) const;
  /// Returns the elements between neighbours, by logical dimension.
  llvm::SmallVector<int64_t, 6> strides(llvm::ArrayRef<qrt::Extent> shape) const;
  /// Returns the same layout with the dimension that grows (if one does) outermost.
  Layout growingFirst(llvm::ArrayRef<qrt::Extent> shape) const;
  /// Logical dimension i of this is dimension permutation[i] of the result's layout.
  Layout permuted(llvm::ArrayRef<int64_t> permutation) const;
  bool operator==(const Layout &) const = default;

private:
  llvm::SmallVector<int64_t, 6> dims;
  int64_t innermostPitch = 0;
};

/// A view tells where a value's elements are: any strided part of a buffer or constant. Reshapes,
/// transposes and slices make views, no copies.
struct View {
  qrt::Operand operand;
  llvm::SmallVector<int64_t, 6> strides; // elements, by logical dimension
  int64_t offset = 0;
};

/// The layout whose order the view's strides come closest to.
Layout layoutOf(const View &view, llvm::ArrayRef<qrt::Extent> shape);
/// The view's elements lie in `layout`, its padding zero (strides of single-element dimensions are
/// free).
bool liesIn(const View &view, const Layout &layout, llvm::ArrayRef<qrt::Extent> shape);

/// One stride that walks the dimensions of `group` in row-major order; none unless they are nested
/// evenly, or all of stride 0.
std::optional<int64_t> collapse(llvm::ArrayRef<int64_t> group, llvm::ArrayRef<int64_t> strides,
                                llvm::ArrayRef<qrt::Extent> shape);

} // namespace qopt
