// Attributes, element types and shapes: between Python's objects and MLIR's.
#include "tools/python/bindings/networks/graph.h"

#include "ir/dialect.h"
#include "ir/types/quant_type.h"
#include "ir/values/near_names.h"
#include "ir/values/weights.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

namespace qopt::python {

using mlir::MLIRContext;

[[noreturn]] static void wrongType(const std::string &what, const std::string &wanted,
                                   nb::handle value) {
  const std::string name = nb::cast<std::string>(value.type().attr("__name__"));
  throw nb::type_error((what + ": expected " + wanted + ", not " + name).c_str());
}

[[noreturn]] static void refuse(const std::string &text) {
  check(qrt::invalidArgument(text));
  llvm_unreachable("check throws");
}

// ---- what Python's objects hold ----

static int64_t integerOf(nb::handle value, const std::string &what) {
  if (PyBool_Check(value.ptr()) || !PyIndex_Check(value.ptr()))
    wrongType(what, "a whole number", value);
  nb::object number = nb::steal(PyNumber_Index(value.ptr()));
  if (!number.is_valid())
    nb::raise_python_error();
  int overflow = 0;
  const long long found = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow)
    refuse(what + ": a number of more than 64 bits; give a smaller one");
  return found;
}

static double realOf(nb::handle value, const std::string &what) {
  const bool isNumber =
      PyFloat_Check(value.ptr()) || PyIndex_Check(value.ptr()) || nb::hasattr(value, "__float__");
  const bool isArray = nb::hasattr(value, "ndim") && nb::cast<int>(value.attr("ndim")) != 0;
  if (PyBool_Check(value.ptr()) || !isNumber || isArray)
    wrongType(what, "a number", value);
  nb::object number = nb::steal(PyNumber_Float(value.ptr()));
  if (!number.is_valid()) {
    if (!PyErr_ExceptionMatches(PyExc_OverflowError))
      nb::raise_python_error();
    PyErr_Clear();
    refuse(what + ": a number beyond float32; give a smaller one");
  }
  const double found = nb::cast<double>(number);
  if (std::isfinite(found) && std::isinf(float(found)))
    refuse(what + ": a number beyond float32; give a smaller one");
  return found;
}

static std::string textOf(nb::handle value, const std::string &what) {
  std::string text;
  if (!nb::isinstance<nb::str>(value))
    wrongType(what, "text", value);
  if (!nb::try_cast(value, text))
    refuse(what + ": lone surrogates are no text");
  return text;
}

static bool truthOf(nb::handle value, const std::string &what) {
  const std::string type = nb::cast<std::string>(value.type().attr("__name__"));
  if (!PyBool_Check(value.ptr()) && type != "bool" && type != "bool_") // and NumPy's
    wrongType(what, "True or False", value);
  const int truth = PyObject_IsTrue(value.ptr());
  if (truth < 0)
    nb::raise_python_error();
  return truth;
}

/// Each of a tuple, a list, an array of one dimension.
template <typename Read>
static auto eachOf(nb::handle value, const std::string &what, const char *wanted, Read read) {
  constexpr Py_ssize_t most = 1 << 20;
  const bool isText = nb::isinstance<nb::str>(value) || nb::isinstance<nb::bytes>(value);
  if (isText || !PySequence_Check(value.ptr()))
    wrongType(what, wanted, value);
  const Py_ssize_t count = PySequence_Size(value.ptr());
  if (count < 0)
    nb::raise_python_error();
  if (count > most)
    refuse(what + ": has " + std::to_string(count) + " entries; give at most " +
           std::to_string(most));
  llvm::SmallVector<decltype(read(value, what))> all;
  for (Py_ssize_t i = 0; i < count; ++i) {
    nb::object one = nb::steal(PySequence_GetItem(value.ptr(), i));
    if (!one.is_valid())
      nb::raise_python_error();
    all.push_back(read(one, what));
  }
  return all;
}

