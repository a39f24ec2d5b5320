#include "importers/graphdef/graph/nodes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <map>

namespace qopt::graphdef {

using qrt::invalidArgument;
using qrt::Status;

std::string valueName(llvm::StringRef name) {
  name.consume_back(":0");
  return name.str();
}

std::pair<llvm::StringRef, unsigned> nodeOf(llvm::StringRef value) {
  auto [node, place] = value.rsplit(':');
  unsigned index = 0;
  if (place.empty() || place.getAsInteger(10, index))
    return {value, 0};
  return {node, index};
}

bool isKnownFunction(const proto::GraphDef &graph, llvm::StringRef name) {
  return llvm::any_of(graph.library().function(),
                      [&](const auto &one) { return one.signature().name() == name; });
}

// ---- names of results in a function's body ----

namespace {
struct ResultNames {
  llvm::StringLiteral op;
  std::vector<llvm::StringRef> names;
};
} // namespace

// A body says "node:output:index" by the names of the operator's results. Operators that are not
// here have one result, or one list of them.
static const std::vector<ResultNames> &resultNames() {
  static const std::vector<ResultNames> table = {
      {"FusedBatchNorm",
       {"y", "batch_mean", "batch_variance", "reserve_space_1", "reserve_space_2"}},
      {"FusedBatchNormV2",
       {"y", "batch_mean", "batch_variance", "reserve_space_1", "reserve_space_2"}},
      {"FusedBatchNormV3",
       {"y", "batch_mean", "batch_variance", "reserve_space_1", "reserve_space_2",
        "reserve_space_3"}},
      {"Switch", {"output_false", "output_true"}},
      {"RefSwitch", {"output_false", "output_true"}},
      {"Merge", {"output", "value_index"}},
      {"TopKV2", {"values", "indices"}},
      {"MaxPoolWithArgmax", {"output", "argmax"}},
      {"Unique", {"y", "idx"}},
      {"QuantizeV2", {"output", "output_min", "output_max"}},
      {"Requantize", {"output", "output_min", "output_max"}},
      {"RequantizationRange", {"output_min", "output_max"}},
      {"QuantizedConv2D", {"output", "min_output", "max_output"}},
      {"QuantizedMatMul", {"out", "min_out", "max_out"}},
      {"QuantizedBiasAdd", {"output", "min_out", "max_out"}},
      {"QuantizedRelu", {"activations", "min_activations", "max_activations"}},
      {"QuantizedRelu6", {"activations", "min_activations", "max_activations"}},
      {"QuantizedMaxPool", {"output", "min_output", "max_output"}},
      {"QuantizedAvgPool", {"output", "min_output", "max_output"}},
      {"QuantizedConcat", {"output", "output_min", "output_max"}},
      {"QuantizedReshape", {"output", "output_min", "output_max"}}};
  return table;
}

namespace {
/// Makes flat nodes of a GraphDef.
class Flattener {
public:
  explicit Flattener(const proto::GraphDef &graph) {
    for (const proto::FunctionDef &function : graph.library().function())
      functions[function.signature().name()] = &function;
  }

  std::vector<Node> nodes;
  Status addMain(const proto::GraphDef &graph) {
    for (const proto::NodeDef &def : graph.node())
      if (Status status = add(def, def.name(), "", nullptr, inputsOf(def, nullptr)); !status.ok())
        return status;
    return {};
  }
  Status inlineCall(const proto::NodeDef &call, const std::string &name, llvm::StringRef function,
                    const std::vector<std::string> &arguments);

private:
  /// Maps the names in one body to the values that they stand for.
  struct Scope {
    std::string prefix;
    std::map<std::string, std::string> arguments;
    llvm::StringMap<const proto::NodeDef *> body;
  };
  std::string resolve(const Scope &scope, llvm::StringRef name) const;
  unsigned placeOf(const proto::NodeDef &node, llvm::StringRef output, unsigned index) const;
  std::vector<std::string> inputsOf(const proto::NodeDef &def, const Scope *scope) const;
  Status add(const proto::NodeDef &def, std::string name, const std::string &place,
             const proto::NodeDef *call, std::vector<std::string> inputs);
  llvm::StringRef calledBy(const proto::NodeDef &def) const;

