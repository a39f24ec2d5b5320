#include "tools/libqopt/qopt_mlir.h"

#include "ir/values/keys.h"
#include "tools/libqopt/diagnostics.h"

using namespace mlir;
using qrt::invalidArgument;
using qrt::Status;

namespace qopt {

/// The argument that images enter by, or −1.
static int imageArgument(func::FuncOp entry) {
  if (entry.getNumArguments() == 1)
    return 0;
  int found = -1;
  for (auto [i, type] : llvm::enumerate(entry.getArgumentTypes()))
    if (auto tensor = dyn_cast<RankedTensorType>(type); tensor && tensor.getRank() == 4) {
      if (found >= 0)
        return -1;
      found = int(i);
    }
  return found;
}

Status setPreprocess(ModuleOp module, std::vector<double> means, std::vector<double> deviations) {
  ErrorCollector errors(module->getContext());
  func::FuncOp entry = nn::entryOf(module);
  int index = entry ? imageArgument(entry) : -1;
  if (index < 0)
    return errors.status(qrt::StatusCode::InvalidArgument,
                         "--mean: no single argument of rank 4 to set it on");
  size_t count = std::max(means.size(), deviations.size());
  for (auto *list : {&means, &deviations})
    if (list->size() == 1)
      list->resize(count, list->front());
  auto type = dyn_cast<RankedTensorType>(entry.getArgumentTypes()[index]);
  if (!type || means.size() != deviations.size() ||
      (count > 1 && (type.getRank() < 2 || type.getDimSize(1) != int64_t(count))))
    return invalidArgument("error: --mean and --std give " + std::to_string(means.size()) +
                           " and " + std::to_string(deviations.size()) +
                           " values, which does not fit the argument's channels");
  MLIRContext *context = module->getContext();
  auto attribute = nn::PreprocessAttr::getChecked(
      [&] { return emitError(UnknownLoc::get(context)); }, context,
      DenseF64ArrayAttr::get(context, means), DenseF64ArrayAttr::get(context, deviations));
  if (!attribute)
    return errors.status(qrt::StatusCode::InvalidArgument, "bad --mean or --std");
  const std::string name = nn::inputNames(entry)[size_t(index)];
  if (type.getElementType().isInteger())
    return invalidArgument("error: --mean and --std: input '" + name +
                           "' takes integers as they are: no mean is subtracted from them");
  auto known = entry.getArgAttrOfType<nn::PreprocessAttr>(unsigned(index), nn::preprocessAttr);
  if (known && known != attribute)
    emitWarning(entry.getLoc()) << "--mean and --std take the place of those that input '" << name
                                << "' had";
  entry.setArgAttr(unsigned(index), nn::preprocessAttr, attribute);
  return {};
}

} // namespace qopt
