// TensorProto → host tensor.
#pragma once

#include "importers/onnx/file/external_data.h"
#include "importers/onnx/file/onnx.pb.h"
#include "runtime/numerics/types/tensor.h"

#include <optional>

namespace qopt::onnx {

/// "FLOAT16", or "data type 23".
std::string dataTypeName(int32_t dataType);

/// The element type that values of this ONNX type have here: float16 and
/// bfloat16 are widened to f32, exactly. None for types that are not read.
std::optional<qrt::ElementType> elementTypeOf(int32_t dataType);

/// The reverse, for the types of constants.
int32_t dataTypeOf(qrt::ElementType type);

/// Dimensions, data size and value ranges checked before anything is
/// allocated. Errors are sentences that begin with what is wrong.
qrt::Expected<qrt::Tensor> readTensor(const proto::TensorProto &tensor, TensorBytes &external);
/// The first finite value of a DOUBLE that f32 does not hold: readTensor makes 0 of it where it is
/// not 0, or infinity. Of others, and of what cannot be read, none.
std::optional<double> valueLostInF32(const proto::TensorProto &tensor, TensorBytes &external);
/// The same of one that says what is not 0, written out.
qrt::Expected<qrt::Tensor> readSparse(const proto::SparseTensorProto &tensor,
                                      TensorBytes &external);

} // namespace qopt::onnx
