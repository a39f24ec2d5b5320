/* The C interface from C: qrt_c_test lenet.qart, which holds a program for the host. */
#include "runtime/core/qrt_c.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

static void expect(int holds, const char *what, int line) {
  if (holds)
    return;
  fprintf(stderr, "qrt_c_test.c:%d: %s\n", line, what);
  ++failures;
}
#define EXPECT(condition) expect(condition, #condition, __LINE__)

/* Calls that must fail, in these words. */
static void refused(qrt_status *status, int32_t code, const char *says, int line) {
  if (qrt_status_code(status) != code || !strstr(qrt_status_message(status), says)) {
    fprintf(stderr, "qrt_c_test.c:%d: code %d, '%s'; not %d, '%s'\n", line,
            (int)qrt_status_code(status), qrt_status_message(status), (int)code, says);
    ++failures;
  }
  qrt_free_status(status);
}
#define REFUSED(status, code, says) refused(status, code, says, __LINE__)

/* Things that the rest needs. */
static void require(qrt_status *status) {
  if (!status)
    return;
  fprintf(stderr, "%s\n", qrt_status_message(status));
  exit(1);
}

static void test_mistakes(qrt_device *device, const qrt_artifact *artifact) {
  qrt_device *none = NULL;
  qrt_artifact *nothing = NULL;
  qrt_model *model = NULL;
  uint32_t program = 0;
  int64_t sizes[] = {1, 1, 29, 29};
  qrt_shape wrong = {4, sizes};
  REFUSED(qrt_open_device("toaster", &none), QRT_NOT_FOUND, "unknown device 'toaster'");
  REFUSED(qrt_open_device(NULL, &none), QRT_INVALID_ARGUMENT, "null");
  REFUSED(qrt_open_device("host", NULL), QRT_INVALID_ARGUMENT, "null");
  REFUSED(qrt_open_artifact("none.qart", &nothing), QRT_NOT_FOUND, "none.qart: cannot be opened");
  REFUSED(qrt_copy_artifact("text", 4, &nothing), QRT_INVALID_ARGUMENT, "is no .qart file");
  REFUSED(qrt_choose(artifact, device, &wrong, 1, &program), QRT_INVALID_ARGUMENT, "1x1x29x29");
  REFUSED(qrt_load(device, artifact, 99, 0, &model), QRT_INVALID_ARGUMENT, "no program 99");
  REFUSED(qrt_load(device, artifact, 0, 1024, &model), QRT_INVALID_ARGUMENT, "flags");
  EXPECT(!none && !nothing && !model);
  EXPECT(qrt_status_code(NULL) == 0 && !*qrt_status_message(NULL));
  qrt_free_status(NULL), qrt_free_device(NULL), qrt_free_artifact(NULL);
  qrt_free_model(NULL), qrt_free_binding(NULL), qrt_free_pending(NULL);
}

/* Texts and numbers that a caller may hand in by mistake. */
static void test_odd_arguments(qrt_device *device, const qrt_artifact *artifact) {
  qrt_device *none = NULL;
  qrt_artifact *nothing = NULL;
  uint32_t program = 99;
  int64_t sizes[] = {0, 1, 28, 28};
  qrt_shape wrong = {0, sizes};
  REFUSED(qrt_copy_artifact("text", 0, &nothing), QRT_INVALID_ARGUMENT, "is no .qart file");
  REFUSED(qrt_copy_artifact("text", UINT64_MAX, &nothing), QRT_INVALID_ARGUMENT, "in no memory");
  REFUSED(qrt_copy_artifact("text", UINT64_C(1) << 61, &nothing), QRT_INVALID_ARGUMENT, "memory");
  REFUSED(qrt_open_artifact("", &nothing), QRT_NOT_FOUND, "cannot be opened");
  REFUSED(qrt_open_device("", &none), QRT_NOT_FOUND, "unknown device ''");
  REFUSED(qrt_open_device("host:", &none), QRT_INVALID_ARGUMENT, "host:threads with 1 to 1024");
  REFUSED(qrt_open_device("host:-1", &none), QRT_INVALID_ARGUMENT, "host:threads with 1 to 1024");
  REFUSED(qrt_open_device("host:99999999999999999999", &none), QRT_INVALID_ARGUMENT, "threads");
  REFUSED(qrt_choose(artifact, device, &wrong, 1, &program), QRT_INVALID_ARGUMENT, "scalar");
  wrong.rank = 4;
  for (int i = 0; i < 3; ++i) {
    sizes[0] = i == 0 ? 0 : i == 1 ? -3 : INT64_MIN;
    REFUSED(qrt_choose(artifact, device, &wrong, 1, &program), QRT_INVALID_ARGUMENT, "x1x28x28");
  }
  EXPECT(!none && !nothing && program == 99);
}

