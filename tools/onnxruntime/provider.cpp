#include "tools/onnxruntime/provider.h"

#include "tools/onnxruntime/card_computation.h"

#include <algorithm>

namespace qopt::ort {

Provider::Provider(std::shared_ptr<const Api> functions, const Logger *logger, Options given)
    : owner(std::move(functions)), api(*owner), logger(logger), options(std::move(given)) {
  name = [](const Ep *self) { return static_cast<const Provider *>(self)->options.provider; };
  capability = [](Ep *self, const Graph *graph, GraphSupport *support) {
    auto &own = *static_cast<Provider *>(self);
    return own.api.guarded([&] { own.claim(graph, support); });
  };
  compile = [](Ep *self, const Graph **graphs, const Node **fused, size_t count,
               ComputeInfo **infos, Node **contexts) {
    auto &own = *static_cast<Provider *>(self);
    return own.api.guarded([&] { own.compileAll(graphs, fused, count, infos, contexts); });
  };
  compatibility = [](Ep *self, const Graph *) {
    return static_cast<Provider *>(self)->version.c_str();
  };
  releaseComputeInfos = [](Ep *, ComputeInfo **infos, size_t count) {
    for (size_t i = 0; i < count; ++i)
      delete static_cast<Computation *>(infos[i]);
  };
  version = storedVersion();
  parts.device = options.opened;
  if (isOnCard())
    parts.check = checkOnCard;
  parts.keepsModules = options.context.isMade;
  parts.compile.cache = [this] { return openCache(); };
  parts.say = [this](LogLevel level, const std::string &message) { log(level, message); };
}

qrt::KernelCache *Provider::openCache() {
  std::call_once(opensCache, [this] {
    const std::string path = qrt::KernelCache::defaultPath();
    if (!path.empty())
      cache = qrt::KernelCache::open(
          path, [this](const std::string &text) { log(LogLevel::Warning, text); });
  });
  return cache.get();
}

/// The names of what nodes make, sorted: what tells one part from another.
static std::vector<std::string> keyOf(const GraphReader &reader,
                                      const std::vector<size_t> &places) {
  std::vector<std::string> names;
  for (size_t place : places)
    for (const std::string &output : reader.nodes[place].given.outputs)
      names.push_back(output);
  std::ranges::sort(names);
  return names;
}

// ONNX Runtime wants copies between nodes in a card's memory and others to be kernels of ours.
const char *Provider::whyWholeGraphsAlone() const {
  if (isOnCard())
    return "a graph runs in the card's memory as a whole or not at all; QoptExecutionProvider's "
           "devices run parts of it";
  return api.runsWholeGraphsAlone
             ? "ONNX Runtime 1.23.0 runs no part of a graph on a provider of a library; 1.23.2 does"
             : nullptr;
}

/// Gives up all claims where a node is left to ONNX Runtime, which runs nothing beside us here.
static void leaveParts(GraphReader &reader, std::vector<Claim> &claims, const char *why) {
  if (std::ranges::none_of(reader.nodes, [](const GraphNode &node) { return !node.why.empty(); }))
    return;
  for (const Claim &claim : claims)
    for (size_t place : claim.places)
      reader.nodes[place].why = why;
  claims.clear();
}

// Bodies are graphs of their own, which come before the graph that they are in. Branches of If
// stay: the importer takes the whole If where sizes decide, and of it nothing may be claimed
// before. ONNX Runtime writes no compiled model whose bodies hold claimed nodes, and 1.23 gives
// what is claimed of two graphs one name, and fails.
bool Provider::mayClaim(const GraphReader &reader) const {
  if (isOnCard() && reader.isBody())
    return false;
  if (api.isFirstVersion())
    return !reader.isBody() && !hasClaimed;
  return !reader.isBody() || (reader.isIterated() && !options.context.isMade);
}

void Provider::claim(const Graph *graph, GraphSupport *support) {
  GraphReader reader(api, graph);
  if (!mayClaim(reader))
    return;
  if (std::ranges::any_of(reader.nodes, &GraphNode::isCompiled))
    return claimCompiled(reader, support);
  const char *why = whyWholeGraphsAlone(); // no part is too small then: all are left, or none is
  std::vector<Claim> claims = claimParts(reader, parts, why ? 0 : options.minMultiplyAdds);
  if (why)
    leaveParts(reader, claims, why);
  FusionOptions fusion;
  fusion.dropConstants = true; // the program has them
  for (const Claim &claim : claims) {
    std::vector<const Node *> nodes;
    for (size_t place : claim.places)
      nodes.push_back(reader.nodes[place].node);
    api.must(api.addNodesToFuse(support, nodes.data(), nodes.size(), &fusion));
    claimed[keyOf(reader, claim.places)] = claim.part;
    hasClaimed = true;
  }
  report(reader, claims);
}

// The provider claims the compiled nodes, since nobody else can run them. It leaves the nodes that
// stayed when the model was compiled: it compiles nothing anew.
void Provider::claimCompiled(const GraphReader &reader, GraphSupport *support) {
  isCompiledInPart = !std::ranges::all_of(reader.nodes, &GraphNode::isCompiled);
  FusionOptions fusion;
  size_t count = 0;
  for (const GraphNode &node : reader.nodes)
    if (node.isCompiled) {
      api.must(api.addNodesToFuse(support, &node.node, 1, &fusion));
      ++count;
    }
  hasClaimed = true;
  log(LogLevel::Info, reader.name() + ": " + std::to_string(count) + " of " +
                          std::to_string(reader.nodes.size()) + " nodes run on '" + options.device +
                          "', in " + std::to_string(count) + " programs that were compiled before");
  for (size_t i = 0; i < reader.nodes.size(); ++i)
    if (!reader.nodes[i].isCompiled)
      log(LogLevel::Info, reader.called(i) + " stays with ONNX Runtime: it stayed as the model was "
                                             "compiled, of which nothing is compiled anew");
}

void Provider::report(const GraphReader &reader, const std::vector<Claim> &claims) const {
  size_t count = 0;
  int64_t multiplyAdds = 0;
  for (const Claim &claim : claims) {
    count += claim.places.size();
    multiplyAdds += claim.part->multiplyAdds;
  }
  log(LogLevel::Info, reader.title() + ": " + std::to_string(count) + " of " +
                          std::to_string(reader.nodes.size()) + " nodes run on '" + options.device +
                          "', in " + std::to_string(claims.size()) + " programs of " +
                          std::to_string(multiplyAdds) + " multiply-adds");
  if (options.mayMeetOtherBits && !options.context.isMade &&
      std::ranges::any_of(claims, [](const Claim &claim) { return claim.part->isQuantized; }))
    log(LogLevel::Info, reader.title() + ": WeightBiasQuantization and DoubleQDQPairsRemover of "
                                         "ONNX Runtime may have changed what the network rounds; "
                                         "the entry optimization.disable_specified_optimizers "
                                         "switches them off");
  for (size_t i = 0; i < reader.nodes.size(); ++i)
    if (const std::string &why = reader.nodes[i].why; !why.empty())
      log(LogLevel::Info, reader.called(i) + " stays with ONNX Runtime: " + why);
}

/// Returns the part that was compiled as it was claimed; compiles it now if the graph is another by
/// now.
std::shared_ptr<CompiledPart> Provider::partOf(const GraphReader &reader,
                                               const std::string &place) {
  std::vector<size_t> all(reader.nodes.size());
  for (size_t i = 0; i < all.size(); ++i)
    all[i] = i;
  if (auto known = claimed.extract(keyOf(reader, all)))
    return known.mapped();
  Refusal refusal;
  auto part = compilePart(reader.part(all), parts, refusal);
  if (!part)
    fail(refusal.status, place);
  return part;
}

/// Says of a part whose programs are made as sizes come that runs wait for them.
void Provider::sayOpenSizes(const CompiledPart &part) const {
  if (part.model->program() || part.model->device().driver == "reference")
    return;
  std::string open;
  for (const std::string &symbol : part.model->symbols())
    open += (open.empty() ? "" : ", ") + symbol;
  log(LogLevel::Info, part.place + "the sizes " + open +
                          " are open: the first run of each set of them waits for its program");
}

void Provider::compileAll(const Graph **graphs, const Node **fused, size_t count,
                          ComputeInfo **infos, Node **contexts) {
  std::vector<std::unique_ptr<Computation>> made;
  auto release = [this](Node *node) { api.releaseNode(node); };
  std::vector<std::unique_ptr<Node, decltype(release)>> nodes;
  std::vector<ContextFile> files;
  for (size_t i = 0; i < count; ++i) {
    Node *node = nullptr;
    made.push_back(compileOne(graphs[i], fused[i], &node, files));
    nodes.emplace_back(node, release);
  }
  writeContextFiles(files); // nothing is written of a model of which a part fails
  for (size_t i = 0; i < count; ++i) {
    infos[i] = made[i].release();
    if (options.context.isMade)
      contexts[i] = nodes[i].release();
  }
  claimed.clear(); // ONNX Runtime did not take these up
}

std::unique_ptr<Computation> Provider::compileOne(const Graph *graph, const Node *fused,
                                                  Node **context, std::vector<ContextFile> &files) {
  GraphReader reader(api, graph);
  const size_t count = reader.nodes.size();
  std::string place = reader.name() + ": ";
  place += count == 1 ? reader.called(0)
                      : "the " + std::to_string(count) + " nodes from " + reader.called(0) +
                            " to " + reader.called(count - 1);
  place += ": ";
  const bool isCompiled = count == 1 && reader.nodes[0].isCompiled;
  if (const char *why = isCompiledInPart ? whyWholeGraphsAlone() : nullptr)
    throw Failure{ErrorCode::NotImplemented, // an error as it is claimed would be logged alone
                  "qopt: " + place + why};
  if (isCompiled && options.context.isMade)
    throw Failure{ErrorCode::InvalidArgument,
                  "qopt: " + place + "the model is compiled already: compile what it was made of"};
  auto part = isCompiled
                  ? openContextNode(api, reader.nodes[0], options.context, reader.path(), parts)
                  : partOf(reader, place);
  part->place = std::move(place);
  for (size_t i = 0; i < count && !isCompiled; ++i) {
    const onnx::GivenNode &node = reader.nodes[i].given;
    const std::string own = reader.name() + ": " + reader.called(i) + ": ";
    part->places[node.name] = own;
    for (const std::string &output : node.outputs)
      part->places[output] = own;
  }
  part->places.erase(""); // it names none
  if (options.context.isMade) {
    *context = makeContextNode(api, fused, *part, storePart(*part, parts, part->place),
                               options.context, reader.path(), files);
    part->module = nullptr;
  }
  sayOpenSizes(*part);
  if (isOnCard())
    return std::make_unique<CardComputation>(api, fused, std::move(part));
  return std::make_unique<Computation>(api, fused, std::move(part));
}

} // namespace qopt::ort
