// Inputs and outputs of which samples are another dimension than the first.
#include "ir/ops.h"
#include "ir/types/dims.h"
#include "ir/values/keys.h"
#include "passes/passes.h"

#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_SAMPLESFIRST
#include "passes/passes.h.inc"
namespace {

struct SamplesFirst : impl::SamplesFirstBase<SamplesFirst> {
  using SamplesFirstBase::SamplesFirstBase;

  void runOnOperation() override {
    if (func::FuncOp entry = entryOf(getOperation()); !entry || failed(run(entry)))
      signalPassFailure();
  }

  LogicalResult run(func::FuncOp entry) {
    FailureOr<std::string> name = samplesOf(entry);
    if (failed(name))
      return failure();
    const Dim samples = Dim::symbol(*name);
    Operation *terminator = entry.front().getTerminator();
    if (llvm::any_of(entry.getAllResultAttrs() ? entry.getAllResultAttrs().getValue()
                                               : ArrayRef<Attribute>(),
                     [](Attribute all) { return cast<DictionaryAttr>(all).contains(lengthAttr); }))
      return entry.emitError("samples-first: an output's length depends on the data, and its "
                             "samples stay where they are");
    NameTable names(entry);
    const std::vector<std::string> outputs = outputNames(entry);
    for (BlockArgument argument : entry.getArguments())
      tellMultiple(entry, *name, argument, "input '" + keyOf(argument) + "'");
    for (OpOperand &result : terminator->getOpOperands())
      tellMultiple(entry, *name, result.get(),
                   "output '" + outputs[result.getOperandNumber()] + "'");
    for (BlockArgument argument : entry.getArguments())
      if (const int64_t at = placeOf(samples, argument); at > 0)
        moveInput(argument, at, names);
    for (OpOperand &result : terminator->getOpOperands())
      if (const int64_t at = placeOf(samples, result.get()); at > 0)
        moveOutput(entry, result, at, outputs[result.getOperandNumber()], names);
    entry.setFunctionType(FunctionType::get(&getContext(), entry.front().getArgumentTypes(),
                                            terminator->getOperandTypes()));
    return success();
  }

  /// The symbol of the size that counts samples.
  FailureOr<std::string> samplesOf(func::FuncOp entry) {
    std::set<std::string> open;
    for (BlockArgument argument : entry.getArguments())
      collectSymbols(argument.getType(), open);
    const std::string list = llvm::join(open, ", ");
    if (open.empty())
      return entry.emitError("samples-first: no size of an input is open; import the model with "
                             "an open number of samples");
    if (symbol.empty() && open.size() > 1)
      return entry.emitError("samples-first: inputs have the open sizes ")
             << list << ": name that of the samples, --samples-first=symbol=" << *open.begin();
    if (!symbol.empty() && !open.contains(symbol))
      return entry.emitError("samples-first: no input has an open size '")
             << symbol << "'; there are: " << list;
    return symbol.empty() ? *open.begin() : symbol.getValue();
  }

  /// A size that is a multiple of the samples, several rows to each, is none that could be moved.
  static void tellMultiple(func::FuncOp entry, const std::string &samples, Value value,
                           const std::string &what) {
    const SymbolicShape shape = symbolicShape(value);
    std::set<std::string> symbols;
    collectSymbols(value.getType(), symbols);
    if (symbols.contains(samples) && !llvm::is_contained(shape, Dim::symbol(samples)))
      entry.emitRemark("samples-first: ")
          << what << " of shape " << nn::toString(shape) << " grows with the samples '" << samples
          << "', but none of its sizes equals their number: it stays as it is";
  }

  static int64_t placeOf(const Dim &samples, Value value) {
    const SymbolicShape shape = symbolicShape(value);
    auto found = llvm::find(shape, samples);
    return found == shape.end() ? 0 : found - shape.begin();
  }

  /// A transpose of `value` by the permutation, and its range.
  static TransposeOp transposed(OpBuilder &builder, Value value, ArrayRef<int64_t> permutation,
                                const std::string &name) {
    const SymbolicShape from = symbolicShape(value);
    SymbolicShape to;
    for (int64_t dim : permutation)
      to.push_back(from[dim]);
    auto op = TransposeOp::create(
        builder, value.getLoc(), tensorType(to, cast<ShapedType>(value.getType()).getElementType()),
        value, permutation);
    setName(op, name);
    if (std::optional<RangeAttr> range = rangeOf(value))
      setRange(op.getResult(), *range);
    return op;
  }

  void moveInput(BlockArgument argument, int64_t at, NameTable &names) {
    SymbolicShape shape = symbolicShape(argument);
    std::rotate(shape.begin(), shape.begin() + at, shape.begin() + at + 1);
    SmallVector<int64_t> back = llvm::to_vector(llvm::seq<int64_t>(0, int64_t(shape.size())));
    std::rotate(back.begin(), back.begin() + 1, back.begin() + at + 1);
    argument.setType(tensorType(shape, cast<ShapedType>(argument.getType()).getElementType()));
    OpBuilder builder(argument.getOwner(), argument.getOwner()->begin());
    TransposeOp op = transposed(builder, argument, back, names.unique(keyOf(argument) + "/moved"));
    argument.replaceAllUsesExcept(op.getResult(), op);
  }

  static void moveOutput(func::FuncOp entry, OpOperand &result, int64_t at, const std::string &name,
                         NameTable &names) {
    SmallVector<int64_t> front =
        llvm::to_vector(llvm::seq<int64_t>(0, int64_t(symbolicShape(result.get()).size())));
    std::rotate(front.begin(), front.begin() + at, front.begin() + at + 1);
    OpBuilder builder(result.getOwner());
    result.set(transposed(builder, result.get(), front, names.unique(name + "/moved")));
    entry.setResultAttr(result.getOperandNumber(), nameAttr, builder.getStringAttr(name));
  }
};

} // namespace
} // namespace qopt
