// The fake driver's streams, graphs and events.
#include "test/runtime/drivers/cuda/fake_objects.h"

#include <algorithm>
#include <utility>

using namespace fake;

/// As far from the order in which they were recorded as edges allow.
static void replay(const std::vector<GraphNode> &nodes) {
  std::vector<bool> isOver(nodes.size());
  for (size_t done = 0; done < nodes.size(); ++done)
    for (size_t i = nodes.size(); i-- > 0;) {
      const std::set<size_t> &after = nodes[i].after;
      if (isOver[i] ||
          !std::all_of(after.begin(), after.end(), [&](size_t a) { return isOver[a]; }))
        continue;
      nodes[i].step();
      isOver[i] = true;
      break;
    }
}
/// Returns whether every recorded node precedes the stream's next one.
static bool isJoined(const CUgraph_st &graph, std::set<size_t> last) {
  for (size_t i = graph.nodes.size(); i-- > 0;) {
    if (!last.contains(i))
      return false;
    last.insert(graph.nodes[i].after.begin(), graph.nodes[i].after.end());
  }
  return true;
}

extern "C" {

Result cuStreamCreate(StreamHandle *stream, unsigned) {
  ++state.streams;
  const Result code = make(stream);
  std::lock_guard lock(mutex);
  streams.insert(*stream);
  return code;
}
Result cuStreamDestroy_v2(StreamHandle stream) {
  {
    std::lock_guard lock(mutex);
    work(stream); // what is queued goes on
    streams.erase(stream);
  }
  return drop(stream);
}
Result cuStreamSynchronize(StreamHandle handle) {
  if (!isEntered())
    return invalidContext;
  CUstream_st *stream = streamOf(handle);
  if (stream->graph)
    return captured;
  std::lock_guard lock(mutex);
  work(stream);
  return state.failure;
}
Result cuStreamWaitEvent(StreamHandle handle, EventHandle event, unsigned) {
  CUstream_st *stream = streamOf(handle);
  if (event->passed && !stream->graph)
    return queue(handle, [passed = event->passed, before = event->stream] {
      if (!*passed)
        work(before);
    });
  if (!event->graph || (stream->graph && stream->graph != event->graph))
    return invalidValue; // no other use of it is known here
  stream->graph = event->graph;
  stream->last.insert(event->last.begin(), event->last.end());
  return resultSuccess;
}
Result cuStreamGetCaptureInfo_v2(StreamHandle stream, int *status, uint64_t *id, GraphHandle *graph,
                                 const GraphNodeHandle **last, size_t *count) {
  static thread_local std::vector<GraphNodeHandle> handles;
  handles.clear();
  for (size_t place : stream->last) {
    std::unique_ptr<CUgraphNode_st> &name = stream->graph->names[place];
    if (!name)
      name = std::make_unique<CUgraphNode_st>(CUgraphNode_st{stream->graph, place});
    handles.push_back(name.get());
    std::lock_guard lock(mutex);
    nodeNames.insert(name.get());
  }
  *status = stream->graph ? 1 : 0;
  *id = 1;
  *graph = stream->graph;
  *last = handles.data();
  *count = handles.size();
  return resultSuccess;
}
Result cuStreamBeginCapture_v2(StreamHandle stream, int) { return make(&stream->graph); }
Result cuStreamEndCapture(StreamHandle stream, GraphHandle *graph) {
  *graph = std::exchange(stream->graph, nullptr);
  if (isJoined(**graph, std::exchange(stream->last, {})))
    return resultSuccess;
  drop(std::exchange(*graph, nullptr));
  return unjoined;
}
Result cuGraphInstantiateWithFlags(GraphExecHandle *ready, GraphHandle graph, unsigned long long) {
  ++state.graphs;
  return make(ready, graph->nodes);
}
Result cuGraphDestroy(GraphHandle graph) {
  {
    std::lock_guard lock(mutex);
    for (const auto &[place, name] : graph->names)
      nodeNames.erase(name.get());
  }
  return drop(graph);
}
Result cuGraphExecDestroy(GraphExecHandle graph) { return drop(graph); }
Result cuGraphLaunch(GraphExecHandle graph, StreamHandle stream) { // as its arguments are now
  ++state.replays;
  return queue(stream, [nodes = graph->nodes] { replay(nodes); });
}

Result cuEventCreate(EventHandle *event, unsigned) { return make(event); }
Result cuEventDestroy_v2(EventHandle event) { return drop(event); }
Result cuEventRecordWithFlags(EventHandle event, StreamHandle handle, unsigned flags) {
  CUstream_st *stream = streamOf(handle);
  if (!stream->graph) {
    state.wrong += flags != eventRecordDefault;
    event->passed = std::make_shared<bool>(false);
    event->stream = stream;
    return queue(handle, [passed = event->passed] { *passed = true; });
  }
  if (flags == eventRecordExternal)
    return queue(stream, [=] { event->time = now; });
  event->graph = stream->graph;
  event->last = stream->last;
  return resultSuccess;
}
Result cuEventQuery(EventHandle event) {
  std::lock_guard lock(mutex);
  if (!isEntered())
    return invalidContext;
  return *event->passed ? resultSuccess : resultNotReady;
}
Result cuEventSynchronize(EventHandle event) {
  if (!isEntered())
    return invalidContext;
  if (state.whileWaiting)
    ++state.asked, state.answers += state.whileWaiting();
  std::lock_guard lock(mutex);
  if (!*event->passed)
    work(event->stream);
  return state.failure;
}
Result cuEventElapsedTime(float *milliseconds, EventHandle from, EventHandle to) {
  return *milliseconds = float(to->time - from->time), resultSuccess;
}

} // extern "C"
