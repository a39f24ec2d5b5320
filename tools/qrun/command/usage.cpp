#include "tools/qrun/command/usage.h"

#include "tools/io/exit_code.h"

#include "llvm/ADT/StringExtras.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {

void usageError(const std::string &message) { throw CLI::ValidationError("error", message); }

int reportFlow(const Status &status) {
  if (llvm::StringRef(status.message()).starts_with("--output-name"))
    usageError(status.message());
  return report(status);
}

std::function<std::string(const std::string &)> oneOf(std::vector<int64_t> numbers) {
  return [numbers = std::move(numbers)](const std::string &text) {
    int64_t number = 0;
    if (llvm::to_integer(text, number, 10) && llvm::is_contained(numbers, number))
      return std::string();
    return text + " is none of " +
           llvm::join(llvm::map_range(numbers, [](int64_t one) { return std::to_string(one); }),
                      ", ");
  };
}

} // namespace qopt::run
