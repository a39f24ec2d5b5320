#include "test/lowering/random_chain.h"

#include <algorithm>

namespace qopt::test {

std::string RandomChain::type(const Dims &dims, bool grows) {
  std::string text = "tensor<";
  for (size_t i = 0; i < dims.size(); ++i)
    text += (grows && i == 0 ? "?" : std::to_string(dims[i])) + "x";
  return text + (grows ? "f32, #nn.dims<N>>" : "f32>");
}

RandomChain::Value RandomChain::emit(const std::string &op, const std::vector<Value> &operands,
                                     Dims result, const std::string &attributes) {
  std::string name = "%v" + std::to_string(values++), types, names;
  for (const Value &operand : operands) {
    bool isConstant = operand.name.starts_with("%c");
    names += (names.empty() ? "" : ", ") + operand.name;
    types += (types.empty() ? "" : ", ") + type(operand.dims, !isConstant);
  }
  body += "  " + name + " = nn." + op + " " + names + " {nn.name = \"" + name.substr(1) + "\"" +
          (attributes.empty() ? "" : ", ") + attributes + "} : (" + types + ") -> " + type(result) +
          "\n";
  return {name, std::move(result)};
}

// Nested brackets of small multiples of 1/8: sums of products are exact.
RandomChain::Value RandomChain::constant(const Dims &dims) {
  int64_t size = 1;
  for (int64_t dim : dims)
    size *= dim;
  std::string text;
  for (int64_t i = 0; i < size; ++i) {
    int64_t inner = 1;
    std::string open, close;
    for (size_t d = dims.size(); d-- > 0;) {
      inner *= dims[d];
      open += i % inner == 0 ? "[" : "";
      close += (i + 1) % inner == 0 ? "]" : "";
    }
    text += (i ? ", " : "") + open + std::to_string(double(pick(-16, 16)) / 8) + close;
  }
  std::string name = "%c" + std::to_string(values++);
  body += "  " + name + " = nn.constant dense<" + text + "> : " + type(dims, false) + "\n";
  return {name, dims};
}

RandomChain::Value RandomChain::slice(const Value &x, int64_t length) {
  Dims result = x.dims;
  result.back() = length;
  std::string starts, steps;
  for (size_t d = 0; d < x.dims.size(); ++d) {
    const bool isLast = d + 1 == x.dims.size();
    starts += (d ? ", " : "") + std::to_string(isLast ? pick(0, x.dims[d] - length) : 0);
    steps += d ? ", 1" : "1";
  }
  return emit("slice", {x}, result,
              "starts = array<i64: " + starts + ">, steps = array<i64: " + steps + ">");
}

RandomChain::Value RandomChain::swapped(const Value &x) {
  Dims result = x.dims;
  std::swap(result[1], result[2]);
  std::string order = "0, 2, 1";
  for (size_t d = 3; d < x.dims.size(); ++d)
    order += ", " + std::to_string(d);
  return emit("transpose", {x}, result, "permutation = array<i64: " + order + ">");
}

RandomChain::Value RandomChain::reduction(const Value &x) {
  std::string axes;
  bool keep = pick(0, 1);
  Dims result{x.dims[0]};
  for (size_t d = 1; d < x.dims.size(); ++d) {
    bool reduce = pick(0, 1) || (d + 1 == x.dims.size() && axes.empty());
    if (reduce)
      axes += (axes.empty() ? "" : ", ") + std::to_string(d);
    if (!reduce || keep)
      result.push_back(reduce ? 1 : x.dims[d]);
  }
  const char *kinds[] = {"reduce_mean", "reduce_sum", "reduce_max"};
  return emit(kinds[pick(0, 2)], {x}, result,
              "axes = array<i64: " + axes + ">" + (keep ? ", keep_dims" : ""));
}

RandomChain::Value RandomChain::anchor(const Value &x) {
  bool isImage = x.dims.size() == 4;
  switch (pick(0, isImage ? 4 : 2)) {
  case 0: {
    Dims result = x.dims;
    result.back() = pick(0, 1) ? x.dims.back() : pick(1, 4);
    return emit("matmul", {x, constant({x.dims.back(), result.back()})}, result);
  }
  case 1: return reduction(x);
  case 2:
    return emit("softmax", {x}, x.dims,
                "axis = " + std::to_string(isImage ? 1 : x.dims.size() - 1) + " : i64");
  case 3: {
    Dims result = x.dims;
    result[1] = pick(1, 4);
    return emit("conv2d", {x, constant({result[1], x.dims[1], 1, 1})}, result);
  }
  default: {
    int64_t h = std::min<int64_t>(2, x.dims[2]), w = std::min<int64_t>(2, x.dims[3]);
    return emit("max_pool2d", {x}, {x.dims[0], x.dims[1], x.dims[2] - h + 1, x.dims[3] - w + 1},
                "kernel = array<i64: " + std::to_string(h) + ", " + std::to_string(w) + ">");
  }
  }
}

// Returns what `at` is combined with: a value of its shape, or a broadcast constant.
RandomChain::Value RandomChain::other(const Value &at) {
  std::vector<Value> same;
  for (const Value &value : around)
    if (value.dims == at.dims)
      same.push_back(value);
  if (!same.empty() && pick(0, 1))
    return same[random() % same.size()];
  Dims dims(at.dims.begin() + pick(1, int64_t(at.dims.size()) - (at.dims.size() > 1 ? 1 : 0)),
            at.dims.end());
  for (int64_t &dim : dims)
    if (pick(0, 2) == 0)
      dim = 1;
  return constant(dims.empty() ? Dims{1} : dims);
}

RandomChain::Value RandomChain::elementwise(const Value &at) {
  int64_t kind = pick(0, 3);
  if (kind == 0)
    return emit("relu", {at}, at.dims);
  Value right = other(at);
  bool swap = pick(0, 1);
  return emit(kind == 1 ? "mul" : "add",
              swap ? std::vector<Value>{right, at} : std::vector<Value>{at, right}, at.dims);
}

RandomChain::Value RandomChain::move(const Value &at) {
  if (pick(0, 1)) {
    Dims result{at.dims[0], 1};
    for (size_t d = 1; d < at.dims.size(); ++d)
      result[1] *= at.dims[d];
    return emit("reshape", {at}, result);
  }
  Dims result = at.dims;
  std::string order = "0";
  std::reverse(result.begin() + 1, result.end());
  for (size_t d = at.dims.size(); d-- > 1;)
    order += ", " + std::to_string(d);
  return emit("transpose", {at}, result, "permutation = array<i64: " + order + ">");
}

// Rows of 16 elements more than are read lie apart for kernels of one matrix.
std::string RandomChain::slicedProduct() {
  Value x{"%x", {0, pick(2, 4), pick(2, 4), 0}};
  const int64_t length = pick(1, 12), columns = pick(1, 6);
  x.dims.back() = length + pick(16, 20);
  Value rows = swapped(slice(x, length));
  Dims result = rows.dims;
  result.back() = columns;
  Value at = emit("matmul", {rows, constant({length, columns})}, result);
  if (pick(0, 1))
    at = elementwise(at);
  at = swapped(at);
  return "func.func @main(%x: " + type(x.dims) + " {nn.name = \"x\"}) -> " + type(at.dims) +
         " {\n" + body + "  return " + at.name + " : " + type(at.dims) + "\n}\n";
}

// Returns what the anchor reads.
RandomChain::Value RandomChain::start(const Value &x) {
  switch (pick(0, 3)) {
  case 0: return emit("relu", {x}, x.dims);
  case 1: return slice(x, pick(1, x.dims.back()));
  default: return x;
  }
}

std::string RandomChain::module() {
  Value x{"%x", Dims(size_t(pick(2, 4)), 0)};
  for (size_t d = 1; d < x.dims.size(); ++d)
    x.dims[d] = pick(1, 4);
  if (pick(0, 3) == 0)
    x.dims.back() += 16;
  Value first = start(x);
  std::string before = std::move(body);
  body.clear();
  Value at = anchor(first);
  std::string anchored = std::move(body);
  body.clear();
  Value r{"%r", at.dims};
  around = {r, x, first};
  if (pick(0, 1))
    around.push_back(emit("neg", {r}, r.dims)); // before the anchor: it may join
  body = before + body + anchored;
  for (int64_t i = pick(1, 3); i > 0; --i)
    at = elementwise(at);
  if (pick(0, 2) == 0) {
    at = move(at);
    at = elementwise(at);
  }
  return "func.func @main(%x: " + type(x.dims) + " {nn.name = \"x\"}, %r: " + type(r.dims) +
         " {nn.name = \"r\"}) -> (" + type(at.dims) + ") {\n" + body + "  return " + at.name +
         " : " + type(at.dims) + "\n}\n";
}

} // namespace qopt::test
