"""A session with qopt-lsp-server, as an editor has it: JSON-RPC on its standard input and output."""
import json
import os
import subprocess
import threading
import queue
import unittest

SERVER = os.environ["QOPT_LSP_SERVER"]
URI = "file:///network.mlir"

FLOATS = """func.func @main(%x: tensor<1x1x2x2xf32> {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> tensor<1x1x2x2xf32> {
  %r = nn.relu %x {nn.name = "rectified", nn.range = #nn.range<0.0, 4.0>} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %s = nn.add %r, %r {nn.name = "sum"} : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  return %s : tensor<1x1x2x2xf32>
}
"""
STEPS = """func.func @main(%x: tensor<1x2x!quant.uniform<u8:f32, 5.000000e-01:3>> {nn.name = "x"}) -> tensor<1x2xf32> {
  %y = nn.dequantize %x {nn.name = "real"} : (tensor<1x2x!quant.uniform<u8:f32, 5.000000e-01:3>>) -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}
"""

# A layer on steps, as a quantized network has it, between conversions.
INTEGERS = """!x = tensor<1x2xf32>
!q = tensor<1x2x!quant.uniform<u8:f32, 5.000000e-01:3>>
func.func @main(%x: !x {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> !x {
  %q = nn.quantize %x {nn.name = "steps"} : (!x) -> !q
  %r = nn.relu %q {nn.name = "rectified"} : (!q) -> !q
  %y = nn.dequantize %r {nn.name = "real"} : (!q) -> !x
  return %y : !x
}
"""


class Editor:
    """Requests and what comes back; notifications wait in a queue."""

    def __init__(self):
        self.process = subprocess.Popen([SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.arrived = queue.Queue()
        self.notified = []
        self.number = 0
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            length = 0
            while line := self.process.stdout.readline().strip():
                length = int(line.split(b":")[1]) if line.lower().startswith(b"content-length") else 0
            if not length:
                self.arrived.put(None)
                return
            self.arrived.put(json.loads(self.process.stdout.read(length)))

    def send(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def notify(self, method, **params):
        self.send(method=method, params=params)

    def ask(self, method, **params):
        self.number += 1
        self.send(id=self.number, method=method, params=params)
        while True:
            message = self.arrived.get(timeout=60)
            if message is None:
                raise EOFError("the server ended")
            if message.get("id") == self.number:
                return message.get("result")
            self.notified.append(message)

    def diagnostics(self):
        """The next that are published, behind those that a request met."""
        while True:
            message = self.notified.pop(0) if self.notified else self.arrived.get(timeout=60)
            if message.get("method") == "textDocument/publishDiagnostics":
                return message["params"]["diagnostics"]

    def open(self, text):
        self.notify("textDocument/didOpen", textDocument={
            "uri": URI, "languageId": "mlir", "version": 1, "text": text})
        return self.diagnostics()

    def hover(self, line, column):
        found = self.ask("textDocument/hover", textDocument={"uri": URI},
                         position={"line": line, "character": column})
        return found["contents"]["value"] if found else ""

    def end(self):
        self.ask("shutdown")
        self.notify("exit")
        self.process.stdin.close()
        return self.process.wait(timeout=60)


class Session(unittest.TestCase):
    def setUp(self):
        self.editor = Editor()
        self.greeting = self.editor.ask("initialize", processId=None, rootUri=None, capabilities={})
        self.editor.notify("initialized")

    def tearDown(self):
        self.editor.process.kill()
        self.editor.process.wait()
        self.editor.process.stdin.close()
        self.editor.process.stdout.close()

    def test_it_says_who_it_is_and_ends(self):
        self.assertEqual(self.greeting["serverInfo"]["name"], "qopt-lsp-server")
        self.assertTrue(self.greeting["capabilities"]["hoverProvider"])
        self.assertEqual(self.editor.end(), 0)

    def test_hovering_a_layer_shows_its_name_and_range(self):
        self.editor.open(FLOATS)
        shown = self.editor.hover(1, 9)
        self.assertIn("layer 'rectified'", shown)
        self.assertIn("`rectified`: 1x1x2x2 of f32, range 0 to 4", shown)
        self.assertIn("reads `x`: 1x1x2x2 of f32, range -1 to 1", shown)
        self.assertIn("nn.relu", shown.split("---")[1])  # what MLIR's server says

    def test_hovering_a_value_shows_steps(self):
        self.editor.open(STEPS)
        for line, column in ((0, 17), (1, 21)):  # the argument, and where it is read
            self.assertIn("of u8, scale 0.5, zero point 3, stored 0 to 255",
                          self.editor.hover(line, column))

    def test_quantization_says_what_keeps_a_layer_from_integers(self):
        said = self.editor.open(FLOATS)
        self.assertEqual({each["source"] for each in said}, {"qopt"})
        of_layer = [each for each in said if each["message"].startswith("'sum' stays float")]
        self.assertEqual(of_layer[0]["range"], {"start": {"line": 2, "character": 7},
                                                "end": {"line": 2, "character": 13}})
        self.assertIn("0 of 1 layers integer", said[-1]["message"])

    def test_nothing_is_said_of_a_network_that_is_quantized(self):
        self.assertEqual(self.editor.open(INTEGERS), [])
        self.assertIn("layer 'rectified'", self.editor.hover(4, 9))

    def test_errors_come_and_go_as_one_types(self):
        wrong = FLOATS.replace("(tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>",
                               "(tensor<1x1x2x2xf32>) -> tensor<1x1x2x3xf32>")
        said = self.editor.open(wrong)
        self.assertEqual(said[0]["severity"], 1)
        self.assertIn(said[0]["range"]["start"]["line"], (1, 2))  # where it is made, or read
        self.editor.notify("textDocument/didChange",
                           textDocument={"uri": URI, "version": 2},
                           contentChanges=[{"text": FLOATS}])
        said = self.editor.diagnostics()
        self.assertEqual({each["source"] for each in said}, {"qopt"})
        self.assertIn("layer 'rectified'", self.editor.hover(1, 9))

    def test_definitions_are_found(self):
        self.editor.open(FLOATS)
        found = self.editor.ask("textDocument/definition", textDocument={"uri": URI},
                                position={"line": 2, "character": 15})
        self.assertEqual(found[0]["range"]["start"]["line"], 1)

    def test_what_is_no_network_is_passed_on(self):
        self.assertNotEqual(self.editor.open("no network {"), [])
        self.assertEqual(self.editor.hover(0, 3), "")
        self.assertEqual(self.editor.end(), 0)

    def test_parts_of_a_file_are_networks_of_their_own(self):
        self.editor.open(FLOATS + "// -----\n" + STEPS)
        line = FLOATS.count("\n") + 1
        self.assertIn("zero point 3", self.editor.hover(line, 17))


class CommandLine(unittest.TestCase):
    def test_help_and_mistakes(self):
        for argument, code in (("--help", 0), ("--version", 0), ("network.mlir", 2)):
            made = subprocess.run([SERVER, argument], capture_output=True, text=True)
            self.assertEqual(made.returncode, code)
            self.assertIn("qopt-lsp-server", made.stdout + made.stderr)

    def test_an_editor_that_is_gone_ends_it(self):
        made = subprocess.run([SERVER], input=b"Content-Length: 7\r\n\r\n", capture_output=True,
                              timeout=60)
        self.assertEqual(made.stdout, b"")


if __name__ == "__main__":
    unittest.main()
