// A model's own functions and the branches of its Ifs, in the place of what calls them: nodes as if
// the file's graph had them there.
#pragma once

#include "importers/onnx/file/onnx.pb.h"
#include "runtime/numerics/types/status.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <deque>
#include <string>

namespace qopt::onnx {

/// A function whose body a node comes from (null: a branch), and where that stands.
struct Call {
  const proto::FunctionProto *function;
  const Call *outer; // null: the main graph
};

/// A node of the graph without functions.
struct GraphNode {
  const proto::NodeProto *proto;
  int64_t opset; // of the default domain, where the node stands
  const Call *call = nullptr;
  std::string place = "";  // in words; empty: the main graph
  qrt::Status status = {}; // why it could not be replaced by its function's body
};

class Functions {
public:
  explicit Functions(const proto::ModelProto &model);

  /// Appends `node`, or its function's body, to `nodes`.
  void append(const GraphNode &node, std::deque<GraphNode> &nodes);

  /// A branch in the place of the node `whole`, whose outputs its layers define; its own constants
  /// go to `constants`, under the names that its layers read.
  using Constants = std::vector<std::pair<std::string, const proto::TensorProto *>>;
  qrt::Status appendBranch(const GraphNode &whole, const proto::GraphProto &branch,
                           std::deque<GraphNode> &nodes, Constants &constants);

  /// Operators inside a node's subgraphs that are not read, once each: "Fancy, StringSplit".
  std::string missingInside(const GraphNode &node) const;

private:
  struct Body;
  void appendCall(const GraphNode &node, const proto::FunctionProto &function,
                  std::deque<GraphNode> &nodes);
  qrt::Status checkCall(const GraphNode &node, const proto::FunctionProto &function) const;
  const proto::NodeProto *copy(const proto::NodeProto &node, Body &body);
  void substitute(proto::NodeProto &node, Body &body);
  void renameOuter(proto::GraphProto &graph, Body &body, llvm::StringSet<> inner);
  const std::string &nameOf(const std::string &name, Body &body);
  std::string unique(const std::string &name);
  const proto::FunctionProto *find(const proto::NodeProto &node) const;
  template <typename Nodes> void takeNames(const Nodes &nodes);
  template <typename Nodes>
  void collectMissing(const Nodes &nodes, int64_t opset,
                      llvm::SmallPtrSetImpl<const proto::FunctionProto *> &seen,
                      std::vector<std::string> &missing) const;

  llvm::StringMap<const proto::FunctionProto *> functions;
  llvm::StringSet<> twice;         // functions that are defined so
  llvm::StringSet<> taken;         // names of values anywhere in the model
  llvm::StringMap<unsigned> tries; // of `unique`
  std::deque<proto::NodeProto> copies;
  std::deque<Call> calls;
  size_t bytes = 0; // of the copies
};

/// An If, which one of its branches may replace.
bool isBranching(const proto::NodeProto &node);
/// The names that a node's subgraphs read from outside them.
std::vector<std::string> capturesOf(const proto::NodeProto &node);

} // namespace qopt::onnx
