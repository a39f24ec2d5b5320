// Names of layers are any bytes.
#include "tools/libqopt/report/drawing/markup.h"

#include "llvm/Support/JSON.h"

#include <gtest/gtest.h>

using namespace qopt::drawing;

namespace {

TEST(Markup, NothingOfANameIsMarkup) {
  EXPECT_EQ(markupText("a</script><b x=\"1\">&'"),
            "a&lt;/script&gt;&lt;b x=&quot;1&quot;&gt;&amp;&apos;");
  EXPECT_EQ(markupText("Größe·∑"), "Größe·∑");
  EXPECT_EQ(markupText("a\xff\x01\n"), "a\xef\xbf\xbd  ");
}

TEST(Markup, AScriptElementHoldsAnyJson) {
  const std::string name = "</script><!--&\u2028\"";
  const std::string text =
      scriptJson(llvm::formatv("{0}", llvm::json::Value(llvm::json::Object{{"name", name}})).str());
  EXPECT_EQ(text.find_first_of("<>&"), std::string::npos);
  auto parsed = llvm::json::parse(text);
  ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
  EXPECT_EQ(parsed->getAsObject()->getString("name"), name);
}

// Whole characters, most of them from the end, where names differ.
TEST(Markup, LongNamesLoseTheirMiddle) {
  EXPECT_EQ(shortened("short", 8), "short");
  EXPECT_EQ(shortened("abcdefghijklm", 7), "ab…jklm");
  EXPECT_EQ(shortened("ääääääääääääö", 4), "ä…äö");
}

} // namespace
