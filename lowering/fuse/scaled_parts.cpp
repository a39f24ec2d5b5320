#include "lowering/fuse/scaled_parts.h"

#include "ir/ops.h"
#include "ir/ops/expansion.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "lowering/regions/halves.h"

#include <numeric>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

struct Scale {
  OpOperand *read = nullptr; // of the product with one number
  Value number;
  OpResult part; // of a split of columns
};

bool isNumberOf(Type element, Value value) {
  std::optional<qrt::Tensor> constant = constantTensor(value);
  return constant && constant->size() == 1 && getElementTypeOrSelf(value) == element;
}

// Behind views that alone read it; null otherwise.
Value beforeViews(Value value) {
  for (Operation *view = value.getDefiningOp(); isa_and_nonnull<ReshapeOp, TransposeOp>(view);
       view = value.getDefiningOp()) {
    if (!value.hasOneUse())
      return nullptr;
    value = view->getOperand(0);
  }
  return value.hasOneUse() ? value : Value();
}

// Columns that a kernel makes which could scale them: each is one channel of its result.
bool isOfColumns(SplitOp split) {
  Value columns = split.getInput();
  const size_t last = symbolicShape(columns).size() - 1;
  Operation *maker = columns.getDefiningOp();
  return split.getAxis() == last && columns.hasOneUse() &&
         isa_and_nonnull<ScalarBodyOpInterface>(maker) && !isExpandable(maker);
}

std::optional<Scale> scaleOf(MulOp op) {
  const Type element = getElementTypeOrSelf(op.getType());
  if (!isFloatOrHalf(op.getType()))
    return std::nullopt;
  for (unsigned i : {0u, 1u}) {
    Value value = op->getOperand(i), number = op->getOperand(1 - i);
    if (!isNumberOf(element, number) || getElementTypeOrSelf(value) != element ||
        symbolicShape(value) != symbolicShape(op.getType()))
      continue;
    Value from = beforeViews(value);
    auto split = from ? from.getDefiningOp<SplitOp>() : SplitOp();
    if (split && isOfColumns(split))
      return Scale{&op->getOpOperand(i), number, cast<OpResult>(from)};
  }
  return std::nullopt;
}

class ScaledParts {
public:
  explicit ScaledParts(func::FuncOp function) : names(function) {}

  void moveBefore(MulOp op, const Scale &scale) {
    auto split = cast<SplitOp>(scale.part.getOwner());
    multiply(split, scale.part.getResultNumber(), *constantTensor(scale.number));
    Value scaled = scale.read->get();
    if (scaled != scale.part)
      takeResultIdentity(scaled, op.getResult());
    op.getResult().replaceAllUsesWith(scaled);
    op->erase();
  }

private:
  // Each column of part `index` by `number`.
  void multiply(SplitOp split, unsigned index, const qrt::Tensor &number) {
    auto [known, isNew] = factors.try_emplace(split);
    std::vector<float> &factor = known->second;
    if (isNew)
      factor.assign(size_t(symbolicShape(split.getInput()).back().value()), 1.0f);
    const auto before = split.getSizes().take_front(index);
    const auto first = factor.begin() + std::accumulate(before.begin(), before.end(), int64_t(0));
    const float value = qrt::visitValues(number, [](auto values) { return float(values[0]); });
    std::fill(first, first + split.getSizes()[index], value);
    OpBuilder builder(split);
    Value columns = createConstant(builder, split.getLoc(), "", tensorOf(number.type(), factor));
    if (isNew)
      split.getInputMutable().assign(product(builder, split, columns));
    else
      split.getInput().getDefiningOp()->setOperand(1, columns);
  }

  Value product(OpBuilder &builder, SplitOp split, Value factor) {
    Value columns = split.getInput();
    auto scaled = MulOp::create(builder, split.getLoc(), columns.getType(), columns, factor);
    if (StringRef name = nameOf(split); !name.empty())
      setName(scaled, names.unique(name.str() + "/scaled"));
    return scaled;
  }

  static qrt::Tensor tensorOf(qrt::ElementType type, const std::vector<float> &values) {
    qrt::Tensor tensor = qrt::Tensor::allocate(type, {int64_t(values.size())});
    qrt::visitElementType(type, [&](auto tag) {
      using Storage = typename decltype(tag)::Storage;
      if constexpr (std::is_constructible_v<Storage, float>)
        llvm::transform(values, tensor.mutableValues<Storage>().begin(),
                        [](float value) { return Storage(value); });
    });
    return tensor;
  }

  NameTable names;
  llvm::DenseMap<Operation *, std::vector<float>> factors; // of splits, a number a column
};
} // namespace

OwningOpRef<func::FuncOp> scaleBeforeParts(func::FuncOp function) {
  if (llvm::none_of(function.getOps<MulOp>(), [](MulOp op) { return scaleOf(op); }))
    return nullptr;
  OwningOpRef<func::FuncOp> copy = function.clone();
  ScaledParts parts(*copy);
  for (MulOp op : llvm::to_vector(copy->getOps<MulOp>()))
    if (std::optional<Scale> scale = scaleOf(op))
      parts.moveBefore(op, *scale);
  return copy;
}

} // namespace qopt
