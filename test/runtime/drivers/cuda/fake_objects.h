// The objects behind the fake driver's handles, and the code that its calls share.
#pragma once

#include "runtime/drivers/cuda/api.h"
#include "test/runtime/drivers/cuda/fake_cuda.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

using Step = std::function<void()>;

namespace qrt::cuda {
struct CUctx_st {};
struct CUmod_st {
  std::string text;
};
struct CUfunc_st {
  std::string entry;
};
struct GraphNode {
  Step step;
  std::set<size_t> after;
  bool isKernel;
};
/// A name of a node, which is good as long as its graph.
struct CUgraphNode_st {
  const CUgraph_st *graph;
  size_t place;
};
struct CUgraph_st {
  std::vector<GraphNode> nodes;
  std::map<size_t, std::unique_ptr<CUgraphNode_st>> names = {};
};
struct CUgraphExec_st {
  std::vector<GraphNode> nodes;
};
struct CUstream_st {
  std::vector<Step> queued;
  CUgraph_st *graph = nullptr; // being recorded
  std::set<size_t> last = {};  // what the next node comes after
};
struct CUevent_st {
  double time = 0;
  std::shared_ptr<bool> passed = nullptr; // of one that was recorded for no graph
  CUstream_st *stream = nullptr;          // which recorded it
  CUgraph_st *graph = nullptr;            // as the stream that recorded it
  std::set<size_t> last = {};
};
} // namespace qrt::cuda

namespace fake {

using namespace qrt::cuda;

enum : Result {
  invalidValue = 1,
  invalidImage = 200,
  invalidContext = 201,
  notFound = 500,
  captured = 900,
  unjoined = 904
};

inline FakeCuda state;
inline CUctx_st primary;
inline std::mutex mutex; // of all that is done
inline double now = 0;   // ms
inline thread_local std::vector<ContextHandle> contexts;
inline CUstream_st defaultStream, threadStream;
inline std::set<GraphNodeHandle> nodeNames;                            // of graphs that there are
inline std::set<CUstream_st *> streams{&defaultStream, &threadStream}; // that there are

/// CUDA's own names of streams are no addresses.
inline CUstream_st *streamOf(StreamHandle handle) {
  const auto number = reinterpret_cast<uintptr_t>(handle);
  if (number <= 2)
    return number < 2 ? &defaultStream : &threadStream;
  std::lock_guard lock(mutex);
  const bool isThere = streams.contains(handle);
  state.gone += !isThere;
  return isThere ? handle : &defaultStream;
}
/// With `mutex` held.
inline void work(CUstream_st *stream) {
  while (!stream->queued.empty()) {
    Step step = std::move(stream->queued.front());
    stream->queued.erase(stream->queued.begin());
    step();
  }
}

/// Most calls need the context.
inline bool isEntered() {
  const bool is = !contexts.empty() && contexts.back() == &primary && state.retained > 0;
  state.wrong += !is;
  return is;
}
inline Result queue(StreamHandle handle, Step step, bool isKernel = false) {
  if (!isEntered())
    return invalidContext;
  CUstream_st *stream = streamOf(handle);
  if (!stream->graph) {
    std::lock_guard lock(mutex);
    return stream->queued.push_back(std::move(step)), resultSuccess;
  }
  std::vector<GraphNode> &nodes = stream->graph->nodes;
  nodes.push_back({std::move(step), std::exchange(stream->last, {nodes.size()}), isKernel});
  return resultSuccess;
}
/// Returns whether the stream's next node follows exactly one kernel, as a launch that may begin
/// early must.
inline bool followsAKernel(const CUstream_st &stream) {
  return stream.graph && stream.last.size() == 1 &&
         stream.graph->nodes[*stream.last.begin()].isKernel;
}
template <typename T, typename... Arguments> Result make(T **object, Arguments... arguments) {
  if (!isEntered())
    return invalidContext;
  *object = new T{arguments...};
  ++state.live;
  return resultSuccess;
}
template <typename T> Result drop(T *object) {
  if (!isEntered())
    return invalidContext;
  delete object;
  --state.live;
  return resultSuccess;
}

} // namespace fake
