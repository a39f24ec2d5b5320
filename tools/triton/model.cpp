#include "tools/triton/model.h"

#include "tools/triton/failure.h"

#include <filesystem>

namespace qopt::triton {

static Json jsonIn(TRITONSERVER_Message *message) {
  const char *base = nullptr;
  size_t bytes = 0;
  must(TRITONSERVER_MessageSerializeToJson(message, &base, &bytes));
  if (!bytes)
    return Json::object();
  return must(Json::parse({base, bytes}), "a message of the server: ");
}

namespace {
/// Owns a message, which it deletes.
class OwnMessage {
public:
  OwnMessage() = default;
  ~OwnMessage() {
    if (message)
      if (TRITONSERVER_Error *error = TRITONSERVER_MessageDelete(message))
        TRITONSERVER_ErrorDelete(error);
  }
  OwnMessage(const OwnMessage &) = delete;
  TRITONSERVER_Message *message = nullptr;
};
} // namespace

static Json configOf(TRITONBACKEND_Model *model) {
  OwnMessage config;
  must(TRITONBACKEND_ModelConfig(model, 1, &config.message));
  return jsonIn(config.message);
}

static void setConfig(TRITONBACKEND_Model *model, const Json &config) {
  const std::string text = config.print();
  OwnMessage message;
  must(TRITONSERVER_MessageNewFromSerializedJson(&message.message, text.data(), text.size()));
  must(TRITONBACKEND_ModelSetConfig(model, 1, message.message));
}

static std::filesystem::path repositoryOf(TRITONBACKEND_Model *model) {
  TRITONBACKEND_ArtifactType type;
  const char *location = nullptr;
  must(TRITONBACKEND_ModelRepository(model, &type, &location));
  if (type != TRITONBACKEND_ARTIFACT_FILESYSTEM)
    fail(TRITONSERVER_ERROR_UNSUPPORTED, "a model has to lie in a file system");
  return location;
}

/// Returns the file that the configuration names; model.qart where it names none. Where there is no
/// configuration, the server names a file as the backend is called.
static std::string fileOf(const std::filesystem::path &folder, const Json &config) {
  const std::string stated = config["default_model_filename"].string();
  const bool isOwn = !stated.empty() && stated != "model.qopt";
  const std::filesystem::path path = folder / (isOwn ? stated : "model.qart");
  if (!std::filesystem::exists(path))
    fail(TRITONSERVER_ERROR_NOT_FOUND,
         path.string() + " is not there: put what qrun compile wrote in its place" +
             (isOwn ? ", or leave default_model_filename out" : ""));
  return path.string();
}

std::unique_ptr<ModelState> openModel(TRITONBACKEND_Model *model) {
  const std::filesystem::path repository = repositoryOf(model);
  const uint64_t version = told(TRITONBACKEND_ModelVersion, model);
  Json config = configOf(model);
  auto artifact =
      must(qrt::Artifact::open(fileOf(repository / std::to_string(version), config)), "");
  Served served = servedBy(artifact);
  if (told(TRITONBACKEND_ModelAutoCompleteConfig, model)) {
    TRITONSERVER_Message *backend = nullptr; // the server's
    must(TRITONBACKEND_BackendConfig(told(TRITONBACKEND_ModelBackend, model), &backend));
    config = completed(std::move(config), served, defaultBatchIn(jsonIn(backend)));
    setConfig(model, config);
  }
  Settings settings = settingsOf(config, served, (repository / "config.pbtxt").string());
  return std::make_unique<ModelState>(
      ModelState{std::move(artifact), std::move(served), std::move(settings)});
}

} // namespace qopt::triton
