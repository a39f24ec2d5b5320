#include "importers/common/ops/reshaped.h"

using namespace mlir;

namespace qopt {

// Sizes that both sides have stand for themselves, whatever they are: what is left may divide where
// a product that holds T−2, which might be 0 or less, does not.
static void dropCommon(SmallVectorImpl<nn::Dim> &from, SmallVectorImpl<nn::Dim> &to) {
  for (auto dim = to.begin(); dim != to.end();) {
    auto twin = dim->isStatic() ? from.end() : llvm::find(from, *dim);
    if (twin == from.end()) {
      ++dim;
      continue;
    }
    from.erase(twin);
    dim = to.erase(dim);
  }
}

std::optional<nn::Dim> openSize(ArrayRef<nn::Dim> from, ArrayRef<nn::Dim> to) {
  SmallVector<nn::Dim> all(from), known(to);
  dropCommon(all, known);
  std::optional<nn::Dim> total = nn::productOf(all), divisor = nn::productOf(known);
  std::optional<nn::Dim> size = total && divisor ? nn::quotient(*total, *divisor) : std::nullopt;
  std::optional<nn::Dim> product = size ? nn::multiply(*size, *divisor) : std::nullopt;
  return product && nn::mayBeEqual(*product, *total) ? size : std::nullopt;
}

void checkCount(LayerBinder &b, ArrayRef<nn::Dim> from, ArrayRef<nn::Dim> to, const Twine &text) {
  SmallVector<nn::Dim> all(from), asked(to);
  dropCommon(all, asked);
  std::optional<nn::Dim> total = nn::productOf(all), known = nn::productOf(asked);
  b.require(total && known, text);
  if (b.ok())
    b.equal(*total, *known, text);
}

} // namespace qopt
