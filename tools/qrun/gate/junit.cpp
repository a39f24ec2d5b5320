#include "tools/qrun/gate/junit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace qopt::run {

static std::string inQuotes(const std::string &text) {
  std::string escaped;
  llvm::raw_string_ostream stream(escaped);
  llvm::printHTMLEscaped(text, stream);
  return "\"" + escaped + "\"";
}

void writeJunit(const GateResult &result, const std::string &name, llvm::raw_ostream &stream) {
  const auto failures =
      llvm::count_if(result.checks, [](const GateCheck &check) { return !check.passes; });
  stream << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=" << inQuotes(name)
         << " tests=\"" << result.checks.size() << "\" failures=\"" << failures << "\">\n";
  for (const GateCheck &check : result.checks) {
    std::string title(checkName(check.kind));
    if (!check.output.empty())
      title += " of " + check.output;
    stream << "  <testcase classname=" << inQuotes(name) << " name=" << inQuotes(title);
    if (check.passes)
      stream << "/>\n";
    else
      stream << "><failure message=" << inQuotes(check.text) << "/></testcase>\n";
  }
  stream << "</testsuite>\n";
}

} // namespace qopt::run
