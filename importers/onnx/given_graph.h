// A graph that a host holds in structures of its own, as the ONNX importer takes it (importGiven of
// import.h): nodes, attributes and names by value, what is long by reference. Element types are
// ONNX's numbers (TensorProto.DataType).
//
//   GivenGraph graph;
//   graph.name = "net.onnx";
//   graph.opsets = {{"", 21}};
//   graph.inputs = {{"x", 1, {{"N", 3, 224, 224}}}};
//   graph.constants = {{"w", {1, {8, 3, 3, 3}, bytes}}};
//   graph.nodes = {{"conv", "Conv", "", {"x", "w"}, {"y"}, {{"group", int64_t(1)}}}};
//   graph.outputs = {"y"};
//   auto module = importGiven(&context, graph, {}, failure);
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace qopt::onnx {

/// Dense, row-major, little endian, as raw_data of a TensorProto is. The bytes stay where they are
/// during the import alone, and are copied once, into the module; `owner`, if there is one, keeps
/// them for as long as the graph has them.
struct GivenTensor {
  int32_t dataType = 0;
  std::vector<int64_t> shape;
  std::span<const char> bytes;
  std::shared_ptr<const void> owner;
};

struct GivenGraph;

struct GivenAttribute {
  std::string name;
  std::variant<int64_t, float, std::string, std::vector<int64_t>, std::vector<float>,
               std::vector<std::string>, GivenTensor, std::shared_ptr<const GivenGraph>>
      value;
};

/// Inputs that are absent are empty names.
struct GivenNode {
  std::string name, type, domain;
  std::vector<std::string> inputs, outputs;
  std::vector<GivenAttribute> attributes;
};

/// A size, the name of one that is open, or "" for one that is open and no other's.
using GivenSize = std::variant<int64_t, std::string>;

struct GivenInput {
  std::string name;
  int32_t dataType = 0;
  std::vector<GivenSize> shape;
};

/// The whole, or a branch in a node, which may read what the graphs around it define; the name and
/// the operator sets are the whole's.
struct GivenGraph {
  std::string name;                                    // for messages
  std::vector<std::pair<std::string, int64_t>> opsets; // by domain
  std::vector<GivenInput> inputs;
  std::vector<std::pair<std::string, GivenTensor>> constants;
  std::vector<GivenNode> nodes; // each after those that it reads
  std::vector<std::string> outputs;
};

} // namespace qopt::onnx
