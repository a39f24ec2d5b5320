#include "importers/graphdef/file/graph_file.h"

#include "importers/common/file_bytes.h"

#include "llvm/ADT/STLExtras.h"

#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/text_format.h>

namespace qopt::graphdef {

using qrt::invalidArgument;

namespace {
/// Keeps the first error of a text.
class FirstError : public google::protobuf::io::ErrorCollector {
public:
  void AddError(int line, google::protobuf::io::ColumnNumber column,
                const std::string &message) override {
    if (text.empty())
      text = "line " + std::to_string(line + 1) + ", column " + std::to_string(column + 1) + ": " +
             message;
  }
  void AddWarning(int, google::protobuf::io::ColumnNumber, const std::string &) override {}
  std::string text;
};
} // namespace

static qrt::Expected<GraphFile> parseText(llvm::StringRef bytes) {
  auto graph = std::make_shared<proto::GraphDef>();
  FirstError error;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  parser.AllowUnknownField(true);
  if (!parser.ParseFromString(bytes.str(), graph.get()))
    return invalidArgument("is no GraphDef as text: " + error.text);
  return GraphFile{std::move(graph), {}, {}, false};
}

// ---- SavedModel ----

static const proto::MetaGraphDef *servingGraph(const proto::SavedModel &model) {
  for (const proto::MetaGraphDef &meta : model.meta_graphs())
    if (llvm::is_contained(meta.meta_info_def().tags(), "serve"))
      return &meta;
  return model.meta_graphs_size() == 1 ? &model.meta_graphs(0) : nullptr;
}

static const proto::SignatureDef *servingSignature(const proto::MetaGraphDef &meta) {
  auto found = meta.signature_def().find("serving_default");
  if (found != meta.signature_def().end())
    return &found->second;
  const proto::SignatureDef *only = nullptr;
  for (const auto &[name, signature] : meta.signature_def())
    if (signature.outputs_size() > 0 && name != "__saved_model_init_op") {
      if (only)
        return nullptr;
      only = &signature;
    }
  return only;
}

static qrt::Expected<GraphFile> fromMetaGraph(const proto::MetaGraphDef &meta, bool isSavedModel) {
  GraphFile file;
  file.graph = std::make_shared<proto::GraphDef>(meta.graph_def());
  file.isSavedModel = isSavedModel;
  const proto::SignatureDef *signature = servingSignature(meta);
  if (!signature && meta.signature_def_size() > 1) {
    std::string names;
    for (const auto &[name, one] : meta.signature_def())
      names += (names.empty() ? "'" : ", '") + name + "'";
    return invalidArgument("has several signatures and none is 'serving_default': " + names +
                           "; name the graph's values by --inputs= and --outputs= after freezing "
                           "one of them");
  }
  if (signature) {
    for (const auto &[name, info] : signature->inputs())
      file.inputs[name] = info.name();
    for (const auto &[name, info] : signature->outputs())
      file.outputs[name] = info.name();
  }
  return file;
}

qrt::Expected<GraphFile> parseGraph(llvm::StringRef bytes, bool isText) {
  constexpr size_t most = size_t(std::numeric_limits<int32_t>::max());
  if (bytes.empty() || bytes.size() > most)
    return invalidArgument("is empty, not a GraphDef");
  google::protobuf::LogSilencer quiet;
  if (isText)
    return parseText(bytes);
  auto graph = std::make_shared<proto::GraphDef>();
  if (graph->ParseFromArray(bytes.data(), int(bytes.size())) && graph->node_size() > 0)
    return GraphFile{std::move(graph), {}, {}, false};
  proto::SavedModel saved;
  if (saved.ParseFromArray(bytes.data(), int(bytes.size())) && saved.meta_graphs_size() > 0) {
    const proto::MetaGraphDef *meta = servingGraph(saved);
    if (meta && meta->graph_def().node_size() > 0)
      return fromMetaGraph(*meta, /*isSavedModel=*/true);
    return invalidArgument("is a SavedModel without a graph tagged 'serve'");
  }
  proto::MetaGraphDef meta;
  if (meta.ParseFromArray(bytes.data(), int(bytes.size())) && meta.graph_def().node_size() > 0)
    return fromMetaGraph(meta, /*isSavedModel=*/false);
  return invalidArgument("is damaged, cut off, or no GraphDef and no SavedModel (its protobuf does "
                         "not parse, or has no nodes); a file of text ends in .pbtxt");
}

qrt::Expected<GraphFile> readGraph(const std::string &path, SourceHash &hash) {
  auto buffer = readFileBytes(path, "; keep the weights of a SavedModel in its variables");
  if (!buffer)
    return buffer.status();
  llvm::StringRef bytes = (*buffer)->getBuffer();
  auto file = parseGraph(bytes, llvm::StringRef(path).ends_with_insensitive(".pbtxt"));
  if (file)
    hash.add(bytes);
  return file;
}

} // namespace qopt::graphdef
