#include "tools/libqopt/qopt_mlir.h"

#include "ir/values/keys.h"
#include "tools/libqopt/diagnostics.h"

#include "llvm/ADT/StringExtras.h"

#include "mlir/IR/Verifier.h"

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

static std::string channelsText(int64_t channels) {
  return ShapedType::isDynamic(channels) ? "does not say how many channels it has"
                                         : std::to_string(channels) + " channels";
}

/// One of the lists may hold one entry for all.
static Status widenNumbers(nn::Preprocess &preprocess, RankedTensorType type,
                           const std::string &input) {
  std::vector<double> &means = preprocess.mean, &deviations = preprocess.std;
  const std::string given = "error: --mean gives " + std::to_string(means.size()) + " and --std " +
                            std::to_string(deviations.size()) + " values; input '" + input + "' ";
  size_t count = std::max(means.size(), deviations.size());
  for (auto *list : {&means, &deviations})
    if (list->size() == 1)
      list->resize(count, list->front());
  if (type && means.size() == deviations.size() && nn::fitsChannels(count, type.getShape()))
    return {};
  return invalidArgument(
      given + (type && type.getRank() > 1
                   ? "has " + channelsText(type.getDimSize(nn::channelDim(type.getShape())))
                   : "has no channels, so that one of each is enough"));
}

/// Warns where preprocessing gives way with which the network was imported, and perhaps calibrated.
static void warnOfReplaced(func::FuncOp entry, const std::string &input, const nn::Preprocess &had,
                           const nn::Preprocess &has) {
  std::vector<std::string> replaced;
  if (had.normalizes() && (had.mean != has.mean || had.std != has.std))
    replaced = {"--mean", "--std"};
  const auto kept = nn::settingsOf(has.image);
  for (const auto &setting : nn::settingsOf(had.image))
    if (!llvm::is_contained(kept, setting))
      replaced.push_back("--" + setting.first);
  const bool isQuantized = holdsSteps(entry->getParentOfType<ModuleOp>());
  if (replaced.empty() && !(isQuantized && had != has))
    return;
  auto warning = emitWarning(entry.getLoc());
  if (replaced.empty())
    warning << "the preprocessing of input '" << input << "' changes";
  else
    warning << llvm::join(replaced, ", ") << (replaced.size() == 1 ? " takes" : " take")
            << " the place of what input '" << input << "' had";
  if (isQuantized)
    warning << "; the ranges of this integer network were measured under that";
}

Status setPreprocess(ModuleOp module, const nn::PreprocessOverrides &options) {
  if (options.isEmpty())
    return {};
  ErrorCollector errors(module->getContext());
  func::FuncOp entry = nn::entryOf(module);
  int index = entry ? imageArgument(entry) : -1;
  if (index < 0)
    return errors.status(qrt::StatusCode::InvalidArgument,
                         "--mean, --resize and the like: no single argument of rank 4 to set "
                         "them on");
  const std::string name = nn::inputNames(entry)[size_t(index)];
  const bool setsNumbers = options.over({}).normalizes();
  if (setsNumbers && isa<IntegerType>(getElementTypeOrSelf(entry.getArgumentTypes()[index])))
    return invalidArgument("error: --mean and --std: input '" + name +
                           "' takes integers as they are: no mean is subtracted from them");
  auto stated = entry.getArgAttrOfType<nn::PreprocessAttr>(unsigned(index), nn::preprocessAttr);
  const nn::Preprocess had = stated ? stated.getValue() : nn::Preprocess();
  nn::Preprocess preprocess = options.over(had);
  if (setsNumbers)
    if (Status status = widenNumbers(
            preprocess, dyn_cast<RankedTensorType>(entry.getArgumentTypes()[index]), name);
        !status.ok())
      return status;
  if (preprocess == nn::Preprocess()) { // said, and as it would be anyway
    entry.removeArgAttr(unsigned(index), nn::preprocessAttr);
    return {};
  }
  auto attribute = nn::PreprocessAttr::getChecked([&] { return emitError(entry.getLoc()); },
                                                  module->getContext(), preprocess);
  if (!attribute)
    return errors.status(qrt::StatusCode::InvalidArgument, "bad preprocessing");
  warnOfReplaced(entry, name, had, preprocess);
  entry.setArgAttr(unsigned(index), nn::preprocessAttr, attribute);
  if (failed(mlir::verify(entry, /*verifyRecursively=*/false)))
    return errors.status(qrt::StatusCode::InvalidArgument, "bad preprocessing");
  return {};
}

} // namespace qopt
