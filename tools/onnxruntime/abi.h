// The part of ONNX Runtime's C interface that an execution provider in a library of its own needs,
// by the public places of its functions: its tables grow at their ends alone, so that what is said
// here holds from 1.23 on. What a function does ONNX Runtime's documentation says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace qopt::ort {

/// The version of the interface that is asked for, of 1.23.
inline constexpr uint32_t abiVersion = 23;

// Objects of ONNX Runtime's, known by their addresses alone.
struct Status;
struct Logger;
struct SessionOptions;
struct KeyValuePairs;
struct HardwareDevice;
struct EpDevice;
struct GraphSupport;
struct Graph;
struct Node;
struct Attribute;
struct ValueInfo;
struct TypeInfo;
struct TensorInfo;
struct Value;
struct KernelContext;
struct NodeComputeContext;
struct MemoryInfo;
struct MemoryDevice;
struct SyncStream;
struct RunOptions;

enum class LogLevel : int { Verbose, Info, Warning, Error, Fatal };
enum class ErrorCode : int { Fail = 1, InvalidArgument = 2, NotImplemented = 9, EpFail = 11 };
enum class DeviceType : int { Cpu, Gpu, Npu };
enum class MemoryKind : int { Cpu, Gpu };
enum class OnnxType : int { Tensor = 1 };
enum class AttributeType : int {
  Undefined,
  Int,
  Ints,
  Float,
  Floats,
  String,
  Strings,
  Graph,
  Tensor
};

/// An attribute's kind has other numbers here, where it is made, than where it is read.
enum class AttributeKind : int { Int = 1, String = 5 };

