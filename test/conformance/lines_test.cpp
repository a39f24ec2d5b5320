// Loops along lines, in every type that they take.
#include "test/conformance/harness.h"

namespace qrt::test {
namespace {

class LineConformance : public Conformance {};

// Updates of eight a row of seven, so that some meet; places by a program, since random ones
// would lie outside.
uint32_t somePlaces(NetBuilder &net) {
  ScalarBuilder b;
  auto row = b.input({ScalarInputKind::Coordinate, ElementType::I32, 0});
  auto column = b.input({ScalarInputKind::Coordinate, ElementType::I32, 1});
  auto mixed =
      b.apply(ScalarOp::AddI, b.apply(ScalarOp::MulI, column, b.constant(int32_t(5))), row);
  auto place = b.apply(ScalarOp::SubI, b.apply(ScalarOp::RemI, mixed, b.constant(int32_t(11))),
                       b.constant(int32_t(5)));
  ElementwiseCall call;
  call.leading = perSample();
  call.walk.sizes = {1, 8};
  call.program = b.finish(place, ElementType::I32);
  call.output = {{8, 1}};
  uint32_t places = net.activation(ElementType::I32, {perSample(), fixed(8)});
  net.call(call, {places});
  return places;
}

TEST_P(LineConformance, Scatter) {
  NetBuilder net;
  uint32_t places = somePlaces(net);
  for (ElementType type : allElementTypes)
    for (ScatterKind kind : {ScatterKind::None, ScatterKind::Add, ScatterKind::Mul,
                             ScatterKind::Max, ScatterKind::Min}) {
      if (!scatters(kind, type))
        continue;
      uint32_t x = net.input(type, {perSample(), fixed(8)});
      uint32_t out = net.output(type, {perSample(), fixed(7)});
      net.call(FillCall{perSample(7), 0}, {out});
      net.call(ScatterCall{{kind, {{8}}, {{8}}, {{7}}, 1, 0, 1, {1}},
                           perSample(),
                           {{1}},
                           fixed(8),
                           {fixed(7)},
                           bufferOperand(places),
                           bufferOperand(x)},
               {out});
    }
  compare(net, {1, 3});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(LineConformance, Scan) {
  NetBuilder net;
  for (ElementType type : allElementTypes)
    for (ScanKind kind : {ScanKind::Sum, ScanKind::Product}) {
      if (!scans(type))
        continue;
      uint32_t x = net.input(type, {perSample(), fixed(9), fixed(3)});
      const bool isSum = kind == ScanKind::Sum;
      const StridedAccess lines{{27, 1}};
      net.callToOutput(ScanCall{{kind, isSum, !isSum, lines, lines, 3, 3},
                                perSample(),
                                {{1, 3}},
                                fixed(9),
                                bufferOperand(x)},
                       type, {perSample(), fixed(9), fixed(3)});
    }
  compare(net, {1, 3});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(LineConformance, Order) {
  NetBuilder net;
  for (ElementType type : allElementTypes)
    for (bool smallest : {false, true}) {
      if (!loadedType(type))
        continue;
      uint32_t x = net.input(type, {perSample(), fixed(40), fixed(2)});
      net.callToOutput(TopKCall{{smallest, 40, 12, {{80, 1}}, {{24, 1}}, 2, 2},
                                perSample(),
                                {{1, 2}},
                                bufferOperand(x)},
                       smallest ? ElementType::I32 : ElementType::I64,
                       {perSample(), fixed(12), fixed(2)});
    }
  compare(net, {1, 3});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

CONFORMANCE_SUITE(LineConformance);

} // namespace
} // namespace qrt::test
