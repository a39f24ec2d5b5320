// Random networks of concatenations, nested and of the same values, along channels and rows:
// wherever their parts are written, the answers are the evaluator's.
#include "ir/ops.h"
#include "ir/values/keys.h"
#include "tools/libqopt/qopt_mlir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace qopt::test {
namespace {

using Dims = std::array<int64_t, 3>; // channels, rows, columns; the batch grows

struct Value {
  std::string name;
  Dims dims;
};

std::string typeOf(const Dims &dims) {
  std::string text = "tensor<?x";
  for (int64_t dim : dims)
    text += std::to_string(dim) + "x";
  return text + "f32, #nn.dims<N>>";
}

class RandomJoins {
public:
  explicit RandomJoins(unsigned seed) : random(seed) {}

  std::string module() {
    const Dims dims{pick(1, 3), pick(1, 3), pick(1, 3)};
    values = {{"%x", dims}};
    for (int64_t i = pick(6, 14); i > 0; --i)
      values.push_back(next());
    std::vector<Value> results{values.back()};
    for (int64_t i = pick(0, 2); i > 0; --i)
      results.push_back(any());
    return "func.func @main(%x: " + typeOf(dims) + " {nn.name = \"x\"}) -> (" +
           joined(results, Part::Type) + ") {\n" + body + "  return " +
           joined(results, Part::Name) + " : " + joined(results, Part::Type) + "\n}\n";
  }

private:
  enum class Part { Name, Type };

  int64_t pick(int64_t low, int64_t high) {
    return low + int64_t(random() % uint64_t(high - low + 1));
  }
  const Value &any() { return values[random() % values.size()]; }

  static std::string joined(const std::vector<Value> &list, Part part) {
    std::string text;
    for (const Value &value : list)
      text += (text.empty() ? "" : ", ") + (part == Part::Name ? value.name : typeOf(value.dims));
    return text;
  }

  Value emit(const std::string &op, const std::vector<Value> &operands, const Dims &dims,
             const std::string &attributes = "") {
    const std::string name = "%v" + std::to_string(count++);
    body += "  " + name + " = nn." + op + " " + joined(operands, Part::Name) + attributes + " : (" +
            joined(operands, Part::Type) + ") -> " + typeOf(dims) + "\n";
    return {name, dims};
  }

  Value next() {
    const Value from = any();
    switch (pick(0, 8)) {
    case 0: return emit("relu", {from}, from.dims);
    case 1: return emit("neg", {from}, from.dims);
    case 2: return sum(from);
    case 3:
      if (from.dims[0] <= 8 && ++convolutions <= 4)
        return convolution(from);
      [[fallthrough]];
    case 4: return emit("max_pool2d", {from}, from.dims, " {kernel = array<i64: 1, 1>}");
    default: return concatenation(from);
    }
  }

  Value sum(const Value &left) {
    std::vector<Value> same;
    std::copy_if(values.begin(), values.end(), std::back_inserter(same),
                 [&](const Value &value) { return value.dims == left.dims; });
    return emit("add", {left, same[random() % same.size()]}, left.dims);
  }

  // Few of them, weights of −1, 0 and 1, of few channels: sums are exact.
  Value convolution(const Value &from) {
    const Dims dims{pick(1, 4), from.dims[1], from.dims[2]};
    const std::string name = "%w" + std::to_string(count++);
    std::string rows;
    for (int64_t o = 0; o < dims[0]; ++o) {
      std::string row;
      for (int64_t i = 0; i < from.dims[0]; ++i)
        row += (i ? ", [[" : "[[") + std::to_string(pick(-1, 1)) + ".0]]";
      rows += (o ? ", [" : "[") + row + "]";
    }
    const std::string type =
        "tensor<" + std::to_string(dims[0]) + "x" + std::to_string(from.dims[0]) + "x1x1xf32>";
    const std::string result = "%v" + std::to_string(count++);
    body += "  " + name + " = nn.constant dense<[" + rows + "]> : " + type + "\n  " + result +
            " = nn.conv2d " + from.name + ", " + name + " : (" + typeOf(from.dims) + ", " + type +
            ") -> " + typeOf(dims) + "\n";
    return {result, dims};
  }

