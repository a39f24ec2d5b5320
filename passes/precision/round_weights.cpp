// Float weights on few levels: they stay float, and their file packs.
#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "passes/passes.h"
#include "passes/precision/levels.h"

#include "llvm/Support/Compression.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_ROUNDWEIGHTS
#include "passes/passes.h.inc"
namespace {

// Returns the bytes that the tensor takes in an archive.
uint64_t deflated(const qrt::Tensor &tensor) {
  if (!llvm::compression::zlib::isAvailable())
    return tensor.bytes();
  SmallVector<uint8_t, 0> packed;
  llvm::compression::zlib::compress(
      ArrayRef(static_cast<const uint8_t *>(tensor.data()), tensor.bytes()), packed);
  return packed.size();
}

std::string size(uint64_t bytes) {
  if (bytes < 10000)
    return std::to_string(bytes) + " bytes";
  bool isMega = bytes >= 10000000;
  return llvm::formatv("{0:f1} {1}", double(bytes) / (isMega ? 1e6 : 1e3), isMega ? "MB" : "kB")
      .str();
}

struct RoundWeights : impl::RoundWeightsBase<RoundWeights> {
  using RoundWeightsBase::RoundWeightsBase;

  using Report = function_ref<LogicalResult(const Twine &)>;

  LogicalResult initializeOptions(StringRef options, Report report) override {
    return success(succeeded(RoundWeightsBase::initializeOptions(options, report)) &&
                   succeeded(checkOptions(report)));
  }

  LogicalResult checkOptions(Report report) {
    if (levels < Levels::least || levels > Levels::most)
      return report("round-weights: levels=" + Twine(int64_t(levels)) + " is not from " +
                    Twine(Levels::least) + " to " + Twine(Levels::most));
    return minimumSize < 0 ? report("round-weights: minimum-size is negative") : success();
  }

  void remark(Operation *op, const Twine &text) {
    if (explain)
      op->emitRemark() << "'" << layerName(op) << "' " << text;
  }

  void round(ConstantOp constant) {
    std::optional<qrt::Tensor> weights = constantTensor(constant);
    if (!weights || !isF32(constant.getType()) ||
        weights->size() < std::max<int64_t>(minimumSize, 1))
      return;
    if (!allFinite(*weights)) {
      constant.emitWarning() << "'" << layerName(constant)
                             << "' is not rounded: its values are not all finite";
      return;
    }
    uint64_t sizeBefore = deflated(*weights), sizeAfter = sizeBefore;
    if (std::optional<qrt::Tensor> result = onLevels(*weights, levels)) {
      sizeAfter = deflated(*result);
      remark(constant, "is rounded to " + Twine(int64_t(levels)) + " levels: " + size(sizeBefore) +
                           " deflated before, " + size(sizeAfter) + " after");
      constant.setValueAttr(makeWeights(cast<RankedTensorType>(constant.getType()), *result));
    } else {
      remark(constant, "stays: its values are all the same");
    }
    ++count, bytes += weights->bytes(), before += sizeBefore, after += sizeAfter;
  }

  void runOnOperation() override {
    Location loc = getOperation().getLoc();
    if (failed(checkOptions([&](const Twine &message) { return mlir::emitError(loc, message); })))
      return signalPassFailure();
    count = bytes = before = after = 0;
    getOperation().walk([&](ConstantOp constant) { round(constant); });
    mlir::emitRemark(loc) << "round-weights: " << count << " constants, " << size(bytes) << ": "
                          << size(before) << " deflated before, " << size(after) << " after";
  }

  uint64_t count = 0, bytes = 0, before = 0, after = 0;
};

} // namespace
} // namespace qopt
