// UNIDIRECTIONAL_SEQUENCE_LSTM of steps.
#pragma once

#include "importers/tflite/graph/binder.h"

namespace qopt::tflite {

/// Binds the layer by (L22): weights, inputs and outputs of 8 bits, gates and the cell of 16.
void integerLstm(Binder &b, const schema::UnidirectionalSequenceLSTMOptions &said);

} // namespace qopt::tflite
