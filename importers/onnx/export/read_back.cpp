#include "importers/onnx/export/read_back.h"

#include "importers/onnx/file/model_file.h"
#include "importers/onnx/file/tensor_data.h"
#include "importers/onnx/import.h"
#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "ir/values/origin.h"
#include "ir/values/weights.h"

#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/StringExtras.h"

#include <cstring>

using namespace mlir;

namespace qopt::onnx {

namespace {

bool isConstant(Value value) {
  Operation *op = value.getDefiningOp();
  return op && op->hasTrait<OpTrait::ConstantLike>();
}

std::string layerOf(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return "input '" + nn::keyOf(value) + "'";
  return (isConstant(value) ? "constant '" : "layer '") + nn::layerName(op) + "'";
}

/// A quantized type as a file can say it.
struct Steps {
  qrt::ElementType storage;
  SmallVector<double> scales;
  SmallVector<int64_t> zeroPoints;
  int64_t axis;

  explicit Steps(Type type) : storage(*nn::declaredType(type)) {
    nn::WeightScales all = nn::weightScales(type);
    scales = std::move(all.scales);
    axis = scales.size() > 1 ? all.axis : -1; // of one scale there is no saying
    zeroPoints = zeroPointsOf(type);
  }
  // Brings parameters to the form in which weights are imported: unsigned ones around 128 are
  // signed ones around 0.
  void normalize() {
    if (storage != qrt::ElementType::U8 ||
        !llvm::all_of(zeroPoints, [](int64_t zero) { return zero == 128; }))
      return;
    storage = qrt::ElementType::I8;
    llvm::fill(zeroPoints, 0);
  }
  std::string differenceTo(const Steps &other) const;
};

std::string Steps::differenceTo(const Steps &other) const {
  auto both = [](const auto &a, const auto &b) { return debugString(a) + " / " + debugString(b); };
  if (storage != other.storage)
    return std::string(elementTypeName(storage)) + " / " +
           std::string(elementTypeName(other.storage));
  if (axis != other.axis || scales.size() != other.scales.size())
    return std::to_string(scales.size()) + " scales along axis " + both(axis, other.axis);
  for (size_t i = 0; i < scales.size(); ++i)
    if (float(scales[i]) != float(other.scales[i]))
      return "scale " + std::to_string(i) + " is " + both(scales[i], other.scales[i]);
  for (size_t i = 0; i < zeroPoints.size(); ++i)
    if (zeroPoints[i] != other.zeroPoints[i])
      return "zero point " + std::to_string(i) + " is " + both(zeroPoints[i], other.zeroPoints[i]);
  return "";
}

/// Walks what was exported, and looks up what was imported of it. Operations that the importer left
/// out (identities, what constants make) have no counterpart and are not compared.
class Comparer {
public:
  Comparer(func::FuncOp exported, func::FuncOp imported, const WrittenNames &names);
  /// Empty: the same.
  std::string difference() const;

private:
  std::string ports() const;
  std::string valueDifference(const WrittenName &name) const;
  std::string typeDifference(Type exported, Type imported) const;
  std::string shapeDifference(Type exported, Type imported) const;
  std::string layerDifference(const WrittenLayer &layer) const;
  std::string operandDifference(Operation *exported, Operation *imported) const;
  Value origin(Value imported) const;

