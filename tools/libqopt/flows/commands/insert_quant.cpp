#include "tools/libqopt/flows/commands/insert_quant.h"

#include "tools/libqopt/flows/commands/words.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace qopt::run {

std::string passWord(llvm::StringRef text) {
  auto isPlain = [](char c) { return llvm::isAlnum(c) || llvm::StringRef("_-+.:/@").contains(c); };
  if (llvm::all_of(text, isPlain))
    return text.str();
  const char quote = text.contains('"') ? '\'' : '"';
  return quote + text.str() + quote;
}

std::string insertQuantCommand(const std::string &model, const std::string &table) {
  ShellCommand command("qopt");
  command.word(model).option("insert-quant", "calibration=" + passWord(table));
  for (llvm::StringRef pass : cleaningPasses)
    command.word("--" + pass.str());
  return command.word("-o").word(hereFile(model, "int8.mlirbc")).text();
}

} // namespace qopt::run
