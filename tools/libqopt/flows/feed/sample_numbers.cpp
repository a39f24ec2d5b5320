#include "tools/libqopt/flows/feed/sample_numbers.h"

#include "llvm/ADT/StringExtras.h"

using namespace qrt;

namespace qopt::run {

std::string sampleNumbersText(const std::vector<int64_t> &numbers) {
  std::vector<std::string> parts;
  for (size_t begin = 0, end = 0; begin < numbers.size(); begin = end) {
    for (end = begin + 1; end < numbers.size() && numbers[end] == numbers[end - 1] + 1;)
      ++end;
    if (end - begin > 2)
      parts.push_back(std::to_string(numbers[begin]) + "-" + std::to_string(numbers[end - 1]));
    else
      for (size_t i = begin; i < end; ++i)
        parts.push_back(std::to_string(numbers[i]));
  }
  return llvm::join(parts, ",");
}

static Status notNumbers(llvm::StringRef part) {
  return invalidArgument("'" + part.str() +
                         "' is no number of a sample, 0 or more, nor two of them, 9-12");
}

Expected<std::vector<int64_t>> sampleNumbersOf(std::string_view text) {
  constexpr int64_t most = int64_t(1) << 24;
  std::vector<int64_t> numbers;
  llvm::SmallVector<llvm::StringRef> parts;
  llvm::StringRef(text).split(parts, ',');
  for (llvm::StringRef part : parts) {
    part = part.trim();
    auto [low, high] = part.split('-');
    int64_t first = 0, last = 0;
    if (low.getAsInteger(10, first) || first < 0)
      return notNumbers(part);
    last = first;
    if (part.contains('-') && (high.getAsInteger(10, last) || last < first))
      return notNumbers(part);
    if (!numbers.empty() && first <= numbers.back())
      return invalidArgument("sample " + std::to_string(first) + " comes after " +
                             std::to_string(numbers.back()) +
                             "; numbers have to ascend, each once");
    if (last - first >= most - int64_t(numbers.size()))
      return invalidArgument("these are more than " + std::to_string(most) + " samples");
    for (int64_t number = first; number <= last; ++number)
      numbers.push_back(number);
  }
  return numbers;
}

} // namespace qopt::run
