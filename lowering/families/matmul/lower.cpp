#include "lowering/emit/tensor/row_pitch.h"
#include "lowering/families/op_lowering.h"

#include "ir/ops/geometry.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

namespace {
// A Split tells how the dimensions of a product's result are counted: matrices as outer and inner
// samples, rows, columns.
struct Split {
  SmallVector<int64_t, 4> outer, inner, rows;
  EpilogueGroups groups(int64_t rank) const { return {{outer, inner, rows, {rank - 1}}}; }
};

SmallVector<int64_t, 4> dims(int64_t begin, int64_t end) {
  return llvm::to_vector<4>(llvm::seq<int64_t>(begin, end));
}

// The ways to count, the fewest coordinates first. A shared b sees all of a's rows as one matrix,
// if they lie evenly: in logical order or as the result lies.
SmallVector<Split> waysToSplit(int64_t rank, bool shared, const Layout &layout) {
  SmallVector<Split> ways;
  SmallVector<int64_t, 4> logical = dims(0, rank - 1), physical;
  llvm::copy_if(layout.order(), std::back_inserter(physical),
                [&](int64_t dim) { return dim != rank - 1; });
  if (shared)
    for (int64_t i = 0; i < rank; ++i)
      for (ArrayRef<int64_t> order : {ArrayRef(logical), ArrayRef(physical)})
        ways.push_back({SmallVector<int64_t, 4>(order.take_front(i)),
                        {},
                        SmallVector<int64_t, 4>(order.drop_front(i))});
  else
    for (int64_t i = rank - 2; i >= 0; --i)
      ways.push_back({dims(0, i), dims(i, rank - 2), dims(rank - 2, rank - 1)});
  return ways;
}

std::optional<qrt::Extent> sizeOf(ArrayRef<int64_t> group, ArrayRef<qrt::Extent> shape) {
  std::optional<qrt::Extent> size = fixedSize(1);
  for (int64_t dim : group)
    size = size ? multiply(*size, shape[dim]) : size;
  return size;
}

class MatmulLowering {
public:
  MatmulLowering(ProgramBuilder &builder, const Region &region)
      : builder(builder), region(region), op(cast<MatmulOp>(region.anchor)),
        aValue(builder.storedOf(op.getA())), bValue(builder.storedOf(op.getB())),
        result(sizesOf(op.getType())), rank(result.size()), shared(sizesOf(op.getB()).size() == 2),
        apart(readsAtAllCoordinates(region)) {}

  LogicalResult run() {
    View a = lastContiguous(aValue), b = positive(bValue);
    Layout layout = resultLayout();
    std::optional<Split> split = splitFor(a, b, layout);
    if (!split) { // b's matrices, or the result, lie unevenly
      a = builder.materialize(aValue, growing(aValue));
      b = builder.materialize(bValue, growing(bValue));
      layout = growing(op.getResult());
      split = splitFor(a, b, layout);
    }
    if (split && liesApart(a, *split)) {
      a = builder.materialize(aValue, growing(aValue));
      split = splitFor(a, b, layout);
      if (!split) { // the result lies as a did
        layout = growing(op.getResult());
        split = splitFor(a, b, layout);
      }
    }
    if (!split)
      return cannotCompile(op, "only one dimension may grow with the batch");
    return finish(a, b, layout, *split);
  }

private:
  // Rows that kernels of one matrix would not take: a copy of them is little beside their product.
  bool liesApart(const View &a, const Split &split) const {
    if (!builder.device.takesKernels || !shared || !split.outer.empty())
      return false;
    Sizes shape = sizesOf(aValue);
    const int64_t stride = *collapse(split.rows, a.strides, shape);
    return sizeOf(split.rows, result) != fixedSize(1) && rowsLieApart(stride, shape.back().offset);
  }

  Layout growing(Value value) const {
    Sizes shape = sizesOf(value);
    return Layout::rowMajor(shape.size()).growingFirst(shape);
  }

  // k is read as one stretch.
  View lastContiguous(Value value) {
    View view = builder.viewOf(value);
    Sizes shape = sizesOf(value);
    bool fits = (view.strides.back() == 1 || shape.back() == fixedSize(1)) &&
                llvm::all_of(view.strides, [](int64_t s) { return s >= 0; });
    return fits ? view : builder.materialize(value, growing(value));
  }
  View positive(Value value) {
    View view = builder.viewOf(value);
    bool fits = llvm::all_of(view.strides, [](int64_t s) { return s >= 0; });
    return fits ? view : builder.materialize(value, growing(value));
  }

  // Columns lie side by side whatever the readers wish.
  Layout resultLayout() const {
    Layout wish = builder.wishFor(region.result(), Layout::rowMajor(rank));
    return wish.innermost() == rank - 1 || result.back() == fixedSize(1) ? wish
                                                                         : growing(op.getResult());
  }

