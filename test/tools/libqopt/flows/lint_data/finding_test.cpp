#include "tools/libqopt/flows/lint_data/finding.h"

#include <gtest/gtest.h>

using namespace qopt::lint;

namespace {

TEST(Listed, NamesAFew) {
  EXPECT_EQ(listed({"a"}), "a");
  EXPECT_EQ(listed({"a", "b", "c"}), "a, b and c");
  EXPECT_EQ(listed({"a", "b", "c", "d"}, 3), "a, b and 2 more");
}

} // namespace
