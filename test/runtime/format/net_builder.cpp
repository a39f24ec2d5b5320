#include "test/runtime/format/net_builder.h"

#include <algorithm>

namespace qrt::test {

CallEpilogue storeAccumulator(ElementType accumulator, ElementType result) {
  ScalarBuilder b;
  CallEpilogue epilogue;
  epilogue.program = b.finish(b.accumulator(accumulator), result);
  return epilogue;
}

std::vector<int64_t> denseStrides(const std::vector<int64_t> &sizes) {
  std::vector<int64_t> strides(sizes.size(), 1);
  for (size_t d = sizes.size(); d-- > 1;)
    strides[d - 1] = strides[d] * sizes[d];
  return strides;
}

uint32_t NetBuilder::buffer(std::string key, ElementType type, std::vector<Extent> shape,
                            BufferRole role) {
  Extent bytes = denseBytes(type, shape);
  program.buffers.push_back({std::move(key), type, std::move(shape), role, bytes, {}});
  return uint32_t(program.buffers.size() - 1);
}

uint32_t NetBuilder::input(ElementType type, std::vector<Extent> shape) {
  std::string name = "in" + std::to_string(program.inputs.size());
  uint32_t index = buffer(name, type, std::move(shape), BufferRole::Input);
  program.inputs.push_back({name, index});
  return index;
}

uint32_t NetBuilder::output(ElementType type, std::vector<Extent> shape) {
  std::string name = "out" + std::to_string(program.outputs.size());
  uint32_t index = buffer(name, type, std::move(shape), BufferRole::Output);
  program.outputs.push_back({name, index});
  return index;
}

uint32_t NetBuilder::activation(ElementType type, std::vector<Extent> shape) {
  return buffer("value" + std::to_string(program.buffers.size()), type, std::move(shape),
                BufferRole::Activation);
}

uint32_t NetBuilder::constant(Tensor value) {
  program.constants.push_back(
      {"constant" + std::to_string(program.constants.size()), std::move(value)});
  return uint32_t(program.constants.size() - 1);
}

uint32_t NetBuilder::call(Call work, std::initializer_list<uint32_t> target) {
  Node node;
  node.name = "layer" + std::to_string(program.nodes.size());
  node.reads = readsOf(work);
  node.writes = target;
  std::erase_if(node.reads, [&](uint32_t buffer) { // memory of the call's own
    return std::find(target.begin(), target.end(), buffer) != target.end();
  });
  for (uint32_t i = 0; i < program.nodes.size(); ++i) {
    const Node &earlier = program.nodes[i];
    auto writes = [&](uint32_t buffer) {
      return std::find(earlier.writes.begin(), earlier.writes.end(), buffer) !=
             earlier.writes.end();
    };
    bool isFill = std::holds_alternative<FillCall>(std::get<Call>(earlier.work));
    if (std::any_of(node.reads.begin(), node.reads.end(), writes) ||
        (isFill && std::any_of(node.writes.begin(), node.writes.end(), writes)))
      node.after.push_back(i);
  }
  node.work = std::move(work);
  program.nodes.push_back(std::move(node));
  return uint32_t(program.nodes.size() - 1);
}

uint32_t NetBuilder::callToOutput(Call work, ElementType type, std::vector<Extent> shape) {
  return call(std::move(work), {output(type, std::move(shape))});
}

Program vastOutput() {
  NetBuilder net;
  uint32_t in = net.input(ElementType::F32, {perSample()});
  CopyCall call;
  call.leading = perSample();
  call.walk.sizes = {1, 1 << 26};
  call.input = bufferOperand(in);
  call.source.strides = {0, 0};
  call.target.strides = {1 << 26, 1};
  net.callToOutput(call, ElementType::F32, {perSample(), fixed(1 << 26)});
  return std::move(net.program);
}

} // namespace qrt::test
