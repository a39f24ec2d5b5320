#include "test/runtime/format/programs.h"

namespace qrt::test {

void spreadOut(Program &program) {
  auto aligned = [](int64_t size) {
    return (size + bufferAlignment - 1) / bufferAlignment * bufferAlignment;
  };
  program.arenaBytes = {};
  for (Buffer &buffer : program.buffers) {
    buffer.offset = program.arenaBytes;
    program.arenaBytes.scale += aligned(buffer.bytes.scale);
    program.arenaBytes.offset += aligned(buffer.bytes.offset);
  }
}

static CallEpilogue quantized(NetBuilder &net, int64_t channels) {
  ScalarBuilder b;
  auto t = b.apply(ScalarOp::MulF, b.apply(ScalarOp::IntToF32, b.accumulator(ElementType::I32)),
                   b.input({ScalarInputKind::Channel, ElementType::F32, 0}));
  auto q = b.apply(ScalarOp::MaxF, b.apply(ScalarOp::RintF, t), b.constant(0.0f));
  q = b.apply(ScalarOp::F32ToI32, b.apply(ScalarOp::MinF, q, b.constant(255.0f)));
  std::vector<int32_t> table(256, 5);
  CallEpilogue epilogue;
  epilogue.program = b.finish(b.lookup(table, q), ElementType::U8);
  epilogue.channels = {net.constant(Tensor::allocate(ElementType::F32, {channels}))};
  return epilogue;
}

// Row 2·n, kept below N, of `floats`, in columns that `sums` name.
static void chooseRows(NetBuilder &net, uint32_t sums, uint32_t floats) {
  ScalarBuilder b;
  auto row = b.input({ScalarInputKind::Coordinate, ElementType::I32, 0});
  auto last = b.apply(ScalarOp::SubI, b.input({ScalarInputKind::Size, ElementType::I32, 0}),
                      b.constant(int32_t(1)));
  auto from = b.apply(ScalarOp::MinI, b.apply(ScalarOp::MulI, row, b.constant(int32_t(2))), last);
  auto sum = b.input({ScalarInputKind::Tensor, ElementType::I32, 0});
  auto column = b.apply(ScalarOp::GuardIndex, b.apply(ScalarOp::RemI, sum, b.constant(int32_t(3))),
                        b.constant(int32_t(3)));
  auto chosen = b.load({ScalarInputKind::Indexed, ElementType::F32, 0}, std::vector{from, column});
  ElementwiseCall call;
  call.leading = perSample();
  call.walk.sizes = {1, 3};
  call.program = b.finish(chosen, ElementType::F32);
  call.output.strides = {3, 1};
  call.tensors = {{bufferOperand(sums), call.output}};
  call.indexed = {{bufferOperand(floats), {perSample(), fixed(3)}, call.output}};
  call.sizes = {perSample()};
  net.call(call, {net.activation(ElementType::F32, {perSample(), fixed(3)})});
}

// Columns in order, their running sums, and updates where the order says.
static void runAlongLines(NetBuilder &net, uint32_t floats) {
  const StridedAccess rows{{3}};
  uint32_t places = net.activation(ElementType::I64, {perSample(), fixed(3)});
  net.call(TopKCall{{true, 3, 3, rows, rows, 1, 1}, perSample(), {{1}}, bufferOperand(floats)},
           {places});
  uint32_t sums = net.activation(ElementType::F32, {perSample(), fixed(3)});
  net.call(ScanCall{{ScanKind::Product, true, true, rows, rows, 1, 1},
                    perSample(),
                    {{1}},
                    fixed(3),
                    bufferOperand(floats)},
           {sums});
  uint32_t scattered = net.activation(ElementType::F32, {perSample(), fixed(3)});
  net.call(FillCall{perSample(3), 0}, {scattered});
  net.call(ScatterCall{{ScatterKind::Max, rows, rows, rows, 1, 0, 1, {1}},
                       perSample(),
                       {{1}},
                       fixed(3),
                       {fixed(3)},
                       bufferOperand(places),
                       bufferOperand(sums)},
           {scattered});
}

// Every column as a sequence of one step, in two directions, with a state.
static void stepThrough(NetBuilder &net, uint32_t floats) {
  ScalarBuilder b, h;
  auto read = [](ScalarBuilder &builder, uint32_t input) {
    return builder.input({ScalarInputKind::Tensor, ElementType::F32, input});
  };
  RecurrentCell cell;
  cell.cell =
      b.finish(b.apply(ScalarOp::AddF, read(b, recurrent::projection(0)), read(b, recurrent::cell)),
               ElementType::F32);
  cell.hidden = h.finish(h.apply(ScalarOp::TanhF, read(h, recurrent::sum(0))), ElementType::F32);
  RecurrentCall call;
  call.shape = {1, 1, false, false, {{1, 3, 1, 0, 0}}, {{2, 1, 6, 0}}, {{1, 2, 0}}, {{1, 2, 0}}};
  call.steps = fixed(2);
  call.samples = perSample();
  call.cells = {cell, cell};
  call.input = bufferOperand(floats);
  call.weights = constantOperand(net.constant(Tensor::allocate(ElementType::F32, {2, 1, 1})));
  call.hidden = StridedOperand{bufferOperand(floats), {{1, 3, 0}}};
  std::vector<Extent> state{perSample(), fixed(2)};
  uint32_t steps = net.activation(ElementType::F32, {perSample(), fixed(3), fixed(2)});
  uint32_t hidden = net.activation(ElementType::F32, state);
  uint32_t cells = net.activation(ElementType::F32, state);
  net.call(call, {steps, hidden, cells});
}

// Columns as boxes, whose coordinates are all one, and where they are not zero.
static void choosePlaces(NetBuilder &net, uint32_t floats) {
  uint32_t rows = net.activation(ElementType::I64, {perSample(2), fixed(3)});
  uint32_t chosen = net.activation(ElementType::I64, {fixed(1)});
  SuppressionShape shape{3, 2, 0.5f, 0.25f, false, {{3, 1, 0}}, {{3, 0, 1}}, {{3, 1}}};
  net.call(NonMaxSuppressionCall{shape, perSample(), fixed(1), bufferOperand(floats),
                                 bufferOperand(floats)},
           {rows, chosen});
  uint32_t places = net.activation(ElementType::I64, {perSample(3), fixed(2)});
  uint32_t found = net.activation(ElementType::I64, {fixed(1)});
  net.call(NonZeroCall{{{{3, 1}}, {{1, 2}}}, {perSample(), fixed(3)}, bufferOperand(floats)},
           {places, found});
}

// A column each as a query, a key and a value, masked by itself.
static void attend(NetBuilder &net, uint32_t floats) {
  ScalarBuilder s, w;
  AttentionCall call;
  call.batch = perSample();
  call.matrices.sizes = {1, 1};
  call.rows = call.keys = 3;
  call.query = call.key = call.value = {bufferOperand(floats), {{3, 0, 1, 0}}};
  call.masks = {{bufferOperand(floats), {{3, 0, 0, 1}}}};
  call.scoring = s.finish(s.apply(ScalarOp::AddF, s.accumulator(ElementType::F32),
                                  s.input({ScalarInputKind::Tensor, ElementType::F32, 0})),
                          ElementType::F32);
  call.weighting = w.finish(w.accumulator(ElementType::F32), ElementType::F32);
  call.epilogue = storeAccumulator(ElementType::F32, ElementType::F32);
  net.call(call, {net.activation(ElementType::F32, {perSample(), fixed(3)})});
}

// Convolves columns as images one pixel wide with three channels, and a window over them.
static void convolveRows(NetBuilder &net, uint32_t floats) {
  const std::vector<Extent> shape{perSample(), fixed(1), fixed(1), fixed(3)};
  auto convolution = [&](uint32_t from, int64_t groups) {
    Conv2dCall call{{{1, 1}, {1, 1}, 3, 3, groups}, perSample(), {bufferOperand(from), {}}, {}, {}};
    call.epilogue = storeAccumulator(ElementType::F32, ElementType::F32);
    if (groups > 1)
      call.shape.window = {{3, 3}, {1, 1}, {1, 1}, {1, 1}};
    const auto &window = call.shape.window.kernel;
    call.weights = {constantOperand(net.constant(
                        Tensor::allocate(ElementType::F32, {3, 3 / groups, window[0], window[1]}))),
                    {}};
    return call;
  };
  uint32_t between = net.activation(ElementType::F32, shape);
  uint32_t result = net.activation(ElementType::F32, shape);
  net.call(FusedConv2dCall{convolution(floats, 1), convolution(between, 3)}, {between, result});
}

Program everyCall() {
  NetBuilder net;
  uint32_t image = net.input(ElementType::I8, {perSample(), fixed(4), fixed(4), fixed(2)});
  uint32_t padded = net.activation(ElementType::I8, {perSample(), fixed(6), fixed(6), fixed(2)});
  net.call(FillCall{perSample(72), 3}, {padded});
  CopyCall interior{
      perSample(), {{1, 4, 4, 2}}, bufferOperand(image), {{32, 8, 2, 1}, 0}, {{72, 12, 2, 1}, 14}};
  net.call(interior, {padded});

  uint32_t features = net.activation(ElementType::U8, {perSample(), fixed(4), fixed(4), fixed(3)});
  uint32_t weights = net.constant(Tensor::allocate(ElementType::I8, {3, 2, 3, 3}));
  Conv2dShape conv{{6, 6}, {4, 4}, 2, 3, 1, {{3, 3}, {1, 1}, {1, 1}, {0, 0}}};
  net.call(Conv2dCall{conv,
                      perSample(),
                      {bufferOperand(padded), {ElementType::I8, 3}},
                      {constantOperand(weights), {ElementType::I8, 0}},
                      quantized(net, 3)},
           {features});
  uint32_t pooled = net.activation(ElementType::U8, {perSample(), fixed(2), fixed(2), fixed(3)});
  Pool2dShape pool{PoolKind::Max, {4, 4}, {2, 2}, 3, {{2, 2}, {2, 2}, {1, 1}, {0, 0}}, false};
  net.call(Pool2dCall{pool,
                      perSample(),
                      {ElementType::U8, 0},
                      bufferOperand(features),
                      storeAccumulator(ElementType::I32, ElementType::U8)},
           {pooled});
  uint32_t sums = net.activation(ElementType::I32, {perSample(), fixed(3)});
  net.call(ReduceCall{{ReduceKind::Sum, 4, 3},
                      perSample(),
                      {ElementType::U8, 0},
                      bufferOperand(pooled),
                      storeAccumulator(ElementType::I32, ElementType::I32)},
           {sums});
  uint32_t floats = net.activation(ElementType::F32, {perSample(), fixed(3)});
  ScalarBuilder b;
  auto x = b.input({ScalarInputKind::Tensor, ElementType::I32, 0});
  ElementwiseCall convert{perSample(),
                          {{1, 3}},
                          b.finish(b.apply(ScalarOp::IntToF32, x), ElementType::F32),
                          {{bufferOperand(sums), {{3, 1}, 0}}},
                          {{3, 1}, 0}};
  net.call(convert, {floats});
  chooseRows(net, sums, floats);
  runAlongLines(net, floats);
  stepThrough(net, floats);
  choosePlaces(net, floats);
  attend(net, floats);
  convolveRows(net, floats);
  uint32_t b0 = net.constant(Tensor::allocate(ElementType::F32, {3, 5}));
  uint32_t logits = net.activation(ElementType::F32, {perSample(), fixed(5)});
  net.call(MatmulCall{{3, 5, false, true},
                      fixed(1),
                      perSample(),
                      {bufferOperand(floats), {}},
                      {constantOperand(b0), {}},
                      storeAccumulator(ElementType::F32, ElementType::F32)},
           {logits});
  uint32_t out = net.output(ElementType::F32, {perSample(), fixed(5)});
  net.call(SoftmaxCall{perSample(), 5, bufferOperand(logits),
                       storeAccumulator(ElementType::F32, ElementType::F32)},
           {out});
  uint32_t standardized = net.activation(ElementType::F32, {perSample(), fixed(5)});
  net.call(StandardizeCall{perSample(),
                           {5, 1e-5f, true},
                           bufferOperand(logits),
                           storeAccumulator(ElementType::F32, ElementType::F32)},
           {standardized});
  net.program.target = "host";
  spreadOut(net.program);
  return net.program;
}

Program launches() {
  Program program = everyCall();
  program.target = "opencl";
  program.kernels = {{"first", "KERNEL first"}, {"second", "KERNEL second"}};
  program.constants.push_back({"packed", {}});
  program.loads = {LoadCopy{0,
                            uint32_t(program.constants.size() - 1),
                            ElementType::I8,
                            {27, 4},
                            {{1, 18, 3}},
                            {{0, 1, 18}, 0},
                            {{0, 4, 1}, 0}}};
  program.faults = {"choose"};
  for (size_t i = 0; i < program.nodes.size(); ++i) {
    Node &node = program.nodes[i];
    Launch launch;
    launch.kernel = uint32_t(i % 2);
    for (uint32_t buffer : node.reads)
      launch.arguments.push_back(bufferOperand(buffer));
    for (uint32_t buffer : node.writes)
      launch.arguments.push_back(bufferOperand(buffer));
    launch.arguments.push_back(constantOperand(targetOf(program.loads[0])));
    launch.arguments.push_back(perSample(3));
    launch.arguments.push_back(FaultStore());
    launch.global = {Extent{100, 0, 64}, fixed(4), fixed(1)};
    launch.local = {64, 2, 1};
    node.work = launch;
    if (i % 3 == 0) {
      launch.kernel = 1;
      launch.localBytes = 4096;
      node.larger = {{8, launch}, {64, launch}};
    }
  }
  return program;
}

} // namespace qrt::test
