#include "tools/libqopt/flows/commands/shell.h"

#include "llvm/ADT/StringExtras.h"

namespace qopt::run {

std::string shellWord(std::string_view text) {
  auto isPlain = [](char c) {
    return llvm::isAlnum(c) || llvm::StringRef("_-+=:,./%@").contains(c);
  };
  if (!text.empty() && llvm::all_of(text, isPlain))
    return std::string(text);
  std::string quoted = "'";
  for (char c : text)
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

ShellCommand &ShellCommand::word(std::string_view text) {
  line += " " + shellWord(text);
  return *this;
}

ShellCommand &ShellCommand::option(std::string_view name, std::string_view value) {
  if (value.empty())
    return *this;
  return word("--" + std::string(name) + "=" + std::string(value));
}

} // namespace qopt::run
