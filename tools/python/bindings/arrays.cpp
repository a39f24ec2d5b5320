// NumPy and DLPack arrays as tensors, and back.
#include "tools/python/bindings/bindings.h"

#include <cstring>

namespace qopt::python {

using qrt::ElementType;
using qrt::Tensor;

using Array = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;
using AnyArray = nb::ndarray<nb::ro>;

std::string dtypeName(ElementType type) {
  if (qrt::typeClass(type) == qrt::TypeClass::Boolean)
    return "bool";
  if (qrt::isInteger(type))
    return (qrt::isSigned(type) ? "int" : "uint") + std::to_string(qrt::bitWidth(type));
  const std::string_view name = qrt::elementTypeName(type);
  if (name.starts_with("bf"))
    return "bfloat" + std::string(name.substr(2));
  return "float" + std::string(name.substr(1));
}

std::optional<ElementType> elementTypeOf(nb::dlpack::dtype type) {
  using Code = nb::dlpack::dtype_code;
  if (type.lanes != 1)
    return std::nullopt;
  const Code code = Code(type.code);
  if (code == Code::Int)
    return qrt::findElementType(qrt::TypeClass::Signed, type.bits);
  if (code == Code::UInt)
    return qrt::findElementType(qrt::TypeClass::Unsigned, type.bits);
  if (code == Code::Bool)
    return ElementType::Bool;
  if (code == Code::Bfloat)
    return ElementType::BF16;
  // Floats of 16, 32 and 64 bits; those of 8 have codes of their own, and NumPy has none.
  return code == Code::Float && type.bits >= 16
             ? qrt::parseElementType("f" + std::to_string(type.bits))
             : std::nullopt;
}

/// "str", or "ndarray of object".
static std::string typeName(nb::handle object) {
  std::string name = nb::cast<std::string>(object.type().attr("__name__"));
  nb::object elements = nb::getattr(object, "dtype", nb::none());
  return elements.is_none() ? name : name + " of " + nb::cast<std::string>(nb::str(elements));
}

[[noreturn]] static void refuse(nb::handle array, const std::string &name) {
  AnyArray any;
  if (nb::try_cast(array, any) && any.device_type() != nb::device::cpu::value)
    throw nb::type_error(
        (name + ": lies in a device's memory; give it from the host: x.cpu()").c_str());
  throw nb::type_error((name + ": expected a NumPy array or one that speaks DLPack, not " +
                        typeName(array) + "; numpy.asarray(x, dtype) makes one")
                           .c_str());
}

nb::object resolved(nb::handle array) {
  constexpr std::pair<const char *, const char *> bits[] = {{"is_conj", "resolve_conj"},
                                                            {"is_neg", "resolve_neg"}};
  nb::object own = nb::borrow(array);
  for (auto [isSet, resolve] : bits)
    if (nb::hasattr(array.type(), isSet) && nb::cast<bool>(own.attr(isSet)()))
      own = own.attr(resolve)();
  return own;
}

/// Zero-copy where the bytes are dense.
static Array denseOf(nb::handle given, const std::string &name) {
  const nb::object array = resolved(given);
  Array dense;
  if (nb::try_cast(array, dense, /*convert=*/false))
    return dense;
  AnyArray any;
  if (!nb::try_cast(array, any, false) || any.device_type() != nb::device::cpu::value)
    refuse(array, name);
  nb::object copy = nb::hasattr(array, "contiguous")
                        ? array.attr("contiguous")()
                        : nb::module_::import_("numpy").attr("ascontiguousarray")(array);
  if (!nb::try_cast(copy, dense, false))
    refuse(array, name);
  return dense;
}

[[noreturn]] static void refuseType(nb::handle array, const std::string &name) {
  throw nb::type_error((name + ": elements of " +
                        nb::cast<std::string>(nb::str(nb::getattr(array, "dtype", nb::none()))) +
                        " are nothing that networks take")
                           .c_str());
}

/// Tells whether loops over elements take it: they take only whole multiples of their size.
static bool isAligned(const Array &array) {
  const size_t bytes = array.itemsize();
  return bytes == 0 || reinterpret_cast<uintptr_t>(array.data()) % bytes == 0;
}

Tensor tensorOf(nb::handle array, const std::string &name) {
  if (nb::hasattr(array, "mask") && nb::hasattr(array, "filled"))
    throw nb::type_error(
        (name + ": a masked array has places without a value; x.filled(0) gives them one").c_str());
  auto dense = std::make_shared<Array>(denseOf(array, name));
  std::optional<ElementType> type = elementTypeOf(dense->dtype());
  if (!type)
    refuseType(array, name);
  qrt::Shape shape;
  for (size_t i = 0; i < dense->ndim(); ++i)
    shape.push_back(int64_t(dense->shape(i)));
  const void *data = dense->data();
  if (isAligned(*dense))
    return Tensor::view(*type, std::move(shape), data, std::move(dense));
  Tensor copy = Tensor::allocate(*type, shape);
  std::memcpy(copy.mutableData(), data, copy.bytes());
  return copy;
}

Tensor tensorFor(nb::handle array, const Port &port) {
  Tensor tensor = tensorOf(array, "input '" + port.name + "'");
  checkTypeFor(tensor.type(), array, port);
  return tensor;
}

void checkTypeFor(std::optional<ElementType> given, nb::handle array, const Port &port) {
  if (!given)
    refuseType(array, "input '" + port.name + "'");
  const ElementType type = qrt::unpackedType(port.type);
  if (*given == type)
    return;
  const std::string wanted = dtypeName(type);
  const bool isRaw = port.preprocess.normalizes() || port.quantization;
  throw nb::type_error(
      ("input '" + port.name + "' takes " + wanted + ", not " + dtypeName(*given) +
       (isRaw ? "; .prepare(x) makes it of raw samples, x.astype('" : "; x.astype('") + wanted +
       "') converts values as they are")
          .c_str());
}

nb::dlpack::dtype dlpackOf(ElementType type) {
  using Code = nb::dlpack::dtype_code;
  const bool isBool = qrt::typeClass(type) == qrt::TypeClass::Boolean;
  const Code code = isBool                      ? Code::Bool
                    : type == ElementType::BF16 ? Code::Bfloat
                    : qrt::isFloat(type)        ? Code::Float
                    : qrt::isSigned(type)       ? Code::Int
                                                : Code::UInt;
  return {uint8_t(code), uint8_t(qrt::bitWidth(type)), 1};
}

/// Unpacks packed elements, and widens floats that NumPy lacks to F32. Returns other tensors as
/// they are.
static Tensor shown(const Tensor &tensor) {
  Tensor whole = qrt::isPacked(tensor.type()) ? qrt::unpacked(tensor) : tensor;
  const bool isKnown = !qrt::isFloat(whole.type()) || whole.type() == ElementType::F16 ||
                       qrt::bitWidth(whole.type()) >= 32;
  if (isKnown)
    return whole;
  Tensor wide = Tensor::allocate(ElementType::F32, whole.shape());
  qrt::visitValues(whole, [&](auto values) {
    for (size_t i = 0; i < values.size(); ++i)
      wide.mutableValues<float>()[i] = float(values[i]);
  });
  return wide;
}

nb::object copyOf(const Tensor &tensor) {
  Tensor copy = Tensor::allocate(tensor.type(), tensor.shape());
  std::memcpy(copy.mutableData(), tensor.data(), tensor.bytes());
  return arrayOf(copy);
}

nb::object arrayOf(const Tensor &tensor) {
  auto *kept = new Tensor(shown(tensor));
  nb::capsule owner(kept, [](void *p) noexcept { delete static_cast<Tensor *>(p); });
  size_t shape[64];
  const size_t rank = kept->shape().size();
  for (size_t i = 0; i < rank; ++i)
    shape[i] = size_t(kept->shape()[i]);
  nb::ndarray<nb::numpy> array(kept->mutableData(), rank, shape, owner, nullptr,
                               dlpackOf(kept->type()));
  return nb::cast(std::move(array));
}

nb::tuple portTuple(const Port &port) {
  nb::list shape;
  for (const nn::Dim &dim : port.shape) {
    if (dim.isStatic())
      shape.append(dim.value());
    else
      shape.append(dim.text());
  }
  nb::object steps = nb::none();
  if (port.quantization)
    steps = nb::make_tuple(port.quantization->scale, port.quantization->zeroPoint);
  return nb::make_tuple(port.name, dtypeName(port.type), nb::tuple(shape), steps,
                        port.preprocess.mean, port.preprocess.std, textOf(port.preprocess.image));
}

nb::list portTuples(const std::vector<Port> &ports) {
  nb::list list;
  for (const Port &port : ports)
    list.append(portTuple(port));
  return list;
}

} // namespace qopt::python
