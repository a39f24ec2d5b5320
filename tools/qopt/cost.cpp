#include "tools/qopt/actions.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "tools/io/report/table.h"
#include "tools/libqopt/diagnostics.h"

#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace mlir;

namespace qopt::tool {

static std::vector<std::string> costRow(std::string name, std::string kind,
                                        const nn::OpCost &cost) {
  return {std::move(name),
          std::move(kind),
          io::grouped(cost.multiplyAdds),
          io::grouped(cost.elements),
          io::grouped(cost.bytesRead),
          io::grouped(cost.bytesWritten)};
}

static std::set<std::string> openSizes(func::FuncOp entry) {
  std::set<std::string> symbols;
  for (Value argument : entry.getArguments())
    for (const nn::Dim &dim : nn::symbolicShape(argument))
      dim.collectSymbols(symbols);
  return symbols;
}

qrt::Status printCost(ModuleOp module, int64_t batch, llvm::raw_ostream &stream) {
  ErrorCollector errors(module->getContext());
  func::FuncOp entry = nn::entryOf(module);
  if (!entry)
    return errors.status(qrt::StatusCode::InvalidArgument, "the module has no entry");
  std::set<std::string> symbols = openSizes(entry);
  if (symbols.size() > 1)
    return qrt::invalidArgument("sizes " + llvm::join(symbols, ", ") +
                                " are open: what layers cost depends on them; give --shape=" +
                                nn::inputNames(entry).front() + ":SIZES");
  io::Table table(
      {"layer", "operation", "multiply-adds", "elements", "bytes read", "bytes written"});
  nn::OpCost total;
  entry.walk([&](nn::CostOpInterface op) {
    if (isa<nn::ConstantOp>(op.getOperation()))
      return;
    nn::OpCost cost = op.cost(batch);
    table.add(costRow(nn::layerName(op), op->getName().stripDialect().str(), cost));
    total.multiplyAdds += cost.multiplyAdds;
    total.elements += cost.elements;
    total.bytesRead += cost.bytesRead;
    total.bytesWritten += cost.bytesWritten;
  });
  // A fixed one is the module's own, whatever is asked for.
  table.add(
      costRow(symbols.empty() ? "total" : "total, batch " + std::to_string(batch), "", total));
  table.print(stream);
  return {};
}

} // namespace qopt::tool