  func::FuncOp exported, imported;
  const WrittenNames &names;
  llvm::StringMap<Value> values;        // imported, by what the file calls them
  llvm::StringMap<Operation *> layers;  // imported, by key
  llvm::DenseMap<Value, Value> origins; // exported, by what was imported of them
  llvm::DenseSet<Value> present;        // exported, of which there is a counterpart
  llvm::DenseSet<Value> turned;         // exported, written with rows and columns swapped
  bool hasPlainSizes = true;            // each size of an input is a number or a symbol
};

bool isSymbolOrNumber(const nn::Dim &dim) {
  return dim.isStatic() || dim == nn::Dim::symbol(dim.text());
}

Comparer::Comparer(func::FuncOp exported, func::FuncOp imported, const WrittenNames &names)
    : exported(exported), imported(imported), names(names) {
  auto each = [&](llvm::function_ref<void(Value)> visit) {
    llvm::for_each(imported.getArguments(), visit);
    for (Operation &op : imported.front())
      llvm::for_each(op.getResults(), visit);
  };
  // A name that the file gives to a value goes before another value's key that is the same.
  each([&](Value value) {
    if (StringRef own = nn::ownTensorName(value); !own.empty())
      values.try_emplace(own, value);
  });
  each([&](Value value) { values.try_emplace(nn::keyOf(value), value); });
  for (Operation &op : imported.front())
    layers.try_emplace(nn::nameOf(&op), &op);
  for (const WrittenName &name : names.values)
    if (name.isTransposed)
      turned.insert(name.value);
  for (const WrittenName &name : names.values)
    for (const std::string &one : {name.stored, name.real})
      if (Value read = values.lookup(one); read && !one.empty()) {
        present.insert(name.value);
        origins.try_emplace(read, name.value);
      }
  for (Value argument : exported.getArguments())
    hasPlainSizes &= llvm::all_of(nn::symbolicShape(argument), isSymbolOrNumber);
}

// Expressions may be written in several ways: they differ where that is proved.
std::string Comparer::shapeDifference(Type a, Type b) const {
  nn::SymbolicShape from = nn::symbolicShape(a), to = nn::symbolicShape(b);
  bool fits = from.size() == to.size();
  for (size_t i = 0; fits && i < from.size(); ++i)
    fits = hasPlainSizes ? nn::mayBeEqual(from[i], to[i])
                         : !from[i].isStatic() || !to[i].isStatic() || from[i] == to[i];
  return fits ? "" : "shape " + nn::toString(from) + " / " + nn::toString(to);
}

std::string Comparer::typeDifference(Type a, Type b) const {
  // Steps of 32 bits are copied as plain integers.
  if (nn::isQuantized(a) && (nn::isQuantized(b) || nn::hasComputedStorage(a))) {
    if (!nn::isQuantized(b))
      return "quantized / not quantized";
    if (std::string what = Steps(a).differenceTo(Steps(b)); !what.empty())
      return what;
  } else if (nn::declaredType(a) != nn::declaredType(b)) {
    return "elements " + debugString(getElementTypeOrSelf(a)) + " / " +
           debugString(getElementTypeOrSelf(b));
  }
  return shapeDifference(a, b);
}

// The bytes are compared in the file.
std::string constantDifference(Type exported, Type imported, bool isTransposed) {
  if (!nn::isQuantized(exported) || !nn::isQuantized(imported))
    return "";
  Steps own(exported), read(imported);
  if (isTransposed && own.axis >= 0)
    own.axis = 1 - own.axis;
  own.normalize();
  read.normalize();
  return own.differenceTo(read);
}

std::string Comparer::valueDifference(const WrittenName &name) const {
  if (isConstant(name.value)) {
    Value read = values.lookup(name.dequantizer + "/quantized");
    return read ? constantDifference(name.value.getType(), read.getType(), name.isTransposed) : "";
  }
  Value read = values.lookup(name.stored);
  if (!read || isConstant(read) || isa<BlockArgument>(name.value))
    return "";
  return typeDifference(name.value.getType(), read.getType());
}

// The exported value that this one is, or whose quantized or real values it holds; null: none.
Value Comparer::origin(Value value) const {
  for (;;) {
    if (Value known = origins.lookup(value))
      return known;
    Operation *op = value.getDefiningOp();
    bool converts =
        isa_and_nonnull<nn::ConversionOpInterface>(op) &&
        nn::isQuantized(op->getOperand(0).getType()) != nn::isQuantized(value.getType());
    if (!converts)
      return {};
    value = op->getOperand(0);
  }
}

std::string Comparer::operandDifference(Operation *a, Operation *b) const {
  if (a->getNumOperands() != b->getNumOperands())
    return "";
  for (auto [i, wanted, read] : llvm::enumerate(a->getOperands(), b->getOperands())) {
    Value found = origin(read);
    if (found && found != wanted && present.contains(wanted))
      return "operand " + std::to_string(i) + " is " + layerOf(wanted) + " / " + layerOf(found);
  }
  return "";
}

bool isIdentity(StringRef attribute) {
  static constexpr StringLiteral list[] = {nn::nameAttr, nn::absorbedAttr, nn::tensorAttr,
                                           nn::rangeAttr};
  return llvm::is_contained(list, attribute);
}

// A cast to narrow floats saturates unless it says otherwise. Without padding a mean has none to
// count.
bool isUsual(Operation *op, StringRef name) {
  if (auto pool = dyn_cast<nn::AvgPool2dOp>(op))
    return name == "count_include_pad" &&
           llvm::all_of(pool.getPads(), [](int64_t pad) { return pad == 0; });
  auto cast = dyn_cast<nn::CastOp>(op);
  return cast && name == "saturate" && cast.getSaturate().value_or(true) &&
         qrt::isFloat(*nn::declaredType(cast.getType())) &&
         qrt::bitWidth(*nn::declaredType(cast.getType())) <= 8;
}

/// Compares all attributes but `without`, which may be empty.
std::string attributeDifference(Operation *a, Operation *b, StringRef without) {
  for (auto [own, other] : {std::pair(a, b), std::pair(b, a)})
    for (NamedAttribute attribute : own->getAttrDictionary()) {
      StringRef name = attribute.getName();
      Attribute twin = other->getAttr(name);
      bool counts = name != without && !isIdentity(name) && !(isUsual(a, name) && isUsual(b, name));
      if (counts && (!twin || debugString(attribute.getValue()) != debugString(twin)))
        return name.str() + " is " +
               (a->getAttr(name) ? debugString(a->getAttr(name)) : "not said") + " / " +
               (b->getAttr(name) ? debugString(b->getAttr(name)) : "not said");
    }
  return "";
}

std::string Comparer::layerDifference(const WrittenLayer &layer) const {
  Operation *read = layers.lookup(layer.node), *own = layer.op;
  if (!read || read->hasTrait<OpTrait::ConstantLike>())
    return "";
  if (read->getName().getStringRef() != own->getName().getStringRef())
    return layer.isOperator ? debugString(own->getName()) + " / " + debugString(read->getName())
                            : "";
  if (!layer.isAlone)
    return "";
  // The file's product reads a turned constant as it lies, so that it turns nothing itself.
  auto product = dyn_cast<nn::MatmulOp>(own);
  StringRef turns = product && turned.contains(product.getB())
                        ? product.getTransposeBAttrName().getValue()
                        : StringRef();
  std::string what = attributeDifference(own, read, turns);
  return what.empty() ? operandDifference(own, read) : what;
}

/// Names and types of the entry's results, but those that say how much of another there is.
std::vector<std::pair<std::string, Type>> resultsOf(func::FuncOp entry) {
  std::vector<std::pair<std::string, Type>> results;
  llvm::SmallDenseSet<size_t> counts;
  for (unsigned i = 0; i < entry.getNumResults(); ++i)
    if (std::optional<qrt::PortLength> length = nn::lengthOf(entry, i))
      counts.insert(length->count);
  for (auto [i, name] : llvm::enumerate(nn::outputNames(entry)))
    if (!counts.contains(i))
      results.emplace_back(name, entry.getResultTypes()[i]);
  return results;
}

std::vector<std::pair<std::string, Type>> argumentsOf(func::FuncOp entry) {
  std::vector<std::pair<std::string, Type>> arguments;
  for (auto [name, type] : llvm::zip_equal(nn::inputNames(entry), entry.getArgumentTypes()))
    arguments.emplace_back(name, type);
  return arguments;
}

std::string Comparer::ports() const {
  for (auto [what, of] : {std::pair("input", &argumentsOf), std::pair("output", &resultsOf)}) {
    auto a = of(exported), b = of(imported);
    if (a.size() != b.size())
      return std::to_string(a.size()) + " " + what + "s / " + std::to_string(b.size());
    for (auto [own, read] : llvm::zip_equal(a, b)) {
      std::string difference = own.first != read.first ? "'" + read.first + "'"
                               : nn::declaredType(own.second) != nn::declaredType(read.second)
                                   ? "its elements are others"
                                   : shapeDifference(own.second, read.second);
      if (!difference.empty())
        return std::string(what) + " '" + own.first + "': " + difference;
    }
  }
  return "";
}

std::string Comparer::difference() const {
  for (const WrittenName &name : names.values)
    if (std::string what = valueDifference(name); !what.empty())
      return layerOf(name.value) + ": " + what;
  for (const WrittenLayer &layer : names.layers)
    if (std::string what = layerDifference(layer); !what.empty())
      return "layer '" + nn::layerName(layer.op) + "': " + what;
  return ports();
}

// ---- the file's own bytes ----

bool isSameTensor(const proto::TensorProto &stored, const qrt::Tensor &tensor) {
  return stored.data_type() == dataTypeOf(tensor.type()) &&
         llvm::equal(stored.dims(), tensor.shape()) && stored.raw_data().size() == tensor.bytes() &&
         (tensor.bytes() == 0 ||
          std::memcmp(stored.raw_data().data(), tensor.data(), tensor.bytes()) == 0);
}

std::string constantsDifference(const proto::GraphProto &graph, const WrittenNames &names) {
  llvm::StringMap<const proto::TensorProto *> stored;
  for (const proto::TensorProto &tensor : graph.initializer())
    stored[tensor.name()] = &tensor;
  for (const WrittenName &name : names.values) {
    if (!isConstant(name.value))
      continue;
    const proto::TensorProto *tensor = stored.lookup(name.stored);
    if (!tensor ||
        !isSameTensor(*tensor, name.isTransposed ? transposedMatrix(*nn::constantTensor(name.value))
                                                 : *nn::storedConstant(name.value)))
      return layerOf(name.value) + ": " + (tensor ? "other elements" : "it is not there");
  }
  return "";
}

} // namespace

static qrt::Status differs(const std::string &what) {
  return qrt::invalidArgument(
      "what was written for ONNX reads back otherwise, so it is not kept: " + what +
      " (exported / read back)");
}

qrt::Status ReadBack::check(StringRef bytes) const {
  auto model = parseModel(bytes);
  if (!model)
    return differs("the file " + model.status().message());
  if (std::string what = constantsDifference((*model)->graph(), names); !what.empty())
    return differs(what);
  MLIRContext context(MLIRContext::Threading::DISABLED);
  std::string why;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (why.empty() && diagnostic.getSeverity() == DiagnosticSeverity::Error)
      why = diagnostic.str();
    return success();
  });
  ImportFailure failure = ImportFailure::None;
  auto imported =
      importGraph(&context, *model, std::make_shared<ExternalData>(""), /*path=*/"", {}, failure);
  if (!imported)
    return qrt::invalidArgument(
        "what was written for ONNX cannot be read back, so it is not kept: " + why);
  std::string what = Comparer(nn::entryOf(*module), nn::entryOf(*imported), names).difference();
  return what.empty() ? qrt::Status() : differs(what);
}

} // namespace qopt::onnx
