#include "lowering/fuse/products/sibling_products.h"

#include "ir/ops/expansion.h"
#include "ir/ops/zero_points.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "lowering/fuse/products/sibling_costs.h"
#include "lowering/fuse/read_in_place.h"
#include "lowering/regions/halves.h"
#include "lowering/regions/regions.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"

#include <cstring>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

/// A constant, or the widening of one.
Value constantOf(Value value) {
  Value half = halfOf(value), stored = half ? half : value;
  return storedConstant(stored) ? stored : Value();
}

/// A product with a constant, and what is done to each of its results.
struct Sibling {
  mutable MatmulOp op;                // MLIR's accessors are not const
  SmallVector<Operation *, 1> finish; // of one operand and one reader each, but for the last's
  Value result() const {
    return (finish.empty() ? op.getOperation() : finish.back())->getResult(0);
  }
  int64_t columns() const { return sizesOf(op.getType()).back().offset; }
};

/// A function of each element alone that products may have in common.
bool isFinish(Operation *op) {
  return isElementwise(op) && op->getNumOperands() == 1 && !halfOf(op->getResult(0)) &&
         !cast<ScalarBodyOpInterface>(op).readsCoordinates() &&
         !cast<ScalarBodyOpInterface>(op).loadsOperand(0);
}

std::optional<Sibling> siblingOf(MatmulOp op) {
  const unsigned known = op.getBias() ? 3 : 2; // the others are parameters of a run
  Value weights = constantOf(op.getB());
  if (op->getNumOperands() != known || !weights || sizesOf(op.getB()).size() != 2 ||
      declaredType(weights.getType()) != storageType(weights.getType()) ||
      (op.getBias() && !constantOf(op.getBias())) || !sizesOf(op.getType()).back().isStatic())
    return std::nullopt;
  Sibling sibling{op, {}};
  while (sibling.result().hasOneUse() && isFinish(*sibling.result().user_begin()))
    sibling.finish.push_back(*sibling.result().user_begin());
  return sibling;
}

/// Channels that have zero points of their own are not joined.
bool hasZeroPointsPerAxis(Type type) { return !quantParams(type) && hasZeroPoints(type); }

/// Integers of the same storage, but for their scales.
bool haveEqualSteps(Type a, Type b) {
  auto left = dyn_cast<quant::QuantizedType>(getElementTypeOrSelf(a));
  auto right = dyn_cast<quant::QuantizedType>(getElementTypeOrSelf(b));
  if (!left || !right)
    return getElementTypeOrSelf(a) == getElementTypeOrSelf(b);
  auto zeroOf = [](Type type) {
    std::optional<QuantParams> params = quantParams(type);
    return params ? params->zeroPoint : 0; // per axis it is 0
  };
  return !hasZeroPointsPerAxis(a) && !hasZeroPointsPerAxis(b) &&
         left.getStorageType() == right.getStorageType() && left.isSigned() == right.isSigned() &&
         left.getStorageTypeMin() == right.getStorageTypeMin() &&
         left.getStorageTypeMax() == right.getStorageTypeMax() && zeroOf(a) == zeroOf(b);
}

/// The same function, but for the layers' names.
bool areAlike(Operation *a, Operation *b) {
  auto withoutNames = [](Operation *op) {
    NamedAttrList attributes(op->getAttrs());
    for (NamedAttribute attribute : op->getAttrs())
      if (attribute.getName().strref().starts_with("nn."))
        attributes.erase(attribute.getName());
    return attributes.getDictionary(op->getContext());
  };
  return a->getName() == b->getName() && withoutNames(a) == withoutNames(b) &&
         getElementTypeOrSelf(a->getResult(0)) == getElementTypeOrSelf(b->getResult(0));
}

bool fitTogether(const Sibling &left, const Sibling &right) {
  MatmulOp a = left.op, b = right.op;
  auto storedType = [](Value value) {
    return value ? getElementTypeOrSelf(constantOf(value)) : Type();
  };
  return a.getA() == b.getA() && a.getTransposeB() == b.getTransposeB() &&
         isQuantized(a.getB().getType()) == isQuantized(b.getB().getType()) &&
         haveEqualSteps(constantOf(a.getB()).getType(), constantOf(b.getB()).getType()) &&
         storedType(a.getBias()) == storedType(b.getBias()) &&
         haveEqualSteps(a.getType(), b.getType()) &&
         // Operations that follow the joined product need results of one scale.
         (left.finish.empty() || getElementTypeOrSelf(a) == getElementTypeOrSelf(b)) &&
         left.finish.size() == right.finish.size() &&
         llvm::all_of(llvm::zip(left.finish, right.finish),
                      [](auto pair) { return areAlike(std::get<0>(pair), std::get<1>(pair)); });
}

