#include "tools/qopt/common_form.h"

#include "ir/ops.h"
#include "ir/types/dim_order.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"

#include "mlir/IR/TypeUtilities.h"

#include <map>

using namespace mlir;

namespace qopt::tool {
namespace {

bool isOrder(nn::TransposeOp op, const Order &order) {
  return op.getPermutation() == ArrayRef(order);
}
int64_t rankOf(Value value) { return cast<RankedTensorType>(value.getType()).getRank(); }

// ---- open sizes ----

class SymbolNames {
public:
  Type renamed(Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || tensor.hasStaticShape())
      return type;
    nn::SymbolicShape shape = nn::symbolicShape(type);
    for (nn::Dim &dim : shape)
      if (std::optional<nn::Dim> other = dim.substitute([&](const std::string &symbol) {
            auto place = names.try_emplace(symbol, "S" + std::to_string(names.size())).first;
            return std::optional(nn::Dim::symbol(place->second));
          }))
        dim = *other;
    return nn::tensorType(shape, tensor.getElementType());
  }

private:
  std::map<std::string, std::string> names;
};

void renameSymbols(func::FuncOp entry) {
  SymbolNames names;
  for (BlockArgument argument : entry.getArguments())
    argument.setType(names.renamed(argument.getType()));
  entry.walk([&](Operation *op) {
    for (Value result : op->getResults())
      result.setType(names.renamed(result.getType()));
  });
}

// ---- the order of images ----

RankedTensorType typeIn(Value value, ArrayRef<int64_t> order) {
  nn::SymbolicShape shape = nn::symbolicShape(value);
  return nn::tensorType(inOrder(ArrayRef<nn::Dim>(shape), order),
                        getElementTypeOrSelf(value.getType()));
}

bool isQuantizedByAxis(Value value) {
  return isa<quant::UniformQuantizedPerAxisType>(getElementTypeOrSelf(value.getType()));
}

// transpose(f(x)) becomes f(transpose(x)) where f works element by element on x alone.
bool hoistTranspose(nn::TransposeOp op) {
  Operation *before = op.getInput().getDefiningOp();
  const bool isHoisted = before && isa<nn::ScalarBodyOpInterface>(before) &&
                         before->getNumOperands() == 1 && op.getInput().hasOneUse() &&
                         rankOf(before->getOperand(0)) == rankOf(op.getInput()) &&
                         !isQuantizedByAxis(op.getInput());
  if (!isHoisted)
    return false;
  OpBuilder builder(before);
  Value x = before->getOperand(0);
  auto moved = nn::TransposeOp::create(builder, op.getLoc(), typeIn(x, op.getPermutation()), x,
                                       op.getPermutation());
  before->setOperand(0, moved);
  before->getResult(0).setType(cast<RankedTensorType>(op.getResult().getType()));
  op.getResult().replaceAllUsesWith(before->getResult(0));
  op.erase();
  return true;
}

// A value of rank 3 is an image, of height 1, beside a window alone; one of rank 4 always.
bool hasWindow(Operation *op) {
  return llvm::is_contained(op->getName().getAttributeNames(), "pads");
}

bool isReadByWindow(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    return hasWindow(user) ||
           (isa<nn::ScalarBodyOpInterface>(user) && isReadByWindow(user->getResult(0)));
  });
}

bool isMadeByWindow(Value value) {
  Operation *op = value.getDefiningOp();
  while (op && isa<nn::ScalarBodyOpInterface>(op) && op->getNumOperands() > 0)
    op = op->getOperand(0).getDefiningOp();
  return op && hasWindow(op);
}

void takeImagesFirst(BlockArgument argument) {
  if (rankOf(argument) < 3 || argument.use_empty())
    return;
  const Order order = channelsFirst(rankOf(argument));
  for (Operation *user : argument.getUsers()) {
    auto view = dyn_cast<nn::TransposeOp>(user);
    if (!view || !isOrder(view, order) || (rankOf(argument) == 3 && !isReadByWindow(view)))
      return;
  }
  argument.setType(typeIn(argument, order));
  for (Operation *user : llvm::make_early_inc_range(argument.getUsers())) {
    user->getResult(0).replaceAllUsesWith(argument);
    user->erase();
  }
}

