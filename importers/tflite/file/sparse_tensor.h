// Sparse constants, which the format stores in TACO's way: each dimension, in an order of
// traversal, is dense or has the places of its elements in compressed rows; blocks are further
// dimensions.
#pragma once

#include "importers/tflite/file/model_file.h"
#include "runtime/numerics/types/tensor.h"

namespace qopt::tflite {

/// The dense tensor of `shape`; an error where the description does not fit shape or buffer.
qrt::Expected<qrt::Tensor> readSparse(const ModelFile &file, const schema::Tensor &tensor,
                                      const qrt::Shape &shape);

} // namespace qopt::tflite
