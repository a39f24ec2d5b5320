// These functions answer what Python asks of the operations and values of a graph.
#include "tools/python/bindings/networks/graph.h"

#include "ir/ops.h"
#include "ir/values/weights.h"

#include <nanobind/stl/shared_ptr.h>

namespace qopt::python {
namespace {

// ---- what Python asks of values ----

mlir::Type elementOf(mlir::Value value) { return mlir::getElementTypeOrSelf(value.getType()); }

std::string typeText(const ValueRef &ref) {
  std::string text;
  llvm::raw_string_ostream(text) << ref.get().getType();
  return text;
}

nb::object definingOp(const ValueRef &ref) {
  return ref.node ? nb::cast(refOf(ref.graph, ref.get().getDefiningOp())) : nb::none();
}

nb::list users(const ValueRef &ref) {
  nb::list list;
  for (mlir::Operation *user : ref.get().getUsers())
    if (mlir::isa<nn::NNDialect>(user->getDialect()))
      list.append(refOf(ref.graph, user));
  return list;
}

bool isOutput(const ValueRef &ref) {
  return llvm::any_of(ref.get().getUsers(), llvm::IsaPred<mlir::func::ReturnOp>);
}

nb::object arrayOfConstant(const ValueRef &ref) {
  std::optional<qrt::Tensor> tensor = nn::constantTensor(ref.get());
  return tensor ? copyOf(*tensor) : nb::none();
}

std::string reprOf(const ValueRef &ref) {
  mlir::Value value = ref.get();
  std::string text;
  llvm::raw_string_ostream(text) << "<qopt value '" << nn::keyOf(value) << "': " << value.getType()
                                 << ">";
  return text;
}

// ---- and of operations ----

std::string kindOf(const OperationRef &ref) { return ref.get()->getName().stripDialect().str(); }

const OpDefinition &definitionOf(const OperationRef &ref) {
  const OpDefinition *found = findOpDefinition(kindOf(ref));
  if (!found)
    check(qrt::invalidArgument("'" + kindOf(ref) + "' is no operation of networks"));
  return *found;
}

/// (first, count) of each of the definition's operands.
std::vector<std::pair<unsigned, unsigned>> segmentsOf(mlir::Operation *op,
                                                      const OpDefinition &definition) {
  std::vector<std::pair<unsigned, unsigned>> all;
  auto sizes = mlir::dyn_cast_or_null<mlir::DenseI32ArrayAttr>(
      op->getInherentAttr("operandSegmentSizes").value_or(mlir::Attribute()));
  const unsigned others = unsigned(definition.operands.size()) - 1;
  unsigned first = 0;
  for (auto [i, operand] : llvm::enumerate(definition.operands)) {
    const unsigned count = sizes                       ? unsigned(sizes[i])
                           : operand.form == Form::One ? 1
                                                       : op->getNumOperands() - others;
    all.emplace_back(first, count);
    first += count;
  }
  return all;
}

nb::object operandOf(const OperationRef &ref, const OpDefinition &definition, size_t index) {
  mlir::Operation *op = ref.get();
  auto [first, count] = segmentsOf(op, definition)[index];
  nb::list values;
  for (unsigned i = 0; i < count; ++i)
    values.append(refOf(ref.graph, op->getOperand(first + i)));
  if (definition.operands[index].form == Form::Variadic)
    return nb::tuple(values);
  return count ? nb::object(values[0]) : nb::none();
}

nb::object attributeOf(const OperationRef &ref, const AttributeDefinition &definition) {
  mlir::Attribute value = ref.get()->getAttr(definition.name);
  return definition.kinds == "UnitAttr" ? nb::cast(bool(value)) : objectOf(value);
}

/// An operand or attribute by its name.
nb::object item(const OperationRef &ref, const std::string &name) {
  const OpDefinition &definition = definitionOf(ref);
  for (size_t i = 0; i < definition.operands.size(); ++i)
    if (definition.operands[i].name == name)
      return operandOf(ref, definition, i);
  for (const AttributeDefinition &attribute : definition.attributes)
    if (attribute.name == name)
      return attributeOf(ref, attribute);
  throw nb::key_error((definition.name + " has no operand or attribute '" + name + "'").c_str());
}

nb::dict attributes(const OperationRef &ref) {
  nb::dict all;
  for (const AttributeDefinition &attribute : definitionOf(ref).attributes)
    all[nb::str(attribute.name.c_str())] = attributeOf(ref, attribute);
  return all;
}

template <typename Values> nb::tuple refsOf(const OperationRef &ref, Values values) {
  nb::list list;
  for (mlir::Value value : values)
    list.append(refOf(ref.graph, value));
  return nb::tuple(list);
}

ValueRef onlyResult(const OperationRef &ref) {
  if (ref.get()->getNumResults() != 1)
    check(qrt::invalidArgument("layer '" + nn::layerName(ref.get()) +
                               "' has several results; see .results"));
  return refOf(ref.graph, ref.get()->getResult(0));
}

std::string locationText(const OperationRef &ref) {
  std::string text;
  llvm::raw_string_ostream(text) << ref.get()->getLoc();
  return text;
}

std::string reprOf(const OperationRef &ref) {
  return "<qopt operation " + kindOf(ref) + " '" + nn::layerName(ref.get()) + "'>";
}

template <typename T> nb::object equals(const T &a, nb::handle other) {
  T b;
  if (!nb::try_cast(other, b))
    return nb::borrow(Py_NotImplemented);
  return nb::cast(a.graph == b.graph && a.node == b.node && [&] {
    if constexpr (requires { a.index; })
      return a.index == b.index;
    return true;
  }());
}

nb::list definitions() {
  static const char *forms[] = {"one", "optional", "variadic"};
  nb::list all;
  for (const OpDefinition &op : opDefinitions()) {
    nb::list operands, attributes;
    for (const OperandDefinition &operand : op.operands)
      operands.append(nb::make_tuple(operand.name, forms[int(operand.form)]));
    for (const AttributeDefinition &attribute : op.attributes)
      attributes.append(nb::make_tuple(attribute.name, attribute.kinds, attribute.defaultValue));
    all.append(nb::make_tuple(op.name, op.summary, op.description, nb::tuple(operands),
                              nb::tuple(attributes), op.results == Form::One));
  }
  return all;
}

} // namespace

void addGraph(nb::module_ &m) {
  nb::class_<ValueRef>(m, "Value", "A value of a network that is being built or rewritten.")
      .def_prop_ro(
          "name", [](const ValueRef &ref) { return nn::keyOf(ref.get()); },
          "Its key, as ranges and reports call it; for a layer's first result this is the layer's "
          "name.")
      .def_prop_ro(
          "dtype", [](const ValueRef &ref) { return elementText(elementOf(ref.get())); },
          "\"float32\", …; of quantized values MLIR's words for it.")
      .def_prop_ro(
          "shape", [](const ValueRef &ref) { return sizesOf(ref.get().getType()); },
          nb::for_getter(nb::sig("def shape(self) -> tuple[int | str, ...]")),
          "Numbers, and texts where sizes are open: (\"N\", 10).")
      .def_prop_ro("type", &typeText, "In MLIR's words: \"tensor<?x10xf32, #nn.dims<N>>\".")
      .def_prop_ro("op", &definingOp, nb::for_getter(nb::sig("def op(self) -> Operation | None")),
                   "The operation that computes it; None for an input.")
      .def_prop_ro(
          "index", [](const ValueRef &ref) { return (void)ref.get(), ref.index; },
          "Its number among the results, or among the inputs.")
      .def_prop_ro("users", &users, nb::for_getter(nb::sig("def users(self) -> list[Operation]")),
                   "The operations that read it.")
      .def_prop_ro("is_output", &isOutput, "True if the network returns it.")
      .def_prop_ro("array", &arrayOfConstant,
                   nb::for_getter(nb::sig("def array(self) -> typing.Any")),
                   "A copy of a constant's elements; None for others.")
      .def("__eq__", &equals<ValueRef>, nb::arg("other").none(),
           nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__",
           [](const ValueRef &ref) {
             return int64_t(llvm::hash_combine(ref.graph.get(), ref.node.get(), ref.index) >> 1);
           })
      .def("__repr__", [](const ValueRef &ref) { return reprOf(ref); });
  nb::class_<OperationRef>(m, "Operation", "A layer of a network that is being rewritten.")
      .def_prop_ro("kind", &kindOf, "\"conv2d\", …")
      .def_prop_ro(
          "name", [](const OperationRef &ref) { return nn::nameOf(ref.get()).str(); },
          "The layer's; \"\" where it has none.")
      .def_prop_ro(
          "operands", [](const OperationRef &ref) { return refsOf(ref, ref.get()->getOperands()); },
          nb::for_getter(nb::sig("def operands(self) -> tuple[Value, ...]")),
          "All of them, in order; op['bias'] is one by its name.")
      .def_prop_ro(
          "results", [](const OperationRef &ref) { return refsOf(ref, ref.get()->getResults()); },
          nb::for_getter(nb::sig("def results(self) -> tuple[Value, ...]")))
      .def_prop_ro("result", &onlyResult, "The only one.")
      .def_prop_ro("attributes", &attributes,
                   nb::for_getter(nb::sig("def attributes(self) -> dict[str, typing.Any]")),
                   "By name, those that have their default included.")
      .def_prop_ro("location", &locationText, "Where it came from, in MLIR's words.")
      .def("__getitem__", &item, nb::arg("name"),
           nb::sig("def __getitem__(self, name: str, /) -> typing.Any"),
           "An operand (None where an optional one is absent, a tuple of variadic ones) or an "
           "attribute.")
      .def("__eq__", &equals<OperationRef>, nb::arg("other").none(),
           nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__",
           [](const OperationRef &ref) {
             return int64_t(llvm::hash_combine(ref.graph.get(), ref.node.get()) >> 1);
           })
      .def("__repr__", [](const OperationRef &ref) { return reprOf(ref); });
  m.def("op_definitions", &definitions,
        "(name, summary, description, operands, attributes, whether it has one result) of each "
        "operation.");
  m.def("attribute_kinds", &attributeKinds);
}

} // namespace qopt::python