void giveImagesFirst(func::FuncOp entry) {
  for (OpOperand &result : entry.front().getTerminator()->getOpOperands()) {
    auto view = result.get().getDefiningOp<nn::TransposeOp>();
    if (!view || rankOf(view) < 3 || !isOrder(view, channelsLast(rankOf(view))))
      continue;
    if (rankOf(view) > 3 || isMadeByWindow(view.getInput()))
      result.set(view.getInput());
  }
}

// ---- products ----

void setWeights(nn::MatmulOp op, RankedTensorType type, const qrt::Tensor &weights) {
  OpBuilder builder(op);
  StringRef name = nn::nameOf(op.getB().getDefiningOp());
  op.getBMutable().assign(nn::createConstant(builder, op.getLoc(), name, type, weights));
}

std::optional<qrt::Tensor> matrixOf(nn::MatmulOp op) {
  return rankOf(op.getB()) == 2 ? nn::constantTensor(op.getB()) : std::nullopt;
}

Type elementOfOtherAxis(Type element) {
  auto axes = dyn_cast<quant::UniformQuantizedPerAxisType>(element);
  if (!axes)
    return element;
  return quant::UniformQuantizedPerAxisType::get(
      axes.getFlags(), axes.getStorageType(), axes.getExpressedType(), axes.getScales(),
      axes.getZeroPoints(), 1 - axes.getQuantizedDimension(), axes.getStorageTypeMin(),
      axes.getStorageTypeMax());
}

void turnWeights(nn::MatmulOp op) {
  std::optional<qrt::Tensor> weights = matrixOf(op);
  if (!weights || op.getTransposeB())
    return;
  auto type = cast<RankedTensorType>(op.getB().getType());
  auto turned = RankedTensorType::get({type.getDimSize(1), type.getDimSize(0)},
                                      elementOfOtherAxis(type.getElementType()));
  setWeights(op, turned, inOrder(*weights, {1, 0}));
  op.setTransposeB(true);
}

// Weights [n, H·W·C] become [n, C·H·W] where the image that is flattened lies channels last.
void flattenFirst(nn::MatmulOp op) {
  auto flat = op.getA().getDefiningOp<nn::ReshapeOp>();
  auto view = flat ? flat.getInput().getDefiningOp<nn::TransposeOp>() : nn::TransposeOp();
  std::optional<qrt::Tensor> weights = matrixOf(op);
  if (!view || !weights || !flat.getResult().hasOneUse() || rankOf(flat.getResult()) != 2)
    return;
  nn::SymbolicShape shape = nn::symbolicShape(view.getResult());
  const auto rank = int64_t(shape.size());
  if (rank < 3 || !isOrder(view, channelsLast(rank)) ||
      !(shape[0] == nn::symbolicShape(flat.getResult())[0]))
    return;
  qrt::Shape apart{weights->shape()[0]};
  for (const nn::Dim &size : ArrayRef(shape).drop_front())
    if (!size.isStatic())
      return;
    else
      apart.push_back(size.value());
  const qrt::Shape whole = weights->shape();
  setWeights(op, cast<RankedTensorType>(op.getB().getType()),
             inOrder(qrt::unpacked(*weights).reshaped(apart), channelsFirst(rank)).reshaped(whole));
  flat.getInputMutable().assign(view.getInput());
}

void nameByPlace(func::FuncOp entry) {
  Builder builder(entry.getContext());
  for (unsigned i = 0; i < entry.getNumArguments(); ++i) {
    entry.setArgAttr(i, nn::nameAttr, builder.getStringAttr("input " + Twine(i)));
    entry.removeArgAttr(i, nn::preprocessAttr);
    entry.removeArgAttr(i, nn::rangeAttr);
  }
  for (unsigned i = 0; i < entry.getNumResults(); ++i)
    entry.setResultAttr(i, nn::nameAttr, builder.getStringAttr("output " + Twine(i)));
}

} // namespace

void toCommonForm(func::FuncOp entry) {
  renameSymbols(entry);
  for (bool isDone = false; !isDone;) {
    isDone = true;
    for (auto op : llvm::make_early_inc_range(entry.getOps<nn::TransposeOp>()))
      isDone &= !hoistTranspose(op);
  }
  for (auto op : llvm::make_early_inc_range(entry.getOps<nn::MatmulOp>())) {
    turnWeights(op);
    flattenFirst(op);
  }
  giveImagesFirst(entry);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(entry.front())))
    if (isOpTriviallyDead(&op))
      op.erase();
  for (BlockArgument argument : entry.getArguments())
    takeImagesFirst(argument);
  nameByPlace(entry);
}

} // namespace qopt::tool
