#include "tools/qrun/feed/input_values.h"

#include "ir/values/keys.h"
#include "passes/quantize/roles.h"
#include "tools/io/report/table.h"
#include "tools/qrun/lint_data/input_checks.h"

#include <set>

using namespace mlir;

namespace qopt::run {

// A command that makes several models of one meets the same in each: `where` does not make it
// another.
static void warnOnce(const std::string &text, const std::string &where = "") {
  static std::set<std::string> told;
  if (told.insert(text).second)
    llvm::errs() << "warning: " << where << text << "\n";
}

static std::string countOf(size_t count, llvm::StringRef what) {
  return std::to_string(count) + " " + what.str() + (count == 1 ? "" : "s");
}

static void warnOfOrientation(const io::DataFiles &data) {
  size_t turned = 0;
  std::string first;
  for (const std::string &file : data.files)
    if (auto header = io::readPictureHeader(file); header && header->orientation != 1)
      if (++turned == 1)
        first = file;
  if (turned)
    warnOnce(countOf(turned, "picture") + ", the first is " + first +
             ", would be shown turned or mirrored (EXIF); pixels are taken as they are stored");
}

void warnOfFiles(const io::DataFiles &data) {
  static std::set<std::string> seen;
  if (!seen.insert(data.path + "\n" + data.files.front()).second)
    return;
  if (!data.strangers.empty())
    warnOnce(data.path + ": left out " + countOf(data.strangers.size(), "file") +
             " that are no samples (.npy, .npz, .jpg, .jpeg, .png), the first is " +
             data.strangers.front());
  if (data.arePictures())
    warnOfOrientation(data);
}

void warnOfFirst(const std::string &path, int64_t first, const io::SampleSelection &selection,
                 llvm::ArrayRef<io::FileCount> counts) {
  int64_t all = 0;
  for (const io::FileCount &file : counts)
    all += file.samples;
  if (const int64_t there = selection.countIn(all); there < first)
    warnOnce("--first=" + std::to_string(first) + ": " + path + " has " +
             countOf(size_t(there), "sample") +
             (there < all ? " of those that --every or --but-every takes" : "") +
             ", and all of them are taken");
}

static bool isWeighted(Operation *op) {
  return isa<nn::QuantizationRuleOpInterface>(op) && hasWeights(op);
}

/// Directly, or as the steps that it is quantized to.
static bool leadsToWeights(Operation *op) {
  return isWeighted(op) || (isa<nn::ConversionOpInterface>(op) && !op->use_empty() &&
                            llvm::all_of(op->getUsers(), isWeighted));
}

std::vector<bool> readByWeights(ModuleOp module, size_t arguments) {
  std::vector<bool> result(arguments);
  if (func::FuncOp entry = module ? nn::entryOf(module) : nullptr)
    for (BlockArgument argument : entry.getArguments())
      result[argument.getArgNumber()] =
          !argument.use_empty() && llvm::all_of(argument.getUsers(), leadsToWeights);
  return result;
}

void warnOfUnits(const std::string &model, const Port &port, bool isReadByWeights,
                 const qrt::Tensor &raw, const qrt::Tensor &prepared, int64_t samples) {
  constexpr int64_t few = 8;
  lint::InputChecks checks(port, /*preprocessed=*/false);
  checks.add(raw, prepared, std::vector<bool>(size_t(std::min(few, samples)), true));
  const lint::InputFacts &facts = checks.known();
  const std::string where = model + ": ", input = "input '" + port.name + "': ";
  for (const lint::Finding &finding : lint::checkValues(facts)) {
    if (finding.name == "normalized-twice" || finding.name == "input-units")
      warnOnce(input + finding.what + "; " + finding.remedy, where);
    else if (finding.name == "raw-bytes" && facts.isBytes && isReadByWeights &&
             !port.preprocess.normalizes())
      warnOnce(input + "bytes of 0 to 255 go in as they are: the input has no mean and std; give "
                       "--mean=… --std=…, or --mean=0 --std=1 where it was trained on bytes",
               where);
  }
}

} // namespace qopt::run
