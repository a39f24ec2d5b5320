// The server calls these functions.
#include "tools/triton/execute.h"
#include "tools/triton/failure.h"
#include "tools/triton/instance.h"
#include "tools/triton/model.h"

using namespace qopt::triton;

/// Returns the state of a model or an instance, which `read`, a function of the server's, tells.
template <typename State, typename Of>
static State *stateOf(TRITONSERVER_Error *(*read)(Of *, void **), Of *of) {
  return static_cast<State *>(told(read, of));
}

TRITONSERVER_Error *TRITONBACKEND_Initialize(TRITONBACKEND_Backend *) {
  return guarded([] {
    uint32_t major = 0, minor = 0;
    must(TRITONBACKEND_ApiVersion(&major, &minor));
    if (major != abiMajor || minor < abiMinor)
      fail(TRITONSERVER_ERROR_UNSUPPORTED,
           "this server's interface of backends is " + std::to_string(major) + "." +
               std::to_string(minor) + "; " + std::to_string(abiMajor) + "." +
               std::to_string(abiMinor) + " or later of the same major version is needed");
  });
}

TRITONSERVER_Error *TRITONBACKEND_Finalize(TRITONBACKEND_Backend *) { return nullptr; }

TRITONSERVER_Error *TRITONBACKEND_GetBackendAttribute(TRITONBACKEND_Backend *,
                                                      TRITONBACKEND_BackendAttribute *attributes) {
  return guarded([&] {
    // If no instance_group is stated, the file says which device it is for.
    must(TRITONBACKEND_BackendAttributeAddPreferredInstanceGroup(
        attributes, TRITONSERVER_INSTANCEGROUPKIND_MODEL, 1, nullptr, 0));
    must(TRITONBACKEND_BackendAttributeSetParallelModelInstanceLoading(attributes, true));
  });
}

TRITONSERVER_Error *TRITONBACKEND_ModelInitialize(TRITONBACKEND_Model *model) {
  return guarded([&] {
    std::unique_ptr<ModelState> state = openModel(model);
    must(TRITONBACKEND_ModelSetState(model, state.get()));
    (void)state.release();
  });
}

TRITONSERVER_Error *TRITONBACKEND_ModelFinalize(TRITONBACKEND_Model *model) {
  return guarded([&] { delete stateOf<ModelState>(TRITONBACKEND_ModelState, model); });
}

TRITONSERVER_Error *TRITONBACKEND_ModelInstanceInitialize(TRITONBACKEND_ModelInstance *instance) {
  return guarded([&] {
    TRITONBACKEND_Model *model = told(TRITONBACKEND_ModelInstanceModel, instance);
    std::unique_ptr<InstanceState> state =
        openInstance(instance, *stateOf<ModelState>(TRITONBACKEND_ModelState, model));
    must(TRITONBACKEND_ModelInstanceSetState(instance, state.get()));
    (void)state.release();
  });
}

TRITONSERVER_Error *TRITONBACKEND_ModelInstanceFinalize(TRITONBACKEND_ModelInstance *instance) {
  return guarded(
      [&] { delete stateOf<InstanceState>(TRITONBACKEND_ModelInstanceState, instance); });
}

TRITONSERVER_Error *TRITONBACKEND_ModelInstanceExecute(TRITONBACKEND_ModelInstance *instance,
                                                       TRITONBACKEND_Request **requests,
                                                       const uint32_t requestCount) {
  InstanceState *state = nullptr;
  std::vector<Job> jobs;
  TRITONSERVER_Error *error = guarded([&] {
    state = stateOf<InstanceState>(TRITONBACKEND_ModelInstanceState, instance);
    for (uint32_t i = 0; i < requestCount; ++i)
      jobs.push_back({requests[i]});
  });
  if (!error) // from here on the requests are ours: each gets an answer
    execute(instance, *state, jobs);
  return error;
}
