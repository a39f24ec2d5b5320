// Arrays as constants' values.
#include "tools/python/bindings/networks/graph.h"

#include "ir/types/quant_type.h"
#include "ir/values/weights.h"

namespace qopt::python {

using qrt::ElementType;
using qrt::Tensor;

/// Unsigned integers of as many bits as the type has, or of a byte.
static ElementType bitsOf(ElementType type) {
  return *qrt::findElementType(qrt::TypeClass::Unsigned, std::max(qrt::bitWidth(type), 8));
}

[[noreturn]] static void wrongElements(const std::string &what, ElementType given,
                                       const std::string &wanted, const std::string &dtype) {
  throw nb::type_error((what + ": an array of " + dtypeName(given) + " holds no " + dtype +
                        "; give one of " + wanted)
                           .c_str());
}

/// Every element within what so many bits hold.
static void checkSmall(const Tensor &tensor, ElementType small, const std::string &what) {
  const int64_t bits = qrt::bitWidth(small);
  const int64_t low = qrt::isSigned(small) ? -(int64_t(1) << (bits - 1)) : 0;
  const int64_t high = low + (int64_t(1) << bits) - 1;
  auto fits = [&](auto values) {
    return llvm::all_of(values, [&](auto v) { return v >= low && v <= high; });
  };
  const bool areInside = tensor.type() == ElementType::I8 ? fits(tensor.values<int8_t>())
                                                          : fits(tensor.values<uint8_t>());
  if (!areInside)
    check(qrt::invalidArgument(what + ": an element does not fit " + std::to_string(bits) +
                               " bits; give numbers from " + std::to_string(low) + " to " +
                               std::to_string(high)));
}

/// Floats of less than a byte come as their bits, a byte each.
static Tensor packedFloats(const Tensor &codes, ElementType small) {
  const ElementType nibbles = *qrt::findElementType(qrt::TypeClass::Unsigned, qrt::bitWidth(small));
  auto packed = std::make_shared<Tensor>(qrt::packed(codes, nibbles));
  const void *data = packed->data();
  return Tensor::view(small, codes.shape(), data, packed);
}

/// The array's elements as those of `type`: the same ones, or the bits of floats that NumPy does
/// not have.
static Tensor storedAs(const Tensor &given, ElementType type, const std::string &what) {
  const bool isPacked = qrt::isPacked(type);
  const ElementType own = isPacked && qrt::isFloat(type) ? bitsOf(type) : qrt::unpackedType(type);
  const bool areBits = qrt::isFloat(type) && given.type() == bitsOf(type) && given.type() != own;
  if (given.type() != own && !areBits)
    wrongElements(what, given.type(),
                  dtypeName(own) + (qrt::isFloat(type) && qrt::bitWidth(type) <= 16
                                        ? ", or of " + dtypeName(bitsOf(type)) + ", its bits"
                                        : ""),
                  dtypeName(type));
  if (areBits)
    return Tensor::view(type, given.shape(), given.data(), std::make_shared<Tensor>(given));
  if (!isPacked)
    return given;
  const ElementType unsignedOf =
      *qrt::findElementType(qrt::TypeClass::Unsigned, qrt::bitWidth(type));
  checkSmall(given, qrt::isFloat(type) ? unsignedOf : type, what);
  return qrt::isFloat(type) ? packedFloats(given, type) : given;
}

mlir::ElementsAttr elementsOf(mlir::MLIRContext *context, nb::handle array,
                              const std::optional<std::string> &dtype, const std::string &what) {
  const Tensor given = tensorOf(array, what);
  mlir::Type element =
      dtype ? elementNamed(context, *dtype) : nn::plainElementType(context, given.type());
  std::optional<ElementType> declared = nn::declaredType(element);
  if (!declared)
    check(qrt::invalidArgument(what + ": elements of " + elementText(element) +
                               " are not stored; give another dtype"));
  const Tensor stored = storedAs(given, *declared, what);
  auto type = mlir::RankedTensorType::get(stored.shape(), element);
  FirstError error(context, what);
  if (mlir::failed(
          nn::verifyTensor(type, [&] { return mlir::emitError(mlir::UnknownLoc::get(context)); })))
    check(qrt::invalidArgument(error.text()));
  return nn::makeWeights(type, stored);
}

} // namespace qopt::python
