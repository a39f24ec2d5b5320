// These passes change names, or take layers out.
#ifndef QOPT_PASSES_EDIT
#define QOPT_PASSES_EDIT

def RenameLayer : NN_Pass<"rename-layer"> {
  let summary = "Give a layer or an input another name";
  let description = [{
    `--rename-layer="from=conv1 to=stem"`. A result of the network that has the old name
    has the new one, too. A name that is taken, or that no layer has, is an error.
  }];
  let options = [
    Option<"from", "from", "std::string", "\"\"", "The name that the layer has">,
    Option<"to", "to", "std::string", "\"\"", "The name that it is to have">];
}

def ObfuscateNames : NN_Pass<"obfuscate-names"> {
  let summary = "Replace the names of layers by short ones that say nothing";
  let description = [{
    Inputs and results keep the names by which callers know them. The lists of absorbed
    layers, the names of tensors and the hash of the model's file go.
  }];
}

def RemoveLayers : NN_Pass<"remove-layers"> {
  let summary = "Take layers out: who reads one reads its input";
  let description = [{
    `--remove-layers="ops=nn.clip"`. A layer that reads more than `max-inputs` values, or
    whose result is of another type than its first input, stays, with a warning. The
    network computes something else afterwards where the layer did.
  }];
  let options = [
    ListOption<"layers", "layers", "std::string", "Layers that go, by their names">,
    ListOption<"ops", "ops", "std::string", "Operations (nn.clip) that go">,
    Option<"maxInputs", "max-inputs", "int64_t", "1",
           "Values that a layer may read, of which the first is handed on">];
}

#endif
