#include "tools/libqopt/flows/lint_data/finding.h"

#include "llvm/Support/JSON.h"

#include <gtest/gtest.h>

using namespace qopt::lint;

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

TEST(Report, ErrorsFirstAndALimit) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  reportOf(3).print(stream, 2);
  EXPECT_EQ(text, "error: e: a.npy, sample 1: 'x': is bad; mend it\n"
                  "warning: w: is odd; look\n"
                  "warning: w: is odd; look\n"
                  "w: 1 more; --json lists all\n"
                  "3 samples: 1 error, 3 warnings\n");
}

TEST(Report, SaysWhatWentUnseen) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  Report report = reportOf(0);
  report.batchNorm = "";
  report.print(stream);
  EXPECT_NE(text.find("\nnote: no batch norm"), std::string::npos);
}

TEST(Report, JsonHasAll) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  reportOf(30).printJson(stream);
  auto parsed = llvm::json::parse(text);
  ASSERT_TRUE(bool(parsed));
  const llvm::json::Object &object = *parsed->getAsObject();
  EXPECT_EQ(object.getInteger("errors"), 1);
  EXPECT_EQ(object.getArray("findings")->size(), 31u);
  EXPECT_EQ(object.getArray("findings")->back().getAsObject()->getString("sample"),
            "a.npy, sample 1");
}

TEST(Listed, NamesAFew) {
  EXPECT_EQ(listed({"a"}), "a");
  EXPECT_EQ(listed({"a", "b", "c"}), "a, b and c");
  EXPECT_EQ(listed({"a", "b", "c", "d"}, 3), "a, b and 2 more");
}

} // namespace
