#include "tools/lsp/network_text.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "tools/libqopt/qopt_mlir.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <algorithm>

using namespace mlir;
using qopt::nn::QuantParams;

namespace qopt::lsp {

struct NetworkText::Part {
  int firstLine = 0, lines = 0;
  std::unique_ptr<MLIRContext> context = makeContext();
  llvm::SourceMgr sources;
  AsmParserState state;
  OwningOpRef<ModuleOp> module; // null where the text does not parse

  Part(llvm::StringRef text, int firstLine);
  Place placeOf(llvm::SMLoc loc) const;
  bool holds(llvm::SMRange range, Place place) const;
};

// ---- parsing ----

NetworkText::Part::Part(llvm::StringRef text, int firstLine)
    : firstLine(firstLine), lines(int(text.count('\n')) + 1) {
  context->allowUnregisteredDialects();
  ScopedDiagnosticHandler quiet(context.get(), [](Diagnostic &) { return success(); });
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, "network"), llvm::SMLoc());
  Block block;
  if (failed(parseAsmSourceFile(sources, &block, ParserConfig(context.get()), &state))) {
    state = AsmParserState(); // which names operations that are gone
    return;
  }
  // Operations that stand without a module are put in one.
  const bool isModule = llvm::hasSingleElement(block) && isa<ModuleOp>(block.front());
  if (isModule) {
    module = cast<ModuleOp>(block.front());
    module->getOperation()->remove();
    return;
  }
  module = ModuleOp::create(UnknownLoc::get(context.get()));
  module->getBody()->getOperations().splice(module->getBody()->begin(), block.getOperations());
}

static std::vector<llvm::StringRef> partsOf(llvm::StringRef text) {
  std::vector<llvm::StringRef> parts;
  const char *begin = text.data();
  for (llvm::StringRef rest = text; !rest.empty();) {
    auto [line, after] = rest.split('\n');
    if (line.trim() == "// -----") {
      parts.emplace_back(begin, size_t(line.data() - begin));
      begin = line.data() + line.size() + (after.data() ? 1 : 0);
      begin = std::min(begin, text.end());
    }
    rest = after;
  }
  parts.emplace_back(begin, size_t(text.end() - begin));
  return parts;
}

NetworkText::NetworkText(llvm::StringRef text) {
  int line = 0;
  for (llvm::StringRef part : partsOf(text)) {
    parts.push_back(std::make_unique<Part>(part, line));
    line += int(part.count('\n')) + 1;
  }
}

NetworkText::~NetworkText() = default;
NetworkText::NetworkText(NetworkText &&) noexcept = default;
NetworkText &NetworkText::operator=(NetworkText &&) noexcept = default;

// ---- places ----

Place NetworkText::Part::placeOf(llvm::SMLoc loc) const {
  auto [line, column] = sources.getLineAndColumn(loc);
  return {firstLine + int(line) - 1, int(column) - 1};
}

bool NetworkText::Part::holds(llvm::SMRange range, Place place) const {
  if (!range.isValid())
    return false;
  const Place begin = placeOf(range.Start), end = placeOf(range.End);
  auto before = [](Place a, Place b) {
    return std::pair(a.line, a.column) <= std::pair(b.line, b.column);
  };
  return before(begin, place) && before(place, end);
}

// ---- descriptions ----

static std::string listOf(llvm::ArrayRef<double> values) {
  constexpr size_t most = 4;
  std::vector<std::string> texts;
  for (double value : values.take_front(most))
    llvm::raw_string_ostream(texts.emplace_back()) << llvm::format("%g", value);
  std::string list = llvm::join(texts, ", ");
  return values.size() > most ? list + ", … (" + std::to_string(values.size()) + ")" : list;
}

/// "u8, scale 0.1, zero point 3, stored 0 to 255"; "" of what is not quantized.
static std::string stepsText(Type type) {
  Type element = getElementTypeOrSelf(type);
  std::string stored;
  if (auto quantized = dyn_cast<quant::QuantizedType>(element))
    stored = ", stored " + std::to_string(quantized.getStorageTypeMin()) + " to " +
             std::to_string(quantized.getStorageTypeMax());
  if (auto uniform = dyn_cast<quant::UniformQuantizedType>(element))
    return "scale " + listOf(uniform.getScale()) + ", zero point " +
           std::to_string(uniform.getZeroPoint()) + stored;
  auto channels = dyn_cast<quant::UniformQuantizedPerAxisType>(element);
  if (!channels)
    return "";
  std::vector<double> zeros(channels.getZeroPoints().begin(), channels.getZeroPoints().end());
  return "scales along dimension " + std::to_string(channels.getQuantizedDimension()) + " " +
         listOf(channels.getScales()) + ", zero points " + listOf(zeros) + stored;
}

