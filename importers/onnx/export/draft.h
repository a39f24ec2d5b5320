// An ONNX model while it is written: nodes, initializers, names and the opset that they need.
#pragma once

#include "importers/onnx/file/onnx.pb.h"
#include "runtime/numerics/types/status.h"
#include "runtime/numerics/types/tensor.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

#include <string>
#include <vector>

namespace qopt::onnx {

using Names = llvm::ArrayRef<std::string>;

/// A node, and the name of its first output, for which it stands where a name is asked for.
class Node {
public:
  explicit Node(proto::NodeProto *node) : node(node) {}
  operator std::string() const { return node->output(0); }
  const std::string &name() const { return node->name(); }
  Node &set(llvm::StringRef name, int64_t value);
  Node &set(llvm::StringRef name, float value);
  Node &set(llvm::StringRef name, llvm::StringRef value);
  Node &set(llvm::StringRef name, llvm::ArrayRef<int64_t> values);
  Node &set(llvm::StringRef name, llvm::ArrayRef<float> values);
  Node &set(llvm::StringRef name, llvm::ArrayRef<std::string> values);

private:
  proto::AttributeProto *add(llvm::StringRef name, proto::AttributeProto::AttributeType type);
  proto::NodeProto *node;
};

class Draft {
public:
  /// For an opset that what is written is taken to need.
  explicit Draft(int64_t opset) : assumed(opset), least(opset) {}

  int64_t opset() const { return assumed; }
  /// Notes that what is written needs this opset. If it is newer than `opset`, the draft is to be
  /// written anew for `neededOpset`, since the form of other nodes depends on it.
  void needs(int64_t version) { least = std::max(least, version); }
  int64_t neededOpset() const { return least; }

  /// `base`, or `base_1`, … of a value, or of a node: these have names of their own.
  std::string uniqueValue(llvm::StringRef base) { return unique(values, base); }
  /// Inputs end in empty names, of absent ones, which are left out.
  Node node(llvm::StringRef type, llvm::StringRef name, Names inputs, Names outputs);
  /// Adds an initializer, whose bytes are read when the model is finished. Returns its name.
  std::string constant(llvm::StringRef name, const qrt::Tensor &tensor);

  proto::GraphProto graph;
  /// The whole model; its graph is taken out of the draft. An error where it is too large.
  qrt::Expected<proto::ModelProto> finish();

private:
  static std::string unique(llvm::StringMap<unsigned> &used, llvm::StringRef base);

  int64_t assumed, least;
  llvm::StringMap<unsigned> values, nodes;
  std::vector<std::pair<std::string, qrt::Tensor>> constants;
};

} // namespace qopt::onnx
