#include "passes/module_pass.h"

#include "ir/values/near_names.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace qopt {

std::vector<std::string> ModulePass::optionNames(bool withLists) {
  // MLIR keeps the list to itself; an option knows the set that it stands in.
  Option<bool> probe(*this, "");
  std::vector<std::string> names;
  for (const auto &entry : (*probe.Subs.begin())->OptionsMap)
    if (withLists || entry.second->getNumOccurrencesFlag() == llvm::cl::Optional)
      names.push_back(entry.first.str());
  llvm::sort(names);
  return names;
}

/// `name` of "…,name=…", where a separator as the comma stands outside of quotes and braces.
static SmallVector<StringRef> namesBehind(char separator, StringRef options) {
  SmallVector<StringRef> names;
  char quote = 0;
  int depth = 0;
  for (size_t i = 0; i < options.size(); ++i) {
    const char c = options[i];
    if (quote) {
      quote = c == quote ? 0 : quote;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '{' || c == '}') {
      depth += c == '{' ? 1 : -1;
    } else if (c == separator && depth == 0) {
      StringRef rest = options.drop_front(i + 1);
      StringRef name = rest.take_while([](char d) { return llvm::isAlnum(d) || d == '-'; });
      if (!name.empty() && rest.drop_front(name.size()).starts_with("="))
        names.push_back(name);
    }
  }
  return names;
}

LogicalResult ModulePass::initializeOptions(StringRef options, Report report) {
  auto known = [&](bool withLists = true) {
    OpPassManager scratch(ModuleOp::getOperationName());
    auto ignore = [](const Twine &) { return failure(); };
    const PassInfo *info = PassInfo::lookup(getArgument());
    if (!info || failed(info->addToPipeline(scratch, "", ignore)))
      return std::vector<std::string>();
    return static_cast<ModulePass &>(*scratch.begin()).optionNames(withLists);
  };
  auto wrong = [&](const Twine &message) { return report(getArgument() + ": " + message); };
  for (StringRef name : namesBehind(',', options))
    if (llvm::is_contained(known(), name))
      return wrong("options of a pass are separated by spaces, not by commas: put a space before " +
                   Twine(name) + "=");
  const std::string apart = " " + options.str();
  llvm::StringSet<> given;
  for (StringRef name : namesBehind(' ', apart))
    if (!given.insert(name).second && llvm::is_contained(known(/*withLists=*/false), name))
      return wrong(name + "= is given twice: leave one out");
  std::string why;
  auto remember = [&](const Twine &message) {
    why = message.str();
    return failure();
  };
  if (succeeded(OperationPass::initializeOptions(options, remember)))
    return success();
  const std::string name = StringRef(why).split("no such option ").second.trim().str();
  if (name.empty())
    return wrong(why.empty() ? "a value does not fit its option" : StringRef(why).trim());
  const std::vector<std::string> names = known();
  return wrong("no option '" + name + "'; there are " + llvm::join(names, ", ") +
               didYouMean(name, names));
}

} // namespace qopt
