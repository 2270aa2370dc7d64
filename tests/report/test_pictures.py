"""Charts as pictures: the same bytes for the same figure, a Chromium that is started again, and none of it on disk."""

import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest
from choreographer.errors import ChromeNotFoundError
from kaleido.errors import KaleidoError

from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from ddcore.report import fonts
from ddcore.report.pictures import NoChromium, Painter, painter
from tests.helpers.loops import nonempty

SECRET = "Maria Example 4711"


def figure(name: str = "the model", **layout: object) -> str:
    """A figure with a line, as JSON."""
    layout = {"height": 200, "template": LIGHT.template.to_plotly_json(), "showlegend": True, **layout}
    return json.dumps({"data": [{"type": "scatter", "x": [1, 2], "y": [3, 4], "name": name}], "layout": layout})


def chromium(used: Painter) -> tuple[int, Path]:
    """The group of processes of a painter's Chromium, and its profile."""
    running = used._chromium
    return running._browser.subprocess.pid, Path(running._own.tmp_dir.path)


def states() -> Iterator[list[str]]:
    """State, parent and group of each process."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            yield path.read_text().rpartition(")")[2].split()


def gone(group: int) -> bool:
    """Whether a group of processes ends within seconds."""
    for _ in range(100):
        if not any(state[0] != "Z" and int(state[2]) == group for state in states()):
            return True
        time.sleep(0.1)
    return False


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_same_figure_gives_the_same_bytes_and_a_png_two_dots_a_pixel(kind):
    figures = {"a": figure(), "b": figure("other")}
    drawn = painter.draw(figures, kind, width=300)
    assert list(drawn) == ["a", "b"]
    assert drawn["a"] != drawn["b"]
    assert painter.draw(dict(reversed(figures.items())), kind, width=300) == drawn
    assert kind == "svg" or struct.unpack(">II", drawn["a"][16:24]) == (600, 400)


def test_svg_has_nothing_drawn_by_lot_and_the_letters_of_the_dashboard():
    svg = painter.draw({"a": figure()}, "svg")["a"].decode()
    assert 'width="640" height="200"' in svg
    assert re.search("clip-path: ?url|clip-path=", svg)
    assert set(re.findall(r'id="(?:clip|defs-|topdefs-)([a-z0-9]{5})', svg)) == {"chart"}
    assert "trace000000" in svg
    assert "Source Sans Pro" in svg


def test_names_stay_letters_and_signs_that_xml_does_not_have_are_replaced():
    svg = painter.draw({"a": figure("one\x01two\ufffe &lt;script&gt;alert(1)&lt;/script&gt;")}, "svg")["a"].decode()
    assert "one\ufffdtwo\ufffd" in svg
    assert "<script" not in svg
    assert "&#60;script&#62;alert(1)" in svg


@pytest.mark.full
def test_chromium_that_died_is_started_again():
    drawn = painter.draw({"a": figure()}, "svg")
    group, _ = chromium(painter)
    os.killpg(group, signal.SIGKILL)
    assert painter.draw({"a": figure()}, "svg") == drawn
    assert chromium(painter)[0] != group


@pytest.mark.full
def test_chromium_that_hangs_is_ended_and_nothing_of_it_stays():
    impatient = Painter(seconds=-0.99)
    impatient.start()
    group, profile = chromium(impatient)
    os.killpg(group, signal.SIGSTOP)
    try:
        with pytest.raises(InputError, match="could not be drawn: Chromium ended twice, or took too long"):
            impatient.draw({"a": figure()}, "svg")
    finally:
        impatient.close()
    assert not profile.exists()
    assert gone(group)


def test_nothing_of_a_chart_is_on_disk():
    drawn = painter.draw({"a": figure(SECRET)}, "svg")
    assert SECRET in drawn["a"].decode()
    _, profile = chromium(painter)
    for place in nonempty(path for path in profile.rglob("*") if path.is_file() and not path.is_symlink()):
        content = place.read_bytes()
        assert SECRET.encode() not in content
        assert SECRET.encode("utf-16-le") not in content


def test_nothing_is_fetched():
    calls = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            while True:
                try:
                    caller, _ = server.accept()
                except OSError:
                    return
                calls.append(caller.getpeername())
                caller.close()

        Thread(target=answer, daemon=True).start()
        port = server.getsockname()[1]
        for host in ("localhost", "example.org", "127.0.0.1"):
            image = {"source": f"http://{host}:{port}/a.png", "xref": "paper", "yref": "paper", "sizex": 1, "sizey": 1}
            assert painter.draw({"a": figure(images=[image])}, "svg")
        server.shutdown(socket.SHUT_RDWR)
    assert calls == []


def test_without_chromium_or_kaleido_it_is_told_what_to_install(monkeypatch):
    def none(*given, **named):
        raise ChromeNotFoundError

    monkeypatch.setattr("kaleido.Kaleido.__init__", none)
    with pytest.raises(NoChromium, match=r"a figure as .svg needs a Chromium that starts.*install chromium"):
        Painter().draw({"a": figure()}, "svg")
    monkeypatch.setitem(sys.modules, "kaleido", None)
    with pytest.raises(NoChromium, match=r"a figure as .png needs kaleido; install it with pip install kaleido"):
        Painter().draw({"a": figure()}, "png")


def test_fonts_are_those_of_the_package_alone():
    named = sorted(path.name for path in fonts.folder().iterdir() if path.suffix == ".otf")
    assert "SourceSansPro-Regular.otf" in named
    assert all((fonts.folder() / name).is_file() for name in named)


ENDS = """
from ddcore.report import fonts
from ddcore.report.pictures import painter
painter.start()
print(painter._chromium._browser.subprocess.pid, painter._chromium._own.tmp_dir.path, fonts.folder())
"""


@pytest.mark.full
def test_chromium_goes_with_its_process():
    done = subprocess.run([sys.executable, "-W", "error", "-c", ENDS], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    group, profile, folder = done.stdout.split()
    assert not Path(profile).exists()
    assert not Path(folder).exists()
    assert gone(int(group))


def test_a_figure_that_plotly_refuses_is_told():
    painter = Painter()

    class Refusing:
        """A Chromium in which plotly draws nothing."""

        def drawn(self, *given):
            return given

        def wait(self, *given):
            raise KaleidoError(525, "no such trace: a name out of a file")

    painter._chromium = Refusing()
    with pytest.raises(InputError, match=r"^a figure as .svg could not be drawn, as plotly refuses it$"):
        painter.draw({"a": "{}"}, "svg")