  llvm::StringMap<const proto::FunctionDef *> functions;
  unsigned depth = 0;
};
} // namespace

llvm::StringRef Flattener::calledBy(const proto::NodeDef &def) const {
  if (functions.contains(def.op()))
    return def.op();
  if (def.op() != "PartitionedCall" && def.op() != "StatefulPartitionedCall")
    return "";
  auto found = def.attr().find("f");
  return found == def.attr().end() ? llvm::StringRef() : found->second.func().name();
}

unsigned Flattener::placeOf(const proto::NodeDef &node, llvm::StringRef output,
                            unsigned index) const {
  if (const proto::FunctionDef *function = functions.lookup(node.op()))
    for (auto [i, arg] : llvm::enumerate(function->signature().output_arg()))
      if (arg.name() == output)
        return unsigned(i) + index;
  for (const ResultNames &row : resultNames())
    if (row.op == node.op())
      for (auto [i, name] : llvm::enumerate(row.names))
        if (name == output)
          return unsigned(i) + index;
  return index;
}

std::string Flattener::resolve(const Scope &scope, llvm::StringRef name) const {
  auto [node, rest] = name.split(':');
  if (auto argument = scope.arguments.find(node.str()); argument != scope.arguments.end())
    return argument->second;
  auto [output, number] = rest.split(':');
  unsigned index = 0;
  if (number.empty() ? output.getAsInteger(10, index) : number.getAsInteger(10, index))
    index = 0;
  const proto::NodeDef *def = scope.body.lookup(node);
  unsigned place = def && !number.empty() ? placeOf(*def, output, index) : index;
  std::string value = scope.prefix + node.str();
  return place ? value + ":" + std::to_string(place) : value;
}

std::vector<std::string> Flattener::inputsOf(const proto::NodeDef &def, const Scope *scope) const {
  std::vector<std::string> inputs;
  for (const std::string &input : def.input())
    if (!llvm::StringRef(input).starts_with("^"))
      inputs.push_back(scope ? resolve(*scope, input) : valueName(input));
  return inputs;
}

Status Flattener::add(const proto::NodeDef &def, std::string name, const std::string &place,
                      const proto::NodeDef *call, std::vector<std::string> inputs) {
  constexpr size_t most = 1 << 20;
  if (nodes.size() >= most)
    return invalidArgument("has more than 2^20 nodes once its functions are inlined");
  if (name.empty())
    return invalidArgument("has a node without a name (" + def.op() + ")");
  if (llvm::is_contained(inputs, ""))
    return invalidArgument("the node '" + name + "' has an input without a name");
  llvm::StringRef function = calledBy(def);
  if (function.empty()) {
    nodes.push_back({&def, std::move(name), def.op(), std::move(inputs), place, call});
    return {};
  }
  return inlineCall(def, name, function, inputs);
}

Status Flattener::inlineCall(const proto::NodeDef &call, const std::string &name,
                             llvm::StringRef function, const std::vector<std::string> &arguments) {
  constexpr unsigned deepest = 64;
  const proto::FunctionDef *body = functions.lookup(function);
  if (!body)
    return invalidArgument("node '" + name + "' calls the function '" + function.str() +
                           "', which the file does not have");
  const auto &parameters = body->signature().input_arg();
  if (size_t(parameters.size()) != arguments.size())
    return invalidArgument("node '" + name + "' gives " + std::to_string(arguments.size()) +
                           " values to the function '" + function.str() + "', which takes " +
                           std::to_string(parameters.size()));
  if (depth == deepest)
    return invalidArgument("the function '" + function.str() +
                           "' calls itself, or calls nest more "
                           "than 64 deep");
  ++depth;
  Scope scope{name + "/", {}, {}};
  for (auto [parameter, argument] : llvm::zip_equal(parameters, arguments))
    scope.arguments[parameter.name()] = argument;
  for (const proto::NodeDef &def : body->node_def())
    scope.body[def.name()] = &def;
  const std::string place = "function '" + function.str() + "'";
  for (const proto::NodeDef &def : body->node_def())
    if (Status status = add(def, scope.prefix + def.name(), place, &call, inputsOf(def, &scope));
        !status.ok())
      return status;
  std::vector<std::string> results;
  for (const auto &result : body->signature().output_arg()) {
    auto from = body->ret().find(result.name());
    if (from == body->ret().end())
      return invalidArgument("the function '" + function.str() +
                             "' does not say what its result '" + result.name() + "' is");
    results.push_back(resolve(scope, from->second));
  }
  --depth;
  nodes.push_back({&call, name, "IdentityN", std::move(results), "", nullptr});
  return {};
}

// ---- order ----

// Puts each node behind those that it reads, without recursion: a chain may be long.
static Status order(std::vector<Node> &nodes) {
  llvm::StringMap<size_t> places;
  for (auto [i, node] : llvm::enumerate(nodes))
    if (!places.try_emplace(node.name, i).second)
      return invalidArgument("has two nodes named '" + node.name + "'");
  enum class State : uint8_t { New, Open, Done };
  std::vector<State> states(nodes.size(), State::New);
  std::vector<size_t> sorted;
  std::vector<std::pair<size_t, size_t>> open; // a node, and the next of its inputs
  for (size_t root = 0; root < nodes.size(); ++root) {
    if (states[root] == State::New)
      open.push_back({root, 0});
    while (!open.empty()) {
      auto &[at, next] = open.back();
      states[at] = State::Open;
      if (next == nodes[at].inputs.size()) {
        states[at] = State::Done;
        sorted.push_back(at);
        open.pop_back();
        continue;
      }
      auto found = places.find(nodeOf(nodes[at].inputs[next++]).first);
      if (found == places.end() || states[found->second] == State::Done)
        continue;
      const size_t read = found->second;
      const bool isLoop = nodes[read].op == "NextIteration" || nodes[read].op == "RefNextIteration";
      if (states[read] == State::Open && !isLoop)
        return invalidArgument("has a cycle through the node '" + nodes[read].name + "'");
      if (states[read] == State::New && !isLoop)
        open.push_back({read, 0});
    }
  }
  std::vector<Node> result;
  for (size_t i : sorted)
    result.push_back(std::move(nodes[i]));
  nodes = std::move(result);
  return {};
}

qrt::Expected<std::vector<Node>> flatten(const proto::GraphDef &graph) {
  Flattener flattener(graph);
  if (Status status = flattener.addMain(graph); !status.ok())
    return status;
  if (Status status = order(flattener.nodes); !status.ok())
    return status;
  return std::move(flattener.nodes);
}

qrt::Expected<std::vector<Node>>
flattenCall(const proto::GraphDef &graph, const proto::NodeDef &call, llvm::StringRef name,
            llvm::StringRef function, std::vector<std::string> arguments) {
  Flattener flattener(graph);
  if (Status status = flattener.inlineCall(call, name.str(), function, arguments); !status.ok())
    return status;
  if (Status status = order(flattener.nodes); !status.ok())
    return status;
  return std::move(flattener.nodes);
}

} // namespace qopt::graphdef
