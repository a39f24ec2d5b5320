// The facts of a network that are drawn: its layers, inputs and outputs, and who reads whom.
#pragma once

#include "tools/libqopt/report/drawing/kinds.h"
#include "tools/libqopt/report/layout/layout.h"

#include "ir/types/quant_params.h"

#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <string>
#include <vector>

namespace qopt::drawing {

struct ValueFacts {
  std::string key;   // "" of a value without one
  std::string type;  // "i8", "f32"
  std::string shape; // "?x64x56x56"
  bool isConstant = false;
  std::vector<double> scales; // of a quantized one: one, or one for each channel
  int64_t zeroPoint = 0;
  std::optional<std::pair<double, double>> ends; // the least and greatest real value of its steps
};

struct LayerAttribute {
  std::string name, value;
};

struct LayerFacts {
  std::string name;      // "conv1"; a port's name
  std::string operation; // "conv2d", "input", "output"
  Kind kind = Kind::Float;
  mlir::Operation *op = nullptr; // null of a port
  std::vector<ValueFacts> inputs, outputs;
  std::vector<LayerAttribute> attributes;
  std::vector<std::string> absorbed; // layers that rewrites merged into this one
};

struct DrawnNetwork {
  std::vector<LayerFacts> layers;
  std::vector<Edge> edges; // values, as many as are read
};

/// Returns the drawing of the entry: inputs, operations but constants in their order, outputs.
/// Operations are those of the module, which outlives it.
DrawnNetwork drawnNetwork(mlir::ModuleOp module);

/// The lines of a layer's box: what it is, its name, what it gives.
std::vector<std::string> labelOf(const LayerFacts &layer);
/// Boxes that have room for their labels, in pixels.
std::vector<Size> boxesOf(const DrawnNetwork &network);

} // namespace qopt::drawing
