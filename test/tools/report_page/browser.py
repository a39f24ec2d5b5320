"""Chromium by WebDriver's protocol, over HTTP: Debian's chromium and chromium-driver, nothing else."""

import base64
import json
import re
import shutil
import socket
import subprocess
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key of a reference, W3C WebDriver
KEYS = {"Enter": "\ue007", "Tab": "\ue004", "ArrowDown": "\ue015", "ArrowUp": "\ue013", "ArrowRight": "\ue014",
        "ArrowLeft": "\ue012", "PageDown": "\ue00f"}


def missing():
    """Returns what this machine lacks, as a clause behind "there is no", or None."""
    for name in ("chromium", "chromedriver"):
        if not shutil.which(name):
            return f"{name}; Debian's packages are chromium and chromium-driver"
    try:
        socket.getaddrinfo("localhost", 80)  # by that name chromedriver reaches the browser that it starts
    except OSError:
        return "address of localhost; /etc/hosts holds it on an installed machine"
    return None


class Browser:
    def __init__(self, folder, width=1400, height=1000, scheme="light"):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        port = None
        for line in self.driver.stdout:
            if found := re.search(r"started successfully on port (\d+)", line):
                port = found[1]
                break
        self.root = f"http://127.0.0.1:{port}/session"
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                     "--force-color-profile=srgb", f"--user-data-dir={folder}", f"--window-size={width},{height}"]
        made = self._send("POST", self.root, {"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"args": arguments, "binary": shutil.which("chromium")},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}}})
        self.root += "/" + made["sessionId"]
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.post("url", url="about:blank")
        self.requests()  # of the page that the browser itself opens first

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self._send("DELETE", self.root)
        finally:
            self.driver.terminate()
            self.driver.wait()
            self.driver.stdout.close()

    @staticmethod
    def _send(method, url, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"].splitlines()[0]) from None

    def post(self, path, **body):
        return self._send("POST", f"{self.root}/{path}", body)

    def open(self, path):
        self.post("url", url=f"file://{path}")

    def command(self, name, **parameters):
        """A command of the DevTools."""
        return self.post("goog/cdp/execute", cmd=name, params=parameters)

    def run(self, script, *arguments):
        return self.post("execute/sync", script=script, args=list(arguments))

    def element(self, selector):
        return self.post("element", using="css selector", value=selector)

    def elements(self, selector):
        return self.post("elements", using="css selector", value=selector)

    def click(self, element):
        """Clicks as a person does: the element has to be where it can be seen, and nothing above
        it."""
        element = self.element(element) if isinstance(element, str) else element
        self.post(f"element/{element[ELEMENT]}/click")

    def press(self, selector, *keys):
        text = "".join(KEYS.get(key, key) for key in keys)
        self.post(f"element/{self.element(selector)[ELEMENT]}/value", text=text)

    def press_focused(self, *keys):
        """Types on whatever has the focus."""
        actions = [{"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
        self.post("actions", actions=[{"type": "key", "id": "keys", "actions": actions}])

    def choose(self, selector, value):
        self.click(f'{selector} option[value="{value}"]')

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).textContent", selector)

    def screenshot(self, path):
        path.write_bytes(base64.b64decode(self._send("GET", self.root + "/screenshot")))

    def pdf(self):
        return base64.b64decode(self.post("print"))

    def console(self):
        """Returns the warnings and errors that the page said since the last call."""
        return [entry["message"] for entry in self.post("se/log", type="browser") if entry["level"] in ("WARNING", "SEVERE")]

    def requests(self):
        """Addresses that the page asked for since the last call."""
        events = [json.loads(entry["message"])["message"] for entry in self.post("se/log", type="performance")]
        return [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]
