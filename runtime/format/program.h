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

/// The fault store: a 32-bit word per entry of Program::faults, 0 at first; a kernel whose guard
/// met an index outside writes another, and the run fails.
struct FaultStore {
  bool operator==(const FaultStore &) const = default;
};
/// An argument: a buffer or constant pointer, a 32-bit extent (`int` in the
/// kernel), or the fault store.
using LaunchArgument = std::variant<Operand, Extent, FaultStore>;

/// A function of a library that the driver opens when a program wants it: what it computes, where.
struct LibraryCall {
  std::string library;           // "clblast", as DeviceDescription::libraries has it
  std::string function;          // as the library's room in the driver calls it
  std::vector<Operand> operands; // in the function's order, as are sizes
  std::vector<Extent> sizes;
  bool operator==(const LibraryCall &) const = default;
};
QRT_FIELDS(LibraryCall, library, function, operands, sizes)

struct Launch {
  /// For `kernel`: the library's call is all there is.
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

/// What runs a node from this batch on.
struct LargerBatch {
  int64_t from = 0;
  Launch launch;
};
QRT_FIELDS(LargerBatch, from, launch)

/// What a node touches of a buffer where that is not all of it: of every `period` elements those
/// from `first` on, before `end`. Parts of a concatenation are written and read so.
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

/// What runs a node of kernels at batch N.
inline const Launch &launchOf(const Node &node, int64_t batch) {
  const Launch *launch = &std::get<Launch>(node.work);
  for (const LargerBatch &larger : node.larger)
    if (larger.from <= batch)
      launch = &larger.launch;
  return *launch;
}

/// Calls visit(launch) for all that may run the node.
template <typename Visit> void visitLaunches(const Node &node, Visit &&visit) {
  if (const Launch *launch = std::get_if<Launch>(&node.work))
    visit(*launch);
  for (const LargerBatch &larger : node.larger)
    visit(larger.launch);
}

/// The buffer of a tensor of the caller's (PortDescription says what that is). It lies with the
/// dimension that grows with the batch first: where that is not the tensor's first, dimension i of
/// the buffer is the tensor's order[i].
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
  /// What its float sums may be made of, a choice of who compiles it: Direct, Fast or Invariant.
  FloatOrder floatOrder = FloatOrder::Fast;
};
QRT_FIELDS(Program, target, buffers, constants, loads, kernels, nodes, inputs, outputs, faults,
           arenaBytes, dynamicBatch, floatOrder)

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

/// Whether a run at batch N is N runs at batch 1: every call is, and of inputs and outputs a sample
/// is a part. Of a verified program of calls.
bool isPerSample(const Program &program);

/// The libraries that its launches call, each once, by name.
std::vector<std::string> librariesOf(const Program &program);

/// What a call computes, as text: the same for two calls that compute alike, whatever their layers,
/// buffers and constants are called. Its operands count from b0 in order of its fields, each with
/// type and shape; a constant's contents are not part of it. Tuning and reports go by it.
std::string callKey(const Program &program, const Call &call);

/// The program as text, for people and lit tests.
std::string describe(const Program &program);

/// What a call that reads `operand` sees.
inline ElementType typeOf(const Program &program, const Operand &operand) {
  return operand.space == Operand::Space::Buffer
             ? program.buffers[operand.index].type
             : unpackedType(program.constants[operand.index].value.type());
}

} // namespace qrt
