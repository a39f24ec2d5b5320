#include "importers/common/graph/entry_builder.h"

#include "ir/ops.h"
#include "ir/reference/evaluator.h"
#include "ir/types/quant_type.h"
#include "ir/values/weights.h"
#include "runtime/numerics/types/first_along.h"
#include "runtime/numerics/types/walk.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace qopt {

EntryBuilder::EntryBuilder(func::FuncOp function)
    : names(function), builder(OpBuilder::atBlockEnd(&function.getBody().front())) {}

// The name alone: where a model's file lay must not show in what is written.
Location EntryBuilder::nameLoc(StringRef name) { return NameLoc::get(builder.getStringAttr(name)); }

qrt::Status EntryBuilder::checkShape(ArrayRef<nn::Dim> shape) {
  constexpr int64_t most = qrt::extentLimit;
  auto text = [&] { return nn::toString(shape); };
  auto tooLarge = [&] {
    return qrt::Status(qrt::StatusCode::Unsupported,
                       "shape " + text() + ": more than 2^40 elements");
  };
  if (shape.size() > qrt::maxRank)
    return {qrt::StatusCode::Unsupported, "rank " + std::to_string(shape.size()) + ", at most " +
                                              std::to_string(qrt::maxRank) + " is"};
  for (const nn::Dim &dim : shape) {
    if (dim.isStatic() && dim.value() < 0)
      return qrt::invalidArgument("shape " + text() + " has a size below 0");
    std::optional<qrt::Extent> linear = dim.extent();
    if (linear && (linear->scale > most || linear->offset > most))
      return tooLarge();
  }
  std::optional<nn::Dim> count = nn::productOf(shape);
  std::optional<int64_t> first =
      count ? count->at([](const std::string &) { return 1; }) : std::nullopt;
  return first && *first <= most ? qrt::Status() : tooLarge();
}

std::string EntryBuilder::reserve(StringRef name, unsigned results) {
  std::string key = names.unique(name, results);
  if (key != name)
    ownNames[key] = name.str();
  return key;
}

LogicalResult EntryBuilder::complete(Operation *op, bool inferred) {
  SmallVector<nn::SymbolicShape> shapes;
  auto error = [&] { return op->emitOpError(); };
  if (failed(cast<nn::ShapeInferenceOpInterface>(op).inferShapes(shapes, error)))
    return failure();
  for (auto [result, shape] : llvm::zip(op->getResults(), shapes)) {
    status = checkShape(shape);
    if (!status.ok())
      return failure();
    if (inferred)
      result.setType(nn::tensorType(shape, getElementTypeOrSelf(result)));
  }
  return verify(op);
}

// "(C2): ", which the reference page explains to those who write .mlir.
static StringRef withoutLabel(StringRef text) {
  StringRef rest = text;
  bool isLabel = rest.consume_front("(C") && rest.ltrim("0123456789").size() < rest.size();
  rest = rest.ltrim("0123456789");
  return isLabel && rest.consume_front("): ") ? rest : text;
}

void EntryBuilder::rename(Operation *op, StringRef name) {
  op->setLoc(nameLoc(name));
  nn::setName(op, name);
  if (auto own = ownNames.find(name); own != ownNames.end())
    op->setAttr(nn::absorbedAttr, builder.getStrArrayAttr({own->second}));
}

SmallVector<Value> EntryBuilder::finish(Operation *op, StringRef name, bool inferred) {
  rename(op, name);
  std::string message;
  ScopedDiagnosticHandler handler(op->getContext(), [&](Diagnostic &diagnostic) {
    if (message.empty())
      message = diagnostic.str();
    return success();
  });
  status = {};
  if (succeeded(complete(op, inferred))) {
    if (!paddings.readsAny(op))
      return fold(op);
    if (paddings.follow(op))
      return op->getResults();
    status = {qrt::StatusCode::Unsupported, "not row by row"};
  }
  if (status.ok()) {
    std::string prefix = "'" + op->getName().getStringRef().str() + "' op ";
    StringRef text = message;
    text.consume_front(prefix);
    text = withoutLabel(text);
    status = qrt::invalidArgument(text.str());
  }
  op->erase();
  return {};
}

static bool isStatic(Value value, int64_t most) {
  auto type = cast<RankedTensorType>(value.getType());
  return type.hasStaticShape() && type.getNumElements() <= most && !nn::isQuantized(type);
}
static qrt::Tensor emptyTensor(Value value) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(value.getType()).getShape();
  return qrt::Tensor::allocate(*nn::storageType(value.getType()), {shape.begin(), shape.end()});
}