static std::string describeValue(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return "";
  std::string text = "`" + nn::keyOf(value) + "`: " + nn::toString(nn::symbolicShape(value));
  if (auto storage = nn::storageType(type))
    text += " of " + std::string(qrt::elementTypeName(*storage));
  if (std::string steps = stepsText(type); !steps.empty())
    text += ", " + steps;
  if (auto range = nn::rangeOf(value))
    text += ", range " + listOf(range->getMin()) + " to " + listOf(range->getMax());
  return text;
}

static std::string describeOperation(Operation *op) {
  if (!isa_and_nonnull<nn::NNDialect>(op->getDialect()))
    return "";
  std::string text = "**layer '" + nn::layerName(op) + "'**, " + op->getName().getStringRef().str();
  for (Value result : op->getResults())
    text += "\n- gives " + describeValue(result);
  for (Value operand : op->getOperands())
    text += "\n- reads " + describeValue(operand);
  return text;
}

std::string NetworkText::describe(Place place) const {
  for (const auto &part : parts) {
    if (place.line < part->firstLine || place.line >= part->firstLine + part->lines)
      continue;
    auto isIn = [&](const AsmParserState::SMDefinition &definition) {
      return part->holds(definition.loc, place) ||
             llvm::any_of(definition.uses,
                          [&](llvm::SMRange use) { return part->holds(use, place); });
    };
    for (const auto &op : part->state.getOpDefs()) {
      for (const auto &group : op.resultGroups)
        if (isIn(group.definition))
          return describeValue(op.op->getResult(group.startIndex));
      if (part->holds(op.loc, place))
        return describeOperation(op.op);
    }
    for (const auto &block : part->state.getBlockDefs())
      for (auto [argument, definition] : llvm::zip(block.block->getArguments(), block.arguments))
        if (isIn(definition))
          return describeValue(argument);
  }
  return "";
}

// ---- remarks ----

static bool hasRanges(ModuleOp module) {
  bool found = false;
  module.walk([&](Operation *op) { found |= op->hasAttr(nn::rangeAttr); });
  return found;
}
static bool hasConversions(ModuleOp module) {
  bool found = false;
  module.walk([&](nn::DequantizeOp) { found = true; });
  return found;
}

/// Tells whether a layer reads steps that a run computes. Then the network is quantized, and passes
/// that quantize would call its integer layers float.
static bool isQuantized(ModuleOp module) {
  auto isComputed = [](Value value) {
    return nn::isQuantized(value.getType()) && !value.getDefiningOp<nn::ConstantOp>();
  };
  const WalkResult walked = module.walk([&](Operation *op) {
    const bool isLayer = op->hasAttr(nn::nameAttr) && !isa<nn::DequantizeOp>(op);
    return isLayer && llvm::any_of(op->getOperands(), isComputed) ? WalkResult::interrupt()
                                                                  : WalkResult::advance();
  });
  return walked.wasInterrupted();
}

/// The passes that say why a layer is not integer; "" where none has anything to say.
static std::string pipelineFor(ModuleOp module) {
  if (isQuantized(module))
    return "";
  if (hasConversions(module))
    return "absorb-qdq{explain=true}";
  return hasRanges(module) ? "insert-quant{explain=true}" : "";
}

static std::vector<std::pair<FileLineColLoc, std::string>> saidBy(ModuleOp module,
                                                                  llvm::StringRef pipeline) {
  std::vector<std::pair<FileLineColLoc, std::string>> said;
  ScopedDiagnosticHandler collect(module.getContext(), [&](Diagnostic &diagnostic) {
    if (auto place = dyn_cast<FileLineColLoc>(diagnostic.getLocation()))
      said.emplace_back(place, diagnostic.str());
    return success();
  });
  OwningOpRef<ModuleOp> copy = module.clone();
  PassManager passes(module.getContext());
  if (succeeded(parsePassPipeline(pipeline, passes)))
    (void)passes.run(*copy); // why it fails is said as well
  return said;
}

std::vector<Remark> NetworkText::quantizationRemarks() const {
  std::vector<Remark> remarks;
  for (const auto &part : parts) {
    const std::string pipeline = part->module ? pipelineFor(*part->module) : "";
    if (pipeline.empty())
      continue;
    for (const auto &[loc, text] : saidBy(*part->module, pipeline)) {
      Place begin{part->firstLine + int(loc.getLine()) - 1, int(loc.getColumn()) - 1}, end = begin;
      for (const auto &op : part->state.getOpDefs())
        if (part->holds(op.loc, begin))
          end = part->placeOf(op.loc.End);
      remarks.push_back({begin, end, text});
    }
  }
  return remarks;
}

} // namespace qopt::lsp
