// The calls of one attention, found from its softmax. Private to fuseAttention.
#pragma once

#include "runtime/format/graph.h"

#include <map>
#include <optional>
#include <vector>

namespace qopt {

/// A value counts its matrices by a divisor for each dimension that is not of size 1, and the
/// stride of a step along it.
using MatrixStrides = std::map<int64_t, int64_t>;

/// An operand that is read beside the scores, or that makes them, has its place counted by matrix,
/// row and element.
struct ChainOperand {
  qrt::Operand operand;
  MatrixStrides matrices;
  int64_t row = 0, element = 0, offset = 0;
};

class AttentionChain {
public:
  AttentionChain(const qrt::Program &calls, const qrt::BufferUses &uses)
      : calls(calls), uses(uses) {}

  /// Returns whether the softmax of this node stands between two products that may be one call with
  /// it.
  bool find(uint32_t softmax);
  /// Returns the one call that they become; none if their strides do not fit one.
  std::optional<qrt::AttentionCall> fused() const;
  /// The last node, and all others.
  uint32_t last() const { return contextNode; }
  const std::vector<uint32_t> &others() const { return nodes; }

private:
  const qrt::Call *callOf(uint32_t node) const {
    return std::get_if<qrt::Call>(&calls.nodes[node].work);
  }
  /// The one node that writes `buffer`, where `reader` alone reads it.
  std::optional<uint32_t> writerFor(uint32_t buffer, uint32_t reader) const;
  bool findScores(uint32_t buffer, uint32_t reader, int left);
  bool isScores(uint32_t node);
  bool joinBody(uint32_t node, int left);
  bool findContext(uint32_t softmax);
  bool weighs(const qrt::SoftmaxCall &call, uint32_t scores);
  bool makesWeights(const qrt::ScalarProgram &program) const;
  /// Returns whether the queries are bytes, and so all factors.
  bool isOfBytes() const;
  /// Counts its values: each stands in the kernel's text, once for every score that a lane holds.
  bool takesProgram(const qrt::ScalarProgram &program);
  /// The value goes on as it would be read where it is stored.
  void store(qrt::ElementType type);
  uint32_t addMask(ChainOperand mask);
  qrt::ScalarBuilder::Argument maskInput(const qrt::ScalarInput &input, ChainOperand mask);

  const qrt::Program &calls;
  const qrt::BufferUses &uses;
  std::vector<uint32_t> nodes;
  uint32_t contextNode = 0;
  const qrt::MatmulCall *product = nullptr, *context = nullptr;
  qrt::Extent matrices; // all of them
  int64_t rows = 0, keys = 0;
  size_t length = 0; // of the programs that were taken
  qrt::ScalarBuilder scoring;
  qrt::ScalarBuilder::Value value;
  qrt::ElementType stored = qrt::ElementType::F32;
  std::vector<ChainOperand> masks;
  qrt::ScalarProgram weighting;
};

} // namespace qopt
