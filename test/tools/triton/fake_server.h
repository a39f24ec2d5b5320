// This is a small server of our own in place of Triton's: its libtritonserver.so has the functions
// that backends call, on objects that tests fill and look at. As the real one, it gives a backend
// configurations as JSON, keeps what a backend sets, and takes responses.
#pragma once

#include "tools/triton/abi.h"

#include <atomic>
#include <cstring>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

struct TRITONSERVER_Error {
  TRITONSERVER_Error_Code code;
  std::string message;
};

struct TRITONSERVER_Message {
  std::string text;
};

struct TRITONBACKEND_Input {
  std::string name;
  TRITONSERVER_DataType type;
  std::vector<int64_t> shape;
  std::vector<std::string> buffers; // the tensor's bytes, one after the other
  TRITONSERVER_MemoryType memory = TRITONSERVER_MEMORY_CPU;
  int64_t memoryId = 0;
};

struct TRITONBACKEND_Output {
  std::string name;
  TRITONSERVER_DataType type;
  std::vector<int64_t> shape;
  std::vector<char> memory;
  size_t begin = 0, bytes = 0;
  TRITONSERVER_MemoryType wish = TRITONSERVER_MEMORY_CPU; // the backend's
  int64_t memoryId = 0;

  std::string text() const { return {memory.data() + begin, bytes}; }
};

struct TRITONBACKEND_Response {
  struct TRITONBACKEND_Request *request;
  std::list<TRITONBACKEND_Output> outputs;
};

/// It says what a client asks, and how the server answers; all else in it stays as it is.
struct TRITONBACKEND_Request {
  std::vector<TRITONBACKEND_Input> inputs;
  std::vector<std::string> outputs; // the client asks for these
  /// Outputs lie so many bytes behind a multiple of 64, in memory of this kind and number.
  size_t outputOffset = 0;
  TRITONSERVER_MemoryType outputMemory = TRITONSERVER_MEMORY_CPU;
  int64_t outputMemoryId = 0;

  // ---- what became of it ----
  int responses = 0, releases = 0, reports = 0;
  bool isSuccess = false;
  std::optional<TRITONSERVER_Error> error = {};
  std::list<TRITONBACKEND_Output> answer = {};

  /// Returns null where there is no output of that name.
  const TRITONBACKEND_Output *output(const std::string &name) const {
    for (const TRITONBACKEND_Output &one : answer)
      if (one.name == name)
        return &one;
    return nullptr;
  }
};

struct TRITONBACKEND_Backend {
  TRITONSERVER_Message config;
};

struct TRITONBACKEND_BackendAttribute {
  std::vector<TRITONSERVER_InstanceGroupKind> preferred;
  bool loadsInParallel = false;
};

struct TRITONBACKEND_Model {
  TRITONBACKEND_Backend *backend;
  std::string repository;
  std::string config; // JSON
  bool completes = true;
  uint64_t version = 1;
  void *state = nullptr;
  int settings = 0; // of the configuration
};

struct TRITONBACKEND_ModelInstance {
  TRITONBACKEND_Model *model;
  std::string name;
  TRITONSERVER_InstanceGroupKind kind;
  int32_t id = 0;
  void *state = nullptr;
  std::vector<uint64_t> batches = {}; // runs had these
};

namespace qopt::test {

struct FakeServer {
  /// It counts errors, messages and responses that a backend has not given back.
  std::atomic<int> liveObjects{0};
  std::atomic<bool> hasNoMemory{false}; // for what backends report
  uint32_t major = qopt::triton::abiMajor, minor = qopt::triton::abiMinor;

  std::mutex mutex; // it guards what follows
  std::vector<std::string> log;
};
FakeServer &fakeServer();

} // namespace qopt::test
