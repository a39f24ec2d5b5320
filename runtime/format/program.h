// A compiled network as plain data: buffers with a static plan, constants, and
// a DAG of nodes. Lowering writes it; drivers run it. A node is a Call (what to
// compute, in device-neutral terms: the host driver runs it as it stands) or a
// Launch (a kernel of a device, emitted from a Call).
#pragma once

#include "runtime/calls/calls.h"
#include "runtime/loads/loads.h"

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace qrt {

/// A kernel's complete source in the portable dialect (OpenCL C and CUDA C++).
struct KernelSource {
  std::string entry;
  std::string source;
};
QRT_FIELDS(KernelSource, entry, source)

/// The fault store: a 32-bit word per entry of Program::faults, initially 0. A kernel whose guard
/// met an index outside writes another value, and the run fails.
struct FaultStore {
  bool operator==(const FaultStore &) const = default;
};
/// An argument: a buffer or constant pointer, a 32-bit extent (`int` in the
/// kernel), or the fault store.
using LaunchArgument = std::variant<Operand, Extent, FaultStore>;

/// A call of a library's function; the driver opens the library when a program needs it.
struct LibraryCall {
  std::string library;           // "clblast", as DeviceDescription::libraries has it
  std::string function;          // as the library's room in the driver calls it
  std::vector<Operand> operands; // in the function's order, as are sizes
  std::vector<Extent> sizes;
  bool operator==(const LibraryCall &) const = default;
};
QRT_FIELDS(LibraryCall, library, function, operands, sizes)

struct Launch {
  /// The value of `kernel` in a launch that consists of a library's call only.
  static constexpr uint32_t noKernel = ~0u;
  uint32_t kernel = 0; // index in Program::kernels
  std::vector<LaunchArgument> arguments;
  std::array<Extent, 3> global; // work-items; a multiple of local
  std::array<uint32_t, 3> local{1, 1, 1};
  uint32_t localBytes =
      0; // local memory that the launch gives; what the kernel declares is beside it
  bool dependent = false;  // waits by itself for the launch before (dependent_launch.h)
  std::string choice = {}; // the kernel's row and parameters, by which tuning and reports call it
  std::optional<LibraryCall> library = std::nullopt; // called first
  bool hasKernel() const { return kernel != noKernel; }
  bool operator==(const Launch &) const = default;
};
QRT_FIELDS(Launch, kernel, arguments, global, local, localBytes, dependent, choice, library)

/// The launch that runs a node from batch `from` on.
struct LargerBatch {
  int64_t from = 0;
  Launch launch;
};
QRT_FIELDS(LargerBatch, from, launch)

/// The part of a buffer that a node touches if it is not all of it: elements [first, end) of every
/// `period` elements. Parts of a concatenation are written and read so.
struct BufferPart {
  uint32_t buffer = 0;
  int64_t period = 1, first = 0, end = 1;
  bool operator==(const BufferPart &) const = default;
};
QRT_FIELDS(BufferPart, buffer, period, first, end)

struct Node {
  std::string name;             // the layer, for errors and profiles
  std::string note;             // why it is there, where no layer says; for people
  std::vector<uint32_t> after;  // nodes that must have ended: data and reuse edges
  std::vector<uint32_t> reads;  // buffers
  std::vector<uint32_t> writes; // buffers
  std::variant<Call, Launch> work;
  std::string key = {};                 // callKey of what a Launch was emitted from
  std::vector<LargerBatch> larger = {}; // of a Launch: others for larger batches, ascending
  std::vector<BufferPart> parts = {};   // of buffers that it touches in part, all of each
};
QRT_FIELDS(Node, name, note, after, reads, writes, work, key, larger, parts)

/// Returns the launch that runs a node at batch `batch`.
inline const Launch &launchOf(const Node &node, int64_t batch) {
  const Launch *launch = &std::get<Launch>(node.work);
  for (const LargerBatch &larger : node.larger)
    if (larger.from <= batch)
      launch = &larger.launch;
  return *launch;
}

/// Calls visit(launch) for every launch of the node, whatever the batch.
template <typename Visit> void visitLaunches(const Node &node, Visit &&visit) {
  if (const Launch *launch = std::get_if<Launch>(&node.work))
    visit(*launch);
  for (const LargerBatch &larger : node.larger)
    visit(larger.launch);
}

/// The buffer of a caller's tensor (PortDescription). Its first dimension is the one that grows
/// with the batch: if that is not the tensor's first, dimension i of the buffer is the tensor's
/// order[i].
struct PortBuffer {
  std::string name;
  uint32_t buffer;
  std::vector<uint32_t> order = {}; // empty: as the tensor
};
QRT_FIELDS(PortBuffer, name, buffer, order)

struct Program {
  std::string target; // driver name: "host", "opencl"
  std::vector<Buffer> buffers;
  std::vector<Constant> constants;
  std::vector<LoadStep> loads; // in this order, after the constants that have values
  std::vector<KernelSource> kernels;
  std::vector<Node> nodes; // a valid order; the edges say what else is valid
  std::vector<PortBuffer> inputs, outputs;
  std::vector<std::string> faults; // layers whose kernels may meet an index outside
  Extent arenaBytes;
  bool dynamicBatch = false; // otherwise every run is at N = 1
  /// The order of float sums, chosen when the program is compiled: Direct, Fast or Invariant.
  FloatOrder floatOrder = FloatOrder::Fast;
};
QRT_FIELDS(Program, target, buffers, constants, loads, kernels, nodes, inputs, outputs, faults,
           arenaBytes, dynamicBatch, floatOrder)

/// Returns the largest sum of live buffers' bytes over the nodes' order at batch N, before
/// alignment: a lower bound for every plan.
int64_t largestLiveSet(const Program &program, int64_t batch);
/// Returns the plan's highest end at batch N without alignment's padding: buffers are placed in the
/// plan's vertical order, each as low as the live buffers below it allow, at its unaligned size.
int64_t plannedBytes(const Program &program, int64_t batch);

/// Checks everything that a driver relies on, so that no field can lead a Call out of its buffers:
/// enums, indices, edges that point backwards (the list is a valid order), extents for every N ≥ 1,
/// the elements that each Call touches, types of scalar programs, table look-ups, reads after their
/// writes, and bytes shared only by buffers whose uses the edges order. Of Launches only the
/// arguments are checked; kernels are trusted.
Status verifyProgram(const Program &program);

/// Returns whether a run at batch N equals N runs at batch 1: every call does, and each sample is a
/// part of the inputs and outputs. The program must be verified and consist of calls.
bool isPerSample(const Program &program);

/// Returns the names of the libraries that the program's launches call, each once.
std::vector<std::string> librariesOf(const Program &program);

/// Returns the computation of a call as text. Two calls that compute alike have the same text,
/// whatever the names of their layers, buffers and constants. Operands count from b0 in the order
/// of the call's fields, each with type and shape; a constant's contents are not part of it. Tuning
/// and reports use it as a key.
std::string callKey(const Program &program, const Call &call);

/// Returns the program as text, for people and lit tests.
std::string describe(const Program &program);

/// Returns the type that a call reading `operand` sees.
inline ElementType typeOf(const Program &program, const Operand &operand) {
  return operand.space == Operand::Space::Buffer
             ? program.buffers[operand.index].type
             : unpackedType(program.constants[operand.index].value.type());
}

} // namespace qrt
