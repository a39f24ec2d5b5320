#include "tools/qopt/actions.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "tools/io/table.h"
#include "tools/libqopt/diagnostics.h"

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

qrt::Status printCost(ModuleOp module, int64_t batch, llvm::raw_ostream &stream) {
  ErrorCollector errors(module->getContext());
  func::FuncOp entry = nn::entryOf(module);
  if (!entry)
    return errors.status(qrt::StatusCode::InvalidArgument, "the module has no entry");
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
  table.add(costRow("total, batch " + std::to_string(batch), "", total));
  table.print(stream);
  return {};
}

} // namespace qopt::tool
