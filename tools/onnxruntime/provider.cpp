#include "tools/onnxruntime/provider.h"

#include <algorithm>

namespace qopt::ort {

Provider::Provider(const Api &api, const Logger *logger, Options given)
    : api(api), logger(logger), options(std::move(given)) {
  name = [](const Ep *) { return providerName; };
  capability = [](Ep *self, const Graph *graph, GraphSupport *support) {
    auto &own = *static_cast<Provider *>(self);
    return own.api.guarded([&] { own.claim(graph, support); });
  };
  compile = [](Ep *self, const Graph **graphs, const Node **fused, size_t count,
               ComputeInfo **infos, Node **) {
    auto &own = *static_cast<Provider *>(self);
    return own.api.guarded([&] {
      std::vector<std::unique_ptr<Computation>> made;
      for (size_t i = 0; i < count; ++i)
        made.push_back(own.compileOne(graphs[i], fused[i]));
      for (size_t i = 0; i < count; ++i)
        infos[i] = made[i].release();
      own.claimed.clear(); // what ONNX Runtime did not take up
    });
  };
  releaseComputeInfos = [](Ep *, ComputeInfo **infos, size_t count) {
    for (size_t i = 0; i < count; ++i)
      delete static_cast<Computation *>(infos[i]);
  };
  parts.device = options.device;
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

// Bodies of If, Loop and Scan are graphs of their own, which ONNX Runtime runs.
void Provider::claim(const Graph *graph, GraphSupport *support) {
  GraphReader reader(api, graph);
  if (reader.isBody() || (api.isFirstVersion() && hasClaimed))
    return; // 1.23 gives what is claimed of two graphs one name, and fails
  std::vector<Claim> claims = claimParts(reader, parts, options.minMultiplyAdds);
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

void Provider::report(const GraphReader &reader, const std::vector<Claim> &claims) const {
  size_t count = 0;
  int64_t multiplyAdds = 0;
  for (const Claim &claim : claims) {
    count += claim.places.size();
    multiplyAdds += claim.part->multiplyAdds;
  }
  log(LogLevel::Info, reader.name() + ": " + std::to_string(count) + " of " +
                          std::to_string(reader.nodes.size()) + " nodes run on '" + options.device +
                          "', in " + std::to_string(claims.size()) + " programs of " +
                          std::to_string(multiplyAdds) + " multiply-adds");
  for (size_t i = 0; i < reader.nodes.size(); ++i)
    if (const std::string &why = reader.nodes[i].why; !why.empty())
      log(LogLevel::Info, reader.called(i) + " stays with ONNX Runtime: " + why);
}

/// What was compiled as it was claimed; compiled now where the graph is another by now.
std::shared_ptr<CompiledPart> Provider::partOf(const GraphReader &reader) {
  std::vector<size_t> all(reader.nodes.size());
  for (size_t i = 0; i < all.size(); ++i)
    all[i] = i;
  if (auto known = claimed.extract(keyOf(reader, all)))
    return known.mapped();
  Refusal refusal;
  auto part = compilePart(reader.part(all), parts, refusal);
  if (!part)
    fail(refusal.status, "");
  return part;
}

std::unique_ptr<Computation> Provider::compileOne(const Graph *graph, const Node *fused) {
  GraphReader reader(api, graph);
  const size_t count = reader.nodes.size();
  std::string place = reader.name() + ": ";
  place += count == 1 ? reader.called(0)
                      : "the " + std::to_string(count) + " nodes from " + reader.called(0) +
                            " to " + reader.called(count - 1);
  return std::make_unique<Computation>(api, fused, partOf(reader), place + ": ");
}

} // namespace qopt::ort
