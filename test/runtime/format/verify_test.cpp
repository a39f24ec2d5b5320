#include "test/runtime/format/family_sample.h"
#include "test/runtime/format/refused.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

namespace qrt::test {
namespace {

TEST(Verify, AcceptsGoodPrograms) {
  EXPECT_EQ(verifyProgram(everyCall()).message(), "");
  EXPECT_EQ(verifyProgram(familySamples()).message(), "");
  EXPECT_EQ(verifyProgram(launches()).message(), "");
}

template <typename... Calls>
static std::vector<std::string_view> familiesIn(const std::variant<Calls...> *) {
  return {Calls::family...};
}

TEST(Verify, IsTriedOnEveryFamily) {
  std::set<std::string_view> tried;
  for (const Program &program : {everyCall(), familySamples()})
    for (const Node &node : program.nodes)
      tried.insert(familyOf(std::get<Call>(node.work)));
  for (std::string_view family : familiesIn(static_cast<const Call *>(nullptr)))
    EXPECT_TRUE(tried.contains(family)) << family << ": it has no FamilySample";
}

TEST(Verify, RefusesBuffersThatDoNotFit) {
  auto refused = [](auto corrupt, std::string_view says) {
    expectProgramRefused(everyCall(), corrupt, says);
  };
  refused([](Program &p) { p.buffers[2].bytes.scale -= 1; }, "size is not that of its shape");
  refused([](Program &p) { p.buffers[2].shape[1].offset = -4; }, "not a valid extent");
  refused([](Program &p) { p.buffers[2].shape[1].scale = 1; }, "size is not that of its shape");
  refused([](Program &p) { p.buffers[2].shape[0].multiple = 0; }, "not a valid extent");
  refused([](Program &p) { p.buffers[2].shape[0].scale = INT64_MAX; }, "not a valid extent");
  refused([](Program &p) { p.buffers[2].offset.scale += 1; }, "not aligned");
  refused([](Program &p) { p.buffers[0].offset.offset = -64; }, "size is not");
  refused([](Program &p) { p.arenaBytes.scale -= 64; }, "past the end of the arena");
  refused([](Program &p) { p.arenaBytes.multiple = -1; }, "arena");
  refused([](Program &p) { p.buffers[0].type = ElementType(77); }, "unknown type");
  refused([](Program &p) { p.buffers[2].offset = p.buffers[1].offset; }, "shares bytes");
}

TEST(Verify, RefusesBrokenEdges) {
  auto refused = [](auto corrupt, std::string_view says) {
    expectProgramRefused(everyCall(), corrupt, says);
  };
  refused([](Program &p) { p.nodes[2].after = {2}; }, "backwards");
  refused([](Program &p) { p.nodes[2].after = {7000000}; }, "backwards");
  refused([](Program &p) { p.nodes[3].after.clear(); }, "read before it is written");
  refused([](Program &p) { p.nodes[1].after.clear(); }, "fill races");
  refused([](Program &p) { p.nodes[2].reads = {1000}; }, "does not exist");
  refused([](Program &p) { p.nodes[2].reads.clear(); }, "does not read");
  refused([](Program &p) { p.nodes[2].writes = {0}; }, "writes an input");
  refused([](Program &p) { p.nodes[2].writes.clear(); }, "writes 1 buffers, its node 0");
  refused([](Program &p) { p.nodes.erase(p.nodes.begin() + 7, p.nodes.end()); },
          "used but never written");
}

// A NaN would be converted to an index.
TEST(Verify, ChannelsThatLeadToLookUpsAreFinite) {
  for (ElementType type : {ElementType::F32, ElementType::F16, ElementType::BF16})
    for (float scale : {1.0f, NAN, INFINITY}) {
      Program program = everyCall();
      CallEpilogue &epilogue = callOf<Conv2dCall>(program).epilogue;
      for (ScalarInput &input : epilogue.program.inputs)
        if (input.kind == ScalarInputKind::Channel)
          input.storage = type;
      Tensor values = Tensor::allocate(type, {3});
      visitElementType(type, [&](auto tag) {
        using T = typename decltype(tag)::Storage;
        std::ranges::fill(values.mutableValues<T>(), T(scale));
      });
      program.constants[epilogue.channels[0]].value = values;
      EXPECT_EQ(verifyProgram(program).ok(), scale == 1.0f) << elementTypeName(type) << scale;
    }
}

TEST(Verify, RefusesCallsThatLeaveTheirOperands) {
  auto refused = [](auto corrupt, std::string_view says) {
    expectProgramRefused(everyCall(), corrupt, says);
  };
  refused([](Program &p) { callOf<Conv2dCall>(p).shape.in[0] = 7; }, "past the end");
  refused([](Program &p) { callOf<Conv2dCall>(p).shape.out[0] = 5; }, "past the end");
  refused([](Program &p) { callOf<Conv2dCall>(p).shape.window.kernel[0] = 0; }, "dimension");
  refused([](Program &p) { callOf<Conv2dCall>(p).shape.groups = 0; }, "dimension");
  refused([](Program &p) { callOf<Conv2dCall>(p).shape.inChannels = INT64_MAX; }, "dimension");
  refused([](Program &p) { callOf<Conv2dCall>(p).samples.offset = 1; }, "past the end");
  refused([](Program &p) { callOf<Conv2dCall>(p).shape.inPitch = 3; }, "past the end");
  refused([](Program &p) { callOf<Conv2dCall>(p).shape.inPitch = 1; }, "closer together");
  refused([](Program &p) { callOf<Conv2dCall>(p).weights.operand.index = 99; }, "constant");
  refused([](Program &p) { callOf<Conv2dCall>(p).sums = Conv2dSums::Tiles; }, "tiles");
  refused([](Program &p) { p.floatOrder = FloatOrder::Fixed; }, "order of float sums");
  auto weightsOf = [](ElementType type) {
    return [=](Program &p) { callOf<Conv2dCall>(p).weights.type.type = type; };
  };
  refused(weightsOf(ElementType::I16), "do not go together");
  refused(weightsOf(ElementType::F32), "do not go together");
  refused(weightsOf(ElementType::U8), "another type"); // than the constant has
  refused(weightsOf(ElementType::F16), "do not go together");
  refused(weightsOf(ElementType::F8E4M3FN), "f32, f16, bf16, i8, u8 or i16");
  refused(weightsOf(ElementType(99)), "f32, f16, bf16, i8, u8 or i16");
  auto zeroPoint = [](Operand operand) {
    return [=](Program &p) { callOf<Conv2dCall>(p).input.zeroPoint = operand; };
  };
  Program good = everyCall();
  Operand itself = callOf<Conv2dCall>(good).input.operand;
  refused(zeroPoint(itself), "two zero points"); // 3, and that
  refused(
      [=](Program &p) {
        callOf<Conv2dCall>(p).input.type.zeroPoint = 0;
        callOf<Conv2dCall>(p).input.zeroPoint = bufferOperand(99);
      },
      "does not read");
  refused([=](Program &p) { callOf<MatmulCall>(p).a.zeroPoint = itself; }, "two zero points");
  refused([](Program &p) { callOf<Conv2dCall>(p).input.type.zeroPoint = 128; }, "zero point");
  refused([](Program &p) { callOf<Conv2dCall>(p).input.type.type = ElementType::U8; },
          "another type");
  refused([](Program &p) { callOf<Conv2dCall>(p).epilogue.channels[0] = 0; }, "channel vector");
  refused([](Program &p) { callOf<MatmulCall>(p).shape.n = 6; }, "past the end");
  refused(
      [](Program &p) {
        callOf<MatmulCall>(p).shape.sharedB = false;
        callOf<MatmulCall>(p).batch = fixed(2);
      },
      "past the end");
  refused([](Program &p) { callOf<SoftmaxCall>(p).axis = 6; }, "past the end");
  refused([](Program &p) { callOf<StandardizeCall>(p).shape.axis = 6; }, "past the end");
  refused([](Program &p) { callOf<Pool2dCall>(p).shape.kind = PoolKind(9); }, "kind of pool");
  refused([](Program &p) { callOf<ReduceCall>(p).shape.reduced = 5; }, "past the end");
  refused([](Program &p) { callOf<ReduceCall>(p).shape.kind = ReduceKind(99); }, "kind of red");
  refused([](Program &p) { callOf<ReduceCall>(p).shape.kind = ReduceKind::Product; },
          "a type that it does not take");
  refused([](Program &p) { callOf<ReduceCall>(p).shape.kind = ReduceKind::ArgMax; }, "");
  refused([](Program &p) { callOf<CopyCall>(p).target.offset += 16; }, "past the end");
  refused([](Program &p) { callOf<CopyCall>(p).source.strides[2] = -2; }, "begins before");
  refused([](Program &p) { callOf<CopyCall>(p).source.strides.pop_back(); }, "rank");
  refused([](Program &p) { callOf<CopyCall>(p).leading.scale = 2; }, "past the end");
  refused([](Program &p) { callOf<FillCall>(p).count.scale = 73; }, "past the end");
}

TEST(Verify, RefusesBrokenScalarPrograms) {
  auto refused = [](auto corrupt, std::string_view says) {
    expectProgramRefused(
        everyCall(), [&](Program &p) { corrupt(callOf<Conv2dCall>(p).epilogue.program); }, says);
  };
  refused([](ScalarProgram &s) { s.instructions.clear(); }, "no instructions");
  refused([](ScalarProgram &s) { s.result = 200; }, "does not define");
  refused([](ScalarProgram &s) { s.resultType = ElementType::I8; }, "another type");
  refused([](ScalarProgram &s) { s.instructions.back().operands[0] = 60000; }, "before its");
  refused([](ScalarProgram &s) { s.instructions.back().op = ScalarOp(200); }, "unknown operation");
  refused([](ScalarProgram &s) { s.instructions.back().op = ScalarOp::ExpF; }, "wrong type");
  refused([](ScalarProgram &s) { s.instructions.back().type = ScalarType::F32; }, "states another");
  refused([](ScalarProgram &s) { s.tables.clear(); }, "table");
  refused([](ScalarProgram &s) { s.tables[0].resize(255); }, "past the end of its table");
  refused([](ScalarProgram &s) { s.inputs[0].kind = ScalarInputKind(9); }, "unknown kind");
  refused([](ScalarProgram &s) { s.inputs.clear(); }, "input that it does not have");
}

TEST(Verify, RoundsToNarrowFloatsOnly) {
  auto roundsTo = [](uint32_t index) {
    NetBuilder net;
    uint32_t in = net.input(ElementType::F32, {perSample()});
    ScalarBuilder b;
    auto x = b.roundTo(ElementType::F16, b.input({ScalarInputKind::Tensor, ElementType::F32, 0}));
    ElementwiseCall call;
    call.leading = perSample();
    call.walk.sizes = {1};
    call.program = b.finish(x, ElementType::F32);
    call.program.instructions.back().index = index;
    call.tensors = {{bufferOperand(in), {{1}}}};
    call.output = {{1}};
    net.callToOutput(call, ElementType::F32, {perSample()});
    spreadOut(net.program);
    return net.program;
  };
  EXPECT_TRUE(verifyProgram(roundsTo(uint32_t(ElementType::F8E5M2))).ok());
  for (uint32_t index : {uint32_t(ElementType::F32), uint32_t(ElementType::I4), 200u, ~0u})
    expectProgramRefused(roundsTo(index), [](Program &) {}, "no narrow float");
}

// Indices are proved for every batch at once: [2·N] read from [N, 2], and what goes wrong.
TEST(Verify, LoadsStayInsideAtEveryBatch) {
  using Value = ScalarBuilder::Value;
  auto reading = [](int64_t rows, auto place) {
    NetBuilder net;
    uint32_t in = net.input(ElementType::F32, {perSample(rows), fixed(2)});
    ScalarBuilder b;
    Value i = b.input({ScalarInputKind::Coordinate, ElementType::I32, 0});
    std::vector<Value> at = place(b, i);
    ElementwiseCall call;
    call.leading = perSample(2);
    call.walk.sizes = {1};
    call.program =
        b.finish(b.load({ScalarInputKind::Indexed, ElementType::F32, 0}, at), ElementType::F32);
    call.output = {{1}};
    call.indexed = {{bufferOperand(in), {perSample(rows), fixed(2)}, {{2, 1}}}};
    call.sizes = {perSample()};
    net.callToOutput(call, ElementType::F32, {perSample(2)});
    spreadOut(net.program);
    return verifyProgram(net.program).message();
  };
  auto two = [](ScalarBuilder &b) { return b.constant(int32_t(2)); };
  auto half = [&](ScalarBuilder &b, Value i) { return b.apply(ScalarOp::DivI, i, two(b)); };
  auto odd = [&](ScalarBuilder &b, Value i) { return b.apply(ScalarOp::RemI, i, two(b)); };
  auto size = [](ScalarBuilder &b) {
    return b.input({ScalarInputKind::Size, ElementType::I32, 0});
  };
  EXPECT_EQ(reading(1, [&](auto &b, Value i) { return std::vector{half(b, i), odd(b, i)}; }), "");
  EXPECT_EQ(reading(2, [&](auto &b, Value i) { return std::vector{i, odd(b, i)}; }), "");
  EXPECT_EQ(reading(1,
                    [&](auto &b, Value i) {
                      Value last = b.apply(ScalarOp::SubI, size(b), b.constant(int32_t(1)));
                      return std::vector{b.apply(ScalarOp::MinI, i, last), odd(b, i)};
                    }),
            "");
  EXPECT_EQ(reading(1,
                    [&](auto &b, Value i) {
                      return std::vector{b.apply(ScalarOp::GuardIndex, i, size(b)), odd(b, i)};
                    }),
            "");
  // A product that wraps is still an i32: a clamp proves its range.
  EXPECT_EQ(reading(1,
                    [&](auto &b, Value i) {
                      Value product = b.apply(ScalarOp::MulI, i, b.constant(int32_t(1) << 30));
                      Value low = b.apply(ScalarOp::MaxI, product, b.constant(int32_t(0)));
                      Value clamped = b.apply(ScalarOp::MinI, low, b.constant(int32_t(1)));
                      return std::vector{half(b, i), clamped};
                    }),
            "");
  auto refused = [&](auto place, std::string_view says, int64_t rows = 1) {
    EXPECT_NE(reading(rows, place).find(says), std::string::npos) << reading(rows, place);
  };
  refused([&](auto &b, Value i) { return std::vector{i, odd(b, i)}; }, "end of dimension 0");
  refused([&](auto &b, Value i) { return std::vector{half(b, i), i}; }, "end of dimension 1");
  refused([&](auto &b, Value i) { return std::vector{half(b, i)}; }, "more or fewer coordinates");
  refused(
      [&](auto &b, Value i) {
        Value before = b.apply(ScalarOp::SubI, half(b, i), b.constant(int32_t(1)));
        return std::vector{before, odd(b, i)};
      },
      "end of dimension 0");
  refused(
      [&](auto &b, Value i) { // the size is one too far
        return std::vector{b.apply(ScalarOp::MinI, i, size(b)), odd(b, i)};
      },
      "end of dimension 0");
  refused(
      [&](auto &b, Value i) { // 2^30·i wraps at the third sample
        Value product = b.apply(ScalarOp::MulI, i, b.constant(int32_t(1) << 30));
        return std::vector{b.apply(ScalarOp::DivI, product, b.constant(int32_t(1) << 30)),
                           odd(b, i)};
      },
      "end of dimension 0", 2);
}

// A size that is rounded up has no exact value: coordinates and sizes are refused, nothing is
// skipped.
TEST(Verify, CoordinatesGoByExactSizes) {
  auto reading = [](Extent rows, Extent size) {
    NetBuilder net;
    uint32_t in = net.input(ElementType::F32, {fixed(1)});
    ScalarBuilder b;
    auto i = b.apply(ScalarOp::MinI, b.input({ScalarInputKind::Coordinate, ElementType::I32, 0}),
                     b.input({ScalarInputKind::Size, ElementType::I32, 0}));
    ElementwiseCall call;
    call.leading = rows;
    call.walk.sizes = {1};
    call.program = b.finish(b.load({ScalarInputKind::Indexed, ElementType::F32, 0}, std::vector{i}),
                            ElementType::F32);
    call.output = {{1}};
    call.indexed = {{bufferOperand(in), {fixed(1)}, {{1}}}};
    call.sizes = {size};
    net.callToOutput(call, ElementType::F32, {rows});
    spreadOut(net.program);
    return verifyProgram(net.program).message();
  };
  EXPECT_EQ(reading(perSample(), fixed(0)), "");
  for (auto [rows, size] : {std::pair(Extent{1, 0, 8}, fixed(0)),
                            {perSample(), Extent{1, 0, 8}},
                            {perSample(), Extent{-1, 5, 1}}})
    EXPECT_NE(reading(rows, size), "");
}

TEST(Verify, AnEmptyTableIsRefused) {
  auto broken = everyCall();
  expectProgramRefused(
      broken, [](Program &p) { callOf<Conv2dCall>(p).epilogue.program.tables[0].clear(); },
      "table");
}

// 255 + 0.99999994 is 256 in f32.
TEST(Verify, RangesRoundAsTheOperationsDo) {
  auto lookupOf = [](float added) {
    NetBuilder net;
    uint32_t in = net.input(ElementType::U8, {perSample()});
    ScalarBuilder b;
    auto x = b.apply(ScalarOp::IntToF32, b.input({ScalarInputKind::Tensor, ElementType::U8, 0}));
    x = b.apply(ScalarOp::F32ToI32, b.apply(ScalarOp::AddF, x, b.constant(added)));
    ElementwiseCall call;
    call.leading = perSample();
    call.walk.sizes = {1};
    call.program = b.finish(b.lookup(std::vector<int32_t>(256, 5), x), ElementType::I32);
    call.tensors = {{bufferOperand(in), {{1}}}};
    call.output = {{1}};
    net.callToOutput(call, ElementType::I32, {perSample()});
    spreadOut(net.program);
    return net.program;
  };
  EXPECT_TRUE(verifyProgram(lookupOf(0.5f)).ok()) << verifyProgram(lookupOf(0.5f)).message();
  expectProgramRefused(lookupOf(0.99999994f), [](Program &) {}, "past the end of its table");
}

// A table read by a maximum, which is one of the stored values if no window lies in the padding
// alone: the loops begin with the lowest integer.
TEST(Verify, ExtremesAreStoredValues) {
  auto pooled = [](PoolKind kind, int64_t pad, int64_t dilation) {
    NetBuilder net;
    uint32_t in = net.input(ElementType::U8, {perSample(), fixed(2), fixed(2), fixed(1)});
    int64_t out = (2 + pad - dilation) / 2 + 1;
    Pool2dCall call;
    call.shape = {kind, {2, 2}, {out, out}, 1, {{2, 2}, {2, 2}, {dilation, dilation}, {pad, pad}}};
    call.samples = perSample();
    call.inputType = {ElementType::U8, 0};
    call.input = bufferOperand(in);
    ScalarBuilder b;
    auto found = b.lookup(std::vector<int32_t>(256, 5), b.accumulator(ElementType::I32));
    call.epilogue.program = b.finish(found, ElementType::U8);
    net.callToOutput(call, ElementType::U8, {perSample(), fixed(out), fixed(out), fixed(1)});
    spreadOut(net.program);
    return net.program;
  };
  EXPECT_EQ(verifyProgram(pooled(PoolKind::Max, 0, 1)).message(), "");
  EXPECT_EQ(verifyProgram(pooled(PoolKind::Max, 1, 1)).message(), "");
  for (Program program :
       {pooled(PoolKind::Max, 2, 1), pooled(PoolKind::Max, 1, 3), pooled(PoolKind::Average, 0, 1)})
    expectProgramRefused(std::move(program), [](Program &) {}, "past the end of its table");
}

// A walk may run backwards along a first dimension that does not grow.
TEST(Verify, ANegativeLeadingStrideNeedsAFixedExtent) {
  auto reversed = [](Extent rows, int64_t offset) {
    NetBuilder net;
    uint32_t in = net.input(ElementType::F32, {rows});
    CopyCall call;
    call.leading = rows;
    call.walk.sizes = {1};
    call.input = bufferOperand(in);
    call.source = {{-1}, offset};
    call.target = {{1}};
    net.callToOutput(call, ElementType::F32, {rows});
    spreadOut(net.program);
    return net.program;
  };
  EXPECT_TRUE(verifyProgram(reversed(fixed(4), 3)).ok());
  expectProgramRefused(reversed(fixed(4), 2), [](Program &) {}, "begins before");
  expectProgramRefused(reversed(fixed(4), 4), [](Program &) {}, "past the end");
  expectProgramRefused(reversed(perSample(4), 3), [](Program &) {}, "growing stride is negative");
}

static LoadCopy &copyOf(Program &p) { return std::get<LoadCopy>(p.loads[0]); }

TEST(Verify, RefusesBrokenPortsLoadsAndLaunches) {
  auto refused = [](auto corrupt, std::string_view says) {
    expectProgramRefused(launches(), corrupt, says);
  };
  auto launch = [](Program &p) -> Launch & { return std::get<Launch>(p.nodes[2].work); };
  refused([](Program &p) { p.inputs.clear(); }, "without a port");
  refused([](Program &p) { p.inputs[0].buffer = 99; }, "another role");
  refused([](Program &p) { p.outputs.push_back(p.outputs[0]); }, "not unique");
  refused([](Program &p) { p.loads.clear(); }, "no value");
  refused([](Program &p) { copyOf(p).source = 99; }, "load's source");
  refused([](Program &p) { copyOf(p).target = 0; }, "load's source");
  refused([](Program &p) { copyOf(p).to.strides[1] = 8; }, "past the end");
  refused([](Program &p) { copyOf(p).from.offset = 1; }, "past the end");
  refused([](Program &p) { copyOf(p).type = ElementType::I32; }, "changes the type");
  refused([](Program &p) { copyOf(p).targetShape = {int64_t(1) << 40}; }, "dimension");
  refused([](Program &p) { p.kernels[0].entry.clear(); }, "no entry");
  refused([&](Program &p) { launch(p).kernel = 2; }, "kernel that does not exist");
  refused([&](Program &p) { launch(p).local[0] = 0; }, "size is out of range");
  refused([&](Program &p) { launch(p).global[0].multiple = 32; }, "no multiple");
  refused([&](Program &p) { launch(p).arguments[0] = bufferOperand(0); }, "not among");
  refused([&](Program &p) { launch(p).arguments[0] = constantOperand(99); }, "does not exist");
  auto larger = [](Program &p) -> std::vector<LargerBatch> & { return p.nodes[3].larger; };
  refused([&](Program &p) { larger(p)[1].from = 8; }, "do not ascend");
  refused([&](Program &p) { larger(p)[0].from = 1; }, "do not ascend");
  refused([&](Program &p) { larger(p)[1].launch.kernel = 2; }, "kernel that does not exist");
  refused([&](Program &p) { larger(p)[0].launch.arguments[0] = bufferOperand(0); }, "not among");
  refused([](Program &p) { p.nodes[3].work = Call(); }, "launches beside it");
}

// Bytes may be shared by buffers whose uses the edges keep apart.
TEST(Verify, SharingFollowsTheEdges) {
  Program program = everyCall();
  // The padded image (1) is dead once the conv (2) has ended; the sums (4)
  // come two nodes later.
  program.buffers[4].offset = program.buffers[1].offset;
  EXPECT_EQ(verifyProgram(program).message(), "");
  program.nodes[4].after.clear();
  EXPECT_FALSE(verifyProgram(program).ok());
}

} // namespace
} // namespace qrt::test
