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
/// Returns the first finite value of a DOUBLE that f32 does not hold: readTensor makes infinity of
/// it, or 0 though it is not 0. Other types, and what cannot be read, have none.
std::optional<double> valueLostInF32(const proto::TensorProto &tensor, TensorBytes &external);
/// Reads, as readTensor does, a tensor that states only what is not 0, and writes it out.
qrt::Expected<qrt::Tensor> readSparse(const proto::SparseTensorProto &tensor,
                                      TensorBytes &external);

} // namespace qopt::onnx
