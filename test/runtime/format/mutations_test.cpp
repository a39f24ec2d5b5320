// Random damage to every field: verifyProgram answers, and what it accepts the
// host driver runs without leaving its buffers (under ASan, that is the test).
#include "runtime/core/check_tensors.h"
#include "runtime/core/driver.h"
#include "test/runtime/format/programs.h"

#include <gtest/gtest.h>

#include <random>

namespace qrt::test {
namespace {

class Mutator {
public:
  explicit Mutator(unsigned seed) : random(seed) {}

  void damage(Program &p) {
    switch (pick(12)) {
    case 0: return dimension(buffer(p));
    case 1: return number(buffer(p).bytes);
    case 2: return number(buffer(p).offset);
    case 3: return small(buffer(p).type);
    case 4: return small(buffer(p).role);
    case 5: return number(p.arenaBytes);
    case 6: return list(node(p).after);
    case 7: return list(pick(2) ? node(p).reads : node(p).writes);
    case 8: return integer(pick(2) ? p.inputs[0].buffer : p.outputs[0].buffer);
    case 9: p.dynamicBatch = !p.dynamicBatch; return;
    default: return work(p);
    }
  }

  std::mt19937 random;

private:
  size_t pick(size_t count) { return count ? random() % count : 0; }
  Buffer &buffer(Program &p) { return p.buffers[pick(p.buffers.size())]; }
  Node &node(Program &p) { return p.nodes[pick(p.nodes.size())]; }

  template <typename T> void integer(T &value) {
    const int64_t extremes[] = {0, 1, -1, 2, 64, INT32_MAX, INT64_MAX, INT64_MIN, int64_t(1) << 40};
    if (pick(2))
      value = T(uint64_t(value) + pick(5) - 2);
    else
      value = T(extremes[pick(std::size(extremes))]);
  }
  void dimension(Buffer &b) { number(b.shape[pick(b.shape.size())]); }
  template <typename T> void small(T &value) { value = T(pick(12)); }
  void number(Extent &extent) {
    integer(pick(3) == 0 ? extent.multiple : pick(2) ? extent.scale : extent.offset);
  }
  void list(std::vector<uint32_t> &values) {
    if (values.empty() || pick(3) == 0)
      values.push_back(uint32_t(pick(12)));
    else if (pick(2))
      values.pop_back();
    else
      integer(values[pick(values.size())]);
  }
  void access(StridedAccess &a) {
    if (a.strides.empty() || pick(3) == 0)
      return integer(a.offset);
    if (pick(4) == 0)
      return a.strides.pop_back();
    integer(a.strides[pick(a.strides.size())]);
  }
  void walk(StridedWalk &w) {
    if (!w.sizes.empty())
      integer(w.sizes[pick(w.sizes.size())]);
  }
  void input(QuantizedInput &q) {
    if (pick(2))
      small(q.type);
    else
      integer(q.zeroPoint);
  }
  void window(Window2d &w) {
    auto &axis = pick(4) == 0   ? w.kernel
                 : pick(3) == 0 ? w.stride
                 : pick(2)      ? w.dilation
                                : w.padBegin;
    integer(axis[pick(2)]);
  }
  void scalar(ScalarProgram &s) {
    if (s.instructions.empty())
      return;
    ScalarInstruction &i = s.instructions[pick(s.instructions.size())];
    switch (pick(9)) {
    case 0: i.op = ScalarOp(pick(50)); return;
    case 1: small(i.type); return;
    case 2: integer(i.operands[pick(3)]); return;
    case 3: integer(i.index); return;
    case 4: integer(i.bits); return;
    case 5: integer(s.result); return;
    case 6: small(s.resultType); return;
    case 7:
      if (!s.tables.empty())
        s.tables[0].resize(pick(300));
      return;
    default:
      if (!s.inputs.empty()) {
        ScalarInput &in = s.inputs[pick(s.inputs.size())];
        pick(3) == 0 ? small(in.kind) : pick(2) ? small(in.storage) : integer(in.index);
      }
    }
  }
  void epilogue(CallEpilogue &e) {
    if (pick(3) == 0)
      return list(e.channels);
    if (!e.tensors.empty() && pick(2))
      return integer(e.tensors[0].strides[pick(3)]);
    scalar(e.program);
  }
  void operand(Operand &o) { pick(3) == 0 ? small(o.space) : integer(o.index); }

  void work(Program &p) {
    Node &n = node(p);
    if (Call *call = std::get_if<Call>(&n.work))
      return std::visit([&](auto &c) { field(c); }, *call);
    Launch &launch = std::get<Launch>(n.work);
    switch (pick(4)) {
    case 0: return integer(launch.kernel);
    case 1: return number(launch.global[pick(3)]);
    case 2: return integer(launch.local[pick(3)]);
    default:
      if (Operand *o = std::get_if<Operand>(&launch.arguments[pick(launch.arguments.size())]))
        return operand(*o);
      LoadCopy &load = p.loads[0];
      pick(4) == 0   ? integer(load.source)
      : pick(3) == 0 ? integer(load.targetShape[pick(load.targetShape.size())])
      : pick(2)      ? access(load.from)
                     : access(load.to);
    }
  }

