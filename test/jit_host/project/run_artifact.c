/* run_artifact FILE.qart DEVICE: a program of the file on zeros, and what comes out. */
#include "runtime/core/qrt_c.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(qrt_status *status) {
  if (!status)
    return;
  fprintf(stderr, "error: %s\n", qrt_status_message(status));
  qrt_free_status(status);
  exit(1);
}

/* A buffer for each port of a side. */
static qrt_buffer *allocate(const qrt_model *model, int32_t side) {
  uint32_t count = qrt_port_count(model, side);
  qrt_buffer *buffers = calloc(count ? count : 1, sizeof *buffers);
  for (uint32_t i = 0; i < count; ++i) {
    buffers[i].bytes = qrt_port_bytes(model, side, i, 1);
    buffers[i].data = calloc(1, buffers[i].bytes ? buffers[i].bytes : 1);
  }
  return buffers;
}

static void print(const qrt_model *model, uint32_t output, const qrt_buffer *buffer) {
  const char *type = qrt_port_type(model, QRT_OUTPUT, output);
  uint32_t rank = qrt_port_rank(model, QRT_OUTPUT, output);
  int64_t *sizes = calloc(rank ? rank : 1, sizeof *sizes);
  check(qrt_port_shape(model, QRT_OUTPUT, output, 1, sizes, rank));
  printf("%s: %s ", qrt_port_name(model, QRT_OUTPUT, output), type);
  for (uint32_t i = 0; i < rank; ++i)
    printf("%s%lld", i ? "x" : "", (long long)sizes[i]);
  printf(":");
  for (uint64_t i = 0; !strcmp(type, "f32") && i < buffer->bytes / sizeof(float) && i < 4; ++i)
    printf(" %g", ((const float *)buffer->data)[i]);
  printf("\n");
  free(sizes);
}

static void release(qrt_buffer *buffers, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i)
    free(buffers[i].data);
  free(buffers);
}

int main(int argc, char **argv) {
  qrt_device *device;
  qrt_artifact *artifact;
  qrt_model *model;
  qrt_binding *binding;
  uint32_t program;
  if (argc != 3) {
    fprintf(stderr, "run_artifact FILE.qart DEVICE\n");
    return 2;
  }
  check(qrt_open_device(argv[2], &device));
  check(qrt_open_artifact(argv[1], &artifact));
  check(qrt_choose(artifact, device, NULL, 0, &program));
  printf("%s\n", qrt_program_text(artifact, program));
  check(qrt_load(device, artifact, program, 0, &model));
  qrt_free_artifact(artifact);
  qrt_free_device(device);

  uint32_t inputs = qrt_port_count(model, QRT_INPUT), outputs = qrt_port_count(model, QRT_OUTPUT);
  qrt_buffer *in = allocate(model, QRT_INPUT), *out = allocate(model, QRT_OUTPUT);
  check(qrt_bind(model, 1, in, inputs, out, outputs, &binding));
  check(qrt_run(binding));
  for (uint32_t i = 0; i < outputs; ++i)
    print(model, i, &out[i]);
  qrt_free_binding(binding);
  qrt_free_model(model);
  release(in, inputs);
  release(out, outputs);
  return 0;
}
