#include "importers/caffe/ops/window.h"

using namespace mlir;

namespace qopt::caffe {

Ints readSizes(Binder &b, const WindowSizes &sizes, size_t rank, int64_t least) {
  constexpr int64_t most = (int64_t(1) << 31) - 1;
  Ints result(sizes.list.begin(), sizes.list.end());
  if (sizes.height || sizes.width) {
    b.require(sizes.list.empty(), sizes.what + " is said twice, with and without _h and _w");
    b.require(rank == 2,
              sizes.what + "_h and _w of an image that has " + Twine(rank) + " dimensions");
    b.require((sizes.height && sizes.width) || sizes.otherwise == 0,
              sizes.what + " needs both _h and _w");
    result = {sizes.height.value_or(0), sizes.width.value_or(0)};
  } else if (sizes.list.empty()) {
    b.require(sizes.otherwise.has_value(), "says no " + sizes.what);
    result.assign(rank, sizes.otherwise.value_or(least));
  } else if (sizes.list.size() == 1) {
    result.assign(rank, sizes.list[0]);
  }
  b.require(result.size() == rank, "has " + Twine(result.size()) + " of " + sizes.what +
                                       " for an image of " + Twine(rank) + " dimensions");
  b.bounded(result, least, most, sizes.what);
  return result;
}

size_t readImage(Binder &b, Value &x) {
  b.input(0, x);
  if (!b.ok())
    return 0;
  int64_t rank = rankOf(x);
  b.support(rank >= 3 && rank <= 5, "of rank " + Twine(rank) + ", images of rank 3 to 5 are read");
  b.support(!b.ok() || dimsOf(x)[1].isStatic(),
            "of an input whose channels are not known; give --shape");
  return b.ok() ? size_t(rank - 2) : 0;
}

} // namespace qopt::caffe
