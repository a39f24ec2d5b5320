// Operations made of what a caller states: types that nobody stated follow from the operation's own
// shape inference and verifier.
#include "tools/python/bindings/networks/graph.h"

#include "ir/dialect.h"
#include "ir/types/quant_type.h"

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"

namespace qopt::python {
namespace {

using mlir::Operation;
using mlir::Type;
using OwnedOp = mlir::OwningOpRef<Operation *>;

/// An operation as a caller stated it, in MLIR's terms.
struct Stated {
  const OpDefinition &definition;
  mlir::Location location;
  std::string file; // as messages call the graph
  llvm::SmallVector<mlir::Value> operands = {};
  mlir::NamedAttrList attributes = {};
  Type element = {}; // or null
  std::optional<nn::SymbolicShape> shape = {};

  mlir::MLIRContext *context() const { return location.getContext(); }
  mlir::OperationName name() const { return {"nn." + definition.name, context()}; }
  /// Makes the operation, in no block yet.
  OwnedOp make(llvm::ArrayRef<Type> results) const {
    mlir::OperationState state(location, name());
    state.addOperands(operands);
    state.addTypes(results);
    state.addAttributes(attributes);
    return Operation::create(state);
  }
  [[noreturn]] void refuse(const std::string &why) const;
};

/// Returns a hint to the help that explains the labels "(C…)" of a message; empty where it has
/// none.
std::string pointer(const std::string &text, const std::string &op) {
  const size_t at = text.find("(C");
  const size_t end = at == std::string::npos ? at : text.find(')', at);
  if (end == std::string::npos)
    return "";
  return "; see " + text.substr(at, end + 1 - at) + " in help(qopt.build.Network." + op + ")";
}

void Stated::refuse(const std::string &why) const {
  FirstError error(context(), file);
  mlir::emitError(location) << why;
  check(qrt::invalidArgument(error.text()));
  llvm_unreachable("check throws");
}

/// The outcome of shape inference where each result has the shape `probe`.
struct Inferred {
  std::optional<llvm::SmallVector<nn::SymbolicShape>> shapes;
  std::string error;
  bool operator==(const Inferred &) const = default;
};

Inferred inferAt(const Stated &stated, size_t results, llvm::ArrayRef<nn::Dim> probe) {
  Type element = mlir::Float32Type::get(stated.context());
  llvm::SmallVector<Type> types(results, nn::tensorType(probe, element));
  OwnedOp op = stated.make(types);
  FirstError error(stated.context(), stated.file);
  Inferred inferred;
  llvm::SmallVector<nn::SymbolicShape> shapes;
  if (mlir::succeeded(mlir::cast<nn::ShapeInferenceOpInterface>(*op).inferShapes(
          shapes, [&] { return op->emitOpError(); })))
    inferred.shapes = std::move(shapes);
  inferred.error = error.text();
  return inferred;
}

size_t countResults(const Stated &stated) {
  if (stated.definition.results == Form::One)
    return 1;
  Inferred inferred = inferAt(stated, 0, {});
  if (!inferred.shapes)
    check(qrt::invalidArgument(inferred.error + pointer(inferred.error, stated.definition.name)));
  return inferred.shapes->size();
}

/// Returns the results' shapes. The caller states them where they depend on what the result's type
/// says.
llvm::SmallVector<nn::SymbolicShape> shapesOf(const Stated &stated, size_t results) {
  if (stated.shape)
    return llvm::SmallVector<nn::SymbolicShape>(results, *stated.shape);
  const nn::SymbolicShape vector{nn::staticDim(1)}, deep(8, nn::staticDim(1));
  nn::SymbolicShape own;
  if (!stated.operands.empty())
    own = nn::symbolicShape(stated.operands.front());
  const Inferred first = inferAt(stated, results, {});
  for (const nn::SymbolicShape &probe : {vector, deep, own})
    if (inferAt(stated, results, probe) != first)
      stated.refuse("nn." + stated.definition.name +
                    ": the shape does not follow from the operands; give shape=(…)");
  if (!first.shapes)
    check(qrt::invalidArgument(first.error + pointer(first.error, stated.definition.name)));
  return *first.shapes;
}

llvm::SmallVector<Type> typesOf(llvm::ArrayRef<nn::SymbolicShape> shapes, Type element) {
  return llvm::map_to_vector(shapes, [&](const nn::SymbolicShape &shape) -> Type {
    return nn::tensorType(shape, element);
  });
}

/// The operation where its verifier takes it; what it says otherwise.
OwnedOp verifiedOp(const Stated &stated, llvm::ArrayRef<Type> types, std::string &refusal) {
  OwnedOp op = stated.make(types);
  FirstError error(stated.context(), stated.file);
  if (mlir::succeeded(mlir::verify(*op)))
    return op;
  refusal = error.text();
  return {};
}

/// Returns the types of the operands first, then every plain one. (Verifiers that ask for i64 take
/// ui64, too: an unsigned result has that from an operand, or it is stated.)
llvm::SmallVector<Type> candidates(const Stated &stated) {
  llvm::SmallVector<Type> all;
  auto add = [&](Type type) {
    if (!llvm::is_contained(all, type))
      all.push_back(type);
  };
  for (mlir::Value operand : stated.operands)
    add(mlir::getElementTypeOrSelf(operand.getType()));
  for (qrt::ElementType type : qrt::allElementTypes)
    if (!qrt::isUnsigned(type))
      add(nn::plainElementType(stated.context(), type));
  return all;
}

/// A result's parameters are copied or chosen: only a copy's are known here.
bool isChosen(Operation *op, Type element) {
  auto rule = mlir::dyn_cast<nn::QuantizationRuleOpInterface>(op);
  return nn::isQuantized(element) &&
         !(rule && rule.quantizationRule().result == nn::ResultRule::SharesInput);
}

std::string namesOf(llvm::ArrayRef<Type> elements) {
  return llvm::join(
      llvm::map_range(elements, [](Type type) { return "'" + elementText(type) + "'"; }), " or ");
}

/// Makes the operation with the element type that the verifier takes, where that is one alone.
OwnedOp withElement(const Stated &stated, llvm::ArrayRef<nn::SymbolicShape> shapes) {
  std::string refusal, first;
  OwnedOp made;
  llvm::SmallVector<Type> fitting;
  bool isAnyChosen = false;
  for (Type element : candidates(stated)) {
    OwnedOp op = verifiedOp(stated, typesOf(shapes, element), refusal);
    if (first.empty())
      first = refusal;
    if (!op)
      continue;
    isAnyChosen |= isChosen(*op, element);
    fitting.push_back(element);
    made = std::move(op);
  }
  if (isAnyChosen)
    stated.refuse(
        "nn." + stated.definition.name +
        ": the parameters of a quantized result are chosen; give "
        "dtype=qopt.build.quantized(…), or dtype='float32' where the operation writes that");
  if (fitting.empty()) // of the types that were tried
    check(
        qrt::invalidArgument(first + pointer(first, stated.definition.name) + ", or give dtype="));
  if (fitting.size() > 1)
    stated.refuse(
        "nn." + stated.definition.name +
        ": the result's elements may be of several types; give dtype=" + namesOf(fitting));
  return made;
}

/// An operation without operands whose type is that of the value that it holds, as a constant's.
OwnedOp ofItself(const Stated &stated) {
  Type type;
  for (mlir::NamedAttribute attribute : stated.attributes)
    if (auto typed = mlir::dyn_cast<mlir::TypedAttr>(attribute.getValue()))
      type = typed.getType();
  if (!type)
    stated.refuse("nn." + stated.definition.name + ": holds no value; give one");
  std::string refusal;
  OwnedOp op = verifiedOp(stated, type, refusal);
  if (!op)
    check(qrt::invalidArgument(refusal + pointer(refusal, stated.definition.name)));
  return op;
}

OwnedOp makeOperation(const Stated &stated) {
  if (!stated.name().hasInterface<nn::ShapeInferenceOpInterface>())
    return ofItself(stated);
  const size_t results = countResults(stated);
  llvm::SmallVector<nn::SymbolicShape> shapes = shapesOf(stated, results);
  if (!stated.element)
    return withElement(stated, shapes);
  std::string refusal;
  OwnedOp op = verifiedOp(stated, typesOf(shapes, stated.element), refusal);
  if (!op)
    check(qrt::invalidArgument(refusal + pointer(refusal, stated.definition.name)));
  return op;
}

// ---- the request ----

void addOperands(Stated &stated, const std::shared_ptr<Graph> &graph, const OpRequest &request) {
  llvm::SmallVector<int32_t> segments;
  for (auto [definition, group] : llvm::zip_equal(stated.definition.operands, request.operands)) {
    const bool isTooMany = definition.form != Form::Variadic && group.size() > 1;
    if (isTooMany || (definition.form == Form::One && group.empty()))
      stated.refuse(stated.definition.name + ": " + std::to_string(group.size()) + " values for " +
                    definition.name + "; give one");
    for (const ValueRef &ref : group) {
      mlir::Value value = ref.get();
      if (ref.graph != graph)
        stated.refuse("'" + nn::keyOf(value) +
                      "' is a value of another network; use one of this one");
      stated.operands.push_back(value);
    }
    segments.push_back(int32_t(group.size()));
  }
  if (stated.name().hasTrait<mlir::OpTrait::AttrSizedOperandSegments>())
    stated.attributes.set("operandSegmentSizes",
                          mlir::DenseI32ArrayAttr::get(stated.context(), segments));
}

void addAttributes(Stated &stated, const OpRequest &request) {
  for (const AttributeDefinition &definition : stated.definition.attributes) {
    nb::str key(definition.name.c_str());
    const std::string what = stated.definition.name + ": " + definition.name;
    if (!request.attributes.contains(key)) {
      if (definition.defaultValue.empty())
        stated.refuse(what + " is missing; give it");
      continue;
    }
    nb::handle value = request.attributes[key];
    mlir::Attribute made =
        definition.kinds == "ElementsAttr"
            ? mlir::Attribute(elementsOf(stated.context(), value, request.dtype, what))
            : attributeOf(stated.context(), definition.kinds, value, what);
    if (made)
      stated.attributes.set(definition.name, made);
  }
}

} // namespace

std::vector<ValueRef> createOperation(const std::shared_ptr<Graph> &graph,
                                      const OpRequest &request) {
  (void)graph->builder(); // where there is none, that is said first
  const std::shared_ptr<mlir::MLIRContext> context = graph->context();
  const OpDefinition *definition = findOpDefinition(request.op);
  if (!definition || definition->operands.size() != request.operands.size())
    check(qrt::invalidArgument("there is no operation '" + request.op + "' of these operands"));
  Stated stated{*definition, graph->location(request.place, request.name), graph->file()};
  // Here sequences and numbers of the caller's own run, which may do anything to the graph.
  addAttributes(stated, request);
  if (request.dtype)
    stated.element = elementNamed(context.get(), *request.dtype);
  if (!request.shape.is_none())
    stated.shape = shapeOf(context.get(), request.shape);
  // No code of Python's runs from here on.
  mlir::OpBuilder &builder = graph->builder();
  addOperands(stated, graph, request);
  OwnedOp op = makeOperation(stated);
  const unsigned keys = std::max(op->getNumResults(), 1u);
  if (request.name.empty())
    stated.refuse("the name is empty; give one");
  if (!graph->takeKeys(request.name, request.isReserved ? 1 : 0, keys))
    stated.refuse("the name '" + request.name + "' is used already; give another");
  nn::setName(*op, request.name);
  Operation *made = builder.insert(op.release());
  std::vector<ValueRef> values;
  for (mlir::Value result : made->getResults())
    values.push_back(refOf(graph, result));
  return values;
}

} // namespace qopt::python