  // Joins what was joined before and more, as a dense block does, or anything that fits.
  Value concatenation(const Value &from) {
    const size_t axis = size_t(pick(0, 3) == 0);
    std::vector<Value> parts{from};
    if (!lists.empty() && pick(0, 1))
      parts = lists[random() % lists.size()];
    std::vector<Value> fitting;
    std::copy_if(values.begin(), values.end(), std::back_inserter(fitting),
                 [&](const Value &value) {
                   return value.dims[1 - axis] == parts[0].dims[1 - axis] &&
                          value.dims[2] == parts[0].dims[2];
                 });
    for (const Value &part : parts)
      if (part.dims[1 - axis] != parts[0].dims[1 - axis])
        return emit("abs", {from}, from.dims);
    for (int64_t more = pick(1, 2); more > 0; --more)
      parts.push_back(fitting[random() % fitting.size()]);
    Dims dims = parts[0].dims;
    dims[axis] = 0;
    for (const Value &part : parts)
      dims[axis] += part.dims[axis];
    if (dims[0] * dims[1] > 60)
      return emit("abs", {from}, from.dims);
    lists.push_back(parts);
    return emit("concat", parts, dims, " {axis = " + std::to_string(axis + 1) + " : i64}");
  }

  std::mt19937 random;
  std::string body;
  std::vector<Value> values;
  std::vector<std::vector<Value>> lists; // what was joined
  int count = 0, convolutions = 0;
};

class RandomNetworks {
public:
  RandomNetworks() : context(makeContext()) {}

  void compare(const std::string &text, const std::string &device, unsigned seed) {
    auto module = parseModule(*context, text);
    ASSERT_TRUE(module.ok()) << module.status().message();
    auto compiled = CompiledModel::compile(**module, device);
    ASSERT_TRUE(compiled.ok()) << compiled.status().message();
    auto reference = CompiledModel::compile(**module, "reference");
    ASSERT_TRUE(reference.ok()) << reference.status().message();
    for (const qrt::Node &node : (*compiled)->program()->nodes)
      parts += node.parts.empty() ? 0 : 1;
    std::mt19937 random(seed);
    for (int64_t batch : {1, 3}) {
      std::vector<qrt::Tensor> inputs{
          qrt::Tensor::allocate(qrt::ElementType::F32, (*compiled)->inputs()[0].shapeAt(batch))};
      for (float &value : inputs[0].mutableValues<float>())
        value = float(int(random() % 9) - 4);
      auto actual = (*compiled)->run(inputs), expected = (*reference)->run(inputs);
      ASSERT_TRUE(actual.ok()) << actual.status().message();
      ASSERT_TRUE(expected.ok()) << expected.status().message();
      for (size_t i = 0; i < expected->size(); ++i)
        ASSERT_TRUE(
            std::ranges::equal((*actual)[i].values<float>(), (*expected)[i].values<float>()))
            << "result " << i << " at batch " << batch;
    }
  }

  int64_t parts = 0; // nodes that touch a part of a buffer

private:
  std::unique_ptr<mlir::MLIRContext> context;
};

TEST(Joins, TheHostAnswersAsTheEvaluator) {
  RandomNetworks networks;
  for (unsigned seed = 1; seed <= 1500 && !::testing::Test::HasFailure(); ++seed) {
    const std::string text = RandomJoins(seed).module();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    networks.compare(text, "host:1", seed);
  }
  EXPECT_GT(networks.parts, 1500) << "networks without joined parts test little";
}

TEST(Joins, AndSoDoesOpenCL) {
  if (!qrt::openDevice("opencl").ok())
    GTEST_SKIP() << "no OpenCL device";
  RandomNetworks networks;
  for (unsigned seed = 1; seed <= 3 && !::testing::Test::HasFailure(); ++seed) {
    const std::string text = RandomJoins(seed).module();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    networks.compare(text, "opencl", seed);
  }
}

} // namespace
} // namespace qopt::test
