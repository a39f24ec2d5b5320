// qrun lint-data tells people and programs what is wrong with samples.
#include "tools/qrun/lint_data/report.h"

#include <gtest/gtest.h>

using namespace qopt::lint;
using qopt::run::printFindings;
using qopt::run::writeFindings;

namespace {

Report reportOf(int warnings) {
  Report report;
  report.samples = 3;
  report.batchNorm = "bn";
  for (int i = 0; i < warnings; ++i)
    report.findings.push_back({Severity::Warning, "w", "", "", "is odd", "look"});
  report.findings.push_back({Severity::Error, "e", "x", "a.npy, sample 1", "is bad", "mend it"});
  return report;
}

TEST(LintReport, ErrorsFirstAndALimit) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  printFindings(reportOf(3), stream, 2);
  EXPECT_EQ(text, "error: e: a.npy, sample 1: 'x': is bad; mend it\n"
                  "warning: w: is odd; look\n"
                  "warning: w: is odd; look\n"
                  "w: 1 more; --json lists all\n"
                  "3 samples: 1 error, 3 warnings\n");
}

TEST(LintReport, SaysWhatWentUnseen) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  Report report = reportOf(0);
  report.batchNorm = "";
  printFindings(report, stream);
  EXPECT_NE(text.find("\nnote: no batch norm"), std::string::npos);
}

TEST(LintReport, JsonHasAll) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream);
  json.object([&] { writeFindings(json, reportOf(30)); });
  json.flush();
  auto parsed = llvm::json::parse(text);
  ASSERT_TRUE(bool(parsed));
  const llvm::json::Object &object = *parsed->getAsObject();
  EXPECT_EQ(object.getInteger("errors"), 1);
  EXPECT_EQ(object.getArray("findings")->size(), 31u);
  EXPECT_EQ(object.getArray("findings")->back().getAsObject()->getString("sample"),
            "a.npy, sample 1");
}

} // namespace
