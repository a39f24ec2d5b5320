// The plugin's passes.
#pragma once

void registerMergeRelus();
void registerRoundWeights();
