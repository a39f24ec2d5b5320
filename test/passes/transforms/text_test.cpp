// A mistake in the text of --transforms gives one line, which begins with the column.
#include "passes/transforms/transforms.h"

#include <gtest/gtest.h>

namespace qopt::test {
namespace {

struct Mistake {
  const char *text, *message;
};

const Mistake mistakes[] = {
    {"", "column 1: names no transform"},
    {"  , \n", "column 6: names no transform"},
    {"fold_constant", "column 1: no transform 'fold_constant'; did you mean 'fold_constants'?"},
    {"strip_unused_nodes fold_batch_norm",
     "column 20: no transform 'fold_batch_norm'; did you mean 'fold_batch_norms'?"},
    {"Fold_Constants", "column 1: no transform 'Fold_Constants'; did you mean 'fold_constants'?"},
    {"quantise_weights", "column 1: no transform 'quantise_weights'; did you mean "
                         "'quantize_weights'?"},
    {"fold_constants(", "column 15: this '(' is not closed"},
    {"fold_constants(ignore_errors=true", "column 15: this '(' is not closed"},
    {"fold_constants(ignore_errors=true sort_by_execution_order",
     "column 58: expected '=' behind 'sort_by_execution_order'"},
    {"fold_constants)", "column 15: expected a space behind 'fold_constants', not ')'"},
    {"fold_constants()x", "column 17: expected a space behind 'fold_constants', not 'x'"},
    {"fold_constants(=true)", "column 16: expected an argument's name or ')', not '='"},
    {"fold_constants(ignore_errors)", "column 29: expected '=' behind 'ignore_errors'"},
    {"fold_constants(ignore_errors=)", "column 30: 'ignore_errors' has no value"},
    {"fold_constants(ignore_errors= true)", "column 30: 'ignore_errors' has no value"},
    {"fold_constants(ignore_errors =true)", "column 29: expected '=' behind 'ignore_errors'"},
    {"fold_constants(ignore_errors=yes)", "column 16: 'ignore_errors' is 'yes', not true or false"},
    {"fold_constants(ignore_errors=1)", "column 16: 'ignore_errors' is '1', not true or false"},
    {"fold_constants(ignore_errors=true, ignore_errors=false)",
     "column 36: 'ignore_errors' is given twice"},
    {"fold_constants(max_constant_size=10)",
     "column 16: fold_constants has no argument 'max_constant_size'"},
    {"fold_constants(max_constant_size_in_bytes=10MB)",
     "column 16: 'max_constant_size_in_bytes' is '10MB', not a whole number from 0 on"},
    {"fold_constants(max_constant_size_in_bytes=-1)",
     "column 16: 'max_constant_size_in_bytes' is '-1', not a whole number from 0 on"},
    {"strip_unused_nodes(type=float, shape=\"1,299)", "column 38: this quote is not closed"},
    {"strip_unused_nodes(shapes=\"1\")",
     "column 20: strip_unused_nodes has no argument 'shapes'; did you mean 'shape'?"},
    {"strip_unused_nodes(shape=1,299,299,3)", "column 31: expected '=' behind '299'"},
    {"strip_unused_nodes(type_for_name=int32)",
     "column 1: strip_unused_nodes has a type_for_name or shape_for_name without its name="},
    {"remove_nodes", "column 1: remove_nodes needs op="},
    {"remove_nodes(max_inputs=2)", "column 1: remove_nodes needs op="},
    {"remove_nodes(op=Identity, max_input=2)",
     "column 27: remove_nodes has no argument 'max_input'; did you mean 'max_inputs'?"},
    {"remove_nodes(op=Identity, max_inputs=two)",
     "column 27: 'max_inputs' is 'two', not a whole number from 0 on"},
    {"remove_nodes(Identity)", "column 22: expected '=' behind 'Identity'"},
    {"rename_node(old_node_name=a)", "column 1: rename_node needs new_node_name="},
    {"rename_node(new_node_name=a)", "column 1: rename_node needs old_node_name="},
    {"rename_op(old_op_name=a, new_op_name=b)", "column 1: rename_op has no meaning here: "},
    {"set_device", "column 1: set_device needs device="},
    {"set_device(device=\"/cpu:0\", if_default=maybe)",
     "column 29: 'if_default' is 'maybe', not true or false"},
    {"quantize_nodes(fallback_min=-10)",
     "column 1: quantize_nodes needs both fallback_min= and fallback_max="},
    {"quantize_nodes(input_max=x, input_min=0)", "column 16: 'input_max' is 'x', not a number"},
    {"quantize_placeholders", "column 1: quantize_placeholders has no meaning here: "},
    {"freeze_requantization_ranges", "column 1: freeze_requantization_ranges needs "
                                     "min_max_log_file="},
    {"freeze_requantization_ranges(min_max_log_file=a min_percentile=5)",
     "column 1: freeze_requantization_ranges takes ranges as they are measured"},
    {"round_weights(num_steps=256,)fold_constants",
     "column 30: expected a space behind 'round_weights', not 'f'"},
    {"insert_logging(op=Conv2D)", "column 1: insert_logging has no meaning here: "},
    {"fold_constants; fold_batch_norms",
     "column 15: expected a space behind 'fold_constants', not ';'"},
    {"--inputs=x fold_constants", "column 1: expected a transform's name, not '-'"},
};

TEST(TransformMistakes, SayTheColumn) {
  for (const Mistake &mistake : mistakes) {
    auto parsed = parseTransforms(mistake.text);
    qrt::Status status = parsed ? checkTransforms(*parsed) : parsed.status();
    ASSERT_FALSE(status.ok()) << mistake.text;
    EXPECT_EQ(status.message().substr(0, std::string(mistake.message).size()), mistake.message);
    EXPECT_EQ(status.message().find('\n'), std::string::npos);
  }
}

TEST(TransformText, ReadsWhatTheToolReads) {
  auto parsed = parseTransforms("strip_unused_nodes(type=float, shape=\"1,299,299,3\")\n"
                                "  remove_nodes(op=Identity, op=CheckNumerics) \\\n"
                                "  fold_constants()\tsort_by_execution_order");
  ASSERT_TRUE(parsed) << parsed.status().message();
  ASSERT_EQ(parsed->size(), 4u);
  EXPECT_TRUE(checkTransforms(*parsed).ok());
  EXPECT_EQ((*parsed)[0].arguments[1].value, "1,299,299,3");
  EXPECT_EQ((*parsed)[1].arguments.size(), 2u);
  EXPECT_EQ(statedSizes(*parsed).at(""), "1x299x299x3");
}

TEST(TransformText, SizesByName) {
  auto parsed = parseTransforms("strip_unused_nodes(name=a, shape_for_name=\"-1,4\", name=b, "
                                "shape_for_name=\"2\")");
  ASSERT_TRUE(parsed) << parsed.status().message();
  EXPECT_EQ(statedSizes(*parsed), (std::map<std::string, std::string>{{"a", "?x4"}, {"b", "2"}}));
}

} // namespace
} // namespace qopt::test
