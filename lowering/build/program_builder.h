// Builds a program's calls: constants, buffers, views and edges. What each operation becomes stands
// in the families' folders.
#pragma once

#include "lowering/build/joins.h"
#include "runtime/format/program.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace qopt {

/// Calls of operations whose kernels have a say in layouts, before any buffer stands.
using DraftsByOp = llvm::DenseMap<mlir::Operation *, qrt::Call>;

class ProgramBuilder {
public:
  ProgramBuilder(qrt::Program &program, const qrt::DeviceDescription &device, DraftsByOp drafts)
      : program(program), device(device), drafts(std::move(drafts)) {}

  /// Returns the call of `op` as its kernel would read its input; null where that does not matter.
  const qrt::Call *draftOf(mlir::Operation *op) const {
    auto found = drafts.find(op);
    return found == drafts.end() ? nullptr : &found->second;
  }

  // ---- values ----
  void define(mlir::Value value, View view) { views[value] = std::move(view); }
  /// Returns the narrower value that readers load and widen themselves in place of `value`, which
  /// then may have no buffer; `value` itself if there is none.
  mlir::Value storedOf(mlir::Value value) const {
    auto it = stored.find(value);
    return it == stored.end() ? value : it->second;
  }
  void setStored(StoredValues values) { stored = std::move(values); }
  /// Returns the view of a value's elements; a constant comes into the program when first asked
  /// for.
  View viewOf(mlir::Value value);
  /// The value's elements in `layout`, copied there once if they lie otherwise.
  View materialize(mlir::Value value, const Layout &layout);
  /// A drafted factor lies in `view`, and its zero point where `zeroPoint` does.
  void place(qrt::Factor &factor, const View &view, mlir::Value zeroPoint);
  /// The layout that `value` should be written in: what its readers want, or `otherwise`.
  Layout wishFor(mlir::Value value, const Layout &otherwise) const;
  void setWish(mlir::Value value, Layout layout) { wishes.insert({value, std::move(layout)}); }

  // ---- concatenations ----
  void setJoins(Joins planned) { joins = std::move(planned); }
  /// A part of a concatenation that its maker is to write there: in which order, and where it then
  /// lies. None where it gets a buffer of its own.
  struct Part {
    Layout layout;
    View view;
  };
  std::optional<Part> partFor(mlir::Value value);
  /// Returns the place of the result of `op`, in a buffer that may hold more.
  Part partFor(nn::ConcatOp op);
  /// `value` in `place` of a concatenation, copied there once unless it lies there; `layer` is who
  /// wants it.
  void join(llvm::StringRef layer, mlir::Value value, const Part &place);

  // ---- storage ----
  /// Shared by content. `weight`: the network's own, whose name it is; "": the compiler made it.
  uint32_t constant(const qrt::Tensor &value, llvm::StringRef weight = "");
  /// placesOfWeights() maps a weight's name to the constants that hold it; isOfCompiler() tells
  /// constants that the compiler made, or made too.
  const llvm::StringMap<llvm::SmallVector<uint32_t, 1>> &placesOfWeights() const { return places; }
  bool isOfCompiler(uint32_t constant) const { return ofCompiler.contains(constant); }
  uint32_t newBuffer(mlir::Value value, const Layout &layout);
  /// A buffer for `value` in `layout`, where `value` then lies.
  uint32_t defineResult(mlir::Value value, const Layout &layout);

  // ---- nodes ----
  /// A second writer of a buffer waits for the first unless `disjoint`. A tap has no output.
  void add(llvm::StringRef layer, qrt::Call call, llvm::ArrayRef<uint32_t> outputs,
           bool disjoint = false);
  /// `shape` elements from one place to another, walked in the order of `layout`.
  void addCopy(llvm::StringRef layer, llvm::ArrayRef<qrt::Extent> shape, const Layout &layout,
               const View &from, const View &to, bool disjoint = false);
  /// Notes why the last node is there, for whoever reads the program.
  void note(std::string why) { program.nodes.back().note = std::move(why); }

  qrt::Program &program;
  const qrt::DeviceDescription &device;

private:
  DraftsByOp drafts;
  struct Copy {
    Layout layout;
    View view;
  };
  llvm::DenseMap<mlir::Value, View> views;
  StoredValues stored;
  llvm::DenseMap<mlir::Value, Layout> wishes;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<Copy, 1>> copies;
  Part partAt(const JoinedPlace &place);
  Joins joins;
  llvm::DenseMap<mlir::Operation *, uint32_t> joinedBuffers;             // of roots
  llvm::DenseMap<mlir::Value, llvm::SmallVector<View, 1>> copiedToPlace; // of concatenations
  llvm::StringMap<uint32_t> constantsByKey;
  llvm::StringMap<llvm::SmallVector<uint32_t, 1>> places; // of weights, by name
  llvm::DenseSet<uint32_t> ofCompiler;
  llvm::DenseMap<uint32_t, llvm::SmallVector<uint32_t, 2>> writersOf; // buffer → nodes
};

/// `value` as a factor of a product, but for where it lies: constant or not. Its zero point is in
/// its type or, where that is plain integers, `zeroPoint`, of one element (null: 0).
qrt::Factor draftFactor(mlir::Value value, mlir::Value zeroPoint);

/// The walk over `shape` in the order of `layout`, and a view's strides along it.
struct Walk {
  qrt::Extent leading;
  qrt::StridedWalk walk;
  llvm::SmallVector<int64_t, 6> order;
  Walk(llvm::ArrayRef<qrt::Extent> shape, const Layout &layout);
  qrt::StridedAccess access(llvm::ArrayRef<int64_t> strides, int64_t offset = 0) const;
};

/// Maps the coordinates of an anchor's epilogue to its result: dims[i] are the result's logical
/// dimensions that coordinate i of (outer sample, inner sample, pixel, channel) counts.
struct EpilogueGroups {
  std::array<llvm::SmallVector<int64_t, 4>, 4> dims;
  /// Returns the groups of an image's result, which is [N, C, dimensions of the image…].
  static EpilogueGroups image(int64_t rank) {
    return {{{{0}, {}, llvm::to_vector<4>(llvm::seq<int64_t>(2, rank)), {1}}}};
  }
  /// One stride a coordinate; none where a group does not collapse.
  std::optional<qrt::EpilogueStrides> strides(llvm::ArrayRef<int64_t> strides,
                                              llvm::ArrayRef<qrt::Extent> shape) const;
};

/// A region's scalar program for its anchor's epilogue. Operands that do not follow the coordinates
/// are copied to where `layout`, in which the result is written, makes them do so. Fails after a
/// diagnostic where that does not help either.
mlir::FailureOr<qrt::CallEpilogue> buildEpilogue(ProgramBuilder &builder, const Region &region,
                                                 const EpilogueGroups &groups,
                                                 const Layout &layout);

/// A static dimension of size 0.
bool isEmpty(mlir::Type type);

/// A diagnostic that names the layer.
mlir::LogicalResult cannotCompile(mlir::Operation *op, const llvm::Twine &why);

/// The call with its region's epilogue, its result written densely in `layout` or, where that is
/// not the order of the groups, with strides.
mlir::LogicalResult finishAnchor(ProgramBuilder &builder, const Region &region, qrt::Call call,
                                 const EpilogueGroups &groups, const Layout &layout);

} // namespace qopt