class Joiner {
public:
  explicit Joiner(func::FuncOp function) : names(function) {}

  void join(ArrayRef<Sibling> siblings) {
    MatmulOp first = siblings.front().op;
    builder = std::make_unique<OpBuilder>(first);
    Value bias =
        first.getBias() ? joined(siblings, [](MatmulOp op) { return op.getBias(); }, 0) : Value();
    const int64_t axis = first.getTransposeB() ? 0 : 1;
    Value weights = joined(siblings, [](MatmulOp op) { return op.getB(); }, axis);
    Value all = MatmulOp::create(*builder, first.getLoc(), resultType(siblings), first.getA(),
                                 weights, bias, first.getTransposeB());
    for (Operation *step : siblings.front().finish) {
      IRMapping mapping;
      mapping.map(step->getOperand(0), all);
      Operation *same = builder->clone(*step, mapping);
      same->getResult(0).setType(withColumns(step->getResult(0).getType(), columnsOf(siblings)));
      all = same->getResult(0);
    }
    setName(all.getDefiningOp(), names.unique(namesOf(siblings)));
    part(siblings, all);
  }

private:
  /// "q, k and v": errors and profiles name the layers that the network has.
  static std::string namesOf(ArrayRef<Sibling> siblings) {
    std::string all;
    for (const Sibling &sibling : siblings)
      all += (all.empty()                    ? ""
              : &sibling == &siblings.back() ? " and "
                                             : ", ") +
             layerName(sibling.op);
    return all;
  }

  static int64_t columnsOf(ArrayRef<Sibling> siblings) {
    int64_t columns = 0;
    for (const Sibling &sibling : siblings)
      columns += sibling.columns();
    return columns;
  }

  static RankedTensorType withColumns(Type type, int64_t columns, Type element = {}) {
    SymbolicShape shape = symbolicShape(type);
    shape.back() = staticDim(columns);
    return tensorType(shape, element ? element : getElementTypeOrSelf(type));
  }

  /// Returns the element type of the joined columns; quantized columns keep each one's own scale.
  static Type elementOf(ArrayRef<Sibling> siblings, Type type, int64_t axis,
                        llvm::function_ref<Type(MatmulOp)> typeOf) {
    auto quantized = dyn_cast<quant::QuantizedType>(getElementTypeOrSelf(type));
    if (!quantized)
      return getElementTypeOrSelf(type);
    SmallVector<double> scales;
    SmallVector<int64_t> zeros;
    for (const Sibling &sibling : siblings) {
      const SmallVector<double> own = weightScales(typeOf(sibling.op)).scales;
      for (int64_t c = 0; c < sibling.columns(); ++c)
        scales.push_back(own[own.size() == 1 ? 0 : size_t(c)]);
    }
    std::optional<QuantParams> params = quantParams(type);
    zeros.assign(scales.size(), params ? params->zeroPoint : 0);
    return quant::UniformQuantizedPerAxisType::get(
        quantized.getFlags(), quantized.getStorageType(), quantized.getExpressedType(), scales,
        zeros, int32_t(axis), quantized.getStorageTypeMin(), quantized.getStorageTypeMax());
  }

  static RankedTensorType resultType(ArrayRef<Sibling> siblings) {
    MatmulOp first = siblings.front().op;
    Type element = getElementTypeOrSelf(first.getType());
    auto typeOf = [](MatmulOp op) -> Type { return op.getType(); };
    if (!llvm::all_of(siblings, [&](const Sibling &sibling) {
          return getElementTypeOrSelf(sibling.op.getResult()) == element;
        }))
      element = elementOf(siblings, first.getType(), first.channelDim(), typeOf);
    return withColumns(first.getType(), columnsOf(siblings), element);
  }

  /// The constants behind each other along `axis`, and widened where they are.
  Value joined(ArrayRef<Sibling> siblings, llvm::function_ref<Value(MatmulOp)> operandOf,
               int64_t axis) {
    Value first = operandOf(siblings.front().op), stored = constantOf(first);
    SmallVector<qrt::Tensor> parts;
    for (const Sibling &sibling : siblings)
      parts.push_back(*storedConstant(constantOf(operandOf(sibling.op))));
    const qrt::Tensor values = behindEachOther(parts, size_t(axis));
    auto typeOf = [&](MatmulOp op) { return constantOf(operandOf(op)).getType(); };
    Type element = elementOf(siblings, stored.getType(), axis, typeOf);
    Value constant = createConstant(*builder, first.getLoc(), "",
                                    RankedTensorType::get(values.shape(), element), values);
    if (stored == first)
      return constant;
    auto type = RankedTensorType::get(values.shape(), getElementTypeOrSelf(first));
    return CastOp::create(*builder, first.getLoc(), type, constant);
  }

