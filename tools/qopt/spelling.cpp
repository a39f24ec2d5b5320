#include "tools/qopt/spelling.h"

#include "ir/values/near_names.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"

namespace cl = llvm::cl;
using llvm::StringRef;

namespace qopt::tool {
namespace {

std::string flag(StringRef name) { return (name.size() == 1 ? "-" : "--") + name.str(); }

/// Tells whether the pass reads "name=value", be the value right or wrong.
bool reads(const mlir::PassInfo &pass, const std::string &text) {
  mlir::OpPassManager scratch(mlir::ModuleOp::getOperationName());
  std::string why;
  auto remember = [&](const llvm::Twine &message) {
    why = message.str();
    return mlir::failure();
  };
  return succeeded(pass.addToPipeline(scratch, text, remember)) || why.empty() ||
         (!StringRef(why).contains("no option") && !StringRef(why).contains("no such option"));
}

/// Returns the passes that have this option, which qopt itself has not. A pass that reads any word
/// does not count.
std::vector<std::string> passesWith(const std::string &text) {
  std::vector<std::string> passes;
  for (const auto &entry : cl::getRegisteredOptions())
    if (const mlir::PassInfo *pass = mlir::PassInfo::lookup(entry.first))
      if (reads(*pass, text) && !reads(*pass, "no-" + text))
        passes.push_back(entry.first.str());
  llvm::sort(passes);
  return passes;
}

std::string whyUnknown(StringRef name, StringRef argument) {
  std::string what = "no option " + argument.split('=').first.str();
  const StringRef own = argument.ltrim('-');
  if (std::vector<std::string> passes = passesWith(own.str()); !passes.empty())
    return what + "; it is one of --" + llvm::join(passes, ", --") + ": write --" + passes[0] +
           "=\"" + own.str() + (own.contains('=') ? "\"" : "=…\"");
  std::vector<std::string> known;
  for (const auto &entry : cl::getRegisteredOptions())
    if (entry.second->getOptionHiddenFlag() != cl::ReallyHidden)
      known.push_back(flag(entry.first));
  llvm::sort(known);
  return what + didYouMean(flag(name), known);
}

} // namespace

std::string whyMisspelled(llvm::ArrayRef<char *> arguments) {
  auto &options = cl::getRegisteredOptions();
  std::vector<StringRef> inputs;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const StringRef argument = arguments[i];
    if (argument == "--" || argument.starts_with("@")) // the rest is for the parser
      return "";
    if (!argument.starts_with("-") || argument == "-") {
      inputs.push_back(argument);
      continue;
    }
    auto [name, value] = argument.ltrim('-').split('=');
    const cl::Option *option = options.lookup(name);
    if (!option)
      return whyUnknown(name, argument);
    if (argument.ends_with("=") && value.empty())
      return argument.str() + " has no value";
    const bool takesNext = option->getValueExpectedFlag() == cl::ValueRequired;
    if (takesNext && !argument.contains('='))
      ++i;
  }
  if (inputs.size() > 1)
    return "one input is read, not '" + inputs[0].str() + "' and '" + inputs[1].str() +
           "'; several options of a pass stand inside quotes: "
           "--insert-quant=\"calibration=cal.json profile=qopt\"";
  return "";
}

} // namespace qopt::tool
