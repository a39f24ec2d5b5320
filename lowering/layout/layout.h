// Physical layouts as values: in which order a value's logical dimensions lie in memory, and the
// views through which operations read them.
#pragma once

#include "ir/types/dims.h"
#include "runtime/calls/storage.h"

#include "mlir/IR/Value.h"

namespace qopt {

/// A dense order of logical dimensions, the outermost first. A dimension that grows with the batch
/// lies outermost, so that every stride is a number.
class Layout {
public:
  static Layout rowMajor(size_t rank);
  /// Images: everything else between the samples and the channels (dimension 1).
  static Layout channelsLast(size_t rank);
  /// `order` names each logical dimension once.
  static Layout of(llvm::ArrayRef<int64_t> order);

  llvm::ArrayRef<int64_t> order() const { return dims; }
  int64_t innermost() const { return dims.back(); }
  /// Elements between neighbours, by logical dimension.
  llvm::SmallVector<int64_t, 6> strides(llvm::ArrayRef<nn::Dim> shape) const;
  /// The same with the dimension that grows (if one does) outermost.
  Layout growingFirst(llvm::ArrayRef<nn::Dim> shape) const;
  /// Logical dimension i of this is dimension permutation[i] of the result's layout.
  Layout permuted(llvm::ArrayRef<int64_t> permutation) const;
  bool operator==(const Layout &other) const { return dims == other.dims; }

private:
  llvm::SmallVector<int64_t, 6> dims;
};

/// Where a value's elements are: any strided part of a buffer or constant. Reshapes, transposes and
/// slices make views, no copies.
struct View {
  qrt::Operand operand;
  llvm::SmallVector<int64_t, 6> strides; // elements, by logical dimension
  int64_t offset = 0;
};

/// The layout whose order the view's strides come closest to.
Layout layoutOf(const View &view, llvm::ArrayRef<nn::Dim> shape);
/// The view's elements lie densely in `layout` (strides of single-element dimensions are free).
bool liesIn(const View &view, const Layout &layout, llvm::ArrayRef<nn::Dim> shape);

/// One stride that walks the dimensions of `group` in row-major order; none unless they are nested
/// evenly, or all of stride 0.
std::optional<int64_t> collapse(llvm::ArrayRef<int64_t> group, llvm::ArrayRef<int64_t> strides,
                                llvm::ArrayRef<nn::Dim> shape);

} // namespace qopt
