// Names of layers are followed through repairs that change them, and back.
#include "tools/libqopt/flows/layers/layer_names.h"

#include <gtest/gtest.h>

using namespace qopt;
using qopt::run::LayerNames;

namespace {

using Names = std::vector<std::string>;

RescaledLink renaming(std::vector<std::pair<std::string, std::string>> names) {
  RescaledLink link;
  link.renamed = std::move(names);
  return link;
}

TEST(LayerNames, AreTheSameWhereNothingIsRescaled) {
  const LayerNames names;
  EXPECT_EQ(names.in("c"), "c");
  EXPECT_EQ(names.given("c"), "c");
}

TEST(LayerNames, FollowOneRescalingAfterTheOther) {
  LayerNames names;
  names.follow({renaming({{"c", "c_evened"}, {"r", "r_evened"}})});
  EXPECT_EQ(names.in(Names{"d", "c", "r"}), (Names{"d", "c_evened", "r_evened"}));
  names.follow({renaming({{"d", "d_smoothed"}}), renaming({{"c_evened", "c_evened_smoothed"}})});
  EXPECT_EQ(names.in(Names{"d", "c", "r"}), (Names{"d_smoothed", "c_evened_smoothed", "r_evened"}));
  EXPECT_EQ(names.given("c_evened_smoothed"), "c");
  EXPECT_EQ(names.given("r_evened"), "r");
  EXPECT_EQ(names.given("d_smoothed"), "d");
}

// A layer may take a name that another one had.
TEST(LayerNames, OfTwoLayersAreToldApart) {
  LayerNames names;
  names.follow({renaming({{"a", "a_evened"}, {"b", "a"}})});
  EXPECT_EQ(names.in(Names{"a", "b"}), (Names{"a_evened", "a"}));
  EXPECT_EQ(names.given("a"), "b");
  EXPECT_EQ(names.given("a_evened"), "a");
}

} // namespace