static void test_ports(const qrt_model *model) {
  int64_t sizes[4] = {0, 0, 0, 0};
  double scale = 0;
  int64_t zero = 0;
  EXPECT(qrt_batch_is_open(model) == 1);
  EXPECT(qrt_port_count(model, QRT_INPUT) == 1 && qrt_port_count(model, QRT_OUTPUT) == 1);
  EXPECT(qrt_port_count(model, 7) == 0);
  EXPECT(strlen(qrt_port_name(model, QRT_INPUT, 0)) > 0);
  EXPECT(!qrt_port_name(model, QRT_INPUT, 1) && !qrt_port_type(model, QRT_OUTPUT, 1));
  EXPECT(!strcmp(qrt_port_type(model, QRT_INPUT, 0), "f32"));
  EXPECT(qrt_port_rank(model, QRT_INPUT, 0) == 4 && qrt_port_rank(model, QRT_OUTPUT, 0) == 2);
  require(qrt_port_shape(model, QRT_INPUT, 0, 3, sizes, 4));
  EXPECT(sizes[0] == 3 && sizes[1] == 1 && sizes[2] == 28 && sizes[3] == 28);
  REFUSED(qrt_port_shape(model, QRT_INPUT, 0, 3, sizes, 3), QRT_INVALID_ARGUMENT, "rank 4, not 3");
  REFUSED(qrt_port_shape(model, QRT_INPUT, 0, 0, sizes, 4), QRT_INVALID_ARGUMENT, "batch 0");
  REFUSED(qrt_port_shape(model, QRT_INPUT, 9, 1, sizes, 4), QRT_INVALID_ARGUMENT, "no such port");
  EXPECT(qrt_port_bytes(model, QRT_INPUT, 0, 2) == 2 * 28 * 28 * sizeof(float));
  EXPECT(qrt_port_bytes(model, QRT_INPUT, 0, -1) == 0);
  EXPECT(qrt_port_bytes(model, QRT_INPUT, 0, INT64_MIN) == 0);
  EXPECT(qrt_port_bytes(model, QRT_INPUT, 0, INT64_MAX) == 0);
  REFUSED(qrt_port_shape(model, QRT_INPUT, 0, INT64_MAX, sizes, 4), QRT_INVALID_ARGUMENT,
          "batch 9");
  EXPECT(qrt_port_scale(model, QRT_INPUT, 0, &scale, &zero) == 0);
}

