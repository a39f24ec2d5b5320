// Builds a program's calls: constants, buffers, layouts and edges. What each
// operation becomes stands in the files beside this one.
#pragma once

#include "lowering/fuse/regions.h"
#include "runtime/format/program.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace qopt {

/// Physical order of a value's dimensions: rank-4 activations prefer channels
/// last, everything else is row-major in logical order.
enum class Layout { Logical, ChannelsLast };

/// Where a value's elements are. A reshape only makes another view.
struct Location {
  qrt::Operand operand;
  Layout layout = Layout::Logical;
};

class GraphBuilder {
public:
  explicit GraphBuilder(qrt::Program &program) : program(program) {}

  // ---- values ----
  void define(mlir::Value value, Location location) { locations[value] = location; }
  /// Where a value lies; a constant comes into the program when first asked for.
  Location locationOf(mlir::Value value);
  /// The value's elements in `layout`, copied there once if they lie otherwise.
  Location materialize(mlir::Value value, Layout layout);
  /// What a computed value of this type gets.
  static Layout preferredLayout(mlir::Type type);
  /// Strides of logical dimensions in elements; entry 0 is that of a sample.
  static std::vector<int64_t> logicalStrides(mlir::Type type, Layout layout);

  // ---- storage ----
  uint32_t constant(const qrt::Tensor &value); // shared by content
  uint32_t newBuffer(mlir::Value value, Layout layout);
  /// A buffer for `value` in its preferred layout, which `value` then has.
  uint32_t defineResult(mlir::Value value);

  // ---- nodes ----
  /// Reads are collected from the call. A second writer of a buffer waits for
  /// the first unless `disjoint`.
  void add(llvm::StringRef layer, qrt::Call call, uint32_t output, bool disjoint = false);

  qrt::Program &program;

private:
  llvm::DenseMap<mlir::Value, Location> locations;
  llvm::DenseMap<std::pair<mlir::Value, int>, Location> copies;
  llvm::StringMap<uint32_t> constantsByKey;
  llvm::DenseMap<uint32_t, llvm::SmallVector<uint32_t, 2>> writersOf; // buffer → nodes
};

qrt::Extent extentOf(nn::Dim dim);

/// What an anchor's epilogue counts: `groups[i]` are the result's logical
/// dimensions of coordinate i of (sample, pixel, channel), `layout` is the order
/// in which the result is written and every operand is therefore read.
struct EpilogueSpace {
  std::array<llvm::SmallVector<int64_t, 4>, 3> groups;
  Layout layout;
};

/// A region's scalar program for its anchor's epilogue. Fails after a
/// diagnostic where an operand does not follow the coordinates.
mlir::FailureOr<qrt::CallEpilogue> buildEpilogue(GraphBuilder &graph, const Region &region,
                                                 qrt::ElementType accumulator,
                                                 const EpilogueSpace &space);

/// Appends the region's calls. Fails after a diagnostic naming the layer.
mlir::LogicalResult emitRegion(GraphBuilder &graph, const Region &region);
mlir::LogicalResult emitConv(GraphBuilder &graph, const Region &region);
mlir::LogicalResult emitMatmul(GraphBuilder &graph, const Region &region);
mlir::LogicalResult emitPool(GraphBuilder &graph, const Region &region);
mlir::LogicalResult emitReduction(GraphBuilder &graph, const Region &region);
mlir::LogicalResult emitSoftmax(GraphBuilder &graph, const Region &region);
mlir::LogicalResult emitElementwise(GraphBuilder &graph, const Region &region);
/// Reshape, transpose, concat, slice, split, pad.
mlir::LogicalResult emitMove(GraphBuilder &graph, mlir::Operation *op);

} // namespace qopt
