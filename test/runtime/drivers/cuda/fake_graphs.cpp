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
/// Whether all that was recorded comes before what the stream would record next.
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
  return make(stream);
}
Result cuStreamDestroy_v2(StreamHandle stream) { return drop(stream); }
Result cuStreamSynchronize(StreamHandle stream) {
  if (!isEntered())
    return invalidContext;
  if (stream->graph)
    return captured;
  std::lock_guard lock(mutex);
  for (const Step &step : std::exchange(stream->queued, {}))
    step();
  return state.failure;
}
Result cuStreamWaitEvent(StreamHandle stream, EventHandle event, unsigned) {
  if (!event->graph || (stream->graph && stream->graph != event->graph))
    return invalidValue; // no other use of it is known here
  stream->graph = event->graph;
  stream->last.insert(event->last.begin(), event->last.end());
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
Result cuGraphDestroy(GraphHandle graph) { return drop(graph); }
Result cuGraphExecDestroy(GraphExecHandle graph) { return drop(graph); }
Result cuGraphLaunch(GraphExecHandle graph, StreamHandle stream) {
  ++state.replays;
  return queue(stream, [nodes = graph->nodes] { replay(nodes); });
}

Result cuEventCreate(EventHandle *event, unsigned) { return make(event); }
Result cuEventDestroy_v2(EventHandle event) { return drop(event); }
Result cuEventRecordWithFlags(EventHandle event, StreamHandle stream, unsigned flags) {
  state.wrong += !stream->graph;
  if (flags == eventRecordExternal)
    return queue(stream, [=] { event->time = now; });
  event->graph = stream->graph;
  event->last = stream->last;
  return resultSuccess;
}
Result cuEventElapsedTime(float *milliseconds, EventHandle from, EventHandle to) {
  return *milliseconds = float(to->time - from->time), resultSuccess;
}

} // extern "C"
