// Strided copies and fills at every width: transposes, slices, concats, pads.
#include "test/conformance/harness.h"

namespace qrt::test {
namespace {

class MoveConformance : public Conformance {};

constexpr ElementType widths[] = {ElementType::U8, ElementType::I16, ElementType::F32,
                                  ElementType::I64};

TEST_P(MoveConformance, Transpose) {
  NetBuilder net;
  for (ElementType type : widths) {
    uint32_t x = net.input(type, {perSample(), fixed(5), fixed(33), fixed(18)});
    CopyCall call; // NCHW → NHWC
    call.leading = perSample();
    call.walk.sizes = {1, 33, 18, 5};
    call.input = bufferOperand(x);
    call.source = {{5 * 33 * 18, 18, 1, 33 * 18}, 0};
    call.target = {{5 * 33 * 18, 18 * 5, 5, 1}, 0};
    net.callToOutput(call, type, {perSample(), fixed(33), fixed(18), fixed(5)});
  }
  compare(net, {1, 3});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

// Lines that are read are whole words, those that are written are none, of one length and shorter
// than others' tiles, and longer.
TEST_P(MoveConformance, TurnedLinesWithoutWords) {
  constexpr int64_t height = 76;
  for (int64_t width : {17, 131, 197, 301}) {
    NetBuilder net;
    for (ElementType type : widths) {
      uint32_t x = net.input(type, {perSample(2), fixed(width), fixed(height)});
      CopyCall call;
      call.leading = perSample(2);
      call.walk.sizes = {1, height, width};
      call.input = bufferOperand(x);
      call.source = {{height * width, 1, height}, 0};
      call.target = {{height * width, width, 1}, 0};
      net.callToOutput(call, type, {perSample(2), fixed(height), fixed(width)});
    }
    SCOPED_TRACE(width);
    compare(net, {1, 3});
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

// A slice with a step, backwards in its last dimension.
TEST_P(MoveConformance, Slice) {
  NetBuilder net;
  for (ElementType type : widths) {
    uint32_t x = net.input(type, {perSample(), fixed(12), fixed(10)});
    CopyCall call;
    call.leading = perSample();
    call.walk.sizes = {1, 4, 5};
    call.input = bufferOperand(x);
    call.source = {{120, 30, -2}, 19}; // rows 1, 4, 7, 10; columns 9, 7, 5, 3, 1
    call.target = {{20, 5, 1}, 0};
    net.callToOutput(call, type, {perSample(), fixed(4), fixed(5)});
  }
  compare(net, {1, 3});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(MoveConformance, Concat) {
  NetBuilder net;
  for (ElementType type : widths) {
    uint32_t out = net.output(type, {perSample(), fixed(6), fixed(11)});
    int64_t at = 0;
    for (int64_t channels : {4, 1, 6}) {
      uint32_t x = net.input(type, {perSample(), fixed(6), fixed(channels)});
      CopyCall call;
      call.leading = perSample();
      call.walk.sizes = {1, 6, channels};
      call.input = bufferOperand(x);
      call.source = {{6 * channels, channels, 1}, 0};
      call.target = {{66, 11, 1}, at};
      net.call(call, {out});
      at += channels;
    }
  }
  compare(net, {1, 3});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

// A fill of the whole, then the interior over it: the order is an edge.
TEST_P(MoveConformance, Pad) {
  NetBuilder net;
  const uint64_t bits[] = {0x80, 0xfffe, 0x3fc00000, 0x0123456789abcdef};
  for (size_t i = 0; i < std::size(widths); ++i) {
    uint32_t x = net.input(widths[i], {perSample(), fixed(5), fixed(6), fixed(3)});
    uint32_t out = net.output(widths[i], {perSample(), fixed(8), fixed(9), fixed(3)});
    net.call(FillCall{perSample(8 * 9 * 3), bits[i]}, {out});
    CopyCall call;
    call.leading = perSample();
    call.walk.sizes = {1, 5, 6, 3};
    call.input = bufferOperand(x);
    call.source = {{90, 18, 3, 1}, 0};
    call.target = {{216, 27, 3, 1}, 27 + 2 * 3};
    net.call(call, {out});
  }
  compare(net, {1, 3});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

// A constant, copied whole: what an unchanged output of a network becomes.
TEST_P(MoveConformance, CopyOfAConstant) {
  NetBuilder net(false);
  uint32_t c = net.constant(randomTensor(random, ElementType::F32, {77}));
  CopyCall call;
  call.leading = fixed(77);
  call.walk.sizes = {77};
  call.input = constantOperand(c);
  call.source = {{1}, 0};
  call.target = {{1}, 0};
  net.callToOutput(call, ElementType::F32, {fixed(77)});
  compare(net, {1});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

} // namespace

CONFORMANCE_SUITE(MoveConformance);

} // namespace qrt::test
