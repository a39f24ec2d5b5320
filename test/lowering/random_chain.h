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
  /// A product of what is sliced of wider rows, its matrices in another order, that goes back to
  /// the first order: rows lie apart, and evenly in neither. Input x.
  std::string slicedProduct();

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
  /// Some of the last dimension's elements, of rows that lie so many apart.
  Value slice(const Value &x, int64_t length);
  /// Dimensions 1 and 2 change places.
  Value swapped(const Value &x);
  Value anchor(const Value &x);
  Value reduction(const Value &x);
  Value other(const Value &at);
  Value start(const Value &x);
  Value elementwise(const Value &at);
  Value move(const Value &at);

  std::mt19937 random;
  std::string body;
  int values = 0;
  std::vector<Value> around; // what an elementwise operation may read
};

} // namespace qopt::test
