// The execution provider of one session.
#pragma once

#include "tools/onnxruntime/claims.h"
#include "tools/onnxruntime/computation.h"
#include "tools/onnxruntime/context_node.h"
#include "tools/onnxruntime/options.h"

#include "runtime/cache/kernel_cache.h"

#include <mutex>

namespace qopt::ort {

class Provider : public Ep {
public:
  /// It keeps `api`, and with that the factory, which ONNX Runtime may release before.
  Provider(std::shared_ptr<const Api> api, const Logger *logger, Options options);

private:
  bool isOnCard() const { return options.isOnCard(); }
  /// Null where parts of a graph may be claimed beside what ONNX Runtime runs; else why not.
  const char *whyWholeGraphsAlone() const;
  bool mayClaim(const GraphReader &reader) const;
  void claim(const Graph *graph, GraphSupport *support);
  void claimCompiled(const GraphReader &reader, GraphSupport *support);
  void compileAll(const Graph **graphs, const Node **fused, size_t count, ComputeInfo **infos,
                  Node **contexts);
  /// Makes also the node of a model that is made, whose file joins `files`.
  std::unique_ptr<Computation> compileOne(const Graph *graph, const Node *fused, Node **context,
                                          std::vector<ContextFile> &files);
  std::shared_ptr<CompiledPart> partOf(const GraphReader &reader, const std::string &place);
  void sayOpenSizes(const CompiledPart &part) const;
  void report(const GraphReader &reader, const std::vector<Claim> &claims) const;
  qrt::KernelCache *openCache();
  void log(LogLevel level, const std::string &message) const { api.log(logger, level, message); }

  std::shared_ptr<const Api> owner; // it ends last
  const Api &api;
  bool hasClaimed = false;
  bool isCompiledInPart = false; // it stands beside nodes that ONNX Runtime runs
  const Logger *logger;
  std::string version; // compiled models hold parts in this version
  Options options;
  PartOptions parts;
  std::unique_ptr<qrt::KernelCache> cache; // opened by a device that compiles kernels
  std::once_flag opensCache;               // programs may be made by several threads
  /// Parts that were claimed wait here until ONNX Runtime asks for them, by the names of
  /// their nodes' outputs.
  std::map<std::vector<std::string>, std::shared_ptr<CompiledPart>> claimed;
};

} // namespace qopt::ort
