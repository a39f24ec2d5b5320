#include "lowering/fuse/patches_as_rows.h"

#include "ir/ops.h"
#include "ir/types/dims.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

struct Patches {
  Operation *conversion;                          // of the picture
  mutable ConstantOp weights;                     // MLIR's accessors are not const
  int64_t channels, rows, columns, height, width; // of a window; windows down and across
  int64_t terms() const { return channels * rows * columns; }
};

bool areAll(ArrayRef<int64_t> values, int64_t value) {
  return llvm::all_of(values, [&](int64_t v) { return v == value; });
}

std::optional<Patches> patchesOf(Conv2dOp op) {
  constexpr int64_t chunkBits = 128;
  Operation *conversion = op.getInput().getDefiningOp();
  auto weights = op.getWeights().getDefiningOp<ConstantOp>();
  if (!isa_and_nonnull<QuantizeOp>(conversion) || !conversion->hasOneUse() ||
      !isa<BlockArgument>(conversion->getOperand(0)) || !weights ||
      quantizedAxis(conversion) >= 0 || !storedConstant(weights) || op.getGroups() != 1 ||
      !areAll(op.getPads(), 0) || !areAll(op.getDilations(), 1))
    return std::nullopt;
  const SymbolicShape picture = symbolicShape(op.getInput());
  const ArrayRef<int64_t> window = weights.getType().getShape();
  if (picture.size() != 4 || window.size() != 4 || op.getStrides() != window.drop_front(2) ||
      !llvm::all_of(llvm::drop_begin(picture), [](const Dim &dim) { return dim.isStatic(); }))
    return std::nullopt;
  const int64_t height = picture[2].value(), width = picture[3].value();
  const auto bits = int64_t(qrt::byteWidth(*storageType(getElementTypeOrSelf(op.getInput())))) * 8;
  if (window[2] * window[3] == 1 || height % window[2] != 0 || width % window[3] != 0 ||
      window[1] * bits >= chunkBits)
    return std::nullopt;
  return Patches{conversion,         weights,          window[1], window[2], window[3],
                 height / window[2], width / window[3]};
}

Value rowsOf(const Patches &patches, NameTable &names) {
  Operation *made = patches.conversion;
  OpBuilder builder(made);
  const Location loc = made->getLoc();
  Value picture = made->getOperand(0);
  const Dim samples = symbolicShape(picture)[0];
  const auto dims = [&](std::initializer_list<int64_t> sizes) {
    SymbolicShape shape{samples};
    for (int64_t size : sizes)
      shape.push_back(Dim(size));
    return shape;
  };
  const auto [c, kh, kw, h, w] =
      std::tuple(patches.channels, patches.rows, patches.columns, patches.height, patches.width);
  const Type from = getElementTypeOrSelf(picture), to = getElementTypeOrSelf(made->getResult(0));
  const SymbolicShape apart = dims({h, w, c, kh, kw});
  Value parted =
      ReshapeOp::create(builder, loc, tensorType(dims({c, h, kh, w, kw}), from), picture);
  Value moved = TransposeOp::create(builder, loc, tensorType(apart, from), parted,
                                    builder.getDenseI64ArrayAttr({0, 2, 4, 1, 3, 5}));
  Operation *converted = builder.clone(*made);
  converted->setOperand(0, moved);
  converted->getResult(0).setType(tensorType(apart, to));
  if (StringRef name = nameOf(made); !name.empty())
    setName(converted, names.unique(name.str() + "/patches"));
  Value rows = ReshapeOp::create(builder, loc, tensorType(dims({h, w, patches.terms()}), to),
                                 converted->getResult(0));
  return TransposeOp::create(builder, loc, tensorType(dims({patches.terms(), h, w}), to), rows,
                             builder.getDenseI64ArrayAttr({0, 3, 1, 2}));
}

void readRows(Conv2dOp op, const Patches &patches, NameTable &names) {
  OpBuilder builder(op);
  const int64_t outputs = patches.weights.getType().getShape()[0];
  const std::vector<int64_t> shape{outputs, patches.terms(), 1, 1};
  auto type = RankedTensorType::get(shape, patches.weights.getType().getElementType());
  op.getInputMutable().assign(rowsOf(patches, names));
  op.getWeightsMutable().assign(createConstant(builder, op.getLoc(), "", type,
                                               storedConstant(patches.weights)->reshaped(shape)));
  op.setStrides({1, 1});
  patches.conversion->erase();
}

} // namespace

OwningOpRef<func::FuncOp> makeRowsOfPatches(func::FuncOp function) {
  if (llvm::none_of(function.getOps<Conv2dOp>(), patchesOf))
    return nullptr;
  OwningOpRef<func::FuncOp> copy = function.clone();
  NameTable names(*copy);
  for (Conv2dOp op : llvm::make_early_inc_range(copy->getOps<Conv2dOp>()))
    if (std::optional<Patches> patches = patchesOf(op))
      readRows(op, *patches, names);
  return copy;
}

} // namespace qopt
