#include "test/tools/triton/fake_server.h"

using qopt::test::fakeServer;

qopt::test::FakeServer &qopt::test::fakeServer() {
  static FakeServer server;
  return server;
}

template <typename Made, typename... Parts> static Made *made(Parts &&...parts) {
  ++fakeServer().liveObjects;
  return new Made{std::forward<Parts>(parts)...};
}
template <typename Gone> static void gone(Gone *object) {
  if (object)
    --fakeServer().liveObjects;
  delete object;
}

static TRITONSERVER_Error *error(const std::string &message) {
  return TRITONSERVER_ErrorNew(TRITONSERVER_ERROR_INTERNAL, message.c_str());
}

template <typename Value> static TRITONSERVER_Error *tell(Value *where, const Value &value) {
  *where = value;
  return nullptr;
}

// ---- errors, messages ----

TRITONSERVER_Error *TRITONSERVER_ErrorNew(TRITONSERVER_Error_Code code, const char *message) {
  return made<TRITONSERVER_Error>(code, message);
}
void TRITONSERVER_ErrorDelete(TRITONSERVER_Error *error) { gone(error); }
TRITONSERVER_Error_Code TRITONSERVER_ErrorCode(TRITONSERVER_Error *error) { return error->code; }
const char *TRITONSERVER_ErrorMessage(TRITONSERVER_Error *error) { return error->message.c_str(); }

TRITONSERVER_Error *TRITONSERVER_LogMessage(TRITONSERVER_LogLevel, const char *, const int,
                                            const char *message) {
  std::lock_guard lock(fakeServer().mutex);
  fakeServer().log.push_back(message);
  return nullptr;
}

TRITONSERVER_Error *TRITONSERVER_MessageNewFromSerializedJson(TRITONSERVER_Message **message,
                                                              const char *base, size_t bytes) {
  *message = made<TRITONSERVER_Message>(std::string(base, bytes));
  return nullptr;
}
TRITONSERVER_Error *TRITONSERVER_MessageSerializeToJson(TRITONSERVER_Message *message,
                                                        const char **base, size_t *bytes) {
  *base = message->text.data();
  return tell(bytes, message->text.size());
}
TRITONSERVER_Error *TRITONSERVER_MessageDelete(TRITONSERVER_Message *message) {
  gone(message);
  return nullptr;
}

// ---- backend, model, instance ----

TRITONSERVER_Error *TRITONBACKEND_ApiVersion(uint32_t *major, uint32_t *minor) {
  *major = fakeServer().major;
  return tell(minor, fakeServer().minor);
}
TRITONSERVER_Error *TRITONBACKEND_BackendConfig(TRITONBACKEND_Backend *backend,
                                                TRITONSERVER_Message **config) {
  return tell(config, &backend->config);
}
TRITONSERVER_Error *TRITONBACKEND_BackendAttributeAddPreferredInstanceGroup(
    TRITONBACKEND_BackendAttribute *attributes, const TRITONSERVER_InstanceGroupKind kind,
    const uint64_t, const uint64_t *, const uint64_t) {
  attributes->preferred.push_back(kind);
  return nullptr;
}
TRITONSERVER_Error *TRITONBACKEND_BackendAttributeSetParallelModelInstanceLoading(
    TRITONBACKEND_BackendAttribute *attributes, bool enabled) {
  return tell(&attributes->loadsInParallel, enabled);
}