// ---- attributes ----

namespace {
struct AttributeKind {
  llvm::StringLiteral name;
  mlir::Attribute (*make)(mlir::Builder &, nb::handle, const std::string &what);
  bool (*fits)(nb::handle); // of several kinds the first that fits is taken
};

bool always(nb::handle) { return true; }

constexpr AttributeKind kinds[] = {
    {"UnitAttr",
     [](mlir::Builder &b, nb::handle value, const std::string &what) -> mlir::Attribute {
       return truthOf(value, what) ? b.getUnitAttr() : mlir::Attribute();
     },
     always},
    {"BoolAttr",
     [](mlir::Builder &b, nb::handle value, const std::string &what) -> mlir::Attribute {
       return b.getBoolAttr(truthOf(value, what));
     },
     always},
    {"I64Attr",
     [](mlir::Builder &b, nb::handle value, const std::string &what) -> mlir::Attribute {
       return b.getI64IntegerAttr(integerOf(value, what));
     },
     [](nb::handle value) { return PyIndex_Check(value.ptr()) != 0; }},
    {"F32Attr",
     [](mlir::Builder &b, nb::handle value, const std::string &what) -> mlir::Attribute {
       return b.getF32FloatAttr(float(realOf(value, what)));
     },
     [](nb::handle value) { return PyIndex_Check(value.ptr()) == 0; }},
    {"StrAttr",
     [](mlir::Builder &b, nb::handle value, const std::string &what) -> mlir::Attribute {
       return b.getStringAttr(textOf(value, what));
     },
     always},
    {"StrArrayAttr",
     [](mlir::Builder &b, nb::handle value, const std::string &what) -> mlir::Attribute {
       llvm::SmallVector<mlir::Attribute> texts;
       for (const std::string &text : eachOf(value, what, "texts in a list or tuple", textOf))
         texts.push_back(b.getStringAttr(text));
       return b.getArrayAttr(texts);
     },
     always},
    {"DenseI64ArrayAttr",
     [](mlir::Builder &b, nb::handle value, const std::string &what) -> mlir::Attribute {
       return b.getDenseI64ArrayAttr(
           eachOf(value, what, "whole numbers in a list or tuple", integerOf));
     },
     always},
    {"DenseF32ArrayAttr",
     [](mlir::Builder &b, nb::handle value, const std::string &what) -> mlir::Attribute {
       auto wide = eachOf(value, what, "numbers in a list or tuple", realOf);
       return b.getDenseF32ArrayAttr(llvm::to_vector_of<float>(wide));
     },
     always},
};
} // namespace

std::vector<std::string> attributeKinds() {
  std::vector<std::string> names = {"ElementsAttr"}; // elementsOf
  for (const AttributeKind &kind : kinds)
    names.push_back(kind.name.str());
  return names;
}

mlir::Attribute attributeOf(MLIRContext *context, llvm::StringRef names, nb::handle value,
                            const std::string &what) {
  mlir::Builder builder(context);
  llvm::SmallVector<llvm::StringRef> choice;
  names.split(choice, '|');
  for (llvm::StringRef name : choice)
    for (const AttributeKind &kind : kinds)
      if (kind.name == name && (name == choice.back() || kind.fits(value)))
        return kind.make(builder, value, what);
  refuse(what + ": an attribute of kind " + names.str() + " cannot be said here");
}

