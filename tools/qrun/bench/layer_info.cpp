#include "tools/qrun/bench/layer_info.h"

#include "runtime/format/constant_sizes.h"
#include "tools/libqopt/flows/times/layer_times.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace qrt;

namespace qopt::run {

static std::set<uint32_t> constantsOf(const Node &node, int64_t batch) {
  std::set<uint32_t> constants;
  auto add = [&]<typename T>(const T &operand) {
    if constexpr (!std::same_as<T, Operand>)
      constants.insert(operand.value);
    else if (operand.space == Operand::Space::Constant)
      constants.insert(operand.index);
  };
  if (const Call *call = std::get_if<Call>(&node.work)) {
    std::visit([&](const auto &c) { visitOperands(c, add); }, *call);
    return constants;
  }
  for (const LaunchArgument &argument : launchOf(node, batch).arguments)
    if (const Operand *operand = std::get_if<Operand>(&argument))
      add(*operand);
  if (const auto &library = launchOf(node, batch).library)
    llvm::for_each(library->operands, add);
  return constants;
}

int64_t constantBytes(const Program &program, const Node &node, int64_t batch) {
  int64_t bytes = 0;
  for (uint32_t constant : constantsOf(node, batch))
    bytes += loadedBytes(program, constant);
  return bytes;
}

namespace {
class Writer {
public:
  Writer(llvm::json::OStream &json, const Program &program, int64_t batch)
      : json(json), program(program), batch(batch) {}

  void node(const Node &node) {
    json.attribute("runs_as", workOf(program, node, batch));
    const Call *call = std::get_if<Call>(&node.work);
    json.attribute("call", llvm::json::fixUTF8(call ? callKey(program, *call) : node.key));
    if (!node.note.empty())
      json.attribute("note", llvm::json::fixUTF8(node.note));
    values("inputs", node.reads);
    values("outputs", node.writes);
    json.attribute("weight_bytes", constantBytes(program, node, batch));
    if (!call)
      launch(launchOf(node, batch));
  }

private:
  template <typename List, typename Of>
  void numbers(llvm::StringRef name, const List &list, Of of) {
    json.attributeArray(name, [&] {
      for (const auto &item : list)
        json.value(int64_t(of(item)));
    });
  }

  void values(llvm::StringRef name, llvm::ArrayRef<uint32_t> buffers) {
    json.attributeArray(name, [&] {
      for (uint32_t index : buffers)
        json.object([&] {
          const Buffer &buffer = program.buffers[index];
          json.attribute("value", llvm::json::fixUTF8(buffer.key));
          json.attribute("type", llvm::StringRef(elementTypeName(buffer.type)));
          numbers("shape", buffer.shape, [&](const Extent &size) { return size.at(batch); });
        });
    });
  }

  void launch(const Launch &launch) {
    numbers("global", launch.global, [&](const Extent &size) { return size.at(batch); });
    numbers("local", launch.local, [](uint32_t size) { return size; });
    json.attribute("local_bytes", int64_t(launch.localBytes));
  }

  llvm::json::OStream &json;
  const Program &program;
  int64_t batch;
};
} // namespace

void writeLayerInfo(llvm::json::OStream &json, const Program &program, int64_t batch) {
  llvm::MapVector<llvm::StringRef, std::vector<const Node *>> layers;
  for (const Node &node : program.nodes)
    layers[node.name].push_back(&node);
  Writer writer(json, program, batch);
  json.attributeArray("layers", [&] {
    for (const auto &[name, nodes] : layers)
      json.object([&] {
        json.attribute("name", llvm::json::fixUTF8(name));
        json.attributeArray("nodes", [&] {
          for (const Node *node : nodes)
            json.object([&] { writer.node(*node); });
        });
      });
  });
}

} // namespace qopt::run