// Returns the operands' values; none where one is not known or has more than `most` elements. A
// tensor without elements is known, even if its value comes from a caller.
std::optional<std::vector<qrt::Tensor>> EntryBuilder::knownOperands(Operation *op, int64_t most) {
  std::vector<qrt::Tensor> operands;
  for (Value operand : op->getOperands()) {
    auto known = constants.find(operand);
    if (known != constants.end() && known->second.size() <= most)
      operands.push_back(known->second);
    else if (isStatic(operand, 0))
      operands.push_back(emptyTensor(operand));
    else
      return std::nullopt;
  }
  return operands;
}

// Shape arithmetic, scales, masks: what a model computes before it sees an input, and what is made
// of no elements or has none. Quantized values stay as the file has them.
SmallVector<Value> EntryBuilder::fold(Operation *op) {
  constexpr int64_t most = 1 << 14;
  auto areStatic = [&](int64_t elements) {
    return llvm::all_of(op->getResults(), [&](Value result) { return isStatic(result, elements); });
  };
  FailureOr<std::vector<qrt::Tensor>> results = failure();
  if (areStatic(0)) {
    auto empty = llvm::map_range(op->getResults(), emptyTensor);
    results = std::vector<qrt::Tensor>(empty.begin(), empty.end());
  } else if (auto operands = areStatic(most) ? knownOperands(op, most) : std::nullopt) {
    results = nn::evaluateOperation(op, *operands);
  }
  auto counted = dyn_cast<nn::CountedOpInterface>(op);
  if (failed(results)) {
    [[maybe_unused]] bool isRow = !counted || paddings.follow(op);
    assert(isRow && "it reads no such value");
    return op->getResults();
  }
  if (counted) // known: what lies behind need not be there
    (*results)[0] = qrt::firstAlong((*results)[0], size_t(counted.countedDim()),
                                    qrt::integerAt((*results)[1], 0));
  SmallVector<Value> values;
  for (auto [result, tensor] : llvm::zip_equal(op->getResults(), *results)) {
    std::string key = nn::keyOf(result);
    auto type = RankedTensorType::get(tensor.shape(), getElementTypeOrSelf(result));
    Value value = nn::createConstant(builder, nameLoc(key), key, type, tensor);
    constants[value] = tensor;
    values.push_back(value);
  }
  op->erase();
  return values;
}

// Only constants of its own are erased: `constants` and the names of the model hold the others.
Value EntryBuilder::evaluated(Value step) {
  Operation *op = step.getDefiningOp();
  if (!op || op->getNumOperands() == 0)
    return step;
  SmallVector<qrt::Tensor> tensors;
  for (Value operand : op->getOperands()) {
    std::optional<qrt::Tensor> tensor = nn::constantTensor(operand);
    if (!tensor)
      return step;
    tensors.push_back(*tensor);
  }
  auto values = nn::evaluateOperation(op, tensors);
  if (failed(values))
    return step;
  OpBuilder at(op);
  Value constant = nn::createConstant(at, op->getLoc(), nn::nameOf(op),
                                      cast<RankedTensorType>(step.getType()), values->front());
  evaluations.insert(constant);
  SmallVector<Value> sources(op->getOperands());
  op->erase();
  for (Value source : sources)
    if (evaluations.contains(source) && source.use_empty()) {
      evaluations.erase(source);
      source.getDefiningOp()->erase();
    }
  return constant;
}

std::optional<qrt::Tensor> EntryBuilder::folded(Value value) const {
  auto known = constants.find(value);
  return known == constants.end() ? std::nullopt : std::optional(known->second);
}

void EntryBuilder::eraseUnusedConstants() {
  for (auto &[value, tensor] : constants)
    if (value.use_empty())
      value.getDefiningOp()->erase();
  constants.clear();
}

Value EntryBuilder::constant(StringRef name, RankedTensorType type, const qrt::Tensor &tensor) {
  std::string key = names.unique(name.empty() ? "constant" : name);
  Value value = nn::createConstant(builder, nameLoc(key), key, type, tensor);
  if (!nn::isQuantized(type))
    constants[value] = tensor;
  return value;
}

qrt::Expected<Value> EntryBuilder::materialize(Imported &value) {
  if (value.value)
    return value.value;
  auto constant = constantOf(value);
  if (!constant)
    return constant.status();
  if (!*constant)
    return qrt::Status(qrt::StatusCode::Unsupported,
                       "a size that depends on the input's shape, used as data; give --shape");
  const qrt::Tensor &tensor = **constant;
  SmallVector<nn::Dim> shape = llvm::map_to_vector(tensor.shape(), nn::staticDim);
  if (qrt::Status status = checkShape(shape); !status.ok())
    return qrt::Status(status.code(), "constant '" + value.name + "': " + status.message());
  Type element = nn::plainElementType(builder.getContext(), tensor.type());
  value.value = this->constant(value.name, RankedTensorType::get(tensor.shape(), element), tensor);
  return value.value;
}

} // namespace qopt
