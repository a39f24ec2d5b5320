#include "importers/tflite/export/graph/graph_writer.h"

#include "importers/tflite/export/file/kernels.h"
#include "importers/tflite/export/file/tensor_type.h"
#include "ir/ops.h"
#include "ir/values/weights.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;

namespace qopt::tflite {

std::string baseName(Value value) {
  std::string key = nn::keyOf(value);
  Operation *op = value.getDefiningOp();
  return !key.empty() ? key : op ? op->getName().getStringRef().str() : "input";
}

GraphWriter::GraphWriter(func::FuncOp entry, Draft &draft)
    : draft(draft), entry(entry), images(entry) {}

void GraphWriter::refuse(const Twine &why) {
  if (refusal.empty())
    refusal = why.str();
}

static void remarkOrder(Location where, StringRef what, StringRef name) {
  mlir::emitRemark(where) << what << " '" << name
                          << "' is channels last in the file, as TFLite has images";
}

void GraphWriter::begin() {
  for (auto [argument, name] : llvm::zip_equal(entry.getArguments(), nn::inputNames(entry))) {
    FileOrder order;
    if (isImage(argument) && rankOf(argument) >= 3) {
      order = channelsLast(rankOf(argument));
      remarkOrder(entry.getLoc(), "input", name);
    }
    TensorIndex tensor = define(argument, order);
    draft.rename(tensor, name);
    draft.addInput(tensor, name);
    if (std::string why = takeRefusal(); !why.empty())
      refuse("input '" + name + "': " + why);
  }
}

void GraphWriter::end() {
  auto results = entry.front().getTerminator()->getOperands();
  llvm::SmallDenseSet<TensorIndex> named;
  for (auto [value, name] : llvm::zip_equal(results, nn::outputNames(entry))) {
    FileOrder order = orderOf(value);
    const bool isImage = rankOf(value) == 4 && order == channelsLast(4);
    if (isImage)
      remarkOrder(entry.getLoc(), "output", name);
    TensorIndex tensor = read(value, isImage ? order : FileOrder());
    const bool isInput = isa<BlockArgument>(value);
    if (!isInput && tensor != noTensor && named.insert(tensor).second)
      draft.rename(tensor, name);
    draft.addOutput(tensor, name);
  }
}

FileOrder GraphWriter::orderOf(Value value) const {
  auto known = values.find(value);
  const bool isConstant = value.getDefiningOp<nn::ConstantOp>() != nullptr;
  return isConstant || known == values.end() ? FileOrder() : known->second.front().order;
}

TensorIndex GraphWriter::intermediate(const std::string &name, Type element,
                                      ArrayRef<nn::Dim> sizes) {
  std::string why;
  schema::TensorT tensor = tensorOf(name, element, sizes, why);
  if (!why.empty())
    refuse(why);
  return draft.add(std::move(tensor));
}

TensorIndex GraphWriter::constant(const std::string &name, Type element,
                                  const qrt::Tensor &elements) {
  std::string why;
  auto sizes = llvm::map_to_vector(elements.shape(), [](int64_t size) { return nn::Dim(size); });
  schema::TensorT tensor = tensorOf(name, element, sizes, why);
  if (!why.empty())
    refuse(why);
  return draft.addConstant(std::move(tensor), qrt::unpacked(elements));
}

void GraphWriter::addOperator(schema::BuiltinOperator code, ArrayRef<TensorIndex> inputs,
                              ArrayRef<TensorIndex> outputs, schema::BuiltinOptionsUnion options) {
  std::string why = whyNoKernel(code, draft.typesOf(inputs), draft.typesOf(outputs));
  if (!why.empty())
    refuse(why +
           "; leave the layer float (--insert-quant=\"float=LAYER …\"), or cast its operands");
  draft.addOperator(code, inputs, outputs, std::move(options));
}

static bool isNarrow(Type element) {
  std::optional<nn::QuantParams> params = nn::quantParams(element);
  return params && (params->min != qrt::lowestOf(params->storage) ||
                    params->max != qrt::highestOf(params->storage));
}

TensorIndex GraphWriter::define(Value value, const FileOrder &order) {
  auto type = cast<RankedTensorType>(value.getType());
  if (isNarrow(type.getElementType()))
    refuse("its values keep to a part of their type, which TFLite cannot say");
  nn::SymbolicShape shape = nn::symbolicShape(type);
  auto sizes = inOrder(ArrayRef<nn::Dim>(shape), order);
  TensorIndex tensor =
      intermediate(baseName(value), elementInOrder(type.getElementType(), order), sizes);
  values[value].push_back({tensor, order});
  return tensor;
}

void GraphWriter::alias(Value value, Value of, const FileOrder &order) {
  const TensorIndex tensor = values[of].front().tensor;
  values[value].push_back({tensor, order});
}

TensorIndex GraphWriter::constantIn(Value value, const FileOrder &order) {
  std::optional<qrt::Tensor> stored = nn::constantTensor(value);
  if (!stored) {
    refuse("a constant has elements that TFLite has not");
    return noTensor;
  }
  auto type = cast<RankedTensorType>(value.getType());
  qrt::Tensor elements = order.empty() ? *stored : inOrder(*stored, order);
  return constant(baseName(value), elementInOrder(type.getElementType(), order), elements);
}

TensorIndex GraphWriter::moved(Value value, const WrittenValue &from, const FileOrder &order) {
  auto type = cast<RankedTensorType>(value.getType());
  nn::SymbolicShape shape = nn::symbolicShape(type);
  auto sizes = inOrder(ArrayRef<nn::Dim>(shape), order);
  Type element = elementInOrder(type.getElementType(), order);
  const auto permutation = between(from.order, order, type.getRank());
  auto lying = inOrder(ArrayRef<nn::Dim>(shape), from.order);
  if (liesAsItIs(lying, permutation) && requested(sizes))
    return reshaped(from.tensor, baseName(value) + "/reordered", element, sizes);
  auto places = llvm::map_to_vector(permutation, [](int64_t dim) { return int32_t(dim); });
  TensorIndex list = constant(
      "permutation", IntegerType::get(value.getContext(), 32),
      qrt::Tensor::fromValues<int32_t>({int64_t(places.size())}, ArrayRef<int32_t>(places)));
  TensorIndex result = intermediate(baseName(value) + "/reordered", element, sizes);
  schema::BuiltinOptionsUnion options;
  options.Set(schema::TransposeOptionsT());
  addOperator(schema::BuiltinOperator::TRANSPOSE, {from.tensor, list}, {result},
              std::move(options));
  return result;
}

TensorIndex GraphWriter::reshaped(TensorIndex tensor, const std::string &name, Type element,
                                  ArrayRef<nn::Dim> sizes) {
  std::optional<SmallVector<int32_t>> wanted = requested(sizes);
  if (!wanted) {
    refuse("a shape of which two sizes are open; give --shape");
    return noTensor;
  }
  TensorIndex list = constant(
      "shape", IntegerType::get(element.getContext(), 32),
      qrt::Tensor::fromValues<int32_t>({int64_t(wanted->size())}, ArrayRef<int32_t>(*wanted)));
  TensorIndex result = intermediate(name, element, sizes);
  schema::ReshapeOptionsT said;
  said.new_shape.assign(wanted->begin(), wanted->end());
  schema::BuiltinOptionsUnion options;
  options.Set(std::move(said));
  addOperator(schema::BuiltinOperator::RESHAPE, {tensor, list}, {result}, std::move(options));
  return result;
}

std::optional<SmallVector<int32_t>> GraphWriter::requested(ArrayRef<nn::Dim> sizes) {
  SmallVector<int32_t> wanted;
  for (const nn::Dim &size : sizes)
    wanted.push_back(size.isStatic() ? int32_t(size.value()) : -1);
  if (llvm::count(wanted, -1) > 1 ||
      (llvm::is_contained(wanted, -1) && llvm::is_contained(wanted, 0)))
    return std::nullopt;
  return wanted;
}

TensorIndex GraphWriter::read(Value value, const FileOrder &order) {
  SmallVector<WrittenValue, 2> &written = values[value];
  for (const WrittenValue &one : written)
    if (one.order == order)
      return one.tensor;
  TensorIndex tensor = noTensor;
  if (value.getDefiningOp<nn::ConstantOp>())
    tensor = constantIn(value, order);
  else if (!written.empty())
    tensor = moved(value, written.front(), order);
  else
    refuse("it reads what cannot be written");
  values[value].push_back({tensor, order});
  return tensor;
}

} // namespace qopt::tflite
