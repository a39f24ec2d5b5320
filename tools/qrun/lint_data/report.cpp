#include "tools/qrun/lint_data/report.h"

#include "tools/qrun/command/json_document.h"

#include <map>

namespace qopt::run {

using lint::Finding;
using lint::Report;
using lint::Severity;

static const char *word(Severity severity) {
  return severity == Severity::Error ? "error" : "warning";
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

void printFindings(const Report &report, llvm::raw_ostream &stream, int64_t most) {
  std::map<std::string, int64_t> seen;
  for (Severity severity : {Severity::Error, Severity::Warning})
    for (const Finding &finding : report.findings)
      if (finding.severity == severity && ++seen[finding.name] <= most)
        printLine(finding, stream);
  for (const auto &[name, count] : seen)
    if (count > most)
      stream << name << ": " << count - most << " more; --json lists all\n";
  stream << plural(report.samples, "sample") << ": "
         << plural(report.count(Severity::Error), "error") << ", "
         << plural(report.count(Severity::Warning), "warning") << "\n";
  if (report.batchNorm.empty())
    stream
        << "note: no batch norm knows the inputs as they were in training: a wrong mean, scale or "
           "order of channels may go unseen\n";
}

void writeFindings(llvm::json::OStream &json, const Report &report) {
  writeText(json, "model", report.model);
  writeText(json, "data", report.data);
  writeText(json, "batch_norm", report.batchNorm);
  json.attribute("samples", report.samples);
  json.attribute("errors", report.count(Severity::Error));
  json.attribute("warnings", report.count(Severity::Warning));
  json.attributeArray("findings", [&] {
    for (const Finding &finding : report.findings)
      json.object([&] {
        json.attribute("severity", word(finding.severity));
        json.attribute("name", finding.name);
        writeText(json, "tensor", finding.tensor);
        writeText(json, "sample", finding.sample);
        writeText(json, "what", finding.what);
        writeText(json, "remedy", finding.remedy);
      });
  });
}

} // namespace qopt::run
