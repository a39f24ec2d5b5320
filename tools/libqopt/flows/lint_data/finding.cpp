#include "tools/libqopt/flows/lint_data/finding.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

#include <map>

namespace qopt::lint {

static const char *word(Severity severity) {
  return severity == Severity::Error ? "error" : "warning";
}

int64_t Report::count(Severity severity) const {
  return llvm::count_if(findings, [&](const Finding &f) { return f.severity == severity; });
}

static std::string plural(int64_t count, const std::string &what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

static void printLine(const Finding &finding, llvm::raw_ostream &stream) {
  stream << word(finding.severity) << ": " << finding.name << ": ";
  if (!finding.sample.empty())
    stream << finding.sample << ": ";
  if (!finding.tensor.empty())
    stream << "'" << finding.tensor << "': ";
  stream << finding.what << "; " << finding.remedy << "\n";
}

void Report::print(llvm::raw_ostream &stream, int64_t most) const {
  std::map<std::string, int64_t> seen;
  for (Severity severity : {Severity::Error, Severity::Warning})
    for (const Finding &finding : findings)
      if (finding.severity == severity && ++seen[finding.name] <= most)
        printLine(finding, stream);
  for (const auto &[name, count] : seen)
    if (count > most)
      stream << name << ": " << count - most << " more; --json lists all\n";
  stream << plural(samples, "sample") << ": " << plural(count(Severity::Error), "error") << ", "
         << plural(count(Severity::Warning), "warning") << "\n";
  if (batchNorm.empty())
    stream
        << "note: no batch norm knows the inputs as they were in training: a wrong mean, scale or "
           "order of channels may go unseen\n";
}

void Report::printJson(llvm::raw_ostream &stream) const {
  using llvm::json::fixUTF8;
  llvm::json::OStream json(stream, 2);
  json.object([&] {
    json.attribute("model", fixUTF8(model));
    json.attribute("data", fixUTF8(data));
    json.attribute("batch_norm", fixUTF8(batchNorm));
    json.attribute("samples", samples);
    json.attribute("errors", count(Severity::Error));
    json.attribute("warnings", count(Severity::Warning));
    json.attributeArray("findings", [&] {
      for (const Finding &finding : findings)
        json.object([&] {
          json.attribute("severity", word(finding.severity));
          json.attribute("name", finding.name);
          json.attribute("tensor", fixUTF8(finding.tensor));
          json.attribute("sample", fixUTF8(finding.sample));
          json.attribute("what", fixUTF8(finding.what));
          json.attribute("remedy", fixUTF8(finding.remedy));
        });
    });
  });
  stream << "\n";
}

std::string listed(const std::vector<std::string> &words, size_t most) {
  std::string text;
  const size_t shown = words.size() <= most ? words.size() : most - 1;
  for (size_t i = 0; i < shown; ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  if (shown < words.size())
    text += " and " + std::to_string(words.size() - shown) + " more";
  return text;
}

} // namespace qopt::lint
