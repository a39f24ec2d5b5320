// mode=dynamic: products whose activations are quantized by the range that they have when they run.
#pragma once

#include "passes/quantize/insert/plan.h"

namespace qopt {

/// The layers whose mode is Dynamic: asked before others are rewritten, whose policies are theirs.
using DynamicLayers = std::vector<std::pair<mlir::Operation *, LayerPolicy>>;
DynamicLayers dynamicLayersOf(const PlanRequest &request, const QuantPlan &plan);

/// A convolution or product with constant weights reads steps of its input, made on the spot, under
/// a scale and a zero point that are operands, and writes f32. What has no weights stays float, and
/// what integers would not serve, with a warning. Fails with a diagnostic where a policy asks for
/// what dynamic ranges do not have.
mlir::LogicalResult quantizeDynamically(mlir::func::FuncOp function, const DynamicLayers &layers,
                                        bool explain);

} // namespace qopt