static void test_run(const qrt_model *model) {
  static float image[28 * 28];
  float scores[10], again[10];
  qrt_buffer input = {image, sizeof image}, output = {scores, sizeof scores};
  qrt_buffer cut = {image, sizeof image - 4}, none = {NULL, sizeof image};
  char bytes[sizeof image + 1], few[sizeof scores + 1];
  qrt_buffer odd = {bytes + 1 - (uintptr_t)bytes % 2, sizeof image};
  qrt_buffer oddOut = {few + 1 - (uintptr_t)few % 2, sizeof scores};
  qrt_binding *binding = NULL;
  int best = 0;
  for (int y = 4; y < 24; ++y)
    image[y * 28 + 13] = image[y * 28 + 14] = 1;
  REFUSED(qrt_bind(model, 1, &cut, 1, &output, 1, &binding), QRT_INVALID_ARGUMENT,
          "has 3132 bytes; 3136 are needed at batch 1");
  REFUSED(qrt_bind(model, 2, &input, 1, &output, 1, &binding), QRT_INVALID_ARGUMENT, "at batch 2");
  REFUSED(qrt_bind(model, 1, &none, 1, &output, 1, &binding), QRT_INVALID_ARGUMENT, "null");
  REFUSED(qrt_bind(model, 1, &input, 0, &output, 1, &binding), QRT_INVALID_ARGUMENT, "1 inputs");
  REFUSED(qrt_bind(model, 0, &input, 1, &output, 1, &binding), QRT_INVALID_ARGUMENT, "batch 0");
  REFUSED(qrt_bind(model, 1, &odd, 1, &output, 1, &binding), QRT_INVALID_ARGUMENT,
          "of f32 does not begin at a multiple of 4 bytes");
  REFUSED(qrt_bind(model, 1, &odd, 1, &output, 1, &binding), QRT_INVALID_ARGUMENT, "input '");
  REFUSED(qrt_bind(model, 1, &input, 1, &oddOut, 1, &binding), QRT_INVALID_ARGUMENT, "output '");
  REFUSED(qrt_run(NULL), QRT_INVALID_ARGUMENT, "null");
  EXPECT(!binding);
  require(qrt_bind(model, 1, &input, 1, &output, 1, &binding));
  require(qrt_run(binding));
  for (int i = 1; i < 10; ++i)
    if (scores[i] > scores[best])
      best = i;
  EXPECT(best == 1); /* the bar is a one */
  memcpy(again, scores, sizeof again);
  memset(image, 0, sizeof image);
  require(qrt_run(binding));
  EXPECT(memcmp(again, scores, sizeof again) != 0); /* inputs are read as they are now */
  qrt_free_binding(binding);
}

/* The host's own memory is the device's. */
static void test_on_device(const qrt_model *model) {
  static float image[28 * 28];
  float scores[10], wanted[10];
  qrt_buffer input = {image, sizeof image}, output = {wanted, sizeof wanted};
  qrt_buffer there = {scores, sizeof scores}, cut = {image, 12};
  qrt_binding *plain = NULL, *binding = NULL;
  qrt_pending *run = NULL;
  for (int i = 0; i < 28 * 28; ++i)
    image[i] = (float)(i % 13) / 13;
  require(qrt_bind(model, 1, &input, 1, &output, 1, &plain));
  require(qrt_run(plain));
  REFUSED(qrt_bind_on_device(model, 1, &cut, 1, &there, 1, &binding), QRT_INVALID_ARGUMENT,
          "has 12 bytes");
  REFUSED(qrt_bind_on_device(NULL, 1, &input, 1, &there, 1, &binding), QRT_INVALID_ARGUMENT,
          "null");
  EXPECT(!binding);
  require(qrt_bind_on_device(model, 1, &input, 1, &there, 1, &binding));
  require(qrt_run_on_stream(binding, NULL));
  EXPECT(!memcmp(scores, wanted, sizeof scores));
  REFUSED(qrt_run_on_stream(binding, image), QRT_INVALID_ARGUMENT, "the host has no streams");
  REFUSED(qrt_run_on_stream(plain, NULL), QRT_INVALID_ARGUMENT, "qrt_bind_on_device");
  REFUSED(qrt_run_on_stream(NULL, NULL), QRT_INVALID_ARGUMENT, "null");
  REFUSED(qrt_run(binding), QRT_INVALID_ARGUMENT, "qrt_run_on_stream");
  REFUSED(qrt_submit(binding, &run), QRT_INVALID_ARGUMENT, "qrt_run_on_stream");
  qrt_free_binding(plain);
  qrt_free_binding(binding);
}

enum { FLIGHTS = 40, PIXELS = 28 * 28 };
static float images[FLIGHTS][PIXELS], flown[FLIGHTS][10], ran[10];

