#include "lowering/tune/layer_program.h"

#include "lowering/emit/kernels.h"
#include "lowering/emit/memory_plan.h"

#include <map>

namespace qopt {
namespace {

/// A node's call, its operands renumbered.
class Layer {
public:
  Layer(const qrt::Program &calls, const qrt::Node &node) : calls(calls), node(node) {
    program.target = calls.target;
    program.dynamicBatch = calls.dynamicBatch;
    program.floatOrder = calls.floatOrder;
    own.name = node.name;
    for (uint32_t buffer : node.reads)
      own.reads.push_back(place(buffer, qrt::BufferRole::Input, program.inputs));
    for (uint32_t buffer : node.writes)
      own.writes.push_back(place(buffer, qrt::BufferRole::Output, program.outputs));
    qrt::Call call = std::get<qrt::Call>(node.work);
    std::visit([&](auto &c) { qrt::visitOperands(c, [&](auto &o) { renumber(o); }); }, call);
    own.work = std::move(call);
  }

  void add() { append(own); }
  void fillOutputs() {
    for (uint32_t buffer : own.writes) {
      const qrt::Buffer &output = program.buffers[buffer];
      const int64_t width = int64_t(qrt::byteWidth(output.type));
      qrt::Node fill;
      fill.name = "fill";
      fill.writes = {buffer};
      fill.work = qrt::FillCall{{output.bytes.scale / width, output.bytes.offset / width, 1}, 0};
      append(std::move(fill));
    }
  }

  qrt::Program program;

private:
  /// Appends a node that runs behind all others.
  void append(qrt::Node next) {
    if (!program.nodes.empty())
      next.after = {uint32_t(program.nodes.size() - 1)};
    program.nodes.push_back(std::move(next));
  }
  uint32_t place(uint32_t buffer, qrt::BufferRole role, std::vector<qrt::PortBuffer> &ports) {
    auto [known, isNew] = buffers.try_emplace(buffer, uint32_t(program.buffers.size()));
    if (isNew) {
      program.buffers.push_back(calls.buffers[buffer]);
      program.buffers.back().role = role;
      ports.push_back({"b" + std::to_string(known->second), known->second});
    }
    return known->second;
  }
  uint32_t constant(uint32_t index) {
    auto [known, isNew] = constants.try_emplace(index, uint32_t(program.constants.size()));
    if (isNew)
      program.constants.push_back(calls.constants[index]);
    return known->second;
  }
  void renumber(qrt::Operand &operand) {
    operand.index = operand.space == qrt::Operand::Space::Constant ? constant(operand.index)
                                                                   : buffers.at(operand.index);
  }
  void renumber(qrt::ConstantIndex &index) { index.value = constant(index.value); }

  const qrt::Program &calls;
  const qrt::Node &node;
  qrt::Node own;
  std::map<uint32_t, uint32_t> buffers, constants; // of the whole program → here
};

/// `choice` for the problem's range of batches.
Choices choicesFor(const TuningProblem &problem, const Choice &choice) {
  Choices choices{{problem.key.from, choice}};
  if (problem.next)
    choices.push_back({*problem.next, choice}); // the range's end is what a launch may depend on
  return choices;
}

} // namespace

qrt::Expected<qrt::Program> layerProgram(const qrt::Program &calls, const TuningProblem &problem,
                                         std::span<const Choice> choices,
                                         const qrt::DeviceDescription &device, LayerUse use) {
  Layer layer(calls, calls.nodes[problem.nodes.front()]);
  if (use == LayerUse::Checked)
    layer.fillOutputs();
  const size_t fills = layer.program.nodes.size();
  for (size_t i = 0; i < choices.size(); ++i)
    layer.add();
  planArena(layer.program);
  if (qrt::Status status = qrt::verifyProgram(layer.program); !status.ok())
    return qrt::Status(status.code(), "internal: layer '" + layer.program.nodes.back().name +
                                          "' alone is not valid: " + status.message());
  qrt::Expected<std::vector<Choices>> selected = selectKernels(layer.program, device);
  if (!selected)
    return selected.status();
  for (size_t i = 0; i < choices.size(); ++i)
    (*selected)[fills + i] = choicesFor(problem, choices[i]);
  return emitKernels(std::move(layer.program), *selected, device);
}

qrt::Expected<qrt::Program> smallestProgram(const qrt::DeviceDescription &device) {
  qrt::Program program;
  program.target = device.driver;
  program.buffers = {{"y", qrt::ElementType::I32, {{0, 1}}, qrt::BufferRole::Output, {0, 4}, {}}};
  program.outputs = {{"y", 0}};
  qrt::Node fill;
  fill.name = "fill";
  fill.writes = {0};
  fill.work = qrt::FillCall{{0, 1}, 0};
  program.nodes.push_back(std::move(fill));
  planArena(program);
  auto selected = selectKernels(program, device);
  if (!selected)
    return selected.status();
  return emitKernels(std::move(program), *selected, device);
}

} // namespace qopt
