// The host's view of a call: prepared once at load, run many times.
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

/// The form of a call that its family prepared at load (packed weights); null if there is none.
using Prepared = std::shared_ptr<const void>;

/// Packed weights, shared by the calls that read them alike.
class Packings {
public:
  virtual ~Packings() = default;
  using Make = std::function<PackedWeightsPtr()>;
  /// Returns the packing held under `key`, which names all that packing depends on besides
  /// `source`; else the result of `make`.
  virtual Prepared pack(const std::string &key, const Tensor &source, const Make &make) = 0;
};

/// The context of loading one call.
struct HostLoad {
  const Execution &execution;
  std::span<const Tensor> constants;
  /// Operands that the prepared form replaces: runs no longer read their constants.
  std::unordered_set<const Operand *> &replaced;
  Packings &packings;

  /// Packs the constant `weights`, an operand of the call, by make(its values).
  template <typename Make>
  Prepared pack(const Operand &weights, const std::string &key, Make &&make) const {
    const Tensor &source = constants[weights.index];
    replaced.insert(&weights);
    return packings.pack(key, source, [&] { return make(source); });
  }
};

/// The context of one run of one call.
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
  /// Returns the factor's type with the zero point of this run.
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
  /// Returns the context of a call that this one consists of. The arguments must outlive it.
  HostRun part(std::span<const uint32_t> itsWrites, const Prepared &itsPrepared,
               const BlockProgram *itsProgram) const {
    return {execution,  buffers, constants, itsWrites,  itsPrepared,
            itsProgram, batch,   places,    cacheBytes, status};
  }

private:
  void *buffer(uint32_t index) const { return places[index]; }
};

/// An epilogue's operands as pointers; it must live as long as the run uses them.
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