/* Each of its own input and output; every third is freed without a look. */
static void test_many_in_flight(const qrt_model *model) {
  qrt_binding *bindings[FLIGHTS];
  qrt_pending *runs[FLIGHTS];
  for (int i = 0; i < FLIGHTS; ++i) {
    qrt_buffer input = {images[i], sizeof images[i]}, output = {flown[i], sizeof flown[i]};
    for (int p = 0; p < PIXELS; ++p)
      images[i][p] = (float)((p * 7 + i * 31) % 17) / 17;
    require(qrt_bind(model, 1, &input, 1, &output, 1, &bindings[i]));
    require(qrt_submit(bindings[i], &runs[i]));
  }
  for (int i = 0; i < FLIGHTS; ++i) {
    int32_t ended = 0;
    if (i % 3 != 2) {
      require(qrt_wait(runs[i], i % 2 ? -1 : INT64_MAX, &ended));
      EXPECT(ended == 1 && qrt_has_ended(runs[i]) == 1);
      require(qrt_wait(runs[i], 0, NULL)); /* as often as it is asked */
    }
    qrt_free_pending(runs[i]);
  }
  for (int i = 0; i < FLIGHTS; ++i) {
    if (i % 3 != 2) {
      memcpy(ran, flown[i], sizeof ran);
      memset(flown[i], 0, sizeof flown[i]);
      require(qrt_run(bindings[i]));
      EXPECT(!memcmp(ran, flown[i], sizeof ran));
    }
    qrt_free_binding(bindings[i]);
  }
}

/* Behind others that take a while, so that what is refused meanwhile is seen to be. */
static void test_binding_in_flight(const qrt_model *model) {
  enum { BATCH = 512, AHEAD = 16 };
  const size_t in = (size_t)BATCH * PIXELS * sizeof(float), out = BATCH * 10 * sizeof(float);
  qrt_buffer input = {calloc(1, in), in}, outputs[AHEAD + 1];
  qrt_binding *bindings[AHEAD + 1], *binding = NULL;
  qrt_pending *ahead[AHEAD], *run = NULL, *second = NULL;
  int32_t ended = 7;
  for (int i = 0; i <= AHEAD; ++i) {
    outputs[i].data = calloc(1, outputs[i].bytes = out);
    require(qrt_bind(model, BATCH, &input, 1, &outputs[i], 1, &bindings[i]));
    if (i < AHEAD)
      require(qrt_submit(bindings[i], &ahead[i]));
  }
  binding = bindings[AHEAD];
  require(qrt_submit(binding, &run));
  REFUSED(qrt_submit(binding, &second), QRT_INVALID_ARGUMENT, "in flight: wait for it");
  REFUSED(qrt_run(binding), QRT_INVALID_ARGUMENT, "in flight: wait for it");
  REFUSED(qrt_wait(run, 0, NULL), QRT_DEVICE_ERROR, "not ended after 0 ms");
  require(qrt_wait(run, 1, &ended));
  EXPECT(ended == 0 && qrt_has_ended(run) == 0 && !second);
  REFUSED(qrt_submit(NULL, &second), QRT_INVALID_ARGUMENT, "null");
  REFUSED(qrt_submit(binding, NULL), QRT_INVALID_ARGUMENT, "null");
  REFUSED(qrt_wait(NULL, 0, &ended), QRT_INVALID_ARGUMENT, "null");
  EXPECT(qrt_has_ended(NULL) == 0);
  require(qrt_wait(run, -1, &ended));
  EXPECT(ended == 1);
  require(qrt_submit(binding, &second)); /* the first has ended, its handle need not be gone */
  for (int i = 0; i <= AHEAD; ++i)
    qrt_free_binding(bindings[i]); /* in any order */
  qrt_free_pending(second);        /* waits: the memory is ours again */
  qrt_free_pending(run);
  for (int i = 0; i < AHEAD; ++i)
    qrt_free_pending(ahead[i]);
  for (int i = 0; i <= AHEAD; ++i)
    free(outputs[i].data);
  free(input.data);
}

/* The model goes, and the run goes on. */
static void test_model_freed_in_flight(qrt_model *model) {
  qrt_buffer input = {images[0], sizeof images[0]}, output = {flown[0], sizeof flown[0]};
  qrt_binding *binding = NULL;
  qrt_pending *run = NULL;
  require(qrt_bind(model, 1, &input, 1, &output, 1, &binding));
  require(qrt_run(binding));
  memcpy(ran, flown[0], sizeof ran);
  require(qrt_submit(binding, &run));
  qrt_free_binding(binding);
  qrt_free_model(model);
  require(qrt_wait(run, -1, NULL));
  EXPECT(!memcmp(ran, flown[0], sizeof ran));
  qrt_free_pending(run);
}