nb::object objectOf(mlir::Attribute attribute) {
  if (!attribute)
    return nb::none();
  if (auto truth = mlir::dyn_cast<mlir::BoolAttr>(attribute))
    return nb::cast(truth.getValue());
  if (auto number = mlir::dyn_cast<mlir::IntegerAttr>(attribute))
    return nb::cast(number.getValue().getSExtValue());
  if (auto number = mlir::dyn_cast<mlir::FloatAttr>(attribute))
    return nb::cast(number.getValueAsDouble());
  if (auto text = mlir::dyn_cast<mlir::StringAttr>(attribute))
    return nb::cast(text.str());
  if (auto numbers = mlir::dyn_cast<mlir::DenseI64ArrayAttr>(attribute))
    return nb::tuple(nb::cast(numbers.asArrayRef().vec()));
  if (auto numbers = mlir::dyn_cast<mlir::DenseF32ArrayAttr>(attribute))
    return nb::tuple(nb::cast(numbers.asArrayRef().vec()));
  if (auto elements = mlir::dyn_cast<mlir::ElementsAttr>(attribute)) {
    std::optional<qrt::Tensor> tensor = nn::tensorOf(elements);
    return tensor ? copyOf(*tensor) : nb::none();
  }
  if (auto list = mlir::dyn_cast<mlir::ArrayAttr>(attribute)) {
    nb::list all;
    for (mlir::Attribute one : list)
      all.append(objectOf(one));
    return nb::tuple(all);
  }
  std::string text;
  llvm::raw_string_ostream(text) << attribute;
  return nb::cast(text);
}

// ---- element types and shapes ----

/// ml_dtypes writes "float8_e4m3fn", we "float8e4m3fn".
static std::string canonical(llvm::StringRef name) {
  std::string text;
  for (char c : name)
    if (c != '_')
      text += char(llvm::toLower(c));
  return text;
}

mlir::Type elementNamed(MLIRContext *context, const std::string &name) {
  for (qrt::ElementType type : qrt::allElementTypes)
    if (canonical(dtypeName(type)) == canonical(name))
      return nn::plainElementType(context, type);
  mlir::Type parsed;
  if (llvm::StringRef(name).starts_with("!")) {
    FirstError error(context, {});
    parsed = mlir::parseType(name, context);
    if (!parsed)
      refuse("dtype='" + name + "': " + error.text());
    return parsed;
  }
  std::vector<std::string> names;
  for (qrt::ElementType type : qrt::allElementTypes)
    names.push_back(dtypeName(type));
  refuse("dtype='" + name + "': there are " + llvm::join(names, ", ") + didYouMean(name, names));
}

std::string elementText(mlir::Type element) {
  std::optional<qrt::ElementType> type =
      nn::isQuantized(element) ? std::nullopt : nn::declaredType(element);
  if (type)
    return dtypeName(*type);
  std::string text;
  llvm::raw_string_ostream(text) << element;
  return text;
}

static nn::Dim dimOf(MLIRContext *context, nb::handle size) {
  if (!nb::isinstance<nb::str>(size)) {
    const int64_t number = integerOf(size, "shape");
    if (number < 0)
      refuse("shape: a size of " + std::to_string(number) +
             "; write None where it is open, or an expression, as '2*N'");
    return nn::staticDim(number);
  }
  const std::string text = textOf(size, "shape");
  FirstError error(context, {});
  auto dims =
      mlir::dyn_cast_or_null<nn::DimsAttr>(mlir::parseAttribute("#nn.dims<" + text + ">", context));
  if (!dims || dims.sizes().size() != 1)
    refuse("shape: '" + text + "' is no size; write a number, or an expression, as 'N' or '2*H+1'");
  return dims.sizes()[0];
}

nn::SymbolicShape shapeOf(MLIRContext *context, nb::handle sizes) {
  auto read = [&](nb::handle size, const std::string &) { return dimOf(context, size); };
  auto dims = eachOf(sizes, "shape", "sizes in a list or tuple", read);
  return {dims.begin(), dims.end()};
}

nb::tuple sizesOf(mlir::Type type) {
  nb::list sizes;
  for (const nn::Dim &dim : nn::symbolicShape(type)) {
    if (dim.isStatic())
      sizes.append(dim.value());
    else
      sizes.append(dim.text());
  }
  return nb::tuple(sizes);
}

} // namespace qopt::python
