#include "runtime/core/artifact.h"

#include "test/runtime/format/artifacts.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace qrt::test {
namespace {

Program doubled(bool dynamicBatch, int64_t width) {
  NetBuilder net(dynamicBatch);
  const Extent leading = dynamicBatch ? perSample() : fixed(1);
  ScalarBuilder b;
  auto x = b.input({ScalarInputKind::Tensor, ElementType::F32, 0});
  ElementwiseCall call;
  call.leading = leading;
  call.walk.sizes = {1, width};
  call.program = b.finish(b.apply(ScalarOp::AddF, x, x), ElementType::F32);
  const uint32_t in = net.input(ElementType::F32, {leading, fixed(width)});
  call.tensors = {{bufferOperand(in), {{width, 1}, 0}}};
  call.output = {{width, 1}, 0};
  net.callToOutput(call, ElementType::F32, {leading, fixed(width)});
  net.program.target = "host";
  spreadOut(net.program);
  return net.program;
}

class ArtifactFiles : public ::testing::Test {
protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "qart-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
  std::string put(const std::string &bytes) const {
    const std::string path = (folder / "net.qart").string();
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  std::filesystem::path folder;
};

void expectRefused(const Status &status, StatusCode code, std::string_view says) {
  EXPECT_EQ(status.code(), code) << status.message();
  EXPECT_NE(status.message().find(says), std::string::npos) << status.message();
}

TEST_F(ArtifactFiles, AProgramRunsFromAMappedFile) {
  const std::string path = put(artifactOf({doubled(true, 4)}));
  auto device = openDevice("host:1");
  std::optional<Model> model;
  {
    auto artifact = Artifact::open(path);
    ASSERT_TRUE(artifact.ok()) << artifact.status().message();
    EXPECT_EQ(artifact->name(), path);
    auto entry = artifact->choose((*device)->description());
    ASSERT_TRUE(entry.ok()) << entry.status().message();
    auto loaded = artifact->load(**device, *entry, {});
    ASSERT_TRUE(loaded.ok()) << loaded.status().message();
    model = std::move(*loaded);
  }
  std::filesystem::remove(path); // the mapping is the model's
  const std::vector<float> values = {1, 2, 3, 4, 5, 6, 7, 8};
  auto outputs = model->run({{"in0", Tensor::fromValues<float>({2, 4}, values)}});
  ASSERT_TRUE(outputs.ok()) << outputs.status().message();
  EXPECT_EQ((*outputs)[0].tensor.values<float>()[7], 16);
}

TEST_F(ArtifactFiles, WhatIsNoFileIsRefused) {
  expectRefused(Artifact::open((folder / "none.qart").string()).status(), StatusCode::NotFound,
                "cannot be opened");
  expectRefused(Artifact::open(folder.string()).status(), StatusCode::Io, "is no regular file");
  expectRefused(Artifact::open(put("")).status(), StatusCode::InvalidArgument, "the file is empty");
  expectRefused(Artifact::open(put("text")).status(), StatusCode::InvalidArgument,
                "is no .qart file");
}

TEST_F(ArtifactFiles, BytesInMemoryAreCopied) {
  std::string bytes = artifactOf({doubled(true, 4)});
  auto artifact = Artifact::copy(asBytes(bytes));
  bytes.assign(bytes.size(), 'x');
  ASSERT_TRUE(artifact.ok()) << artifact.status().message();
  EXPECT_TRUE(artifact->program(0).ok());
  expectRefused(artifact->program(1).status(), StatusCode::InvalidArgument, "no program 1");
  expectRefused(Artifact::copy({}).status(), StatusCode::InvalidArgument, "<memory>: ");
}

TEST(ArtifactChoice, GoesByDeviceAndShapes) {
  Program foreign = launches();
  const std::string bytes =
      artifactOf({foreign, doubled(true, 4), doubled(true, 8), doubled(false, 8)});
  auto artifact = Artifact::copy(asBytes(bytes), "net.qart");
  ASSERT_TRUE(artifact.ok()) << artifact.status().message();
  DeviceDescription host;
  host.driver = "host";
  auto chosen = [&](std::vector<Shape> shapes) {
    auto entry = artifact->choose(host, shapes);
    return entry ? int64_t(*entry) : -1;
  };
  EXPECT_EQ(chosen({}), 1);
  EXPECT_EQ(chosen({{3, 4}}), 1);
  EXPECT_EQ(chosen({{3, 8}}), 2);
  EXPECT_EQ(chosen({{1, 8}}), 3); // made for this batch alone
  EXPECT_EQ(chosen({{1, 9}}), -1);
  expectRefused(artifact->choose(host, std::vector<Shape>{{1, 9}}).status(),
                StatusCode::InvalidArgument,
                "net.qart: has no program on host for inputs of 1x9; it has opencl: in0 Nx4x4x2; "
                "host: in0 Nx4; host: in0 Nx8; host: in0 1x8; qrun compile --shape=");
  EXPECT_EQ(chosen({{1, 8}, {1, 8}}), -1);
  DeviceDescription other;
  other.driver = "cuda";
  other.name = "a card";
  expectRefused(artifact->choose(other).status(), StatusCode::Unsupported,
                "net.qart: has no program for cuda, a card; it has opencl: ");
}

TEST(ArtifactChoice, WhatADeviceLacksIsAReason) {
  ArtifactWriter writer;
  ArtifactEntry entry = entryOf(launches());
  entry.device.name = "large";
  entry.device.localMemoryBytes = 1024;
  entry.device.computeCapability = 80;
  entry.device.dp4a = entry.device.vnni = true;
  writer.add(entry, std::make_shared<Program>(launches()));
  std::string bytes;
  writer.write([&](std::span<const std::byte> part) {
    bytes.append(reinterpret_cast<const char *>(part.data()), part.size());
  });
  auto artifact = Artifact::copy(asBytes(bytes));
  DeviceDescription here = entry.device;
  here.name = "here";
  here.computeCapability = 86;
  EXPECT_TRUE(artifact->choose(here).ok()); // later ones run it
  here.localMemoryBytes = 512;
  expectRefused(artifact->choose(here).status(), StatusCode::Unsupported, "larger work-groups");
  here.localMemoryBytes = 2048;
  for (bool DeviceDescription::*fact : {&DeviceDescription::dp4a, &DeviceDescription::vnni}) {
    here.*fact = false;
    expectRefused(artifact->choose(here).status(), StatusCode::Unsupported,
                  "instructions of large");
    here.*fact = true;
  }
}

TEST(ArtifactChoice, ALibraryThatIsCalledHasToBeThere) {
  Program program = launches();
  std::get<Launch>(program.nodes[0].work).library = LibraryCall{"blas", "gemm", {}, {}};
  ArtifactWriter writer;
  ArtifactEntry entry = entryOf(program);
  entry.device.libraries = entry.device.allowedLibraries = {"blas", "another"};
  DeviceDescription here = entry.device;
  writer.add(entry, std::make_shared<Program>(program));
  std::string bytes;
  writer.write([&](std::span<const std::byte> part) {
    bytes.append(reinterpret_cast<const char *>(part.data()), part.size());
  });
  auto artifact = Artifact::copy(asBytes(bytes));
  ASSERT_TRUE(artifact.ok()) << artifact.status().message();
  EXPECT_EQ(artifact->entries()[0].device.libraries, std::vector<std::string>{"blas"});
  EXPECT_TRUE(artifact->program(0).ok());
  EXPECT_TRUE(artifact->choose(here).ok());
  here.libraries = {"another"};
  expectRefused(
      artifact->choose(here).status(), StatusCode::Unsupported,
      "it calls the library blas, which is not found here: install it, or compile without "
      "--libraries=blas");
}

TEST(ArtifactChoice, GoesByTheOrderOfFloatSums) {
  Program direct = doubled(true, 4);
  direct.floatOrder = FloatOrder::Direct;
  auto both = Artifact::copy(asBytes(artifactOf({doubled(true, 4), direct})));
  ASSERT_TRUE(both.ok()) << both.status().message();
  EXPECT_EQ(text(both->entries()[1]), "host, float order direct: in0 Nx4");
  auto device = openDevice("host:1");
  const DeviceDescription &host = (*device)->description();
  EXPECT_EQ(*both->choose(host), 0u);
  EXPECT_EQ(*both->choose(host, {}, FloatOrder::Direct), 1u);
  LoadOptions options;
  options.floatOrder = FloatOrder::Direct;
  EXPECT_TRUE(both->load(**device, 1, options).ok());
  expectRefused(both->load(**device, 0, options).status(), StatusCode::Unsupported,
                "its float order is fast: compile with --float-order=direct");
  expectRefused(Model::load(**device, *both->program(0), options).status(), StatusCode::Unsupported,
                "compile it again with --float-order=direct");
  auto fast = Artifact::copy(asBytes(artifactOf({doubled(true, 4)})), "fast.qart");
  expectRefused(fast->choose(host, {}, FloatOrder::Direct).status(), StatusCode::Unsupported,
                "(its float order is fast: compile with --float-order=direct)");
  // Each order is for who asks for it, and for who asks for nothing.
  Program invariant = doubled(true, 4);
  invariant.floatOrder = FloatOrder::Invariant;
  auto other = Artifact::copy(asBytes(artifactOf({direct, invariant})));
  EXPECT_EQ(*other->choose(host, {}, FloatOrder::Invariant), 1u);
  EXPECT_EQ(*other->choose(host, {}, FloatOrder::Direct), 0u);
  EXPECT_EQ(*other->choose(host), 0u);
  expectRefused(both->choose(host, {}, FloatOrder::Invariant).status(), StatusCode::Unsupported,
                "compile with --float-order=invariant");
}

TEST(ArtifactChoice, AProgramIsLoadedOnItsOwnDeviceAlone) {
  const std::string bytes = artifactOf({launches()});
  auto artifact = Artifact::copy(asBytes(bytes));
  auto device = openDevice("host:1");
  expectRefused(artifact->load(**device, 0, {}).status(), StatusCode::Unsupported,
                "it is for opencl");
}

} // namespace
} // namespace qrt::test
