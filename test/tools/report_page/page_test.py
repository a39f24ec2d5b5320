"""A report's page in a browser: every control, no errors, no requests, hostile names, print."""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
import browser as chromium  # noqa: E402

HOSTILE = """
func.func @main(%x: tensor<?x4xf32, #nn.dims<N>> {nn.name = "x</title><script>window.hit=1</script>"}) -> tensor<?x4xf32, #nn.dims<N>> {
  %a = nn.relu %x {nn.name = "a</script><img src=x onerror='window.hit=2'>\\22>"} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  %b = nn.abs %a {nn.name = "Größe <∑> &amp; 'b'"} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  return %b : tensor<?x4xf32, #nn.dims<N>>
}
"""


def make_pages(qrun, models, folder):
    """A page of a network with all there is to measure, and one of hostile names and no samples."""
    def run(*arguments):
        subprocess.run([qrun, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)

    data = f"--data={models / 'digits_calibration.npz'}"
    run("quantize", models / "lenet.onnx", data, "--keep", "-o", folder / "q.mlirbc", "--quiet")
    run("report", folder / "q.float.mlirbc", folder / "q.mlirbc", f"--data={models / 'digits_dev.npz'}", "-o", folder / "r.html",
        f"--calibration={folder / 'q.json'}", "--timed-runs=3", "--quiet")
    (folder / "hostile.mlir").write_text(HOSTILE)
    run("report", folder / "hostile.mlir", "--title=</title><script>window.hit=3</script>", "-o", folder / "h.html", "--quiet")


class Page:
    """A page that is looked at after each step: nothing was said, nothing was asked for."""

    def __init__(self, browser, path):
        self.browser, self.path = browser, path
        browser.open(path)
        self.check("opened")

    def check(self, step):
        said = self.browser.console()
        assert not said, f"{step}: the console says {said}"
        asked = [url for url in self.browser.requests() if url != f"file://{self.path}"]
        assert not asked, f"{step}: the page asks for {asked}"


def viewbox(browser):
    return [float(number) for number in browser.run("return document.querySelector('#drawing').getAttribute('viewBox')").split()]


def try_drawing(page):
    browser = page.browser
    width = viewbox(browser)[2]
    browser.click("#in")
    assert viewbox(browser)[2] < width, "+ shows less"
    browser.click("#out")
    browser.click("#all")
    assert viewbox(browser)[3] >= browser.run("return document.querySelectorAll('g.layer').length") * 20, "All shows all"
    browser.click("#width")
    top = viewbox(browser)[1]
    browser.run("document.querySelector('#frame').focus()")
    browser.press_focused("+", "+", "ArrowDown")
    assert viewbox(browser)[1] > top, "an arrow moves the drawing"
    browser.click("#map")
    page.check("the drawing moved")


def try_layers(page):
    browser = page.browser
    browser.press("#find", "conv")
    assert re.fullmatch(r"1 of \d+", browser.text("#found")), browser.text("#found")
    first = browser.text("#details h3")
    browser.click("#next")
    second = browser.text("#details h3")
    browser.click("#previous")
    assert first == browser.text("#details h3") != second, "matches follow each other"
    browser.press("#find", "Enter")
    assert browser.text("#details h3") == second, "Enter is the next one"
    browser.run("document.querySelector('#frame g.layer[tabindex=\"0\"]').focus()")
    browser.press_focused("ArrowDown")
    assert browser.text("#details h3") != second, "arrows go along lines"
    for word in ("SQNR", "clipped", "multiply-adds", "Weights", "scale"):
        assert any(word in browser.run("document.querySelectorAll('g.layer')[arguments[0]].dispatchEvent(new MouseEvent('click'));"
                                       "return document.querySelector('#details').textContent", number)
                   for number in range(browser.run("return document.querySelectorAll('g.layer').length"))), f"no layer tells its {word}"
    page.check("layers were chosen")


def try_choices(page):
    browser = page.browser
    for selector in ("#colour", "#measure", "#order", "#only", "#theme"):
        before = None
        for value in browser.run("return [...document.querySelector(arguments[0]).options].map((one) => one.value)", selector):
            browser.choose(selector, value)
            shown = browser.run("return [document.querySelector('#legend').innerHTML, document.querySelector('#chart').innerHTML,"
                                "document.querySelector('#layers-table').innerHTML, getComputedStyle(document.body).backgroundColor].join()")
            assert selector == "#theme" or shown != before, f"{selector}={value} changes nothing"
            before = shown
            page.check(f"{selector}={value}")
    browser.choose("#theme", "dark")
    dark = browser.run("return getComputedStyle(document.body).backgroundColor")
    browser.choose("#theme", "light")
    assert dark != browser.run("return getComputedStyle(document.body).backgroundColor"), "dark is another ground"
    browser.choose("#only", "all")


def try_table(page):
    browser = page.browser

    def column(number):
        return browser.run("return [...document.querySelectorAll('#layers-table tbody tr')].map((row) => row.children[arguments[0]].textContent)", number)

    count = browser.run("return document.querySelectorAll('#layers-table th').length")
    for number in range(count):
        for direction in ("ascending", "descending"):
            browser.run("document.querySelectorAll('#layers-table th button')[arguments[0]].scrollIntoView({block: 'center'})", number)
            browser.click(browser.elements("#layers-table th button")[number])
            sort = browser.run("return document.querySelectorAll('#layers-table th')[arguments[0]].getAttribute('aria-sort')", number)
            assert sort in (direction, {"ascending": "descending", "descending": "ascending"}[direction]), sort
    browser.click(browser.elements("#layers-table th button")[1])
    assert column(1) == sorted(column(1), key=lambda name: [int(part) if part.isdigit() else part.lower() for part in re.split(r"(\d+)", name)]), column(1)
    browser.click(browser.elements("#layers-table tbody button.name")[0])
    assert browser.text("#details h3") == column(1)[0], "a name in the table chooses its layer"
    page.check("the table was sorted")


def try_rest(page):
    browser = page.browser
    assert browser.run("return document.querySelectorAll('#accuracy-table tr').length") == 3
    assert browser.run("return document.querySelectorAll('#gallery figure').length") > 3
    assert "qrun report" in browser.text("#commands")
    # Every control is one that something above has used, and can be reached by Tab.
    known = {"find", "previous", "next", "colour", "in", "out", "width", "all", "measure", "order", "only", "more", "theme"}
    controls = browser.run("return [...document.querySelectorAll('button, select, input')].filter((one) => one.id).map((one) => one.id)")
    assert set(controls) == known, set(controls) ^ known
    assert not browser.run("return [...document.querySelectorAll('button, select, input')].filter((one) => one.tabIndex < 0).length")
    if browser.run("return !document.querySelector('#more').hidden"):
        shown = browser.run("return document.querySelectorAll('#gallery figure').length")
        browser.click("#more")
        assert browser.run("return document.querySelectorAll('#gallery figure').length") > shown
    assert len(browser.pdf()) > 20000, "it prints"
    page.check("it was printed")


def try_narrow(page):
    """Nothing but tables is wider than a narrow screen."""
    page.browser.post("window/rect", width=500, height=900)
    wide = page.browser.run("return document.documentElement.scrollWidth > document.documentElement.clientWidth")
    assert not wide, "the page is wider than a narrow screen"
    # Code that follows a size waits for a frame: else Chromium says that sizes go in circles, as an
    # error of the page.
    page.browser.run("window.said = []; addEventListener('error', (event) => window.said.push(event.message))")
    for height in (300, 900, 200, 1000):
        page.browser.post("window/rect", width=1400, height=height)
        for pixels in (120, 5000):
            page.browser.run("document.querySelector('#frame').style.height = arguments[0] + 'px'", pixels)
            page.browser.run("return document.querySelector('#map').getBoundingClientRect().width")
    page.browser.run("document.querySelector('#frame').style.height = ''")
    said = page.browser.run("return window.said")
    assert not said, f"resizing says {said}"
    page.check("it was resized")


def try_hostile(browser, path):
    page = Page(browser, path)
    names = browser.run("return [...document.querySelectorAll('#layers-table button.name')].map((one) => one.textContent)")
    assert names == ["x</title><script>window.hit=1</script>", "a</script><img src=x onerror='window.hit=2'>\">", "Größe <∑> & 'b'".replace("&", "&amp;"),
                     names[3]], names
    for number in range(4):
        browser.click(browser.elements("#layers-table button.name")[number])
    assert browser.run("return window.hit") is None, "a name was run"
    assert browser.run("return document.title") == "</title><script>window.hit=3</script>"
    assert browser.run("return document.querySelector('#accuracy').hidden && document.querySelector('#histograms').hidden")
    page.check("hostile names were looked at")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--qrun", required=True)
    parser.add_argument("--models", required=True, type=Path)
    given = parser.parse_args()
    if absent := chromium.missing():
        print(f"skipped: there is no {absent}")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_pages(given.qrun, given.models, folder)
        assert (folder / "r.html").stat().st_size < 3 << 20, "a page has 3 MiB at most"
        with chromium.Browser(folder / "profile") as browser:
            page = Page(browser, folder / "r.html")
            for attempt in (try_drawing, try_layers, try_choices, try_table, try_rest, try_narrow):
                attempt(page)
                print(f"{attempt.__name__}: ok")
            try_hostile(browser, folder / "h.html")
            print("try_hostile: ok")
    return 0


sys.exit(main())
