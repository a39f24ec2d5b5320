// Elementwise walks that do not read as they write: resized rows, planes that become pixels.
// items/s counts elements written.
#include "test/runtime/numerics/bench/bench.h"

namespace {

using namespace qrt;
using namespace qrt::bench;
using Value = ScalarBuilder::Value;

constexpr int64_t side = 48, channels = 32;

/// Rows of an image [side, side, channels], twice as many: nearest, or two weighed.
template <class T> void addResized(const std::string &name, ElementType type, bool weighed) {
  ScalarBuilder b;
  auto coordinate = [&](uint32_t dim) {
    return b.input({ScalarInputKind::Coordinate, ElementType::I32, dim});
  };
  auto row = [&](int32_t further) {
    Value place =
        b.load({ScalarInputKind::Indexed, ElementType::I32, 0}, std::vector{coordinate(1)});
    place = b.apply(ScalarOp::AddI, place, b.constant(further));
    Value x = b.load({ScalarInputKind::Indexed, type, 2},
                     std::vector{coordinate(0), place, coordinate(2), coordinate(3)});
    return weighed ? b.apply(ScalarOp::MulF, x,
                             b.load({ScalarInputKind::Indexed, ElementType::F32, 1},
                                    std::vector{coordinate(1), b.constant(further)}))
                   : x;
  };
  ScalarProgram program =
      b.finish(weighed ? b.apply(ScalarOp::AddF, row(0), row(1)) : row(0), type);
  std::vector<int32_t> places;
  for (int64_t y = 0; y < 2 * side; ++y)
    places.push_back(int32_t(std::min(y / 2, side - 2)));
  const int64_t line = side * channels;
  addBench("elementwise", name, 2 * side * line,
           [=, weights = numbers(4 * side),
            image = std::vector<T>(size_t(side * line))](const Execution &execution) {
             static std::vector<T> out(size_t(2 * side * line));
             const ElementwiseOperand indexed[] = {{places.data(), {{1}, 0}},
                                                   {weights.data(), {{2, 1}, 0}},
                                                   {image.data(), {{0, line, channels, 1}, 0}}};
             const StridedAccess dense{{2 * side * line, line, channels, 1}, 0};
             benchmark::DoNotOptimize(elementwise(execution, {{1, 2 * side, side, channels}},
                                                  program, {{}, indexed}, dense, out.data())
                                          .ok());
           });
}

/// max(planes · scale + shift, 0), written as pixels of channels.
void addPixels() {
  ScalarBuilder b;
  auto input = [&](uint32_t index) {
    return b.input({ScalarInputKind::Tensor, ElementType::F32, index});
  };
  Value x = b.apply(ScalarOp::AddF, b.apply(ScalarOp::MulF, input(0), input(1)), input(2));
  ScalarProgram program = b.finish(b.apply(ScalarOp::MaxF, x, b.constant(0.0f)), ElementType::F32);
  const int64_t plane = 64 * 64;
  addBench("elementwise", "planes to pixels 64x64x32", plane * channels,
           [=, planes = numbers(plane * channels)](const Execution &execution) {
             static std::vector<float> out(size_t(plane * channels));
             const ElementwiseOperand operands[] = {{planes.data(), {{1, plane}, 0}},
                                                    {planes.data(), {{0, 1}, 0}},
                                                    {planes.data(), {{0, 1}, 0}}};
             benchmark::DoNotOptimize(elementwise(execution, {{plane, channels}}, program,
                                                  {operands}, {{channels, 1}, 0}, out.data())
                                          .ok());
           });
}

const bool walksRegistered = [] {
  addResized<uint8_t>("nearest rows 96x48x32, u8", ElementType::U8, false);
  addResized<float>("nearest rows 96x48x32, f32", ElementType::F32, false);
  addResized<float>("linear rows 96x48x32, f32", ElementType::F32, true);
  addPixels();
  return true;
}();

} // namespace
