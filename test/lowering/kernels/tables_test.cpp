// What every row of every table must satisfy, and how selection chooses.
#include "test/lowering/kernels/sample_calls.h"

#include "lowering/emit/kernels.h"
#include "lowering/kernels/kernel_text.h"

#include <algorithm>
#include <set>

namespace qopt::test {
namespace {

using qrt::ElementType;

TEST(Tables, NamesAreUniqueAndFilesDefineTheEntry) {
  std::set<std::string_view> names;
  for (const KernelTable &table : kernelTables())
    for (const KernelRow &row : table.rows) {
      SCOPED_TRACE(std::string(row.name));
      EXPECT_TRUE(names.insert(row.name).second);
      // KERNEL stands ahead on the line, KERNEL_OF(…) on the line before.
      const std::string head =
          (row.files[0] == "tensor_core.h" ? "\n" : "KERNEL ") + std::string(row.entry) + "(";
      EXPECT_NE(kernelFile(row.files[1]).find(head), std::string_view::npos);
      EXPECT_LE(row.tile.width, 64);
      EXPECT_EQ(row.workGroup & (row.workGroup - 1), 0u) << "trees halve a power of two";
    }
}

TEST(Tables, EveryRowIsReachedByACall) {
  forEveryKernel([](std::string_view family, const KernelRow &row, ElementType type) {
    SCOPED_TRACE(std::string(row.name) + " " + std::string(qrt::elementTypeName(type)));
    Sample sample = sampleCall(family, row, type);
    const qrt::Program &program = sample.builder.program;
    EXPECT_EQ(reasonAgainst(row, program, program.nodes[0], sample.call, deviceOf(row)), "");
    auto chosen = selectKernel(program, program.nodes[0], sample.call, deviceOf(row));
    ASSERT_TRUE(chosen.ok()) << chosen.status().message();
    EXPECT_TRUE(
        std::any_of(chosen->begin(), chosen->end(),
                    [&](const BatchChoice &range) { return range.choice.row->name == row.name; }))
        << "chosen: " << textOf(chosen->back().choice);
  });
}

TEST(Select, RefusalNamesTheLayerAndEveryReason) {
  Sample sample = sampleCall("softmax", softmaxRows[0], ElementType::F32);
  qrt::Program &program = sample.builder.program;
  program.nodes[0].name = "conv_7";
  qrt::Conv2dCall call =
      std::get<qrt::Conv2dCall>(sampleCall("conv2d", conv2dRows[0], ElementType::F32).call);
  call.input.type.type = ElementType::I32;
  auto chosen = selectKernel(program, program.nodes[0], call, deviceOf(conv2dRows[0]));
  ASSERT_FALSE(chosen.ok());
  EXPECT_EQ(chosen.status().code(), qrt::StatusCode::Unsupported);
  EXPECT_NE(chosen.status().message().find("layer 'conv_7': no conv2d kernel for device "
                                           "'described': conv2d.cpu.bytes.8x32 does not take i32"),
            std::string::npos)
      << chosen.status().message();
}

TEST(Select, WhatTheHostAloneComputesIsRefusedWithARemedy) {
  Sample sample = sampleCall("softmax", softmaxRows[0], ElementType::F32);
  qrt::Program &program = sample.builder.program;
  program.nodes[0].name = "boxes";
  auto chosen = selectKernel(program, program.nodes[0], qrt::NonMaxSuppressionCall(),
                             deviceOf(softmaxRows[0]));
  ASSERT_FALSE(chosen.ok());
  EXPECT_EQ(chosen.status().code(), qrt::StatusCode::Unsupported);
  EXPECT_EQ(chosen.status().message(),
            "layer 'boxes': non_max_suppression runs on the host alone, not on device 'described'; "
            "take --device=host, or end the graph before it with --outputs=");
}

TEST(Select, SmallLocalMemoryFallsBackToItems) {
  const KernelRow &group =
      *std::find_if(std::begin(softmaxRows), std::end(softmaxRows),
                    [](const KernelRow &row) { return row.name == "softmax.group"; });
  Sample sample = sampleCall("softmax", group, ElementType::F32);
  const qrt::Program &program = sample.builder.program;
  qrt::DeviceDescription device = deviceOf(group);
  EXPECT_EQ((*selectKernel(program, program.nodes[0], sample.call, device))[0].choice.row->name,
            "softmax.group");
  device.maxWorkGroup = 32;
  EXPECT_EQ((*selectKernel(program, program.nodes[0], sample.call, device))[0].choice.row->name,
            "softmax.row");
}

qrt::Expected<qrt::Program> withKernels(const qrt::Program &program, const KernelRow &deviceFor) {
  auto rows = selectKernels(program, deviceOf(deviceFor));
  if (!rows)
    return rows.status();
  return emitKernels(program, *rows, deviceOf(deviceFor));
}

TEST(EmitKernels, EqualLayersShareKernelsAndPackedWeights) {
  Sample sample = sampleCall("conv2d", conv2dRows[0], ElementType::I8);
  qrt::Program &program = sample.builder.program;
  program.nodes[0].work = sample.call;
  program.nodes.push_back(program.nodes[0]);
  auto emitted = withKernels(program, conv2dRows[0]);
  ASSERT_TRUE(emitted.ok()) << emitted.status().message();
  EXPECT_EQ(emitted->target, "opencl");
  EXPECT_EQ(emitted->kernels.size(), 1u);
  ASSERT_EQ(emitted->loads.size(), 1u);
  EXPECT_EQ(qrt::targetOf(emitted->loads[0]), program.constants.size());
  for (const qrt::Node &node : emitted->nodes) {
    const auto &launch = std::get<qrt::Launch>(node.work);
    for (int64_t batch : {1, 7})
      for (int d = 0; d < 3; ++d)
        EXPECT_EQ(launch.global[d].at(batch) % launch.local[d], 0);
  }
}

TEST(EmitKernels, SameProgramSameText) {
  Sample sample = sampleCall("matmul", matmulRows[0], ElementType::U8);
  sample.builder.program.nodes[0].work = sample.call;
  auto first = withKernels(sample.builder.program, matmulRows[0]);
  auto second = withKernels(sample.builder.program, matmulRows[0]);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first->kernels[0].source, second->kernels[0].source);
}

} // namespace
} // namespace qopt::test
