#include "tools/onnxruntime/context_node.h"

#include "tools/io/file.h"

#include <algorithm>
#include <filesystem>
#include <limits>

namespace qopt::ort {

namespace fs = std::filesystem;

static constexpr const char *contextType = "EPContext", *contextDomain = "com.microsoft";

/// Returns null where the node has none of that name.
static const Attribute *attributeOf(const Api &api, const Node *node, const char *name) {
  const Attribute *attribute = nullptr;
  if (Status *status = api.attributeOf(node, name, &attribute)) {
    api.releaseStatus(status);
    return nullptr;
  }
  return attribute;
}

static std::string textOf(const Api &api, const Node *node, const char *name) {
  const Attribute *attribute = attributeOf(api, node, name);
  return attribute ? attributeBytes(api, attribute, AttributeType::String) : "";
}

bool isContextNode(const Api &api, const Node *node) {
  return std::string_view(api.get(api.operatorType, node)) == contextType &&
         std::string_view(api.get(api.domain, node)) == contextDomain &&
         textOf(api, node, "source") == providerName;
}

// ---- making ----

namespace {

/// It makes attributes for a node, which copies them.
class Attributes {
public:
  explicit Attributes(const Api &api) : api(api) {}
  Attributes(const Attributes &) = delete;
  ~Attributes() { std::ranges::for_each(made, api.releaseAttribute); }

  void add(const char *name, const std::string &text) {
    if (text.size() > size_t(std::numeric_limits<int>::max()))
      throw Failure{ErrorCode::InvalidArgument,
                    "qopt: a part of more than 2 GiB cannot be embedded in a model"};
    add(name, text.data(), int(text.size()), AttributeKind::String);
  }
  void add(const char *name, int64_t number) { add(name, &number, 1, AttributeKind::Int); }

  Attribute *const *data() const { return made.data(); }
  size_t size() const { return made.size(); }

private:
  void add(const char *name, const void *data, int length, AttributeKind kind) {
    Attribute *attribute = nullptr;
    api.must(api.createAttribute(name, data, length, kind, &attribute));
    made.push_back(attribute);
  }