/* The first weight of floats that may be changed alone. */
static uint32_t floats_of(const qrt_model *model) {
  for (uint32_t i = 0; i < qrt_weight_count(model); ++i)
    if (!qrt_weight_why_fixed(model, i) && !strcmp(qrt_weight_type(model, i), "f32"))
      return i;
  EXPECT(!"no weight of floats may be changed");
  return 0;
}

/* A weight that fits, with one thing at a time that does not. */
static void test_wrong_weights(qrt_model *model, const qrt_weight *weight) {
  qrt_weight wrong = *weight;
  wrong.name = "nobody";
  REFUSED(qrt_refit(model, &wrong, 1), QRT_INVALID_ARGUMENT, "no weight 'nobody'");
  wrong = *weight, wrong.type = "f33";
  REFUSED(qrt_refit(model, &wrong, 1), QRT_INVALID_ARGUMENT, "no type 'f33'");
  wrong = *weight, wrong.bytes -= 4;
  REFUSED(qrt_refit(model, &wrong, 1), QRT_INVALID_ARGUMENT, "bytes");
  wrong = *weight, wrong.type = "i32";
  REFUSED(qrt_refit(model, &wrong, 1), QRT_INVALID_ARGUMENT, "of layer '");
  wrong = *weight, wrong.data = (const char *)weight->data + 1;
  REFUSED(qrt_refit(model, &wrong, 1), QRT_INVALID_ARGUMENT, "multiple of 4 bytes");
  wrong = *weight, wrong.data = NULL;
  REFUSED(qrt_refit(model, &wrong, 1), QRT_INVALID_ARGUMENT, "null");
  wrong = *weight, wrong.sizes = NULL;
  REFUSED(qrt_refit(model, &wrong, 1), QRT_INVALID_ARGUMENT, "null");
  REFUSED(qrt_refit(model, NULL, 1), QRT_INVALID_ARGUMENT, "null");
  REFUSED(qrt_refit(NULL, weight, 1), QRT_INVALID_ARGUMENT, "null");
}

