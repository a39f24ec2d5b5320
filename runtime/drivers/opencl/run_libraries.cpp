// Libraries' calls among a program's launches.
#include "runtime/drivers/opencl/compile/build_lock.h"
#include "runtime/drivers/opencl/libraries.h"
#include "runtime/drivers/opencl/run_state.h"

#include <set>

namespace qrt::opencl {

static std::vector<const LibraryCall *> distinctCalls(const Program &program) {
  std::set<std::pair<std::string, std::string>> met;
  std::vector<const LibraryCall *> calls;
  kernels::forEachLaunch(program, [&](const Node &, const Launch &launch) {
    if (launch.library && met.emplace(launch.library->library, launch.library->function).second)
      calls.push_back(&*launch.library);
  });
  return calls;
}

Status LoadedProgram::prepareLibraries() const {
  const std::vector<const LibraryCall *> calls = distinctCalls(*program);
  if (calls.empty())
    return {};
  BuildLock lock(device->isPocl ? poclBuildFolder() : "");
  constexpr size_t scratchBytes = 256;
  Expected<Memory> scratch = allocate(scratchBytes);
  if (!scratch)
    return scratch.status();
  const Api &cl = *device->cl;
  cl_int code = CL_SUCCESS;
  Queue queue(cl, cl.clCreateCommandQueue(device->context->get(), device->device, 0, &code));
  QRT_RETURN_IF_ERROR(check(code, "clCreateCommandQueue"));
  for (const LibraryCall *call : calls)
    QRT_RETURN_IF_ERROR(
        libraryNamed(call->library)->prepare(call->function, queue.get(), scratch->get()));
  return check(cl.clFinish(queue.get()), "clFinish");
}

cl_mem OpenClState::memoryOf(const Operand &operand) const {
  return operand.space == Operand::Space::Buffer ? buffer(operand.index)
                                                 : loaded.constants[operand.index].get();
}

ReadyCall OpenClState::readyCall(const LibraryCall &call, int64_t wanted) const {
  ReadyCall ready{call.function, {}, {}, libraryNamed(call.library)};
  for (const Operand &operand : call.operands)
    ready.operands.push_back(memoryOf(operand));
  for (const Extent &size : call.sizes)
    ready.sizes.push_back(size.at(wanted));
  return ready;
}

/// Libraries know no list of events to wait for: the queue waits.
Status OpenClState::callLibrary(const kernels::QueuedNode &step, const std::vector<cl_event> &waits,
                                cl_event *event) {
  const cl_command_queue queue = queues[step.queue].get();
  if (!waits.empty())
    QRT_RETURN_IF_ERROR(checkUse(
        cl.clEnqueueBarrierWithWaitList(queue, cl_uint(waits.size()), waits.data(), nullptr),
        "clEnqueueBarrierWithWaitList"));
  if (profiles()) { // its kernels have no event but the last
    cl_event before = nullptr;
    QRT_RETURN_IF_ERROR(checkUse(cl.clEnqueueMarkerWithWaitList(queue, 0, nullptr, &before),
                                 "clEnqueueMarkerWithWaitList"));
    begins[step.node] = Event(cl, before);
  }
  const ReadyCall &call = *calls[step.node];
  return call.library->enqueue(call, queue, event);
}

} // namespace qrt::opencl
