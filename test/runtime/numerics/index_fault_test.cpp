#include "runtime/numerics/index_fault.h"

#include <gtest/gtest.h>

namespace qrt {
namespace {

TEST(IndexFault, TellsTheLowestInAnyOrder) {
  IndexFault none, up, down;
  for (int64_t index : {7, 9})
    up.meet({index, 5});
  for (int64_t index : {9, 7})
    down.meet({index, 5});
  EXPECT_TRUE(none.status().ok());
  EXPECT_EQ(up.status().code(), StatusCode::InvalidArgument);
  EXPECT_EQ(up.status().message(), "an index lies outside its tensor: 7 is not in [0, 5)");
  EXPECT_EQ(up.status().message(), down.status().message());
}

} // namespace
} // namespace qrt