  const Api &api;
  std::vector<Attribute *> made;
};

} // namespace

/// Returns the file of the model that is made, as ONNX Runtime names it where nobody does. It is
/// empty where the model may stay in memory: ModelCompiler names no file then, and none either
/// where it chooses one.
static fs::path pathOfMade(const ContextOptions &options, const std::string &model) {
  if (!options.path.empty())
    return options.path;
  const fs::path source = model;
  if (source.empty() || options.isOfModelCompiler)
    return {};
  return source.parent_path() / (source.stem().string() + "_ctx.onnx");
}

/// Each file gets its name once those behind it have theirs: where one cannot be written none has.
static qrt::Status write(std::span<const ContextFile> files) {
  if (files.empty())
    return {};
  qrt::Status others;
  const auto bytes = [&](llvm::raw_ostream &file) { file << files[0].bytes; };
  const auto writeOthers = [&](llvm::StringRef) { return others = write(files.subspan(1)); };
  qrt::Status status = io::writeCheckedFile(files[0].path, bytes, writeOthers);
  return others.ok() ? status : others;
}

void writeContextFiles(std::span<const ContextFile> files) {
  if (qrt::Status status = write(files); !status.ok())
    fail(status, "");
}

static std::vector<const char *> pointersTo(const std::vector<std::string> &texts) {
  std::vector<const char *> pointers;
  for (const std::string &text : texts)
    pointers.push_back(text.c_str());
  return pointers;
}

Node *makeContextNode(const Api &api, const Node *fused, const CompiledPart &part,
                      std::string bytes, const ContextOptions &options, const std::string &model,
                      std::vector<ContextFile> &files) {
  if (!api.createNode)
    throw Failure{ErrorCode::NotImplemented, "qopt: this build of ONNX Runtime makes no models"};
  const std::string name = api.get(api.nodeName, fused);
  std::vector<std::string> outputs = part.outputs; // an output that nobody reads loses its name
  const auto taken = namesOf(api, api.list(api.outputCount, api.outputs, fused));
  for (std::string &output : outputs)
    if (std::ranges::find(taken, output) == taken.end())
      output.clear();
  const fs::path file = pathOfMade(options, model);
  const bool isEmbedded = options.isEmbedded || file.empty();
  Attributes attributes(api);
  attributes.add("source", providerName);
  attributes.add("main_context", 1);
  attributes.add("embed_mode", isEmbedded ? 1 : 0);
  const std::string beside = file.stem().string() + "_" + options.prefix + name + ".qart";
  attributes.add("ep_cache_context", isEmbedded ? bytes : beside);
  attributes.add("ep_sdk_version", QOPT_VERSION);
  attributes.add("partition_name", options.prefix + name);
  const auto read = pointersTo(part.inputs), made = pointersTo(outputs);
  Node *node = nullptr;
  api.must(api.createNode(contextType, contextDomain, name.c_str(), read.data(), read.size(),
                          made.data(), made.size(), attributes.data(), attributes.size(), &node));
  if (!isEmbedded)
    files.push_back({(file.parent_path() / beside).string(), std::move(bytes)});
  return node;
}

// ---- opening ----

/// A model names files in its own folder, and no others: one whose folder nobody states has none.
static std::string pathBeside(const std::string &model, const std::string &name,
                              const std::string &place) {
  const fs::path file = name;
  if (file.empty() || file.is_absolute() || std::ranges::find(file, fs::path("..")) != file.end())
    throw Failure{ErrorCode::InvalidArgument, "qopt: '" + name +
                                                  "', where a part of the model should lie, is no "
                                                  "file beside it"};
  if (model.empty())
    throw Failure{ErrorCode::InvalidArgument,
                  "qopt: " + place + ": its program lies in the file '" + name +
                      "' beside the model, which is in memory: state the model's path by the "
                      "session's entry ep.context_file_path"};
  return (fs::path(model).parent_path() / file).string();
}

/// Returns the types of elements by ONNX's numbers; an absent value has 0.
static std::vector<int> typesOf(const Api &api, const std::vector<const ValueInfo *> &values) {
  std::vector<int> types;
  for (const ValueInfo *value : values)
    types.push_back(value && *api.get(api.valueName, value) ? elementTypeOf(api, value) : 0);
  return types;
}

static bool holdsProgram(const Api &api, const Node *node, const std::string &place) {
  const Attribute *mode = attributeOf(api, node, "embed_mode");
  try {
    return !mode || attributeInt(api, mode) != 0;
  } catch (const Failure &failure) {
    throw Failure{failure.code, "qopt: " + place + ": " + failure.message};
  }
}

std::shared_ptr<CompiledPart> openContextNode(const Api &api, const GraphNode &node,
                                              const ContextOptions &options,
                                              const std::string &model, const PartOptions &parts) {
  const std::string where = model.empty() ? options.path : model;
  const std::string place =
      (where.empty() ? "the model" : where) + ": EPContext '" + node.given.name + "'";
  const bool isEmbedded = holdsProgram(api, node.node, place);
  const std::string held = textOf(api, node.node, "ep_cache_context");
  auto part = isEmbedded ? openPart(std::as_bytes(std::span(held)), place, parts)
                         : openPartFile(pathBeside(where, held, place), parts);
  part->inputs = node.given.inputs;
  part->outputs = node.given.outputs;
  part->inputTypes = typesOf(api, node.inputs);
  if (qrt::Status status = setOutputTypes(*part, typesOf(api, node.outputs)); !status.ok())
    throw Failure{ErrorCode::InvalidArgument,
                  "qopt: " + place + ": its program is another one's: " + status.message()};
  if (qrt::Status status = parts.check ? parts.check(*part) : qrt::Status(); !status.ok())
    fail(status, place + ": ");
  return part;
}

} // namespace qopt::ort