/// X(name, place in the table, signature).
#define QOPT_ORT_FUNCTIONS(X)                                                                      \
  X(createStatus, 0, Status *(ErrorCode, const char *))                                            \
  X(errorMessage, 2, const char *(const Status *))                                                 \
  X(tensorMutableData, 51, Status *(Value *, void **))                                             \
  X(tensorInfoOfType, 55, Status *(const TypeInfo *, const TensorInfo **))                         \
  X(onnxTypeOf, 56, Status *(const TypeInfo *, OnnxType *))                                        \
  X(elementType, 60, Status *(const TensorInfo *, int *))                                          \
  X(dimensionCount, 61, Status *(const TensorInfo *, size_t *))                                    \
  X(dimensions, 62, Status *(const TensorInfo *, int64_t *, size_t))                               \
  X(symbolicDimensions, 63, Status *(const TensorInfo *, const char **, size_t))                   \
  X(tensorInfoOfValue, 65, Status *(const Value *, TensorInfo **))                                 \
  X(contextInput, 90, Status *(const KernelContext *, size_t, const Value **))                     \
  X(contextOutput, 91, Status *(KernelContext *, size_t, const int64_t *, size_t, Value **))       \
  X(releaseStatus, 93, void(Status *))                                                             \
  X(releaseMemoryInfo, 94, void(MemoryInfo *))                                                     \
  X(releaseValue, 96, void(Value *))                                                               \
  X(releaseTensorInfo, 99, void(TensorInfo *))                                                     \
  X(createAttribute, 211, Status *(const char *, const void *, int, AttributeKind, Attribute **))  \
  X(releaseAttribute, 212, void(Attribute *))                                                      \
  X(logMessage, 247,                                                                               \
    Status *(const Logger *, LogLevel, const char *, const char *, int, const char *))             \
  X(readAttribute, 272, Status *(const Attribute *, AttributeType, void *, size_t, size_t *))      \
  X(releaseNode, 286, void(Node *))                                                                \
  X(valueName, 289, Status *(const ValueInfo *, const char **))                                    \
  X(valueType, 290, Status *(const ValueInfo *, const TypeInfo **))                                \
  X(modelEditor, 291, const void *())                                                              \
  X(createKeyValues, 295, void(KeyValuePairs **))                                                  \
  X(addKeyValue, 296, void(KeyValuePairs *, const char *, const char *))                           \
  X(keyValues, 298,                                                                                \
    void(const KeyValuePairs *, const char *const **, const char *const **, size_t *))             \
  X(releaseKeyValues, 300, void(KeyValuePairs *))                                                  \
  X(deviceType, 307, DeviceType(const HardwareDevice *))                                           \
  X(epApi, 317, const void *())                                                                    \
  X(tensorBytes, 318, Status *(const Value *, size_t *))                                           \
  X(createMemoryInfo, 320,                                                                         \
    Status *(const char *, MemoryKind, uint32_t, int32_t, int, size_t, int, MemoryInfo **))        \
  X(consumerCount, 324, Status *(const ValueInfo *, size_t *))                                     \
  X(consumers, 325, Status *(const ValueInfo *, const Node **, int64_t *, size_t))                 \
  X(initializer, 326, Status *(const ValueInfo *, const Value **))                                 \
  X(isGraphOutput, 330, Status *(const ValueInfo *, bool *))                                       \
  X(isConstant, 331, Status *(const ValueInfo *, bool *))                                          \
  X(isFromOuterScope, 332, Status *(const ValueInfo *, bool *))                                    \
  X(modelPath, 334, Status *(const Graph *, const char **))                                        \
  X(opsetCount, 336, Status *(const Graph *, size_t *))                                            \
  X(opsets, 337, Status *(const Graph *, const char **, int64_t *, size_t))                        \
  X(graphOutputCount, 340, Status *(const Graph *, size_t *))                                      \
  X(graphOutputs, 341, Status *(const Graph *, const ValueInfo **, size_t))                        \
  X(nodeCount, 344, Status *(const Graph *, size_t *))                                             \
  X(nodes, 345, Status *(const Graph *, const Node **, size_t))                                    \
  X(parentNode, 346, Status *(const Graph *, const Node **))                                       \
  X(nodeName, 349, Status *(const Node *, const char **))                                          \
  X(operatorType, 350, Status *(const Node *, const char **))                                      \
  X(domain, 351, Status *(const Node *, const char **))                                            \
  X(inputCount, 353, Status *(const Node *, size_t *))                                             \
  X(inputs, 354, Status *(const Node *, const ValueInfo **, size_t))                               \
  X(outputCount, 355, Status *(const Node *, size_t *))                                            \
  X(outputs, 356, Status *(const Node *, const ValueInfo **, size_t))                              \
  X(implicitCount, 357, Status *(const Node *, size_t *))                                          \
  X(implicitInputs, 358, Status *(const Node *, const ValueInfo **, size_t))                       \
  X(attributeCount, 359, Status *(const Node *, size_t *))                                         \
  X(attributes, 360, Status *(const Node *, const Attribute **, size_t))                           \
  X(attributeOf, 361, Status *(const Node *, const char *, const Attribute **))                    \
  X(tensorAttribute, 362, Status *(const Attribute *, Value **))                                   \
  X(attributeType, 363, Status *(const Attribute *, AttributeType *))                              \
  X(attributeName, 364, Status *(const Attribute *, const char **))                                \
  X(subgraphCount, 365, Status *(const Node *, size_t *))                                          \
  X(subgraphs, 366, Status *(const Node *, const Graph **, size_t, const char **))                 \
  X(nodeProvider, 368, Status *(const Node *, const char **))                                      \
  X(configEntries, 379, Status *(const SessionOptions *, KeyValuePairs **))

/// These functions are OrtEpApi's.
#define QOPT_ORT_EP_FUNCTIONS(X)                                                                   \
  X(createEpDevice, 0,                                                                             \
    Status *(struct Factory *, const HardwareDevice *, const KeyValuePairs *,                      \
             const KeyValuePairs *, EpDevice **))                                                  \
  X(releaseEpDevice, 1, void(EpDevice *))                                                          \
  X(addNodesToFuse, 2,                                                                             \
    Status *(GraphSupport *, const Node *const *, size_t, const struct FusionOptions *))           \
  X(computeNodeName, 4, const char *(const NodeComputeContext *))                                  \
  X(addAllocatorInfo, 5, Status *(EpDevice *, const MemoryInfo *))                                 \
  X(memoryOf, 7, const MemoryDevice *(const Value *))                                              \
  X(memoryKind, 9, MemoryKind(const MemoryDevice *))                                               \
  X(memoryVendor, 11, uint32_t(const MemoryDevice *))                                              \
  X(memoryNumber, 12, uint32_t(const MemoryDevice *))

/// These functions are OrtModelEditorApi's.
#define QOPT_ORT_EDITOR_FUNCTIONS(X)                                                               \
  X(createNode, 6,                                                                                 \
    Status *(const char *, const char *, const char *, const char *const *, size_t,                \
             const char *const *, size_t, Attribute *const *, size_t, Node **))

/// OrtApi has it from 1.24 on; it says whether a tensor's rank is known.
using HasShape = bool(const TensorInfo *);
inline constexpr uint32_t hasShapeVersion = 24;
inline constexpr size_t hasShapePlace = 390;

