// Random damage to every field: verifyProgram answers, and what it accepts the
// host driver runs without leaving its buffers (under ASan, that is the test).
#include "runtime/core/check_tensors.h"
#include "runtime/core/driver.h"
#include "test/runtime/format/family_sample.h"
#include "test/runtime/format/programs.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace qrt::test {
namespace {

// Every field of every struct is found through its visitor: a new family of calls is damaged too.
class Mutator {
public:
  explicit Mutator(unsigned seed) : random(seed) {}

  void damage(Program &program) {
    leaves = 0;
    chosen = SIZE_MAX; // a first visit counts
    visit(program);
    chosen = pick(leaves);
    leaves = 0;
    visit(program);
  }

  std::mt19937 random;

private:
  size_t pick(size_t count) { return count ? random() % count : 0; }
  bool isChosen() { return leaves++ == chosen; }

  void visit(std::string &) {} // names are for people
  void visit(Tensor &) {}      // a constant's bytes are free
  void visit(FaultStore &) {}
  void visit(bool &value) {
    if (isChosen())
      value = !value;
  }
  template <typename T>
    requires std::is_enum_v<T>
  void visit(T &value) {
    if (isChosen())
      value = T(pick(pick(3) ? 12 : 50));
  }
  void visit(float &value) {
    const float extremes[] = {0, -1, 0.5f, std::numeric_limits<float>::infinity(),
                              std::numeric_limits<float>::quiet_NaN()};
    if (isChosen())
      value = extremes[pick(std::size(extremes))];
  }
  template <std::integral T> void visit(T &value) {
    const int64_t extremes[] = {0, 1, -1, 2, 64, INT32_MAX, INT64_MAX, INT64_MIN, int64_t(1) << 40};
    if (!isChosen())
      return;
    value = pick(2) ? T(uint64_t(value) + pick(5) - 2) : T(extremes[pick(std::size(extremes))]);
  }
  template <typename T, size_t n> void visit(std::array<T, n> &values) {
    for (T &value : values)
      visit(value);
  }
  template <typename T, size_t n> void visit(T (&values)[n]) {
    for (T &value : values)
      visit(value);
  }
  template <typename T> void visit(std::vector<T> &values) {
    if (isChosen()) {
      if (values.empty() || pick(3) == 0)
        values.push_back(values.empty() ? T{} : values[pick(values.size())]);
      else if (pick(4))
        values.pop_back();
      else
        values.resize(pick(300), values.back());
      return;
    }
    for (T &value : values)
      visit(value);
  }
  template <typename T> void visit(std::optional<T> &value) {
    if (isChosen())
      value = value ? std::nullopt : std::optional(T{});
    if (value)
      visit(*value);
  }
  template <typename... T> void visit(std::variant<T...> &value) {
    std::visit([&](auto &held) { visit(held); }, value);
  }
  template <Described T> void visit(T &value) {
    visitFields(value, [&](std::string_view, auto &field) { visit(field); });
  }

  size_t leaves = 0, chosen = 0;
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
  const Program whole[] = {everyCall(), launches(), familySamples(), everyCall()};
  int refused = 0, ran = 0;
  constexpr int rounds = 20000;
  for (int round = 0; round < rounds; ++round) {
    auto program = std::make_shared<Program>(whole[round % 4]);
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
    for (const PortBuffer &port : program->inputs)
      inputs.push_back(
          Tensor::allocate(program->buffers[port.buffer].type, bufferShape(*program, port, batch)));
    for (const PortBuffer &port : program->outputs)
      outputs.push_back(
          Tensor::allocate(program->buffers[port.buffer].type, bufferShape(*program, port, batch)));
    Status status = (*loaded)->run(batch, inputs, outputs);
    // A guard's index is data, and a size may leave i32 at this batch.
    EXPECT_TRUE(status.ok() || status.message().find("lies outside") != std::string::npos ||
                status.message().find("too large") != std::string::npos)
        << status.message();
    ++ran;
  }
  EXPECT_GT(refused, rounds / 2);
  EXPECT_GT(ran, rounds / 100);
}

} // namespace
} // namespace qrt::test
