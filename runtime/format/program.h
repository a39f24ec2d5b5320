// A compiled network as plain data: buffers with a static plan, constants, and
// a DAG of nodes. Lowering writes it; drivers run it. A node is a Call (what to
// compute, in device-neutral terms: the host driver runs it as it stands) or a
// Launch (a kernel of a device, emitted from a Call).
#pragma once

#include "runtime/numerics/geometry.h"
#include "runtime/numerics/loops.h"
#include "runtime/numerics/scalar_program.h"
#include "runtime/numerics/tensor.h"

#include <array>
#include <string>
#include <variant>
#include <vector>

namespace qrt {

/// round_up(scale·N + offset, multiple), N the batch of the run.
struct Extent {
  int64_t scale = 0, offset = 0, multiple = 1;
  constexpr int64_t at(int64_t batch) const {
    int64_t value = scale * batch + offset;
    return (value + multiple - 1) / multiple * multiple;
  }
  bool operator==(const Extent &) const = default;
};

/// What keeps every extent below 2^62 at every batch: verifyProgram refuses
/// coefficients past extentLimit, drivers refuse batches past maxBatch.
constexpr int64_t extentLimit = int64_t(1) << 40;
constexpr int64_t maxBatch = int64_t(1) << 20;

enum class BufferRole : uint8_t { Input, Output, Activation };

/// A range of the arena. Two buffers may share bytes only where the nodes'
/// order keeps their lifetimes apart.
struct Buffer {
  std::string key; // of the value it holds
  ElementType type = ElementType::F32;
  std::vector<Extent> shape; // physical order; rank-4 activations are NHWC
  BufferRole role = BufferRole::Activation;
  Extent bytes;  // before alignment
  Extent offset; // in the arena, a multiple of bufferAlignment for every N
};
/// Of a buffer's offset, in bytes: a cache line, the widest vector.
constexpr int64_t bufferAlignment = 64;

/// The dense size of a buffer, as `Buffer::bytes` must state it. At most one
/// dimension may grow with N.
Extent denseBytes(ElementType type, const std::vector<Extent> &shape);

/// Packed values (i4, u4) are unpacked at load: whoever reads the constant sees that type.
struct Constant {
  std::string key; // content hash
  Tensor value;
};

/// A buffer or a constant.
struct Operand {
  enum class Space : uint8_t { Buffer, Constant } space = Space::Buffer;
  uint32_t index = 0;
  bool operator==(const Operand &) const = default;
};

/// The epilogue of a call; tensors and channels as in loops.h. Channel vectors
/// are constants.
struct CallEpilogue {
  struct TensorOperand {
    Operand operand;
    std::array<int64_t, 3> strides; // sample, pixel, channel
  };
  ScalarProgram program;
  std::vector<TensorOperand> tensors;
  std::vector<uint32_t> channels; // constants
};

struct Conv2dCall {
  Conv2dShape shape;
  Extent samples;
  QuantizedInput inputType;
  ElementType weightType = ElementType::F32; // no wider than the input's; z = 0
  Operand input;
  uint32_t weights; // constant, OIHW
  CallEpilogue epilogue;
};

struct MatmulCall {
  MatmulShape shape;
  Extent batch, rows;
  QuantizedInput inputType, bType;
  Operand a, b;
  CallEpilogue epilogue;
};

struct Pool2dCall {
  Pool2dShape shape;
  Extent samples;
  QuantizedInput inputType;
  Operand input;
  CallEpilogue epilogue;
};

struct ReduceCall {
  ReduceShape shape;
  Extent outer;
  QuantizedInput inputType;
  Operand input;
  CallEpilogue epilogue;
};

struct SoftmaxCall {
  Extent outer;
  int64_t axis = 1;
  Operand input; // F32
  CallEpilogue epilogue;
};

/// One program over an index space; leading = the size of dimension 0 at N.
struct ElementwiseCall {
  struct TensorOperand {
    Operand operand;
    StridedAccess access;
  };
  Extent leading;
  StridedWalk walk; // sizes[0] is ignored: `leading` stands for it
  ScalarProgram program;
  std::vector<TensorOperand> tensors;
  StridedAccess output;
};

/// Transpose, slice, concat part, layout change: a strided move, byte for byte.
struct CopyCall {
  Extent leading;
  StridedWalk walk;
  Operand input;
  StridedAccess source, target;
};

/// Sets the first `count` elements of the output (the border of a pad, before its interior is
/// copied).
struct FillCall {
  Extent count;
  uint64_t bits = 0;
};

/// Range tap: min and max of F32 `input` into observation `index`.
struct ObserveCall {
  Operand input;
  Extent count;
  uint32_t index = 0;
};

using Call = std::variant<Conv2dCall, MatmulCall, Pool2dCall, ReduceCall, SoftmaxCall,
                          ElementwiseCall, CopyCall, FillCall, ObserveCall>;

/// A kernel's complete source in the portable dialect (OpenCL C and CUDA C++).
struct KernelSource {
  std::string entry;
  std::string source;
};

/// An argument: a buffer or constant pointer, a 32-bit extent (`int` in the
/// kernel), or the observation store: three 32-bit words per observation, f32
/// min and max (+inf, −inf at first) and how many NaN there were.
struct ObservationStore {
  static constexpr size_t words = 3;
};
using LaunchArgument = std::variant<Operand, Extent, ObservationStore>;

struct Launch {
  uint32_t kernel = 0; // index in Program::kernels
  std::vector<LaunchArgument> arguments;
  std::array<Extent, 3> global; // work-items; a multiple of local
  std::array<uint32_t, 3> local{1, 1, 1};
};

struct Node {
  std::string name;             // the layer, for errors and profiles
  std::vector<uint32_t> after;  // nodes that must have ended: data and reuse edges
  std::vector<uint32_t> reads;  // buffers
  std::vector<uint32_t> writes; // buffers
  std::variant<Call, Launch> work;
};

/// A constant made once at load: `source` moved through a strided copy into
/// zero-filled storage (packing of canonical weights for a kernel).
struct LoadCopy {
  uint32_t source = 0;
  uint32_t target = 0; // a Constant whose value is empty until loaded
  ElementType type;
  Shape targetShape;
  StridedWalk walk;
  StridedAccess from, to;
};

struct Port {
  std::string name;
  uint32_t buffer;
};

struct Program {
  std::string target; // driver name: "host", "opencl"
  std::vector<Buffer> buffers;
  std::vector<Constant> constants;
  std::vector<LoadCopy> loads;
  std::vector<KernelSource> kernels;
  std::vector<Node> nodes; // a valid order; the edges say what else is valid
  std::vector<Port> inputs, outputs;
  std::vector<std::string> observations; // keys
  Extent arenaBytes;
  bool dynamicBatch = false; // otherwise every run is at N = 1
};

/// The largest sum of live buffers' bytes over the nodes' order at batch N,
/// before alignment: what no plan can go below.
int64_t largestLiveSet(const Program &program, int64_t batch);
/// The plan's highest end at batch N with alignment's padding taken out: every
/// buffer in the plan's vertical order, as low as the buffers below it that
/// are live with it allow, at its unaligned size.
int64_t plannedBytes(const Program &program, int64_t batch);

/// Checks everything a driver relies on, so that no field can lead a Call out
/// of its buffers: enums, indices, edges that point backwards (the list is a
/// valid order), extents for every N ≥ 1, what each Call touches, types of
/// scalar programs, table look-ups, reads after their writes, and bytes shared
/// only by buffers whose uses the edges order. Launches are checked as far as
/// their arguments; what a kernel does with them is trusted.
Status verifyProgram(const Program &program);

/// The program as text, for people and lit tests.
std::string describe(const Program &program);

/// What a call that reads `operand` sees.
inline ElementType typeOf(const Program &program, const Operand &operand) {
  return operand.space == Operand::Space::Buffer
             ? program.buffers[operand.index].type
             : unpackedType(program.constants[operand.index].value.type());
}

} // namespace qrt
