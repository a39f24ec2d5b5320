#include "tools/io/report/table.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace qopt::io {
namespace {

TEST(Table, RoundTripHasTheFewestDigits) {
  EXPECT_EQ(roundTrip(113.9), "113.9");
  EXPECT_EQ(roundTrip(0.1), "0.1");
  EXPECT_EQ(roundTrip(-2.5), "-2.5");
  EXPECT_EQ(roundTrip(0), "0");
  EXPECT_EQ(roundTrip(100000), "100000"); // as a person types it
  for (double value : {1 / 3.0, 0.485, 1e-300, 123456789.123, 1e22})
    EXPECT_EQ(std::strtod(roundTrip(value).c_str(), nullptr), value) << roundTrip(value);
}

} // namespace
} // namespace qopt::io
