// Data movement: transposes, parts of a concat, broadcasts. items/s counts elements written.
#include "test/runtime/numerics/bench/bench.h"

namespace {

using namespace qrt;
using namespace qrt::bench;

struct Move {
  const char *name;
  std::vector<int64_t> sizes, from, to; // strides of source and target
};

void addMove(const Move &move, size_t width) {
  int64_t elements = 1, sourceEnd = 1, targetEnd = 1;
  for (size_t i = 0; i < move.sizes.size(); ++i) {
    elements *= move.sizes[i];
    sourceEnd += (move.sizes[i] - 1) * move.from[i];
    targetEnd += (move.sizes[i] - 1) * move.to[i];
  }
  auto source = std::make_shared<std::vector<char>>(size_t(sourceEnd) * width, 1);
  auto target = std::make_shared<std::vector<char>>(size_t(targetEnd) * width);
  addBench("copy", std::string(move.name) + ", " + std::to_string(width) + " bytes", elements,
           [=](const Execution &execution) {
             stridedCopy(execution, {move.sizes}, width, source->data(), {move.from, 0},
                         target->data(), {move.to, 0});
             benchmark::DoNotOptimize(target->data());
           });
}

const bool movesRegistered = [] {
  const Move moves[] = {
      {"planes to pixels 56x56x64", {56 * 56, 64}, {1, 56 * 56}, {64, 1}},
      {"pixels to planes 56x56x64", {64, 56 * 56}, {1, 64}, {56 * 56, 1}},
      {"planes to pixels 224x224x3", {224 * 224, 3}, {1, 224 * 224}, {3, 1}},
      {"channel shuffle 32x32x(3x16)", {32 * 32, 16, 3}, {48, 1, 16}, {48, 3, 1}},
      {"channel shuffle 28x28x(8x16)", {28 * 28, 16, 8}, {128, 1, 16}, {128, 8, 1}},
      {"woven phases 17x17x(4x32)",
       {17, 2, 17, 2, 32},
       {17 * 128, 64, 128, 32, 1},
       {4 * 17 * 32, 2 * 17 * 32, 64, 32, 1}},
      {"64 of 256 channels 28x28", {28 * 28, 64}, {64, 1}, {256, 1}},
      {"dense 65536", {65536}, {1}, {1}},
      {"row to all 256x256", {256, 256}, {0, 1}, {256, 1}},
  };
  for (const Move &move : moves)
    for (size_t width : {size_t(1), size_t(2), size_t(4)})
      addMove(move, width);
  constexpr int64_t filled = 65536;
  for (size_t width : {size_t(1), size_t(4)})
    addBench("fill", std::to_string(width) + " bytes", filled, [=](const Execution &execution) {
      static std::vector<char> target(filled * 4);
      fill(execution, filled, width, 0x01010101, target.data());
      benchmark::DoNotOptimize(target.data());
    });
  return true;
}();

} // namespace
