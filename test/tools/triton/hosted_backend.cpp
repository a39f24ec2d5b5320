#include "test/tools/triton/hosted_backend.h"

#include <random>

namespace qopt::test {

BackendLibrary::BackendLibrary()
    : library(dlopen(QOPT_BINARY_DIR "/triton/qopt/libtriton_qopt.so", RTLD_NOW | RTLD_LOCAL)) {
  if (!library) {
    ADD_FAILURE() << dlerror();
    std::abort();
  }
  const auto find = [&](const char *name, auto &function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
  };
  find("TRITONBACKEND_Initialize", initialize);
  find("TRITONBACKEND_Finalize", finalize);
  find("TRITONBACKEND_GetBackendAttribute", attributes);
  find("TRITONBACKEND_ModelInitialize", openModel);
  find("TRITONBACKEND_ModelFinalize", closeModel);
  find("TRITONBACKEND_ModelInstanceInitialize", openInstance);
  find("TRITONBACKEND_ModelInstanceFinalize", closeInstance);
  find("TRITONBACKEND_ModelInstanceExecute", execute);
}

std::string textOf(TRITONSERVER_Error *error) {
  std::string text = error ? TRITONSERVER_ErrorMessage(error) : "";
  TRITONSERVER_ErrorDelete(error);
  return text;
}

testing::AssertionResult says(const std::string &text, const std::vector<std::string> &parts) {
  for (const std::string &part : parts)
    if (text.find(part) == std::string::npos)
      return testing::AssertionFailure() << "'" << text << "' does not say '" << part << "'";
  return testing::AssertionSuccess();
}

std::string floats(size_t count, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<float> values(count);
  for (float &value : values)
    value = float(random() % 4001) / 1000.0f - 2.0f;
  return numbers(values);
}

TRITONBACKEND_Input input(const std::string &name, TRITONSERVER_DataType type,
                          std::vector<int64_t> shape, const std::string &bytes) {
  return {name, type, std::move(shape), {bytes}};
}

void HostedBackend::SetUp() {
  ScratchTest::SetUp();
  fakeServer().log.clear();
  ASSERT_EQ(textOf(backend.initialize(&server)), "");
}

void HostedBackend::TearDown() {
  EXPECT_EQ(textOf(backend.finalize(&server)), "");
  EXPECT_EQ(fakeServer().liveObjects, 0);
  ScratchTest::TearDown();
}

static void must(const std::string &command) {
  ASSERT_EQ(std::system((command + " > /dev/null").c_str()), 0) << command;
}

std::string HostedBackend::compile(const std::string &model, const std::string &options) {
  static int number = 0;
  const std::string file = path("compiled" + std::to_string(number++) + ".qart");
  must(QOPT_TEST_TOOLS "/qrun compile --quiet " + model + " " + options + " -o " + file);
  return file;
}

std::string HostedBackend::compileText(const std::string &text, const std::string &options) {
  return compile(put("model.mlir", text), options);
}

static std::string npy(const std::string &type, const std::vector<int64_t> &shape,
                       const std::string &bytes) {
  std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (";
  for (int64_t size : shape)
    header += std::to_string(size) + ",";
  header += "), }";
  header.resize((header.size() + 11 + 63) / 64 * 64 - 10, ' ');
  header.back() = '\n';
  std::string file("\x93NUMPY\x01\x00", 8);
  file += {char(header.size() & 255), char(header.size() >> 8)};
  return file + header + bytes;
}

std::string HostedBackend::run(const std::string &model, const std::vector<Array> &inputs,
                               const std::string &output, const std::string &device) {
  std::string command = QOPT_TEST_TOOLS "/qrun run --quiet " + model + " --device=" + device;
  for (const Array &array : inputs)
    command += " --input=" + array.name + "=" +
               put(array.name + ".npy", npy(array.type, array.shape, array.bytes));
  must(command + " --output=" + output + "=" + path("out.npy"));
  const std::string file = ScratchTest::bytesOf(path("out.npy"));
  return file.size() < 10 ? ""
                          : file.substr(10 + uint8_t(file[8]) + 256 * size_t(uint8_t(file[9])));
}

TRITONBACKEND_Model HostedBackend::repository(const std::string &file, const std::string &config) {
  std::filesystem::create_directories(folder / "model" / "1");
  if (!file.empty())
    std::filesystem::copy_file(file, folder / "model" / "1" / "model.qart",
                               std::filesystem::copy_options::overwrite_existing);
  return {&server, path("model"), config};
}

std::unique_ptr<TRITONBACKEND_ModelInstance>
HostedBackend::instance(TRITONBACKEND_Model &model, TRITONSERVER_InstanceGroupKind kind) {
  static int number = 0;
  return std::make_unique<TRITONBACKEND_ModelInstance>(
      TRITONBACKEND_ModelInstance{&model, "model_" + std::to_string(number++), kind});
}

void HostedBackend::execute(TRITONBACKEND_ModelInstance &on,
                            const std::vector<TRITONBACKEND_Request *> &requests) {
  std::vector<TRITONBACKEND_Request *> given = requests;
  ASSERT_EQ(textOf(backend.execute(&on, given.data(), uint32_t(given.size()))), "");
  for (const TRITONBACKEND_Request *request : requests) {
    EXPECT_EQ(request->responses, 1);
    EXPECT_EQ(request->releases, 1);
    EXPECT_EQ(request->reports, 1);
    EXPECT_EQ(request->isSuccess, !request->error);
  }
}

std::string HostedBackend::logged() const {
  std::string text;
  for (const std::string &line : fakeServer().log)
    text += line + "\n";
  return text;
}

} // namespace qopt::test
