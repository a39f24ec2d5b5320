// The guarantees of every run: batches, threads, reused bytes, and clear refusals.
#include "test/conformance/harness.h"

#include "runtime/cache/kernel_cache.h"
#include "runtime/drivers/cuda/compiler.h"
#include "runtime/drivers/opencl/compile/program_object.h"

#include <atomic>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <thread>
#include <unistd.h>

namespace qrt::test {
namespace {

class RunConformance : public Conformance {
protected:
  static constexpr int64_t size = 1000;

  static ElementwiseCall addConstant(uint32_t from, float amount) {
    ScalarBuilder b;
    ScalarProgram program =
        b.finish(b.apply(ScalarOp::AddF, b.input({ScalarInputKind::Tensor, ElementType::F32, 0}),
                         b.constant(amount)),
                 ElementType::F32);
    ElementwiseCall call;
    call.leading = perSample();
    call.walk.sizes = {1, size};
    call.program = program;
    call.output.strides = {size, 1};
    call.tensors = {{bufferOperand(from), call.output}};
    return call;
  }

  /// in0 + 1 + 2 + … in a chain whose buffers must share bytes, and a branch
  /// beside it.
  static NetBuilder chain(bool dynamic = true) {
    NetBuilder net(dynamic);
    Extent batch = dynamic ? perSample() : fixed(1);
    std::vector<Extent> shape{batch, fixed(size)};
    uint32_t x = net.input(ElementType::F32, shape);
    uint32_t at = x, branch = x;
    for (int i = 1; i <= 6; ++i) {
      uint32_t next =
          i == 6 ? net.output(ElementType::F32, shape) : net.activation(ElementType::F32, shape);
      net.call(withLeading(addConstant(at, float(i)), batch), {next});
      at = next;
      if (i == 2) {
        branch = net.output(ElementType::F32, shape);
        net.call(withLeading(addConstant(at, -7), batch), {branch});
      }
    }
    return net;
  }
  static ElementwiseCall withLeading(ElementwiseCall call, Extent leading) {
    call.leading = leading;
    return call;
  }
};

TEST_P(RunConformance, OnePlanServesEveryBatch) {
  NetBuilder net = chain();
  compare(net, {1, 3, 32, 301, 2, 1});
  Expected<Program> compiled = compile(net.program);
  ASSERT_TRUE(compiled.ok()) << compiled.status().message();
  int64_t everyBuffer = 0;
  for (const Buffer &buffer : compiled->buffers)
    everyBuffer += buffer.bytes.at(32);
  EXPECT_LT(compiled->arenaBytes.at(32), everyBuffer) << "no byte is shared: the test is idle";
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(RunConformance, ThreadsShareOneExecutable) {
  NetBuilder net = chain();
  auto loaded = load(net.program);
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  std::unique_ptr<Executable> expected = reference(net.program);
  struct Job {
    int64_t batch;
    std::vector<Tensor> inputs, outputs, wanted;
    std::atomic<int> failures = 0;
  };
  Job jobs[3];
  for (int i = 0; i < 3; ++i) {
    jobs[i].batch = i * 2 + 1;
    jobs[i].inputs = randomInputs(random, net.program, jobs[i].batch);
    jobs[i].outputs = emptyOutputs(net.program, jobs[i].batch);
    jobs[i].wanted = emptyOutputs(net.program, jobs[i].batch);
    ASSERT_TRUE(expected->run(jobs[i].batch, jobs[i].inputs, jobs[i].wanted).ok());
  }
  std::vector<std::thread> threads;
  for (Job &job : jobs)
    threads.emplace_back([&, &job = job] {
      for (int round = 0; round < 20; ++round) {
        bool right = (*loaded)->run(job.batch, job.inputs, job.outputs).ok();
        for (size_t i = 0; right && computes() && i < job.outputs.size(); ++i)
          right =
              std::memcmp(job.outputs[i].data(), job.wanted[i].data(), job.wanted[i].bytes()) == 0;
        job.failures += !right;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  for (Job &job : jobs)
    EXPECT_EQ(job.failures, 0) << "at batch " << job.batch;
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

// Runs that are looked into and runs that are not, in turn, at batches that change.
TEST_P(RunConformance, AProfiledRunIsARun) {
  NetBuilder net = chain();
  auto loaded = load(net.program);
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  Expected<Program> compiled = compile(net.program);
  ASSERT_TRUE(compiled.ok());
  for (int64_t batch : {4, 4, 2, 4}) {
    std::vector<Tensor> inputs = randomInputs(random, net.program, batch);
    std::vector<Tensor> outputs = emptyOutputs(net.program, batch),
                        wanted = emptyOutputs(net.program, batch);
    ASSERT_TRUE((*loaded)->run(batch, inputs, wanted).ok());
    std::vector<double> seconds(compiled->nodes.size(), -1);
    Status status = (*loaded)->profile(batch, inputs, outputs, seconds);
    if (!computes()) {
      EXPECT_EQ(status.code(), StatusCode::Unsupported);
      continue;
    }
    ASSERT_TRUE(status.ok()) << status.message();
    for (size_t i = 0; i < outputs.size(); ++i)
      expectClose(outputs[i], wanted[i], {});
    for (double time : seconds)
      EXPECT_TRUE(time >= 0 && time < 60) << time;
    std::vector<Tensor> none;
    EXPECT_FALSE((*loaded)->profile(batch, none, outputs, seconds).ok());
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

// The bits of run(), whether tensors begin at a multiple of 64 bytes or not; a run may be queued
// behind one that has not ended.
TEST_P(RunConformance, ARunInTheDevicesMemoryIsARun) {
  NetBuilder net = chain();
  auto loaded = load(net.program);
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  if (auto bytes = device->allocate(1, nullptr); !bytes.ok()) {
    EXPECT_EQ(bytes.status().code(), StatusCode::Unsupported);
    std::vector<Tensor> inputs = randomInputs(random, net.program, 1),
                        outputs = emptyOutputs(net.program, 1);
    EXPECT_EQ((*loaded)->runOnDevice(1, inputs, outputs, nullptr).status().code(),
              StatusCode::Unsupported);
    EXPECT_EQ(device->copy(outputs[0].mutableData(), inputs[0].data(), 1, nullptr).code(),
              StatusCode::Unsupported);
    GTEST_SKIP() << "its memory has no addresses that programs know; that it says so was checked";
  }
  for (auto [batch, behind] : {std::pair(3, 0), {3, 4}, {5, 64}, {3, 0}}) {
    const std::vector<Tensor> inputs = randomInputs(random, net.program, batch);
    std::vector<Tensor> outputs = emptyOutputs(net.program, batch),
                        wanted = emptyOutputs(net.program, batch);
    ASSERT_TRUE((*loaded)->run(batch, inputs, wanted).ok());
    std::vector<Tensor> in, out;
    std::vector<std::shared_ptr<DeviceBytes>> bytes;
    auto place = [&](const Tensor &tensor, std::vector<Tensor> &placed) {
      auto made = device->allocate(tensor.bytes() + size_t(behind), nullptr);
      ASSERT_TRUE(made.ok()) << made.status().message();
      std::vector<std::byte> image(size_t(behind) + tensor.bytes());
      std::memcpy(image.data() + behind, tensor.data(), tensor.bytes());
      ASSERT_TRUE((*made)->write(image.data(), image.size(), nullptr).ok());
      placed.push_back(Tensor::view(tensor.type(), tensor.shape(),
                                    static_cast<char *>((*made)->data()) + behind));
      bytes.push_back(std::move(*made));
    };
    for (const Tensor &input : inputs)
      place(input, in);
    for (const Tensor &output : outputs)
      place(output, out);
    for (int round = 0; round < 3; ++round) {
      auto end = (*loaded)->runOnDevice(batch, in, out, nullptr);
      ASSERT_TRUE(end.ok()) << end.status().message();
      if (round == 2) {
        ASSERT_TRUE((*end)->wait().ok());
      }
    }
    for (size_t i = 0; i < outputs.size(); ++i) {
      ASSERT_TRUE(bytes[inputs.size() + i]
                      ->read(outputs[i].mutableData(), size_t(behind), outputs[i].bytes(), nullptr)
                      .ok());
      Tensor copied = Tensor::allocate(outputs[i].type(), outputs[i].shape());
      ASSERT_TRUE(device->copy(copied.mutableData(), out[i].data(), copied.bytes(), nullptr).ok());
      EXPECT_EQ(std::memcmp(outputs[i].data(), copied.data(), copied.bytes()), 0);
      if (computes()) {
        EXPECT_EQ(std::memcmp(outputs[i].data(), wanted[i].data(), wanted[i].bytes()), 0);
      }
    }
  }
  std::vector<Tensor> none;
  EXPECT_FALSE((*loaded)->runOnDevice(1, none, none, nullptr).ok());
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

// An input stays where it is, and other runs leave both alone.
TEST_P(RunConformance, ABoundRunKeepsItsInputs) {
  NetBuilder net = chain();
  auto loaded = load(net.program);
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  std::vector<Tensor> inputs = randomInputs(random, net.program, 3),
                      others = randomInputs(random, net.program, 3);
  std::vector<Tensor> outputs = emptyOutputs(net.program, 3), wanted = emptyOutputs(net.program, 3);
  ASSERT_TRUE((*loaded)->run(3, inputs, wanted).ok());
  auto bound = (*loaded)->bind(3);
  ASSERT_TRUE(bound.ok()) << bound.status().message();
  ASSERT_TRUE((*bound)->upload(0, inputs[0]).ok());
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE((*bound)->start().ok());
    ASSERT_TRUE((*loaded)->run(3, others, outputs).ok());
    Status status = (*bound)->wait();
    ASSERT_TRUE(status.ok()) << status.message();
    for (size_t i = 0; i < outputs.size(); ++i) {
      ASSERT_TRUE((*bound)->download(i, outputs[i]).ok());
      expectClose(outputs[i], wanted[i], {});
    }
  }
  Tensor wrong = Tensor::allocate(ElementType::F32, {2, size});
  EXPECT_EQ((*bound)->upload(0, wrong).code(), StatusCode::InvalidArgument);
  EXPECT_EQ((*bound)->upload(1, inputs[0]).code(), StatusCode::InvalidArgument);
  EXPECT_EQ((*bound)->download(0, wrong).code(), StatusCode::InvalidArgument);
  EXPECT_FALSE((*loaded)->bind(0).ok());
}

TEST_P(RunConformance, WrongArgumentsAreRefused) {
  NetBuilder net = chain(), single = chain(false);
  auto loaded = load(net.program), fixedBatch = load(single.program);
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  ASSERT_TRUE(fixedBatch.ok()) << fixedBatch.status().message();
  std::vector<Tensor> inputs = randomInputs(random, net.program, 2);
  std::vector<Tensor> outputs = emptyOutputs(net.program, 2);
  auto refuses = [&](Executable &executable, int64_t batch, std::vector<Tensor> in,
                     std::vector<Tensor> out, std::string_view says) {
    Status status = executable.run(batch, in, out);
    EXPECT_EQ(status.code(), StatusCode::InvalidArgument);
    EXPECT_NE(status.message().find(says), std::string::npos) << status.message();
  };
  refuses(**loaded, 2, {}, outputs, "1 input");
  refuses(**loaded, 2, inputs, {}, "2 output");
  refuses(**loaded, 3, inputs, outputs, "'in0'");
  refuses(**loaded, 0, inputs, outputs, "batch 0");
  refuses(**loaded, -1, inputs, outputs, "batch -1");
  refuses(**loaded, maxBatch + 1, inputs, outputs, "batch");
  refuses(**fixedBatch, 2, inputs, outputs, "batch 2");
  refuses(**loaded, 2, {Tensor::allocate(ElementType::I32, {2, size})}, outputs, "i32");
  refuses(**loaded, 2, inputs, {outputs[0], Tensor::allocate(ElementType::F32, {2, 3})}, "'out1'");
  EXPECT_TRUE((*loaded)->run(2, inputs, outputs).ok()) << "a refusal must leave it usable";
}

TEST_P(RunConformance, CorruptProgramsAreRefused) {
  Expected<Program> program = compile(chain().program);
  ASSERT_TRUE(program.ok()) << program.status().message();
  auto refuses = [&](auto &&corrupt, const char *what) {
    auto broken = std::make_shared<Program>(*program);
    corrupt(*broken);
    auto loaded = device->load(broken, {});
    EXPECT_FALSE(loaded.ok()) << what;
  };
  refuses([](Program &p) { p.buffers[1].offset = {int64_t(1) << 30, 0, 1}; }, "outside the arena");
  refuses([](Program &p) { p.buffers[1].offset.scale += 1; }, "unaligned");
  refuses([](Program &p) { p.nodes[1].reads = {99}; }, "no such buffer");
  refuses([](Program &p) { p.nodes[1].after.clear(); }, "read before it is written");
  refuses([](Program &p) { p.inputs[0].buffer = 1000; }, "port of no buffer");
}

TEST_P(RunConformance, KernelsComeFromTheCache) {
  if (!device->description().takesKernels)
    GTEST_SKIP() << GetParam() << " compiles no kernels";
  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("qrt-conformance-" + std::to_string(getpid()));
  std::string warning;
  auto warn = [&](const std::string &text) { warning = text; };
  NetBuilder net = chain();
  Expected<Program> compiled = compile(net.program);
  ASSERT_TRUE(compiled.ok());
  const DeviceDescription &facts = device->description();
  const std::string built =
      facts.driver == "cuda" ? cuda::buildOptionsText(facts) : opencl::buildOptions;
  auto keyOf = [&](const Node &node) {
    const KernelSource &kernel = compiled->kernels[std::get<Launch>(node.work).kernel];
    return KernelKey{facts.name, facts.version, built, kernel.source};
  };
  for (int round = 0; round < 2; ++round) {
    auto cache = KernelCache::open((folder / "kernels.sqlite").string(), warn);
    ASSERT_TRUE(cache) << warning;
    size_t ready = 0;
    LoadOptions options;
    options.cache = cache.get();
    options.progress = [&](size_t done, size_t) { ready = done; };
    auto loaded = load(net.program, options);
    ASSERT_TRUE(loaded.ok()) << loaded.status().message();
    EXPECT_GT(ready, 0u);
    std::vector<Tensor> inputs{Tensor::allocate(ElementType::F32, {1, size})};
    std::vector<Tensor> outputs = emptyOutputs(net.program, 1);
    ASSERT_TRUE((*loaded)->run(1, inputs, outputs).ok());
    // Round 1 finds the second node's kernel (+ 2) in the first one's place (+ 1).
    EXPECT_EQ(outputs[1].values<float>()[0], round == 0 ? 21.0f : 22.0f);
    auto second = cache->find(keyOf(compiled->nodes[1]));
    ASSERT_TRUE(second);
    cache->store(keyOf(compiled->nodes[0]), *second);
  }
  EXPECT_EQ(warning, "");
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
}

TEST_P(RunConformance, AKernelThatDoesNotCompileNamesItsLayer) {
  if (!device->description().takesKernels)
    GTEST_SKIP() << GetParam() << " compiles no kernels";
  Expected<Program> program = compile(chain().program);
  ASSERT_TRUE(program.ok()) << program.status().message();
  program->kernels[0].source += "\nthis is no kernel;\n";
  std::string layer;
  for (const Node &node : program->nodes)
    if (std::get<Launch>(node.work).kernel == 0 && layer.empty())
      layer = node.name;
  auto loaded = device->load(std::make_shared<Program>(*program), {});
  ASSERT_FALSE(loaded.ok());
  EXPECT_NE(loaded.status().message().find("'" + layer + "'"), std::string::npos)
      << loaded.status().message();
  EXPECT_NE(loaded.status().message().find("error"), std::string::npos)
      << "the compiler's log is missing: " << loaded.status().message();
  EXPECT_EQ(loaded.status().message().find('\0'), std::string::npos);
}

TEST_P(RunConformance, OfBrokenKernelsTheFirstIsNamed) {
  if (!device->description().takesKernels)
    GTEST_SKIP() << GetParam() << " compiles no kernels";
  Expected<Program> program = compile(chain().program);
  ASSERT_TRUE(program.ok()) << program.status().message();
  for (KernelSource &kernel : program->kernels)
    kernel.source += "\nthis is no kernel;\n";
  auto loaded = device->load(std::make_shared<Program>(*program), {});
  ASSERT_FALSE(loaded.ok());
  EXPECT_NE(loaded.status().message().find("'" + program->nodes[0].name + "'"), std::string::npos)
      << loaded.status().message();
}

TEST_P(RunConformance, ActivationBytesHoldTheLargestLiveSet) {
  auto loaded = load(chain().program);
  Expected<Program> program = compile(chain().program);
  ASSERT_TRUE(loaded.ok() && program.ok());
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
  for (int64_t batch : {1, 32})
    EXPECT_GE((*loaded)->activationBytes(batch), largestLiveSet(*program, batch));
}

TEST_P(RunConformance, MemoryThatRunsOutIsAnError) {
  auto loaded = load(vastOutput());
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
  static float nowhere;
  Tensor in0 = Tensor::allocate(ElementType::F32, {1 << 20});
  Tensor out0 = Tensor::view(ElementType::F32, {1 << 20, 1 << 26}, &nowhere);
  Status status = (*loaded)->run(1 << 20, {&in0, 1}, {&out0, 1});
  EXPECT_EQ(status.code(), StatusCode::DeviceError);
  EXPECT_NE(status.message().find("use a smaller batch"), std::string::npos) << status.message();
}

// Kernels count their items in an int.
TEST_P(RunConformance, ABatchBeyondAKernelsCountersIsRefused) {
  if (!device->description().takesKernels)
    GTEST_SKIP() << GetParam() << " has no kernels";
  Expected<Program> program = compile(chain().program);
  ASSERT_TRUE(program.ok()) << program.status().message();
  for (Node &node : program->nodes) // as if they were finer than they are
    std::get<Launch>(node.work).global[0].scale *= int64_t(1) << 24;
  auto loaded = device->load(std::make_shared<Program>(*program), {});
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  std::vector<Tensor> inputs = randomInputs(random, *program, 64);
  std::vector<Tensor> outputs = emptyOutputs(*program, 64);
  Status status = (*loaded)->run(64, inputs, outputs);
  EXPECT_EQ(status.code(), StatusCode::InvalidArgument);
  EXPECT_NE(status.message().find("too large for its kernel"), std::string::npos)
      << status.message();
}

} // namespace

CONFORMANCE_SUITE(RunConformance);

} // namespace qrt::test