TRITONSERVER_Error *TRITONBACKEND_ModelVersion(TRITONBACKEND_Model *model, uint64_t *version) {
  return tell(version, model->version);
}
TRITONSERVER_Error *TRITONBACKEND_ModelRepository(TRITONBACKEND_Model *model,
                                                  TRITONBACKEND_ArtifactType *type,
                                                  const char **location) {
  *type = TRITONBACKEND_ARTIFACT_FILESYSTEM;
  return tell(location, model->repository.c_str());
}
TRITONSERVER_Error *TRITONBACKEND_ModelConfig(TRITONBACKEND_Model *model, const uint32_t version,
                                              TRITONSERVER_Message **config) {
  if (version != 1)
    return error("configurations are of version 1");
  *config = made<TRITONSERVER_Message>(model->config);
  return nullptr;
}
TRITONSERVER_Error *TRITONBACKEND_ModelAutoCompleteConfig(TRITONBACKEND_Model *model,
                                                          bool *completes) {
  return tell(completes, model->completes);
}
TRITONSERVER_Error *TRITONBACKEND_ModelSetConfig(TRITONBACKEND_Model *model, const uint32_t version,
                                                 TRITONSERVER_Message *config) {
  if (version != 1)
    return error("configurations are of version 1");
  ++model->settings;
  return tell(&model->config, config->text);
}
TRITONSERVER_Error *TRITONBACKEND_ModelBackend(TRITONBACKEND_Model *model,
                                               TRITONBACKEND_Backend **backend) {
  return tell(backend, model->backend);
}
TRITONSERVER_Error *TRITONBACKEND_ModelState(TRITONBACKEND_Model *model, void **state) {
  return tell(state, model->state);
}
TRITONSERVER_Error *TRITONBACKEND_ModelSetState(TRITONBACKEND_Model *model, void *state) {
  return tell(&model->state, state);
}

TRITONSERVER_Error *TRITONBACKEND_ModelInstanceName(TRITONBACKEND_ModelInstance *instance,
                                                    const char **name) {
  return tell(name, instance->name.c_str());
}
TRITONSERVER_Error *TRITONBACKEND_ModelInstanceKind(TRITONBACKEND_ModelInstance *instance,
                                                    TRITONSERVER_InstanceGroupKind *kind) {
  return tell(kind, instance->kind);
}
TRITONSERVER_Error *TRITONBACKEND_ModelInstanceDeviceId(TRITONBACKEND_ModelInstance *instance,
                                                        int32_t *id) {
  return tell(id, instance->id);
}
TRITONSERVER_Error *TRITONBACKEND_ModelInstanceModel(TRITONBACKEND_ModelInstance *instance,
                                                     TRITONBACKEND_Model **model) {
  return tell(model, instance->model);
}
TRITONSERVER_Error *TRITONBACKEND_ModelInstanceState(TRITONBACKEND_ModelInstance *instance,
                                                     void **state) {
  return tell(state, instance->state);
}
TRITONSERVER_Error *TRITONBACKEND_ModelInstanceSetState(TRITONBACKEND_ModelInstance *instance,
                                                        void *state) {
  return tell(&instance->state, state);
}
TRITONSERVER_Error *
TRITONBACKEND_ModelInstanceReportStatistics(TRITONBACKEND_ModelInstance *,
                                            TRITONBACKEND_Request *request, const bool success,
                                            const uint64_t begin, const uint64_t computeBegin,
                                            const uint64_t computeEnd, const uint64_t end) {
  if (request->releases || !begin || begin > computeBegin || computeBegin > computeEnd ||
      computeEnd > end)
    return error("a report behind the request's end, or of times that there cannot be");
  request->isSuccess = success;
  ++request->reports;
  if (fakeServer().hasNoMemory)
    throw std::bad_alloc();
  return nullptr;
}
TRITONSERVER_Error *
TRITONBACKEND_ModelInstanceReportBatchStatistics(TRITONBACKEND_ModelInstance *instance,
                                                 const uint64_t batch, const uint64_t,
                                                 const uint64_t, const uint64_t, const uint64_t) {
  if (fakeServer().hasNoMemory)
    throw std::bad_alloc();
  instance->batches.push_back(batch);
  return nullptr;
}

// ---- requests ----

