// DLPack as libraries speak it, version 1: what of its header is used, with its values, which are
// fixed for that version. (https://dmlc.github.io/dlpack/latest/c_api.html)
#pragma once

#include <cstdint>

namespace qopt::python::dlpack {

enum DeviceType : int32_t { Cpu = 1, Cuda = 2, CudaManaged = 13 };

struct Device {
  int32_t type, index;
};
struct Type {
  uint8_t code, bits;
  uint16_t lanes;
};
struct Tensor {
  void *data;
  Device device;
  int32_t rank;
  Type type;
  int64_t *shape, *strides; // strides in elements; null: dense, row-major
  uint64_t byteOffset;
};
struct Version {
  uint32_t major, minor;
};

/// The content of a capsule "dltensor".
struct Managed {
  Tensor tensor;
  void *context;
  void (*deleter)(Managed *);
};
/// The content of a capsule "dltensor_versioned".
struct ManagedVersioned {
  Version version;
  void *context;
  void (*deleter)(ManagedVersioned *);
  uint64_t flags;
  Tensor tensor;
};

/// The functions by which a library gives its tensors to C code. Its tensors' type has a capsule of
/// them, `__dlpack_c_exchange_api__`, "dlpack_exchange_api", which lives as long as the process.
/// Functions return 0, or -1 with Python's error set.
struct ExchangeHeader {
  Version version;
  ExchangeHeader *previous; // of an older version; null: there is none
};
struct ExchangeApi {
  ExchangeHeader header;
  int (*allocate)(Tensor *, ManagedVersioned **, void *,
                  void (*)(void *, const char *, const char *));
  int (*managedOf)(void *object, ManagedVersioned **);
  int (*objectOf)(ManagedVersioned *, void **object);
  /// Lives as long as the object, and waits for nothing; may be null.
  int (*tensorOf)(void *object, Tensor *);
  /// The stream that the library's work goes to now.
  int (*currentStream)(DeviceType type, int32_t index, void **stream);
};

} // namespace qopt::python::dlpack
