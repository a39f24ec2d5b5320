#include "tools/libqopt/report/network_pair.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "tools/libqopt/flows/eval/network_pairs.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace qopt::run {

/// Tells whether some value of a run is stored as steps. Constants alone do not count: weights of
/// four bits belong to float networks, too.
static bool computesOnSteps(func::FuncOp entry) {
  if (llvm::any_of(entry.getArgumentTypes(), nn::isQuantized))
    return true;
  const WalkResult walked = entry.walk([](Operation *op) {
    const bool holds =
        !isa<nn::ConstantOp>(op) && llvm::any_of(op->getResultTypes(), nn::isQuantized);
    return holds ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walked.wasInterrupted();
}

/// Keys of what runs compute.
static llvm::StringSet<> keysOf(func::FuncOp entry) {
  llvm::StringSet<> keys;
  entry.walk([&](Operation *op) {
    if (!isa<nn::ConstantOp>(op))
      for (Value result : op->getResults())
        if (std::string key = nn::keyOf(result); !key.empty())
          keys.insert(key);
  });
  return keys;
}

/// "x: 1x3x?x224, y: 4"
static std::string inputsText(func::FuncOp entry) {
  std::vector<std::string> texts;
  for (auto [name, type] : llvm::zip_equal(nn::inputNames(entry), entry.getArgumentTypes())) {
    std::vector<std::string> sizes;
    if (auto shaped = dyn_cast<ShapedType>(type); shaped && shaped.hasRank())
      for (int64_t size : shaped.getShape())
        sizes.push_back(ShapedType::isDynamic(size) ? "?" : std::to_string(size));
    texts.push_back(name + ": " + llvm::join(sizes, "x"));
  }
  return llvm::join(texts, ", ");
}

/// Tells whether both take inputs of the same shapes; an open size fits any.
static bool takeTheSame(func::FuncOp a, func::FuncOp b) {
  auto fit = [](Type one, Type other) {
    auto first = dyn_cast<ShapedType>(one), second = dyn_cast<ShapedType>(other);
    return !first || !second || succeeded(verifyCompatibleShape(first, second));
  };
  return a.getNumArguments() == b.getNumArguments() &&
         llvm::all_of(llvm::zip_equal(a.getArgumentTypes(), b.getArgumentTypes()),
                      [&](auto types) { return fit(std::get<0>(types), std::get<1>(types)); });
}

static void warnOfStrangers(const Loaded &floats, func::FuncOp a, const Loaded &quantized,
                            func::FuncOp b) {
  const std::string names = floats.path + " and " + quantized.path + ": ";
  const char *hardly = ": these are hardly two forms of one network";
  if (!takeTheSame(a, b)) {
    quantized.reports->warn(names + "their inputs are " + inputsText(a) + " and " + inputsText(b) +
                            hardly);
    return;
  }
  const llvm::StringSet<> keysA = keysOf(a), keysB = keysOf(b);
  const size_t shared = size_t(
      llvm::count_if(keysB, [&](const auto &entry) { return keysA.contains(entry.getKey()); }));
  if (2 * shared < std::min<size_t>(keysA.size(), keysB.size()))
    quantized.reports->warn(names + std::to_string(shared) + " values are in both, of " +
                            std::to_string(keysA.size()) + " and " + std::to_string(keysB.size()) +
                            hardly);
}

qrt::Status checkPair(const Loaded &floats, const Loaded &quantized) {
  func::FuncOp a = nn::entryOf(*floats.module), b = nn::entryOf(*quantized.module);
  if (!a || !b)
    return qrt::invalidArgument((a ? quantized : floats).path + ": the module has no entry");
  if (computesOnSteps(a)) {
    const bool isSwapped = !computesOnSteps(b);
    return qrt::invalidArgument(
        floats.path + ": is quantized already; " +
        (isSwapped ? "give the float network first, and it as the second"
                   : "give the float network first; qrun compare shows two quantized forms"));
  }
  warnOfSources(quantized, floats);
  warnOfStrangers(floats, a, quantized, b);
  return {};
}

} // namespace qopt::run
