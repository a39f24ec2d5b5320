// Products summed in an accumulator: their weights and biases as the format's kernels take them.
#pragma once

#include "importers/tflite/export/graph/op_table.h"

namespace qopt::tflite {

/// Returns whether the format has this kind of sum: floats throughout, or steps in and out under
/// constant weights of 8 bits; the layer is refused otherwise.
bool takesSum(Layer &b, Value x, Value weights, Value bias);
/// Weights in an order, around the zero point that kernels for this input take.
TensorIndex weightsIn(Layer &b, Value weights, Value x, const FileOrder &order);
/// A bias of the scale s_x·s_w; noTensor where there is none.
TensorIndex biasIn(Layer &b, Value bias, Value x, Value weights);
/// Zeros of that scale, for operators that the interpreter refuses without a bias.
TensorIndex zeroBias(Layer &b, int64_t channels, Value x, Value weights);

} // namespace qopt::tflite