  std::optional<Split> splitFor(const View &a, const View &b, const Layout &layout) const {
    Sizes aShape = sizesOf(aValue), bShape = sizesOf(bValue);
    for (const Split &split : waysToSplit(rank, shared, layout)) {
      if (apart && split.outer.size() != 1)
        continue;
      bool even = sizeOf(split.outer, result) && sizeOf(split.inner, result) &&
                  sizeOf(split.inner, result)->isStatic() && sizeOf(split.rows, result) &&
                  split.groups(rank).strides(layout.strides(result), result);
      for (const auto &group : {split.outer, split.inner, split.rows})
        even = even && collapse(group, a.strides, aShape);
      for (const auto &group : {split.outer, split.inner})
        even = even && (shared || collapse(group, b.strides, bShape));
      if (even)
        return split;
    }
    return std::nullopt;
  }

  LogicalResult finish(const View &a, const View &b, const Layout &layout, const Split &split) {
    Sizes aShape = sizesOf(aValue), bShape = sizesOf(bValue);
    qrt::MatmulCall call;
    call.shape.k = aShape.back().offset;
    call.shape.n = result.back().offset;
    call.shape.transposedB = op.getTransposeB();
    call.shape.sharedB = shared;
    call.batch = *sizeOf(split.outer, result);
    call.rows = *sizeOf(split.rows, result);
    call.a = draftFactor(aValue, op.getInputZero());
    call.b = draftFactor(bValue, op.getWeightsZero());
    builder.place(call.a, a, op.getInputZero());
    builder.place(call.b, b, op.getWeightsZero());
    qrt::MatmulStrides strides;
    strides.aOffset = a.offset;
    strides.bOffset = b.offset;
    strides.inner = sizeOf(split.inner, result)->offset;
    strides.a = {*collapse(split.outer, a.strides, aShape),
                 *collapse(split.inner, a.strides, aShape),
                 *collapse(split.rows, a.strides, aShape)};
    int64_t k = b.strides[bShape.size() - 2], column = b.strides.back();
    if (op.getTransposeB())
      std::swap(k, column);
    strides.b = {0, 0, k, column};
    if (!shared) {
      strides.b[0] = *collapse(split.outer, b.strides, bShape);
      strides.b[1] = *collapse(split.inner, b.strides, bShape);
    }
    if (!isDense(strides, call))
      call.shape.strides = strides;
    return finishAnchor(builder, region, std::move(call), split.groups(rank), layout);
  }

  static bool isDense(const qrt::MatmulStrides &strides, const qrt::MatmulCall &call) {
    if (strides.inner != 1 || strides.aOffset != 0 || strides.bOffset != 0 ||
        (call.rows.scale != 0 && call.batch != qrt::Extent{0, 1}))
      return false;
    qrt::MatmulStrides dense = qrt::stridesOf(call.shape, call.rows.at(1));
    bool oneMatrix = call.batch == qrt::Extent{0, 1};
    bool oneRow = call.rows == qrt::Extent{0, 1};
    return (oneMatrix || strides.a[0] == dense.a[0]) && (oneRow || strides.a[2] == dense.a[2]) &&
           (oneMatrix || strides.b[0] == dense.b[0]) && strides.b[2] == dense.b[2] &&
           strides.b[3] == dense.b[3];
  }

  ProgramBuilder &builder;
  const Region &region;
  mutable MatmulOp op; // MLIR's accessors are not const
  Value aValue, bValue;
  Sizes result;
  int64_t rank;
  bool shared, apart;
};
} // namespace

static LogicalResult lowerMatmul(ProgramBuilder &builder, const Region &region) {
  return MatmulLowering(builder, region).run();
}

// a's last dimension is read as one stretch.
static std::optional<Layout> wishOfMatmul(Operation *op, unsigned index, const Chosen &) {
  if (index == 0)
    return Layout::rowMajor(sizesOf(op->getOperand(0)).size());
  return std::nullopt;
}

// A product has all coordinates where each matrix has a B of its own. Products of halves are taken
// as without them: their kernel took twice the time with a mask (docs/performance/cuda.md).
static bool hasAllCoordinates(Operation *op) {
  auto product = cast<MatmulOp>(op);
  if (sizesOf(product.getB()).size() == 2 || halfOf(product.getA()))
    return false;
  Sizes result = sizesOf(product.getType());
  return result.size() == 3 || (result.size() == 4 && result[1].isStatic());
}

void addMatmul(OpLowerings &lowerings) {
  lowerings.add<MatmulOp>({.lower = lowerMatmul,
                           .wish = wishOfMatmul,
                           .hasAllCoordinates = hasAllCoordinates,
                           .widens = true});
}

} // namespace qopt
