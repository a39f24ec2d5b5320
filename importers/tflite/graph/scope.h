// One subgraph of the file as it stands in the network: the main one, or the branch of an IF.
#pragma once

#include "importers/tflite/file/model_file.h"

#include <map>

namespace qopt::tflite {

struct Scope {
  explicit Scope(const schema::SubGraph &graph, unsigned depth = 0) : graph(&graph), depth(depth) {}

  const schema::SubGraph *graph;
  unsigned depth;                 // how many IFs it lies in
  std::vector<std::string> names; // the network's values, by tensor

  size_t tensorCount() const { return graph->tensors() ? graph->tensors()->size() : 0; }
  /// Returns null where an operator leaves the tensor out (index −1).
  const schema::Tensor *tensor(int32_t index) const {
    return index < 0 ? nullptr : graph->tensors()->Get(flatbuffers::uoffset_t(index));
  }
  /// The tensor whose elements and steps a constant has that operators handed on as it is.
  int32_t originOf(int32_t index) const {
    auto origin = origins.find(index);
    return origin == origins.end() ? index : origin->second;
  }
  void setOrigin(int32_t index, int32_t from) { origins[index] = originOf(from); }

private:
  std::map<int32_t, int32_t> origins;
};

} // namespace qopt::tflite
