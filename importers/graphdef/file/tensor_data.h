// TensorProto → host tensor.
#pragma once

#include "importers/graphdef/file/graphdef.pb.h"
#include "runtime/numerics/types/tensor.h"

#include <optional>
#include <span>

namespace qopt::graphdef {

/// "DT_FLOAT", or "data type 99". A reference type (101: DT_FLOAT_REF) has the name of its own.
std::string dataTypeName(int32_t dataType);
/// The element type that values of this type have here: doubles become f32. None for types that
/// are not read.
std::optional<qrt::ElementType> elementTypeOf(int32_t dataType);

/// The sizes of a stored tensor: none negative, at most 2^40 elements.
qrt::Expected<qrt::Shape> readShape(const proto::TensorShapeProto &shape);
/// Dense values in row-major order, little endian; `field` names them in messages.
qrt::Expected<qrt::Tensor> tensorFromBytes(std::span<const char> bytes, int32_t dataType,
                                           const qrt::Shape &shape, const char *field);
/// Dimensions, data size and value ranges are checked before anything is allocated. A list that is
/// shorter than the tensor repeats its last value, and an empty one means 0, as TensorFlow reads
/// it.
qrt::Expected<qrt::Tensor> readTensor(const proto::TensorProto &tensor);

} // namespace qopt::graphdef
