// Small random networks as text: an anchor, what may join its kernel, and now
// and then a move with something behind it.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace qopt::test {

class RandomChain {
public:
  explicit RandomChain(unsigned seed) : random(seed) {}
  /// A module with inputs x and, of the anchor's result's shape, r.
  std::string module();

private:
  using Dims = std::vector<int64_t>; // 0 is the batch
  struct Value {
    std::string name;
    Dims dims;
  };

  int64_t pick(int64_t low, int64_t high) {
    return low + int64_t(random() % uint64_t(high - low + 1));
  }
  static std::string type(const Dims &dims, bool grows = true);
  Value emit(const std::string &op, const std::vector<Value> &operands, Dims result,
             const std::string &attributes = "");
  Value constant(const Dims &dims);
  Value anchor(const Value &x);
  Value reduction(const Value &x);
  Value other(const Value &at);
  Value elementwise(const Value &at);
  Value move(const Value &at);

  std::mt19937 random;
  std::string body;
  int values = 0;
  std::vector<Value> around; // what an elementwise operation may read
};

} // namespace qopt::test
