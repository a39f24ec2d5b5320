#include "importers/onnx/graph/functions.h"

#include "importers/onnx/file/model_file.h"
#include "importers/onnx/graph/op_table.h"

#include "llvm/ADT/StringExtras.h"

namespace qopt::onnx {

using proto::AttributeProto;
using proto::FunctionProto;
using proto::GraphProto;
using proto::NodeProto;
using qrt::invalidArgument;
using qrt::Status;
using qrt::StatusCode;

// A small file may ask for much: functions that call others twice each.
static constexpr size_t mostCopies = 1 << 18, mostBytes = size_t(1) << 30;
static constexpr unsigned deepest = 128;

static bool isTooDeep(const Call *call) {
  unsigned depth = 0;
  for (; call; call = call->outer)
    ++depth;
  return depth >= deepest;
}

static std::string titleOf(const FunctionProto &function) {
  return "function '" + operatorName(function.domain(), function.name()) + "'";
}

static std::string keyOf(llvm::StringRef domain, llvm::StringRef name, llvm::StringRef overload) {
  return operatorName(domain, name) + ":" + overload.str();
}

static bool hasGraphs(const NodeProto &node) {
  return llvm::any_of(node.attribute(),
                      [](const AttributeProto &one) { return one.has_g() || one.graphs_size(); });
}

/// Calls `visit` with each graph among a node's attributes.
template <typename N, typename Visit> static void forGraphs(N &node, Visit visit) {
  auto attributes = [&]() -> auto & {
    if constexpr (std::is_const_v<N>)
      return node.attribute();
    else
      return *node.mutable_attribute();
  };
  for (auto &attribute : attributes()) {
    if constexpr (std::is_const_v<N>) {
      if (attribute.has_g())
        visit(attribute.g());
      for (const GraphProto &graph : attribute.graphs())
        visit(graph);
    } else {
      if (attribute.has_g())
        visit(*attribute.mutable_g());
      for (GraphProto &graph : *attribute.mutable_graphs())
        visit(graph);
    }
  }
}

static void collectDefined(const GraphProto &graph, llvm::StringSet<> &names) {
  for (const auto &input : graph.input())
    names.insert(input.name());
  for (const auto &tensor : graph.initializer())
    names.insert(tensor.name());
  for (const auto &sparse : graph.sparse_initializer())
    names.insert(sparse.values().name());
  for (const NodeProto &node : graph.node())
    for (const std::string &name : node.output())
      names.insert(name);
}

static void collectCaptures(const GraphProto &graph, llvm::StringSet<> inner,
                            llvm::StringSet<> &seen, std::vector<std::string> &captures) {
  collectDefined(graph, inner);
  auto reads = [&](const std::string &name) {
    if (!name.empty() && !inner.contains(name) && seen.insert(name).second)
      captures.push_back(name);
  };
  for (const NodeProto &node : graph.node()) {
    llvm::for_each(node.input(), reads);
    forGraphs(node, [&](const GraphProto &g) { collectCaptures(g, inner, seen, captures); });
  }
  for (const auto &output : graph.output())
    reads(output.name());
}

std::vector<std::string> capturesOf(const NodeProto &node) {
  llvm::StringSet<> seen;
  std::vector<std::string> captures;
  forGraphs(node, [&](const GraphProto &graph) { collectCaptures(graph, {}, seen, captures); });
  return captures;
}

/// The body that is put in the place of a node: the names in it, and the node whose attributes it
/// refers to.
struct Functions::Body {
  std::string prefix;
  llvm::StringMap<std::string> names = {}; // inside → in the flat graph
  const NodeProto *caller = nullptr;
  const FunctionProto *function = nullptr; // null: a branch, which reads names from outside
};

template <typename Nodes> void Functions::takeNames(const Nodes &nodes) {
  for (const NodeProto &node : nodes) {
    for (const std::string &name : node.output())
      taken.insert(name);
    forGraphs(node, [&](const GraphProto &graph) {
      collectDefined(graph, taken);
      takeNames(graph.node());
    });
  }
}

Functions::Functions(const proto::ModelProto &model) {
  for (const FunctionProto &function : model.functions()) {
    std::string key = keyOf(function.domain(), function.name(), function.overload());
    if (!functions.try_emplace(key, &function).second)
      twice.insert(key);
  }
  if (functions.empty() && llvm::none_of(model.graph().node(), hasGraphs))
    return;
  collectDefined(model.graph(), taken);
  takeNames(model.graph().node());
  for (const FunctionProto &function : model.functions())
    takeNames(function.node());
}

const FunctionProto *Functions::find(const NodeProto &node) const {
  return functions.empty()
             ? nullptr
             : functions.lookup(keyOf(node.domain(), node.op_type(), node.overload()));
}

// ---- names ----

std::string Functions::unique(const std::string &name) {
  std::string free = name;
  unsigned &count = tries[name];
  while (!taken.insert(free).second)
    free = name + "_" + std::to_string(++count);
  return free;
}

const std::string &Functions::nameOf(const std::string &name, Body &body) {
  if (name.empty())
    return name;
  auto known = body.names.find(name);
  if (known != body.names.end())
    return known->second;
  if (!body.function)
    return name;
  return body.names[name] = unique(body.prefix + "/" + name);
}

void Functions::renameOuter(GraphProto &graph, Body &body, llvm::StringSet<> inner) {
  collectDefined(graph, inner);
  auto rename = [&](std::string &name) {
    if (!inner.contains(name))
      name = nameOf(name, body);
  };
  for (NodeProto &node : *graph.mutable_node()) {
    llvm::for_each(*node.mutable_input(), rename);
    forGraphs(node, [&](GraphProto &g) { renameOuter(g, body, inner); });
    substitute(node, body);
  }
  for (auto &output : *graph.mutable_output())
    rename(*output.mutable_name());
}

// ---- attributes ----

static const AttributeProto *
findAttribute(const google::protobuf::RepeatedPtrField<AttributeProto> &attributes,
              const std::string &name) {
  auto found = llvm::find_if(attributes, [&](const auto &one) { return one.name() == name; });
  return found == attributes.end() ? nullptr : &*found;
}

// References stand for the caller's attributes, or for defaults; for what neither has, nothing.
void Functions::substitute(NodeProto &node, Body &body) {
  auto isReference = [](const AttributeProto &one) { return !one.ref_attr_name().empty(); };
  if (!body.function || llvm::none_of(node.attribute(), isReference))
    return;
  google::protobuf::RepeatedPtrField<AttributeProto> attributes;
  for (AttributeProto &attribute : *node.mutable_attribute()) {
    const std::string &name = attribute.ref_attr_name();
    const AttributeProto *meant = &attribute;
    if (isReference(attribute))
      meant = findAttribute(body.caller->attribute(), name);
    const bool isDefault = !meant;
    if (isDefault)
      meant = findAttribute(body.function->attribute_proto(), name);
    if (!meant)
      continue;
    AttributeProto &put = *attributes.Add();
    put = *meant;
    put.set_name(attribute.name());
    if (isDefault && put.has_g())
      renameOuter(*put.mutable_g(), body, {});
  }
  node.mutable_attribute()->Swap(&attributes);
}

// ---- bodies ----

const NodeProto *Functions::copy(const NodeProto &node, Body &body) {
  NodeProto &copied = copies.emplace_back(node);
  for (auto *names : {copied.mutable_input(), copied.mutable_output()})
    for (std::string &name : *names)
      name = nameOf(name, body);
  forGraphs(copied, [&](GraphProto &graph) { renameOuter(graph, body, {}); });
  substitute(copied, body); // behind: the caller's graphs read the caller's names
  if (!node.name().empty())
    copied.set_name(body.prefix + "/" + node.name());
  bytes += copied.ByteSizeLong();
  return &copied;
}

bool isBranching(const NodeProto &node) { return operatorName(node) == "If"; }

static std::string prefixOf(const NodeProto &node) {
  if (!node.name().empty())
    return node.name();
  auto named = llvm::find_if(node.output(), [](const auto &name) { return !name.empty(); });
  return named == node.output().end() ? node.op_type() : *named;
}

Status Functions::checkCall(const GraphNode &node, const FunctionProto &function) const {
  const NodeProto &call = *node.proto;
  std::string title = titleOf(function);
  for (const Call *outer = node.call; outer; outer = outer->outer)
    if (outer->function == &function)
      return invalidArgument(title + " calls itself");
  if (isTooDeep(node.call) || copies.size() > mostCopies || bytes > mostBytes)
    return {StatusCode::Unsupported, "functions nested too deeply, or of too many layers in all"};
  if (twice.contains(keyOf(call.domain(), call.op_type(), call.overload())))
    return invalidArgument("the file defines " + title + " twice");
  if (call.input_size() > function.input_size() || call.output_size() > function.output_size())
    return invalidArgument("has " + std::to_string(call.input_size()) + " inputs and " +
                           std::to_string(call.output_size()) + " outputs, " + title + " has " +
                           std::to_string(function.input_size()) + " and " +
                           std::to_string(function.output_size()));
  for (const AttributeProto &attribute : call.attribute())
    if (!llvm::is_contained(function.attribute(), attribute.name()) &&
        !findAttribute(function.attribute_proto(), attribute.name()))
      return {StatusCode::Unsupported,
              "attribute '" + attribute.name() + "', which " + title + " does not have"};
  auto opset = opsetOf(function);
  return opset ? Status() : Status(opset.status().code(), title + " " + opset.status().message());
}

static NodeProto identityOf(const std::string &from, const std::string &to) {
  NodeProto node;
  node.set_op_type("Identity");
  node.add_input(from);
  node.add_output(to);
  return node;
}

void Functions::appendCall(const GraphNode &node, const FunctionProto &function,
                           std::deque<GraphNode> &nodes) {
  const NodeProto &caller = *node.proto;
  Body body{.prefix = prefixOf(caller), .caller = &caller, .function = &function};
  for (auto [i, name] : llvm::enumerate(function.input()))
    body.names[name] = int(i) < caller.input_size() ? caller.input(int(i)) : "";
  const Call *call = &calls.emplace_back(Call{&function, node.call});
  GraphNode made{nullptr, *opsetOf(function), call, titleOf(function)};
  std::vector<const NodeProto *> results;
  for (int i = 0; i < caller.output_size(); ++i) {
    const std::string &inside = function.output(i), &outside = caller.output(i);
    // An input that is a result, too, or a result that stands there twice.
    if (!outside.empty() && !body.names.try_emplace(inside, outside).second)
      results.push_back(&copies.emplace_back(identityOf(nameOf(inside, body), outside)));
  }
  for (const NodeProto &inner : function.node()) {
    made.proto = copy(inner, body);
    append(made, nodes);
  }
  for (const NodeProto *result : results) {
    made.proto = result;
    nodes.push_back(made);
  }
}

void Functions::append(const GraphNode &node, std::deque<GraphNode> &nodes) {
  const FunctionProto *function = find(*node.proto);
  Status status = function ? checkCall(node, *function) : Status();
  if (function && status.ok())
    return appendCall(node, *function, nodes);
  nodes.push_back(node);
  nodes.back().status = status;
}

Status Functions::appendBranch(const GraphNode &whole, const GraphProto &branch,
                               std::deque<GraphNode> &nodes, Constants &constants) {
  const NodeProto &caller = *whole.proto;
  if (branch.input_size() || branch.output_size() != caller.output_size())
    return invalidArgument("has a branch of " + std::to_string(branch.input_size()) +
                           " inputs and " + std::to_string(branch.output_size()) +
                           " outputs; 0 and " + std::to_string(caller.output_size()) +
                           " are needed");
  if (branch.sparse_initializer_size())
    return {StatusCode::Unsupported, "a branch with sparse initializers"};
  if (isTooDeep(whole.call))
    return {StatusCode::Unsupported, "branches nested too deeply"};
  Body body{.prefix = prefixOf(caller)};
  llvm::StringSet<> computed, defined;
  for (const NodeProto &node : branch.node())
    for (const std::string &name : node.output())
      computed.insert(name);
  const Call *call = &calls.emplace_back(Call{nullptr, whole.call}); // counts for the depth
  GraphNode made{nullptr, whole.opset, call, "a branch of '" + body.prefix + "'"};
  std::vector<std::pair<std::string, std::string>> results;
  for (auto [inside, outside] : llvm::zip_equal(branch.output(), caller.output()))
    if (!outside.empty() && (!computed.contains(inside.name()) ||
                             !body.names.try_emplace(inside.name(), outside).second))
      results.emplace_back(inside.name(), outside);
  collectDefined(branch, defined);
  for (const auto &name : defined.keys())
    if (!name.empty() && !body.names.contains(name))
      body.names[name] = unique(body.prefix + "/" + name.str());
  for (const auto &tensor : branch.initializer())
    constants.emplace_back(nameOf(tensor.name(), body), &tensor);
  for (const NodeProto &node : branch.node()) {
    made.proto = copy(node, body);
    append(made, nodes);
  }
  for (auto &[inside, outside] : results) {
    made.proto = &copies.emplace_back(identityOf(nameOf(inside, body), outside));
    nodes.push_back(made);
  }
  return {};
}

// ---- what is missing ----

template <typename Nodes>
void Functions::collectMissing(const Nodes &nodes, int64_t opset,
                               llvm::SmallPtrSetImpl<const FunctionProto *> &seen,
                               std::vector<std::string> &missing) const {
  for (const NodeProto &node : nodes) {
    const FunctionProto *function = find(node);
    if (function && seen.insert(function).second) {
      auto own = opsetOf(*function);
      collectMissing(function->node(), own ? *own : opset, seen, missing);
    }
    if (!function && !findConverter(node, opset) && !isBranching(node) &&
        !llvm::is_contained(missing, operatorName(node)))
      missing.push_back(operatorName(node));
    forGraphs(node,
              [&](const GraphProto &graph) { collectMissing(graph.node(), opset, seen, missing); });
  }
}

std::string Functions::missingInside(const GraphNode &node) const {
  std::vector<std::string> missing;
  llvm::SmallPtrSet<const FunctionProto *, 8> seen;
  forGraphs(*node.proto, [&](const GraphProto &graph) {
    collectMissing(graph.node(), node.opset, seen, missing);
  });
  return llvm::join(missing, ", ");
}

} // namespace qopt::onnx
