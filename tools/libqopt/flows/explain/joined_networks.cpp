#include "tools/libqopt/flows/explain/joined_networks.h"

#include "ir/ops.h"
#include "ir/ops/expansion.h"
#include "ir/values/keys.h"
#include "passes/adjoint/adjoint.h"
#include "passes/quantize/roles.h"
#include "tools/libqopt/flows/recipe/pass_text.h"
#include "tools/libqopt/load/bytecode_sum.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace qrt;

namespace qopt::run {
namespace {

/// Reads the quantized network into the float one's context.
Expected<Module> inContextOf(const Loaded &floats, const Loaded &quantized) {
  std::string bytecode;
  if (failed(writeSummed(*quantized.module, "qopt", bytecode)))
    return Status(StatusCode::Io, quantized.path + ": no bytecode can be written");
  auto module = parseModule(*floats.context, bytecode, Origin::Trusted);
  return module ? std::move(module) : named(module.status(), quantized.path);
}

std::string portText(Value value) {
  return "'" + nn::keyOf(value) + "' " + nn::toString(nn::symbolicShape(value));
}

class Joiner {
public:
  Joiner(JoinedNetworks &joined, func::FuncOp quantized)
      : joined(joined), entry(joined.entry), quantized(quantized) {}

  Status checkPorts(const Loaded &floats, const Loaded &other) {
    auto wrong = [&](const std::string &what) {
      return invalidArgument(floats.path + " and " + other.path + what);
    };
    if (entry.getArgumentTypes() != quantized.getArgumentTypes())
      return wrong(" have different inputs: " + argumentsText(entry) + " and " +
                   argumentsText(quantized) + "; give two forms of one network");
    if (entry.getNumResults() != quantized.getNumResults())
      return wrong(" have " + std::to_string(entry.getNumResults()) + " and " +
                   std::to_string(quantized.getNumResults()) +
                   " outputs: give two forms of one network");
    return {};
  }

  void join() {
    for (Operation &op : entry.front().without_terminator())
      if (!isa<nn::ConstantOp>(op))
        joined.floats.push_back(&op);
    copyQuantized();
    matchInputs();
    for (Operation *op : joined.floats)
      for (Value result : op->getResults())
        matchValue(result);
    matchResults();
  }

private:
  static std::string argumentsText(func::FuncOp function) {
    return llvm::join(llvm::map_range(function.getArguments(), portText), ", ");
  }

  void copyQuantized() {
    nn::NameTable names(entry);
    OpBuilder builder(entry.front().getTerminator());
    IRMapping mapping;
    for (auto [from, to] : llvm::zip_equal(quantized.getArguments(), entry.getArguments()))
      mapping.map(from, to);
    for (Operation &op : quantized.front().without_terminator()) {
      Operation *copy = builder.clone(op, mapping);
      for (auto [from, to] : llvm::zip_equal(op.getResults(), copy->getResults()))
        if (std::string key = nn::keyOf(from); !key.empty())
          byKey[key] = to;
      if (llvm::StringRef name = nn::nameOf(&op); !name.empty()) {
        joined.quantizedLayers[name] = copy;
        nn::setName(copy, names.unique((name + "/quantized").str(), op.getNumResults()));
      }
    }
    for (Value result : quantized.front().getTerminator()->getOperands())
      joined.quantizedResults.push_back(mapping.lookup(result));
  }

  /// Matches inputs that the quantized network reads as steps of one kind alone.
  void matchInputs() {
    for (BlockArgument argument : entry.getArguments()) {
      Operation *steps = nullptr;
      bool isOne = true;
      for (Operation *user : argument.getUsers()) {
        auto quantize = dyn_cast<nn::QuantizeOp>(user);
        if (!quantize) {
          isOne &= llvm::is_contained(joined.floats, user);
          continue;
        }
        isOne &= !steps || steps->getResult(0).getType() == quantize.getType();
        steps = quantize;
      }
      if (steps && isOne)
        joined.quantizedAs[argument] = steps->getResult(0);
    }
  }

  bool fits(Value value, Value other) const {
    return other && nn::isF32(value.getType()) &&
           (nn::isF32(other.getType()) || nn::quantParams(other.getType())) &&
           nn::symbolicShape(value) == nn::symbolicShape(other);
  }

  /// Returns the relu or clip that alone reads a value of the float network, and whose parameters
  /// the quantized layer before it has: its steps hold what is behind the bound.
  Operation *boundBehind(Value value, Value other) const {
    SmallVector<Operation *> readers;
    for (Operation *user : value.getUsers())
      readers.push_back(user);
    if (readers.size() != 1 || !nn::quantParams(other.getType()) ||
        !isa<nn::QuantizationRuleOpInterface>(readers[0]) || !ruleOf(readers[0]).isBound)
      return nullptr;
    Value behind = byKey.lookup(nn::keyOf(readers[0]->getResult(0)));
    return !behind || behind.getType() == other.getType() ? readers[0] : nullptr;
  }

  void matchValue(Value value) {
    Value other = byKey.lookup(nn::keyOf(value));
    if (!fits(value, other))
      return;
    if (Operation *bound = boundBehind(value, other)) {
      Value result = bound->getResult(0);
      if (!byKey.contains(nn::keyOf(result)) && fits(result, other))
        joined.quantizedAs[result] = other;
      return;
    }
    joined.quantizedAs.try_emplace(value, other);
  }

  void matchResults() {
    Operation *end = entry.front().getTerminator();
    for (auto [value, other] : llvm::zip_equal(end->getOperands(), joined.quantizedResults))
      if (value.getDefiningOp() && fits(value, other))
        joined.quantizedAs[value] = other;
  }

  JoinedNetworks &joined;
  func::FuncOp entry, quantized;
  llvm::StringMap<Value> byKey; // the quantized network's values
};

} // namespace

Expected<JoinedNetworks> joinNetworks(const Loaded &floats, const Loaded &quantized) {
  JoinedNetworks joined;
  joined.network = floats.clone(floats.path);
  if (Status status = runPasses(
          *joined.network.module,
          llvm::join(std::begin(preparingPasses), std::end(preparingPasses), ","), floats.path);
      !status.ok())
    return status;
  auto other = inContextOf(floats, quantized);
  if (!other)
    return other.status();
  joined.entry = nn::entryOf(*joined.network.module);
  func::FuncOp entry = nn::entryOf(**other);
  if (!joined.entry || !entry)
    return invalidArgument((joined.entry ? quantized.path : floats.path) + ": has no entry");
  nn::expandComposites(joined.entry, isTakenWhole);
  Joiner joiner(joined, entry);
  if (Status status = joiner.checkPorts(floats, quantized); !status.ok())
    return status;
  joiner.join();
  return joined;
}

} // namespace qopt::run
