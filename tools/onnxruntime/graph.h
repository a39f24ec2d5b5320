// An OrtGraph's nodes as the ONNX importer takes a graph (importers/onnx/given_graph.h).
#pragma once

#include "importers/onnx/given_graph.h"
#include "tools/onnxruntime/api.h"

#include <map>
#include <optional>
#include <set>

namespace qopt::ort {

/// A node, and what an importer is told of it.
struct GraphNode {
  const Node *node = nullptr;
  onnx::GivenNode given;
  /// Null: absent. `captures` are what graphs inside it read.
  std::vector<const ValueInfo *> inputs, outputs, captures;
  std::vector<std::string> reads; // names of inputs and captures that are there
  size_t computedReads = 0;       // as many of `reads` are no constants
  std::string why;                // it stays with ONNX Runtime; empty: open
  void stay(const std::string &reason) { why = reason.empty() ? "no reason was given" : reason; }
  bool isGraphOutput = false; // it makes one
  bool isCompiled = false;    // it holds a part that was compiled before (context_node.h)
};

/// Reads the bytes of an attribute's value. Throws a Failure.
std::string attributeBytes(const Api &api, const Attribute *attribute, AttributeType type);
/// Throws a Failure that names the attribute where it holds none.
int64_t attributeInt(const Api &api, const Attribute *attribute);
/// Returns the values' names; "" for one that is absent.
std::vector<std::string> namesOf(const Api &api, const std::vector<const ValueInfo *> &values);
/// Returns ONNX's number of an element type, which ONNX Runtime counts otherwise from 24 on.
int onnxTypeOf(int ownType);
/// Returns the element type of a tensor by ONNX's number; 0 where it is no tensor.
int elementTypeOf(const Api &api, const ValueInfo *value);

/// Returns the key of the layer that a message of the compiler's or of a run names; "": none.
std::string layerIn(const std::string &message);

/// Nodes as a graph of their own, and the types that ONNX Runtime gives its outputs.
struct GraphPart {
  onnx::GivenGraph graph;
  std::vector<int> outputTypes;
};

/// The nodes of an OrtGraph, in topological order, read once; constants are referred to and live as
/// long as the OrtGraph does.
class GraphReader {
public:
  GraphReader(const Api &api, const Graph *graph);

  std::vector<GraphNode> nodes;
  /// A body of If, Loop or Scan, as far as ONNX Runtime says it: 1.23 does not name the node.
  bool isBody() const;
  /// Returns whether it is the body of a Loop or Scan, and ONNX Runtime names that.
  bool isIterated() const;
  /// The model's file, or what stands for it in messages.
  const std::string &name() const { return file; }
  /// Returns the name, and says of a body whose it is: "net.onnx: the body of Loop 'loop'".
  std::string title() const;
  /// Returns the model's path, or "" where the model is in memory.
  std::string path() const { return hasFile ? file : ""; }

  /// These nodes as a graph of their own, whose inputs are what they read of others, in order of
  /// first use, and whose outputs what others read of them or the graph gives. Throws a Failure
  /// that names the node whose input cannot be said.
  GraphPart part(const std::vector<size_t> &places) const;
  /// "Conv 'conv1'".
  std::string called(size_t place) const;
  /// The node that has a layer's key of the importer's; none where several could.
  std::optional<size_t> find(const std::string &layer) const;

private:
  GraphNode read(const Node *node) const;
  void readBranches(GraphNode &node) const;
  onnx::GivenGraph branch(const Graph *body) const;
  onnx::GivenAttribute read(const Attribute *attribute) const;
  onnx::GivenTensor read(const Value *value) const;
  onnx::GivenTensor constant(const ValueInfo *value) const;
  onnx::GivenInput inputOf(size_t reader, const ValueInfo *value) const;
  void checkTypes(const GraphNode &node) const;
  bool isReadOutside(const ValueInfo *value, const std::set<const Node *> &own) const;
  std::string valueName(const ValueInfo *value) const;

  const Api &api;
  const Graph *graph;
  std::string file;
  bool hasFile = false;
  std::vector<std::pair<std::string, int64_t>> opsets;
  std::map<std::string, std::vector<size_t>> byName; // node names, and names of outputs
};

} // namespace qopt::ort