  static qrt::Tensor behindEachOther(ArrayRef<qrt::Tensor> parts, size_t axis) {
    std::vector<int64_t> shape = parts.front().shape();
    shape[axis] = 0;
    int64_t lines = 1;
    for (size_t d = 0; d < axis; ++d)
      lines *= shape[d];
    for (const qrt::Tensor &part : parts)
      shape[axis] += part.shape()[axis];
    qrt::Tensor joined = qrt::Tensor::allocate(parts.front().type(), shape);
    auto *to = static_cast<char *>(joined.mutableData());
    for (int64_t line = 0; line < lines; ++line)
      for (const qrt::Tensor &part : parts) {
        const size_t bytes = part.bytes() / size_t(lines);
        std::memcpy(to, static_cast<const char *>(part.data()) + size_t(line) * bytes, bytes);
        to += bytes;
      }
    return joined;
  }

  /// Each part is a slice of `all` that takes the name and readers of what it was.
  void part(ArrayRef<Sibling> siblings, Value all) {
    const size_t rank = symbolicShape(all).size();
    SmallVector<int64_t> starts(rank, 0), steps(rank, 1);
    SmallVector<Value> slices; // all are there before anything is erased: it is built before that
    for (const Sibling &sibling : siblings) {
      Value old = sibling.result();
      slices.push_back(SliceOp::create(*builder, old.getLoc(), old.getType(), all, starts, steps));
      starts.back() += sibling.columns();
    }
    for (auto [sibling, slice] : llvm::zip_equal(siblings, slices)) {
      Value old = sibling.result();
      takeResultIdentity(slice, old);
      old.replaceAllUsesWith(slice);
      for (Operation *step : llvm::reverse(sibling.finish))
        step->erase();
      sibling.op->erase();
    }
  }

  NameTable names;
  std::unique_ptr<OpBuilder> builder;
};

/// Sets of two and more that are to be joined.
class Sets {
public:
  Sets(const qrt::DeviceDescription &device, qrt::FloatOrder order)
      : device(device), order(order) {}

  SmallVector<SmallVector<Sibling>> in(func::FuncOp function) const {
    llvm::MapVector<Value, SmallVector<SmallVector<Sibling>>> sets; // by what they read
    for (MatmulOp op : function.getOps<MatmulOp>()) {
      std::optional<Sibling> sibling = siblingOf(op);
      if (!sibling)
        continue;
      SmallVector<SmallVector<Sibling>> &ofValue = sets[op.getA()];
      auto alike = llvm::find_if(
          ofValue, [&](const auto &set) { return fitTogether(set.front(), *sibling); });
      if (alike == ofValue.end())
        ofValue.push_back({*sibling});
      else
        alike->push_back(*sibling);
    }
    SmallVector<SmallVector<Sibling>> worth;
    for (auto &[value, ofValue] : sets)
      for (SmallVector<Sibling> &set : ofValue)
        if (isWorth(set))
          worth.push_back(std::move(set));
    return worth;
  }

private:
  /// Drops those whose readers would copy them.
  bool isWorth(SmallVector<Sibling> &set) const {
    int64_t columns = 0;
    for (const Sibling &sibling : set)
      columns += sibling.columns();
    llvm::erase_if(
        set, [&](const Sibling &sibling) { return !isReadInPlace(sibling.result(), columns); });
    SmallVector<MatmulOp> products;
    for (const Sibling &sibling : set)
      products.push_back(sibling.op);
    return set.size() > 1 && costNoMoreTogether(products, device, order);
  }

  const qrt::DeviceDescription &device;
  const qrt::FloatOrder order;
};

} // namespace

OwningOpRef<func::FuncOp> joinSiblingProducts(func::FuncOp function,
                                              const qrt::DeviceDescription &device,
                                              qrt::FloatOrder order) {
  const Sets sets(device, order);
  if (sets.in(function).empty())
    return nullptr;
  OwningOpRef<func::FuncOp> copy = function.clone();
  Joiner joiner(*copy);
  for (const SmallVector<Sibling> &set : sets.in(*copy))
    joiner.join(set);
  return copy;
}

} // namespace qopt