TRITONSERVER_Error *TRITONBACKEND_RequestInputCount(TRITONBACKEND_Request *request,
                                                    uint32_t *count) {
  return tell(count, uint32_t(request->inputs.size()));
}
TRITONSERVER_Error *TRITONBACKEND_RequestInputByIndex(TRITONBACKEND_Request *request,
                                                      const uint32_t index,
                                                      TRITONBACKEND_Input **input) {
  return index < request->inputs.size() ? tell(input, &request->inputs[index])
                                        : error("there is no such input");
}
TRITONSERVER_Error *TRITONBACKEND_RequestOutputCount(TRITONBACKEND_Request *request,
                                                     uint32_t *count) {
  return tell(count, uint32_t(request->outputs.size()));
}
TRITONSERVER_Error *TRITONBACKEND_RequestOutputName(TRITONBACKEND_Request *request,
                                                    const uint32_t index, const char **name) {
  return index < request->outputs.size() ? tell(name, request->outputs[index].c_str())
                                         : error("there is no such output");
}
TRITONSERVER_Error *TRITONBACKEND_RequestRelease(TRITONBACKEND_Request *request, uint32_t flags) {
  if (flags != TRITONSERVER_REQUEST_RELEASE_ALL)
    return error("a request that is kept");
  ++request->releases;
  return nullptr;
}
TRITONSERVER_Error *TRITONBACKEND_InputProperties(TRITONBACKEND_Input *input, const char **name,
                                                  TRITONSERVER_DataType *type,
                                                  const int64_t **shape, uint32_t *rank,
                                                  uint64_t *bytes, uint32_t *bufferCount) {
  *name = input->name.c_str();
  *type = input->type;
  *shape = input->shape.data();
  *rank = uint32_t(input->shape.size());
  if (bytes)
    for (const std::string &buffer : input->buffers)
      *bytes += buffer.size();
  return tell(bufferCount, uint32_t(input->buffers.size()));
}
TRITONSERVER_Error *TRITONBACKEND_InputBuffer(TRITONBACKEND_Input *input, const uint32_t index,
                                              const void **buffer, uint64_t *bytes,
                                              TRITONSERVER_MemoryType *memory, int64_t *id) {
  *buffer = input->buffers[index].data();
  *bytes = input->buffers[index].size();
  *memory = input->memory;
  return tell(id, input->memoryId);
}

// ---- responses ----

TRITONSERVER_Error *TRITONBACKEND_ResponseNew(TRITONBACKEND_Response **response,
                                              TRITONBACKEND_Request *request) {
  *response = made<TRITONBACKEND_Response>(request);
  return nullptr;
}
TRITONSERVER_Error *TRITONBACKEND_ResponseOutput(TRITONBACKEND_Response *response,
                                                 TRITONBACKEND_Output **output, const char *name,
                                                 const TRITONSERVER_DataType type,
                                                 const int64_t *shape, const uint32_t rank) {
  response->outputs.push_back({name, type, std::vector<int64_t>(shape, shape + rank), {}});
  response->outputs.back().begin = response->request->outputOffset;
  response->outputs.back().wish = response->request->outputMemory;
  response->outputs.back().memoryId = response->request->outputMemoryId;
  return tell(output, &response->outputs.back());
}
TRITONSERVER_Error *TRITONBACKEND_OutputBuffer(TRITONBACKEND_Output *output, void **buffer,
                                               const uint64_t bytes,
                                               TRITONSERVER_MemoryType *memory, int64_t *id) {
  const TRITONSERVER_MemoryType given = output->wish;
  output->wish = *memory;
  output->memory.assign(bytes + 128, '\xee');
  output->bytes = bytes;
  const size_t past = reinterpret_cast<uintptr_t>(output->memory.data()) % 64;
  output->begin += 64 - past;
  *memory = given;
  *id = output->memoryId;
  return tell(buffer, static_cast<void *>(output->memory.data() + output->begin));
}
TRITONSERVER_Error *TRITONBACKEND_ResponseSend(TRITONBACKEND_Response *response,
                                               const uint32_t flags, TRITONSERVER_Error *failure) {
  TRITONBACKEND_Request &request = *response->request;
  if (request.releases || flags != TRITONSERVER_RESPONSE_COMPLETE_FINAL)
    return error("a response behind the request's end");
  ++request.responses;
  if (failure)
    request.error = *failure;
  request.answer = std::move(response->outputs);
  gone(response);
  return nullptr;
}
