// Programs that the verifier refuses.
#pragma once

#include "test/runtime/format/programs.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

namespace qrt::test {

/// `says` stands in the refusal of what `corrupt` makes of a good program.
inline void expectProgramRefused(Program program, const std::function<void(Program &)> &corrupt,
                                 std::string_view says) {
  corrupt(program);
  Status status = verifyProgram(program);
  EXPECT_EQ(status.code(), StatusCode::InvalidArgument) << says;
  EXPECT_NE(status.message().find(says), std::string::npos)
      << "said '" << status.message() << "', not '" << says << "'";
}

/// The first call of a family.
template <typename T> T &callOf(Program &program) {
  for (Node &node : program.nodes)
    if (Call *call = std::get_if<Call>(&node.work))
      if (T *found = std::get_if<T>(call))
        return *found;
  std::abort();
}

} // namespace qrt::test