struct ApiBase {
  const void *const *(*api)(uint32_t version); // null: an older ONNX Runtime
  const char *(*version)();
};

/// It says what becomes of a compiled model here.
enum class Compatibility : int { NotOurs, Optimal, PrefersOther, Unsupported };

/// Handed to ONNX Runtime, by its layout of 1.23; null functions are those that it does without.
struct FusionOptions {
  uint32_t version = abiVersion;
  bool dropConstants = false; // of ours no constant comes as an input at a run
};

struct ComputeInfo {
  uint32_t version = abiVersion;
  Status *(*createState)(ComputeInfo *, NodeComputeContext *, void **);
  Status *(*compute)(ComputeInfo *, void *, KernelContext *);
  void (*releaseState)(ComputeInfo *, void *);
};

/// This is the layout of 1.22: later ones have more functions at their end, which are optional.
struct Allocator {
  uint32_t version = 22;
  void *(*allocate)(Allocator *, size_t) = nullptr; // null where there is no memory
  void (*free)(Allocator *, void *) = nullptr;
  const MemoryInfo *(*info)(const Allocator *) = nullptr;
  void *(*reserve)(Allocator *, size_t) = nullptr;
};

struct DataTransfer {
  uint32_t version = abiVersion;
  void (*release)(DataTransfer *) = nullptr;
  bool (*canCopy)(const DataTransfer *, const MemoryDevice *from, const MemoryDevice *to) = nullptr;
  Status *(*copy)(DataTransfer *, const Value **from, Value **to, SyncStream **, size_t) = nullptr;
};

struct Ep {
  uint32_t version = abiVersion;
  const char *(*name)(const Ep *) = nullptr;
  Status *(*capability)(Ep *, const Graph *, GraphSupport *) = nullptr;
  Status *(*compile)(Ep *, const Graph **, const Node **, size_t, ComputeInfo **,
                     Node **) = nullptr;
  void (*releaseComputeInfos)(Ep *, ComputeInfo **, size_t) = nullptr;
  Status *(*preferredLayout)(Ep *, int *) = nullptr;
  Status *(*convertLayout)(Ep *, const char *, const char *, int, int *) = nullptr;
  Status *(*setDynamicOptions)(Ep *, const char *const *, const char *const *, size_t) = nullptr;
  Status *(*onRunStart)(Ep *, const RunOptions *) = nullptr;
  Status *(*onRunEnd)(Ep *, const RunOptions *, bool) = nullptr;
  Status *(*createAllocator)(Ep *, const MemoryInfo *, Allocator **) = nullptr;
  Status *(*createStream)(Ep *, const MemoryDevice *, SyncStream **) = nullptr;
  const char *(*compatibility)(Ep *, const Graph *) = nullptr;
};

struct Factory {
  uint32_t version = abiVersion;
  const char *(*name)(const Factory *) = nullptr;
  const char *(*vendor)(const Factory *) = nullptr;
  Status *(*supportedDevices)(Factory *, const HardwareDevice *const *, size_t, EpDevice **, size_t,
                              size_t *) = nullptr;
  Status *(*createEp)(Factory *, const HardwareDevice *const *, const KeyValuePairs *const *,
                      size_t, const SessionOptions *, const Logger *, Ep **) = nullptr;
  void (*releaseEp)(Factory *, Ep *) = nullptr;
  uint32_t (*vendorId)(const Factory *) = nullptr;
  const char *(*versionText)(const Factory *) = nullptr;
  Status *(*validateCompiled)(Factory *, const HardwareDevice *const *, size_t, const char *,
                              Compatibility *) = nullptr;
  Status *(*createAllocator)(Factory *, const MemoryInfo *, const KeyValuePairs *,
                             Allocator **) = nullptr;
  void (*releaseAllocator)(Factory *, Allocator *) = nullptr;
  Status *(*createDataTransfer)(Factory *, DataTransfer **) = nullptr;
  bool (*isStreamAware)(const Factory *) = nullptr;
  Status *(*createStream)(Factory *, const MemoryDevice *, const KeyValuePairs *,
                          SyncStream **) = nullptr;
};

static_assert(sizeof(FusionOptions) == 8 && sizeof(ComputeInfo) == 32 && sizeof(Ep) == 104 &&
              sizeof(Factory) == 112 && sizeof(Allocator) == 40 && sizeof(DataTransfer) == 32);

} // namespace qopt::ort