  void field(Conv2dCall &c) {
    int64_t *numbers[] = {&c.shape.in[0], &c.shape.out[1], &c.shape.inChannels,
                          &c.shape.outChannels, &c.shape.groups};
    switch (pick(8)) {
    case 0: return number(c.samples);
    case 1: return input(c.inputType);
    case 6: c.weightType = ElementType(pick(256)); return;
    case 2: return operand(c.input);
    case 3: return integer(c.weights);
    case 4: return window(c.shape.window);
    case 5: return integer(*numbers[pick(5)]);
    default: return epilogue(c.epilogue);
    }
  }
  void field(MatmulCall &c) {
    switch (pick(8)) {
    case 0: return number(c.batch);
    case 1: return number(c.rows);
    case 2: return input(c.inputType);
    case 3: return input(c.bType);
    case 4: return operand(pick(2) ? c.a : c.b);
    case 5: return integer(pick(2) ? c.shape.k : c.shape.n);
    case 6: c.shape.sharedB = !c.shape.sharedB; return;
    default: return epilogue(c.epilogue);
    }
  }
  void field(Pool2dCall &c) {
    switch (pick(6)) {
    case 0: return number(c.samples);
    case 1: return input(c.inputType);
    case 2: return operand(c.input);
    case 3: return window(c.shape.window);
    case 4: return pick(2) ? small(c.shape.kind) : integer(c.shape.channels);
    default: return epilogue(c.epilogue);
    }
  }
  void field(ReduceCall &c) {
    switch (pick(5)) {
    case 0: return number(c.outer);
    case 1: return input(c.inputType);
    case 2: return operand(c.input);
    case 3: return pick(2) ? small(c.shape.kind) : integer(c.shape.reduced);
    default: return epilogue(c.epilogue);
    }
  }
  void field(SoftmaxCall &c) {
    pick(3) == 0 ? number(c.outer) : pick(2) ? integer(c.axis) : epilogue(c.epilogue);
  }
  void field(ElementwiseCall &c) {
    switch (pick(5)) {
    case 0: return number(c.leading);
    case 1: return walk(c.walk);
    case 2: return scalar(c.program);
    case 3: return access(c.tensors[0].access);
    default: return access(c.output);
    }
  }
  void field(CopyCall &c) {
    pick(4) == 0   ? number(c.leading)
    : pick(3) == 0 ? walk(c.walk)
    : pick(2)      ? access(c.source)
                   : access(c.target);
  }
  void field(FillCall &c) { number(c.count); }
  void field(ObserveCall &c) { pick(2) ? number(c.count) : integer(c.index); }
};

// A verified program may still be long to run: windows that sweep over 2^30
// elements of padding.
bool isCheap(const Program &program) {
  auto sweeps = [](const auto &shape, int64_t channels) {
    int64_t area = channels;
    for (int axis = 0; axis < 2; ++axis)
      area *= shape.out[axis] * shape.window.stride[axis] + shape.window.padBegin[axis] +
              shape.window.kernel[axis] * shape.window.dilation[axis];
    return area * shape.window.kernel[0] * shape.window.kernel[1];
  };
  for (const Node &node : program.nodes)
    if (const Call *call = std::get_if<Call>(&node.work)) {
      auto *pool = std::get_if<Pool2dCall>(call);
      auto *conv = std::get_if<Conv2dCall>(call);
      if ((pool && sweeps(pool->shape, pool->shape.channels) > 1 << 20) ||
          (conv && sweeps(conv->shape, conv->shape.inChannels) > 1 << 20))
        return false;
    }
  return program.arenaBytes.at(3) < 1 << 24;
}

TEST(Mutations, VerifyAnswersAndTheHostSurvives) {
  const unsigned seed = 20240607;
  SCOPED_TRACE("seed " + std::to_string(seed));
  auto device = openDevice("host:1");
  ASSERT_TRUE(device.ok());
  Mutator mutator(seed);
  const Program whole[] = {everyCall(), launches()};
  int refused = 0, ran = 0;
  constexpr int rounds = 20000;
  for (int round = 0; round < rounds; ++round) {
    auto program = std::make_shared<Program>(whole[round % 4 == 0]);
    for (size_t count = 1 + mutator.random() % 3; count-- > 0;)
      mutator.damage(*program);
    if (!verifyProgram(*program).ok()) {
      ++refused;
      continue;
    }
    EXPECT_FALSE(describe(*program).empty());
    auto loaded = isCheap(*program) ? (*device)->load(program, {})
                                    : Status(StatusCode::Unsupported, "too long");
    if (!loaded)
      continue;
    int64_t batch = program->dynamicBatch ? 3 : 1;
    std::vector<Tensor> inputs, outputs;
    for (const Port &port : program->inputs)
      inputs.push_back(
          Tensor::allocate(program->buffers[port.buffer].type, portShape(*program, port, batch)));
    for (const Port &port : program->outputs)
      outputs.push_back(
          Tensor::allocate(program->buffers[port.buffer].type, portShape(*program, port, batch)));
    Status status = (*loaded)->run(batch, inputs, outputs);
    EXPECT_TRUE(status.ok()) << status.message();
    ++ran;
  }
  EXPECT_GT(refused, rounds / 2);
  EXPECT_GT(ran, rounds / 100);
}

} // namespace
} // namespace qrt::test
