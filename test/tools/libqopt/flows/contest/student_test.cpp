// One tail of Student's t, beside tables of its quantiles.
#include "tools/libqopt/flows/contest/student.h"

#include <gtest/gtest.h>

using namespace qopt::run;

namespace {

TEST(Student, HasTheTablesTails) {
  EXPECT_EQ(tailOfStudent(0, 1), 0.5);
  EXPECT_NEAR(tailOfStudent(0, 8), 0.5, 1e-15);
  EXPECT_NEAR(tailOfStudent(1, 1), 0.25, 1e-15); // Cauchy's
  EXPECT_NEAR(tailOfStudent(12.7062, 1), 0.025, 1e-6);
  EXPECT_NEAR(tailOfStudent(4.30265, 2), 0.025, 1e-6);
  EXPECT_NEAR(tailOfStudent(3.18245, 3), 0.025, 1e-6);
  EXPECT_NEAR(tailOfStudent(2.77645, 4), 0.025, 1e-6);
  EXPECT_NEAR(tailOfStudent(2.75000, 30), 0.005, 1e-6);
  EXPECT_NEAR(tailOfStudent(1.66940, 63), 0.05, 1e-6);
  EXPECT_NEAR(tailOfStudent(1.95996, 1000000), 0.025, 1e-6); // normal
  EXPECT_LT(tailOfStudent(50, 127), 1e-12);
}

} // namespace
