#include "passes/quantize/insert/attention.h"

#include "ir/ops/expansion.h"
#include "passes/rewrite.h"
#include "passes/tensor_types.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

std::string whyNoAttention(const PolicyFile &file, const ValuesByKey &values) {
  for (const auto &[key, layer] : file.layers) {
    Value value = values.find(key);
    if (layer.attention && value && !value.getDefiningOp<AttentionOp>())
      return "'" + key + "' is no nn.attention, of which alone \"attention\" speaks";
  }
  return "";
}

// Whatever scales there will be: empty, or the verifier's words on the product of such steps.
static std::string whyOverflows(MatmulOp product, const QuantParams &a, const QuantParams &b) {
  Block block;
  SmallVector<Value> operands;
  const QuantParams both[] = {a, b};
  for (auto [operand, params] : llvm::zip_equal(product->getOperands(), both))
    operands.push_back(block.addArgument(asSteps(operand.getType(), params), product.getLoc()));
  std::string refusal;
  if (Operation *candidate = verifiedClone(product, operands, {Type()}, refusal))
    candidate->destroy();
  return refusal;
}

// Empty, or why a product of its parts has no integer form.
static std::string whyOverflows(AttentionOp op, unsigned bits) {
  const QuantParams steps = paramsForRange(-1, 1, Scheme::Signed, bits),
                    shares = paramsForRange(0, 1, Scheme::Signs, bits);
  const std::unique_ptr<Block> parts = expansionOf(op);
  std::string reason;
  bool isContext = false; // the second product
  for (MatmulOp product : parts->getOps<MatmulOp>()) {
    if (reason.empty())
      reason = whyOverflows(product, isContext ? shares : steps, steps);
    isContext = true;
  }
  return reason;
}

void IntegerAttention::takeApart(func::FuncOp function, const LayerPolicy &general,
                                 ArrayRef<PolicyFile *> files) {
  NameTable names(function);
  SmallVector<AttentionOp> found;
  function.walk([&](AttentionOp op) { found.push_back(op); });
  for (AttentionOp op : found) {
    const std::string key = keyOf(op.getResult());
    LayerPolicy said = general;
    for (const PolicyFile *file : files)
      if (auto own = file->layers.find(key); own != file->layers.end())
        said = said.overlaid(own->second);
    if (said.attention != AttentionForm::Integer || said.mode == LayerMode::Observe)
      continue;
    if (said.mode == LayerMode::Dynamic) {
      refused[op] = "dynamic ranges are for layers with constant weights";
      continue;
    }
    if (std::string reason = whyOverflows(op, *said.bits); !reason.empty()) {
      refused[op] = reason;
      continue;
    }
    AttentionParts own = qopt::takeApart(op, names);
    const SmallVector<Operation *> all = own.all();
    parts.insert(all.begin(), all.end());
    floats.insert(own.floats.begin(), own.floats.end());
    probabilities.insert(own.probabilities());
    for (PolicyFile *file : files)
      if (auto ofWhole = file->layers.find(key); ofWhole != file->layers.end())
        for (Operation *part : all)
          file->layers.try_emplace(keyOf(part->getResult(0)), ofWhole->second);
    taken.push_back(std::move(own));
  }
}

StringRef IntegerAttention::whyRefused(Operation *op) const {
  auto found = refused.find(op);
  return found == refused.end() ? StringRef() : StringRef(found->second);
}

void IntegerAttention::handDownRanges() const {
  for (const AttentionParts &of : taken) {
    Value context = of.context->getResult(0);
    if (rangeOf(context))
      continue;
    for (Operation *heads : context.getUsers())
      if (isPart(heads)) // a part has one result; what else reads the context may have none
        if (std::optional<RangeAttr> range = rangeOf(heads->getResult(0)))
          setRange(context, *range);
  }
}

} // namespace qopt
