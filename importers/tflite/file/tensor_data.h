// Tensors of a TFLite file: their types, and the elements of constants.
#pragma once

#include "importers/tflite/file/model_file.h"
#include "runtime/numerics/types/tensor.h"

#include <optional>

namespace qopt::tflite {

/// None for types that no tensor here has: strings, complex numbers, resources, variants.
std::optional<qrt::ElementType> elementTypeOf(schema::TensorType type);
std::string typeName(schema::TensorType type);

/// Returns whether the file has the tensor's elements, of which there are some.
bool isConstant(const ModelFile &file, const schema::Tensor &tensor);
/// A constant's elements, sparse ones made dense: a view of the file where it has them as they are
/// needed. FLOAT64 is narrowed to f32. Errors begin with what is wrong.
qrt::Expected<qrt::Tensor> readTensor(const std::shared_ptr<const ModelFile> &file,
                                      const schema::Tensor &tensor);

} // namespace qopt::tflite
