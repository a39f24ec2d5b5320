#include "lowering/fuse/scaled_parts.h"

#include "ir/ops.h"
#include "ir/ops/expansion.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "lowering/fuse/moved_places.h"
#include "lowering/regions/halves.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

struct Scale {
  OpOperand *read = nullptr; // of the product with one number
  float number = 1;
  Value columns;           // what a kernel makes that could scale them
  std::vector<bool> which; // of these
};

bool isNumberOf(Type element, Value value) {
  std::optional<qrt::Tensor> constant = constantTensor(value);
  return constant && constant->size() == 1 && getElementTypeOrSelf(value) == element;
}

// Each is one channel of a kernel's result.
bool areColumns(Value value) {
  Operation *maker = value ? value.getDefiningOp() : nullptr;
  return isa_and_nonnull<ScalarBodyOpInterface>(maker) && !isExpandable(maker) &&
         symbolicShape(value).size() > 1 && symbolicShape(value).back().isStatic();
}

// The columns of `source` that are in `value`, of one sample as of all; none where it holds others,
// too, or is too large to be looked through.
std::optional<std::vector<bool>> columnsIn(Value value, Value source) {
  constexpr int64_t most = 1 << 22; // elements of a sample
  const Movement movement(value);
  if (movement.source() != source || !movement.takesSamplesAlike() ||
      qrt::elementCount(shapeAt(source.getType(), 1)) > most)
    return std::nullopt;
  const int64_t count = symbolicShape(source).back().value();
  std::vector<bool> columns(size_t(count), false);
  for (int32_t place : movement.at(1).at)
    columns[size_t(place % count)] = true;
  return columns;
}

// `read` gets the values that somebody computes with, moved or not.
void collectRead(Value value, llvm::SetVector<Value> &read) {
  for (Operation *user : value.getUsers())
    if (user->getNumResults() > 0 && isMoved(user->getResult(0)))
      for (Value result : user->getResults())
        collectRead(result, read);
    else
      read.insert(value);
}

// Nobody else reads them.
bool areReadAlone(const Scale &scale) {
  llvm::SetVector<Value> read;
  collectRead(scale.columns, read);
  return llvm::all_of(read, [&](Value other) {
    if (other == scale.read->get())
      return true;
    auto columns = columnsIn(other, scale.columns);
    for (size_t i = 0; columns && i < columns->size(); ++i)
      if ((*columns)[i] && scale.which[i])
        return false;
    return columns.has_value();
  });
}

std::optional<Scale> scaleOf(MulOp op) {
  const Type element = getElementTypeOrSelf(op.getType());
  if (!isFloatOrHalf(op.getType()))
    return std::nullopt;
  for (unsigned i : {0u, 1u}) {
    Value value = op->getOperand(i), number = op->getOperand(1 - i);
    if (!isNumberOf(element, number) || getElementTypeOrSelf(value) != element ||
        symbolicShape(value) != symbolicShape(op.getType()) || !isMoved(value) ||
        !value.hasOneUse())
      continue;
    Scale scale{&op->getOpOperand(i), 1, Movement(value).source(), {}};
    auto which = areColumns(scale.columns) ? columnsIn(value, scale.columns) : std::nullopt;
    if (!which || llvm::all_of(*which, [](bool is) { return is; }))
      continue; // all of them go before views as any body does
    scale.number = qrt::visitValues(*constantTensor(number), [](auto v) { return float(v[0]); });
    scale.which = std::move(*which);
    if (areReadAlone(scale))
      return scale;
  }
  return std::nullopt;
}

class ScaledParts {
public:
  explicit ScaledParts(func::FuncOp function) : names(function) {}

  /// No column has a number already: a second one behind it would round once more.
  bool takes(const Scale &scale) const {
    auto known = factors.find(scale.columns.getDefiningOp());
    for (size_t i = 0; known != factors.end() && i < scale.which.size(); ++i)
      if (scale.which[i] && known->second[i] != 1.0f)
        return false;
    return true;
  }

  void moveBefore(MulOp op, const Scale &scale) {
    multiply(scale, getElementTypeOrSelf(op.getType()));
    Value scaled = scale.read->get();
    if (scaled.getDefiningOp()->getNumResults() == 1)
      takeResultIdentity(scaled, op.getResult());
    op.getResult().replaceAllUsesWith(scaled);
    op->erase();
  }

private:
  void multiply(const Scale &scale, Type element) {
    Value columns = scale.columns;
    Operation *maker = columns.getDefiningOp();
    auto [known, isNew] = factors.try_emplace(maker);
    if (isNew)
      known->second.assign(scale.which.size(), 1.0f);
    std::vector<float> factor = known->second;
    for (size_t i = 0; i < factor.size(); ++i)
      if (scale.which[i])
        factor[i] = scale.number;
    OpBuilder builder(maker);
    if (isNew)
      builder.setInsertionPointAfter(maker);
    Value number =
        createConstant(builder, maker->getLoc(), "", tensorOf(*storageType(element), factor));
    if (!isNew) {
      known->second = std::move(factor);
      maker->setOperand(1, number);
      return;
    }
    auto scaled = MulOp::create(builder, maker->getLoc(), columns.getType(), columns, number);
    if (StringRef name = nameOf(maker); !name.empty())
      setName(scaled, names.unique(name.str() + "/scaled"));
    columns.replaceAllUsesExcept(scaled, scaled);
    factors.erase(maker);
    factors[scaled] = std::move(factor);
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
  llvm::DenseMap<Operation *, std::vector<float>> factors; // of those made here, a number a column
};
} // namespace

OwningOpRef<func::FuncOp> scaleBeforeParts(func::FuncOp function) {
  if (llvm::none_of(function.getOps<MulOp>(), [](MulOp op) { return scaleOf(op); }))
    return nullptr;
  OwningOpRef<func::FuncOp> copy = function.clone();
  ScaledParts parts(*copy);
  for (MulOp op : llvm::to_vector(copy->getOps<MulOp>()))
    if (std::optional<Scale> scale = scaleOf(op); scale && parts.takes(*scale))
      parts.moveBefore(op, *scale);
  return copy;
}

} // namespace qopt
