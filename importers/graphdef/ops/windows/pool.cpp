// MaxPool and AvgPool over images of two and three dimensions.
#include "importers/common/ops/pools.h"
#include "importers/graphdef/graph/op_table.h"
#include "importers/graphdef/ops/windows/window.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::graphdef {

// Padding never counts in TensorFlow.
template <int64_t rank, bool isMax> static void pool(Binder &b) {
  ImageWindow window;
  b.arity(1, 1);
  ImageInput image = readImage(b, 0, rank);
  b.require(b.has("ksize"), "names no ksize");
  window.kernel = readSizes(b, "ksize", image, rank);
  readWindow(b, image, window);
  if (!b.ok())
    return;
  bindAs(b, image,
         isMax ? maxPool(b, "", image.x, window) : averagePool(b, "", image.x, window, {}));
}

// ksize and strides are inputs.
static void maxPoolV2(Binder &b) {
  Ints kernel, strides;
  std::string padding = "VALID";
  b.arity(3, 3);
  ImageInput image = readImage(b, 0, 4);
  b.ints(1, kernel).ints(2, strides).attr("padding", padding);
  b.require(kernel.size() == 4 && strides.size() == 4, "ksize and strides need 4 entries")
      .bounded(kernel, 1, (int64_t(1) << 31) - 1, "ksize")
      .bounded(strides, 1, (int64_t(1) << 31) - 1, "strides");
  if (!b.ok())
    return;
  const size_t first = image.channelsLast ? 1 : 2;
  ImageWindow window{Ints(kernel.begin() + first, kernel.begin() + first + 2),
                     Ints(strides.begin() + first, strides.begin() + first + 2),
                     {1, 1},
                     {0, 0, 0, 0}};
  b.support(kernel[0] == 1 && kernel[image.channelsLast ? 3 : 1] == 1,
            "with ksize over samples or channels");
  b.support(strides[0] == 1 && strides[image.channelsLast ? 3 : 1] == 1,
            "with strides over samples or channels");
  b.support(padding == "VALID", "with padding " + padding);
  if (b.ok())
    bindAs(b, image, maxPool(b, "", image.x, window));
}

ArrayRef<OpEntry> poolOps() {
  static constexpr OpEntry ops[] = {{"MaxPool", pool<4, true>},
                                    {"AvgPool", pool<4, false>},
                                    {"MaxPool3D", pool<5, true>},
                                    {"AvgPool3D", pool<5, false>},
                                    {"MaxPoolV2", maxPoolV2}};
  return ops;
}

} // namespace qopt::graphdef
