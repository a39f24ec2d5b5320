// Command lines as a person would type them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace qopt::run {

/// Returns the word, in quotes where a shell would read more than a word.
std::string shellWord(std::string_view text);

/// Words of one command, quoted.
class ShellCommand {
public:
  explicit ShellCommand(std::string_view program) : line(program) {}
  ShellCommand &word(std::string_view text);
  /// "--name=value", or nothing for an empty value.
  ShellCommand &option(std::string_view name, std::string_view value);
  const std::string &text() const { return line; }

private:
  std::string line;
};

} // namespace qopt::run
