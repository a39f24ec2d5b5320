// These functions compute and check the sizes of a reshape, whichever format asks for it.
#pragma once

#include "importers/common/graph/layer_binder.h"

namespace qopt {

/// Returns the size for which −1 stands; `to` has a 1 in its place. There is none where it would be
/// no whole number.
std::optional<nn::Dim> openSize(llvm::ArrayRef<nn::Dim> from, llvm::ArrayRef<nn::Dim> to);

/// Requires that both shapes have the same number of elements; `text` tells the user that they do
/// not.
void checkCount(LayerBinder &b, llvm::ArrayRef<nn::Dim> from, llvm::ArrayRef<nn::Dim> to,
                const llvm::Twine &text);

} // namespace qopt
