// What ONNX Runtime's optimizer leaves of activations.
#include "importers/onnx/graph/op_table.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::onnx {

// gelu(x + bias), the bias where it is there.
static void biasedGelu(Binder &b, unsigned least, StringRef approximate) {
  Value x, bias;
  b.arity(least, 2).input(0, x).optional(1, bias);
  if (bias)
    x = b.part<nn::AddOp>("biased", b.f32(), x, bias);
  b.emit<nn::GeluOp>(b.f32(), x, approximate);
}

static void gelu(Binder &b) {
  b.arity(1, 1);
  biasedGelu(b, 1, "none");
}
static void biasGelu(Binder &b) { biasedGelu(b, 2, "none"); }
static void fastGelu(Binder &b) { biasedGelu(b, 1, "tanh"); }

ArrayRef<OpEntry> microsoftOps() {
  static constexpr OpEntry ops[] = {{"Gelu", gelu, 1, microsoft},
                                    {"BiasGelu", biasGelu, 1, microsoft},
                                    {"FastGelu", fastGelu, 1, microsoft}};
  return ops;
}

} // namespace qopt::onnx