/* Types of every width, two and four to a byte among them, and numbers that no memory has. */
static void test_odd_weights(qrt_model *model, const qrt_weight *weight) {
  static const struct {
    const char *name;
    uint64_t bits;
  } types[] = {{"i2", 2}, {"u2", 2},   {"i4", 4},   {"u4", 4},   {"f4e2m1fn", 4}, {"u8", 8},
               {"i8", 8}, {"f16", 16}, {"bool", 8}, {"f64", 64}, {"u64", 64}};
  int64_t sizes[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  for (size_t i = 0; i < sizeof types / sizeof *types; ++i) {
    qrt_weight wrong = *weight;
    wrong.type = types[i].name, wrong.bytes = (weight->bytes / 4 * types[i].bits + 7) / 8;
    REFUSED(qrt_refit(model, &wrong, 1), QRT_INVALID_ARGUMENT, types[i].name);
    wrong.data = (const char *)weight->data + 1; /* what is packed begins anywhere */
    REFUSED(qrt_refit(model, &wrong, 1), QRT_INVALID_ARGUMENT,
            types[i].bits > 8 ? "multiple of " : "of layer '");
  }
  qrt_weight wrong = *weight;
  wrong.type = "";
  REFUSED(qrt_refit(model, &wrong, 1), QRT_INVALID_ARGUMENT, "no type ''");
  wrong = *weight, wrong.sizes = sizes;
  for (int i = 0; i < 4; ++i) {
    sizes[0] = i % 2 ? INT64_MIN : INT64_MAX;
    wrong.bytes = i < 2 ? weight->bytes : UINT64_MAX;
    REFUSED(qrt_refit(model, &wrong, 1), QRT_INVALID_ARGUMENT, "bytes");
  }
}

static void test_weights(qrt_model *model, const qrt_artifact *artifact) {
  qrt_buffer input = {images[1], sizeof images[1]}, output = {flown[1], sizeof flown[1]};
  const uint32_t index = floats_of(model), rank = qrt_weight_rank(model, index);
  int64_t sizes[8] = {0}, count = 1;
  qrt_binding *binding = NULL;
  EXPECT(rank > 0 && rank <= 8 && qrt_weight_count(NULL) == 0 && !qrt_weight_name(model, 999));
  require(qrt_weight_shape(model, index, sizes, rank));
  REFUSED(qrt_weight_shape(model, index, sizes, rank + 1), QRT_INVALID_ARGUMENT, "has rank");
  REFUSED(qrt_weight_shape(model, 999, sizes, rank), QRT_INVALID_ARGUMENT, "no such weight");
  for (int p = 0; p < PIXELS; ++p)
    images[1][p] = (float)(p % 11) / 11;
  for (uint32_t i = 0; i < rank; ++i)
    count *= sizes[i];
  float *values = malloc((size_t)count * sizeof *values);
  for (int64_t i = 0; i < count; ++i)
    values[i] = (float)(i % 5) / 8;
  qrt_weight weight = {qrt_weight_name(model, index),   "f32", rank, sizes, values,
                       (uint64_t)count * sizeof *values};
  require(qrt_bind(model, 1, &input, 1, &output, 1, &binding));
  require(qrt_run(binding));
  memcpy(ran, flown[1], sizeof ran);
  require(qrt_refit(model, &weight, 1));
  require(qrt_run(binding)); /* bindings stay */
  EXPECT(memcmp(ran, flown[1], sizeof ran) != 0);
  memcpy(ran, flown[1], sizeof ran);

  test_wrong_weights(model, &weight);
  test_odd_weights(model, &weight);
  REFUSED(qrt_model_refit(model, NULL, 0, 0), QRT_INVALID_ARGUMENT, "null");
  REFUSED(qrt_model_refit(model, artifact, 9, 0), QRT_INVALID_ARGUMENT, "no program 9");
  REFUSED(qrt_model_refit(model, artifact, 0, 64), QRT_INVALID_ARGUMENT, "flags");
  require(qrt_run(binding));
  EXPECT(!memcmp(ran, flown[1], sizeof ran)); /* what is refused changes nothing */

  require(qrt_model_refit(model, artifact, 0, 0)); /* the file's own weights again */
  require(qrt_run(binding));
  EXPECT(memcmp(ran, flown[1], sizeof ran) != 0);
  qrt_free_binding(binding);
  free(values);
}

int main(int argc, char **argv) {
  qrt_device *device = NULL;
  qrt_artifact *artifact = NULL;
  qrt_model *model = NULL;
  uint32_t program = 99;
  int64_t sizes[] = {5, 1, 28, 28};
  qrt_shape shape = {4, sizes};
  if (argc != 2)
    return fprintf(stderr, "qrt_c_test lenet.qart\n"), 2;
  EXPECT(qrt_c_version() == 5);
  EXPECT(strchr(qrt_version(), '.') != NULL);
  require(qrt_open_device("host:2", &device));
  EXPECT(strstr(qrt_device_name(device), "2 threads") != NULL);
  require(qrt_open_artifact(argv[1], &artifact));
  EXPECT(qrt_program_count(artifact) == 1);
  EXPECT(strstr(qrt_program_text(artifact, 0), "x1x28x28") != NULL);
  EXPECT(!qrt_program_text(artifact, 1));
  test_mistakes(device, artifact);
  test_odd_arguments(device, artifact);
  require(qrt_choose(artifact, device, &shape, 1, &program));
  EXPECT(program == 0);
  require(qrt_choose(artifact, device, NULL, 0, &program));
  require(qrt_load(device, artifact, program, QRT_USE_BINARIES, &model));
  test_weights(model, artifact);
  qrt_free_artifact(artifact); /* in any order */
  qrt_free_device(device);
  test_ports(model);
  test_run(model);
  test_on_device(model);
  test_many_in_flight(model);
  test_binding_in_flight(model);
  test_model_freed_in_flight(model);
  printf("%d failures\n", failures);
  return failures != 0;
}
