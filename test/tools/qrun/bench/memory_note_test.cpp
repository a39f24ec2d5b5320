#include "tools/qrun/bench/memory_note.h"

#include <gtest/gtest.h>

namespace qopt::run {
namespace {

TEST(MemoryNote, IsSaidOfMoreThanAGibibyte) {
  constexpr int64_t mib = 1 << 20;
  EXPECT_EQ(noteOfMemory("a.onnx on host", 32, 900 * mib, 100 * mib), "");
  EXPECT_EQ(noteOfMemory("a.onnx on host", 65536, 1536 * mib, 512 * mib),
            "a.onnx on host: a run of batch 65,536 takes 1.5 GiB, and its inputs 0.5 GiB "
            "more");
  EXPECT_EQ(noteOfMemory("a.onnx on reference", 65536, 0, 2048 * mib),
            "a.onnx on reference: inputs of batch 65,536 take 2.0 GiB");
}

} // namespace
} // namespace qopt::run
