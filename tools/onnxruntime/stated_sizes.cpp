#include "tools/onnxruntime/stated_sizes.h"

#include "ir/values/weights.h"

#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace qopt::ort {

using onnx::GivenAttribute;
using onnx::GivenGraph;
using onnx::GivenTensor;

/// Returns the bytes as the context holds them for a module's constant; empty where it does not.
static std::span<const char> heldBytes(mlir::MLIRContext &context, std::span<const char> bytes) {
  const auto tensor = qrt::Tensor::view(qrt::ElementType::U8, {int64_t(bytes.size())},
                                        const_cast<char *>(bytes.data()));
  auto &manager = mlir::DenseResourceElementsHandle::getManagerInterface(&context).getBlobManager();
  const auto *entry = manager.lookup(nn::contentKey(tensor));
  const mlir::AsmResourceBlob *blob = entry ? entry->getBlob() : nullptr;
  if (!blob || !std::ranges::equal(blob->getData(), bytes))
    return {};
  return {blob->getData().data(), blob->getData().size()};
}

static void keepBytes(mlir::MLIRContext &context, GivenTensor &tensor) {
  if (tensor.bytes.empty() || tensor.owner)
    return;
  if (auto held = heldBytes(context, tensor.bytes); !held.empty()) {
    tensor.bytes = held;
    return;
  }
  auto copy = std::make_shared<std::vector<char>>(tensor.bytes.begin(), tensor.bytes.end());
  tensor.bytes = *copy;
  tensor.owner = std::move(copy);
}

static void keepConstants(mlir::MLIRContext &context, GivenGraph &graph) {
  for (auto &[name, tensor] : graph.constants)
    keepBytes(context, tensor);
  for (onnx::GivenNode &node : graph.nodes)
    for (GivenAttribute &attribute : node.attributes)
      if (auto *branch = std::get_if<std::shared_ptr<const GivenGraph>>(&attribute.value)) {
        auto own = std::make_shared<GivenGraph>(**branch);
        keepConstants(context, *own);
        *branch = std::move(own);
      }
}

StatedSizes::StatedSizes(const GraphPart &given, const PartOptions &chosen,
                         std::shared_ptr<mlir::MLIRContext> holder)
    : part(given), options(chosen), context(std::move(holder)) {
  keepConstants(*context, part.graph);
  options.keepsModules = false;
}

std::shared_ptr<CompiledPart> StatedSizes::kept(const std::vector<qrt::Shape> &shapes) {
  std::lock_guard lock(guard);
  auto known = std::ranges::find(programs, shapes, [](const auto &entry) { return entry.first; });
  if (known == programs.end())
    return nullptr;
  programs.splice(programs.begin(), programs, known);
  return programs.front().second;
}

static std::string textOf(const GivenGraph &graph) {
  std::string text;
  for (const onnx::GivenInput &input : graph.inputs) {
    qrt::Shape shape;
    for (const onnx::GivenSize &size : input.shape)
      shape.push_back(std::get<int64_t>(size));
    text += (text.empty() ? "" : ", ") + input.name + " " + qrt::shapeToString(shape);
  }
  return text;
}

std::shared_ptr<CompiledPart> StatedSizes::made(const Shapes &shapes, const std::string &place,
                                                Refusal &refusal) const {
  GraphPart stated = part;
  for (size_t i = 0; i < shapes.size(); ++i)
    stated.graph.inputs[i].shape.assign(shapes[i].begin(), shapes[i].end());
  const auto begin = std::chrono::steady_clock::now();
  auto program = compileStated(stated, options, refusal);
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
  const std::string sizes = textOf(stated.graph),
                    time = std::to_string(std::llround(taken.count())) + " ms";
  if (program) {
    options.say(LogLevel::Info,
                place + "a program for the sizes " + sizes + " alone was made in " + time);
    return program;
  }
  options.say(LogLevel::Info, place + "the sizes " + sizes + " were refused in " + time);
  refusal.status = {refusal.status.code(), "at the sizes " + sizes + ": " +
                                               refusal.status.message() +
                                               "; a session without this provider runs them"};
  return nullptr;
}

bool StatedSizes::isRefused(const Shapes &shapes, Refusal &refusal) {
  std::lock_guard lock(guard);
  auto known = std::ranges::find(refusals, shapes, [](const auto &entry) { return entry.first; });
  if (known == refusals.end())
    return false;
  refusal.status = known->second;
  return true;
}

void StatedSizes::remember(const Shapes &shapes, std::shared_ptr<CompiledPart> program,
                           const qrt::Status &why) {
  std::lock_guard lock(guard);
  if (program) {
    programs.emplace_front(shapes, std::move(program));
    hasPrograms = true;
    if (programs.size() > mostPrograms)
      programs.pop_back();
  } else if (why.code() == qrt::StatusCode::InvalidArgument ||
             why.code() == qrt::StatusCode::Unsupported) {
    refusals.emplace_front(shapes, why);
    if (refusals.size() > mostRefusals)
      refusals.pop_back();
  }
}

std::shared_ptr<CompiledPart> StatedSizes::partFor(const Shapes &shapes, const std::string &place,
                                                   Refusal &refusal) {
  if (isRefused(shapes, refusal))
    return nullptr;
  std::lock_guard lock(making);
  if (auto known = kept(shapes)) // another thread has made it
    return known;
  if (isRefused(shapes, refusal))
    return nullptr;
  auto program = made(shapes, place, refusal);
  remember(shapes, program, refusal.status);
  return program;
}

} // namespace qopt::ort
