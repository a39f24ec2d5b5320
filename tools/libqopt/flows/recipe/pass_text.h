// A recipe as passes and their options.
#pragma once

#include "tools/libqopt/flows/commands/insert_quant.h"
#include "tools/libqopt/flows/layers/layer_names.h"
#include "tools/libqopt/flows/recipe/recipe.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace qopt::run {

/// The passes that make a model fit for quantization.
inline constexpr llvm::StringLiteral preparingPasses[] = {"fold-constants", "fold-batch-norm",
                                                          "recognize-composites", "fold-affine"};
/// --insert-quant with these options, and what follows it, as a pipeline.
std::string insertQuantPasses(const std::string &options);

/// Returns the passes that follow where floats lie narrow, as a pipeline behind a comma:
/// --assign-precision of that type, by the ranges that the network has by then. Empty where floats
/// are f32.
std::string narrowingPasses(const Recipe &recipe);

/// Empty, or why float= cannot name the layer: MLIR's parser counts braces inside quotes, too.
std::string whyUnwritable(llvm::StringRef layer);

/// Options of --insert-quant, a space between them: "profile=qopt scheme=mixed float=a,b". Layers
/// stay float beside the recipe's own; all are called what they are in the network that is
/// quantized.
std::string insertQuantOptions(const Recipe &recipe, llvm::ArrayRef<std::string> floatLayers,
                               const LayerNames &names);

} // namespace qopt::run
