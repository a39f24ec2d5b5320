// Pools over images of any rank: over three dimensions as a pool of planes, then one along the
// depth (docs/decisions/ir/window-ranks.md).
#pragma once

#include "importers/common/graph/layer_binder.h"
#include "importers/common/ops/windows.h"

namespace qopt {

/// Makes a maximum pool, under the part's name (none: the layer's own).
Value maxPool(LayerBinder &b, llvm::StringRef name, Value x, const ImageWindow &window);
/// The mean of the positions inside the image with `counted` of the window's pads (as many numbers;
/// none: of the image alone).
Value averagePool(LayerBinder &b, llvm::StringRef name, Value x, ImageWindow window,
                  llvm::ArrayRef<int64_t> counted);

} // namespace qopt
