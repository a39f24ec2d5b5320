#include "runtime/numerics/execution/execution.h"
#include "test/runtime/numerics/matmul/tiles/emulated_tiles.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

namespace qrt::test {
namespace {

/// Prints why amx is no path, and ends the process: a process asks for tiles only once.
[[noreturn]] void nameAmxWhereTilesAreRefused() {
  refuseTiles();
  const Expected<Isa> isa = isaNamed("amx");
  std::fprintf(stderr, "%s", isa ? "amx" : isa.status().message().c_str());
  std::exit(availableIsas().back() == Isa::Avx512Vnni ? 0 : 1);
}

TEST(TilePermissionDeathTest, ARefusalIsToldInTheKernelsWords) {
  if (!isaNamed("avx512vnni")) // the others ask nobody
    GTEST_SKIP() << "the processor must have AVX-512 with VNNI";
  GTEST_FLAG_SET(death_test_style,
                 "threadsafe"); // the test runs anew, in a process that has not asked
  EXPECT_EXIT(nameAmxWhereTilesAreRefused(), testing::ExitedWithCode(0),
              "QOPT_ISA=amx: the kernel refuses this process the tiles of AMX .Operation not "
              "permitted.; it has baseline, avx2, avx512, avx512vnni");
}

} // namespace
} // namespace qrt::test
