// What the host executes a call with: prepared once at load, run many times.
#pragma once

#include "runtime/calls/storage.h"
#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/matmul/packed_weights.h"
#include "runtime/numerics/types/walk.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <unordered_set>

namespace qrt {

/// What a family made of a call at load (packed weights); null where nothing is.
using Prepared = std::shared_ptr<const void>;

/// Packed weights, which calls that read them alike share.
class Packings {
public:
  virtual ~Packings() = default;
  using Make = std::function<PackedWeightsPtr()>;
  /// What is held under `key`, which names all that packing reads beside `source`; else what is
  /// made now.
  virtual Prepared pack(const std::string &key, const Tensor &source, const Make &make) = 0;
};

/// Loading one call.
struct HostLoad {
  const Execution &execution;
  std::span<const Tensor> constants;
  /// Operands that the prepared form replaces: runs read their constants no more.
  std::unordered_set<const Operand *> &replaced;
  Packings &packings;

  /// The constant `weights`, an operand of the call's, packed by make(its values).
  template <typename Make>
  Prepared pack(const Operand &weights, const std::string &key, Make &&make) const {
    const Tensor &source = constants[weights.index];
    replaced.insert(&weights);
    return packings.pack(key, source, [&] { return make(source); });
  }
};

/// One run of one call.
struct HostRun {
  const Execution &execution;
  std::span<const Buffer> buffers;
  std::span<const Tensor> constants;
  std::span<const uint32_t> writes; // of the node
  const Prepared &prepared;
  const BlockProgram *program; // the call's one scalar program, where it has one
  int64_t batch;
  std::span<char *const> places; // where each buffer begins; inputs are the caller's
  int64_t cacheBytes;            // of a core's own cache
  Status &status;                // of the run: the first failure stays

  int64_t at(const Extent &extent) const { return extent.at(batch); }
  const void *data(const Operand &operand) const {
    return operand.space == Operand::Space::Buffer ? buffer(operand.index)
                                                   : constants[operand.index].data();
  }
  /// With the zero point of this run.
  QuantizedInput typeOf(const Factor &factor) const;
  void *result(size_t index = 0) const { return buffer(writes[index]); }
  ElementType resultType() const { return buffers[writes[0]].type; }
  size_t resultWidth() const { return byteWidth(resultType()); }
  ElementType typeOf(const Operand &operand) const {
    return operand.space == Operand::Space::Buffer ? buffers[operand.index].type
                                                   : constants[operand.index].type();
  }
  void fail(Status failure) const {
    if (status.ok())
      status = std::move(failure);
  }
  StridedWalk walk(StridedWalk walk, const Extent &leading) const {
    walk.sizes[0] = at(leading);
    return walk;
  }
  /// Of a call that this one is made of; it outlives what it is given.
  HostRun part(std::span<const uint32_t> itsWrites, const Prepared &itsPrepared,
               const BlockProgram *itsProgram) const {
    return {execution,  buffers, constants, itsWrites,  itsPrepared,
            itsProgram, batch,   places,    cacheBytes, status};
  }

private:
  void *buffer(uint32_t index) const { return places[index]; }
};

/// An epilogue's operands as pointers; alive as long as the run uses them.
class BoundEpilogue {
public:
  BoundEpilogue(const HostRun &run, const CallEpilogue &call, int64_t innerSamples = 1);
  operator const Epilogue &() const { return epilogue; }

private:
  std::vector<EpilogueTensor> tensors;
  std::vector<const void *> channels;
  BlockProgramPtr auxiliary;
  Epilogue epilogue;
};

} // namespace qrt
