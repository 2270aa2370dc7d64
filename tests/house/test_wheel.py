"""The wheel: what is in it, and that it does its work where only what it asks for is installed."""

import json
import os
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import ddcore
from tests.helpers.serving import answers, free_port, wait_for
from tests.house import stub

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


def files(folder: Path) -> set[str]:
    """Every file below a folder that a person wrote, by its path from there."""
    return {
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc"
    }


def needed(requirements: list[str]) -> dict[str, Distribution]:
    """The installed packages of some requirements, and of what these require."""
    found, left = {}, [Requirement(text) for text in requirements]
    while left:
        requirement = left.pop()
        name, extras = requirement.name.lower(), requirement.extras or {""}
        if name == "ddcore":
            left += [Requirement(text) for extra in extras for text in PROJECT["optional-dependencies"][extra]]
        elif name not in found:
            found[name] = distribution(name)
            asked = [Requirement(text) for text in found[name].requires or ()]
            left += [
                each
                for each in asked
                if not each.marker or any(each.marker.evaluate({"extra": extra}) for extra in extras)
            ]
    return found


def link(packages: dict[str, Distribution], folder: Path) -> Path:
    """A folder that has these packages and no others.

    Streamlit takes itself for under development where no folder above it is called `site-packages`.
    """
    folder.mkdir()
    for package in packages.values():
        for top in {file.parts[0] for file in package.files} - {"..", "__pycache__"}:
            if not (folder / top).exists():
                (folder / top).symlink_to(package.locate_file(top))
    return folder


def built(source: Path, folder: Path) -> Path:
    """The wheel of a folder or an sdist, built by what `tests/requirements.txt` pins, without a download."""
    build = ["wheel", source, "--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--wheel-dir", folder]
    subprocess.run([sys.executable, "-m", "pip", *build], check=True, cwd=folder, env=ENVIRONMENT)
    [path] = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of this folder."""
    return built(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def empty(tmp_path_factory, wheel):
    """An environment with the wheel alone: its folder and its Python."""
    folder = tmp_path_factory.mktemp("empty") / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    python = folder / "bin" / "python"
    install = ["--python", python, "install", "--no-deps", "--no-index", "--quiet", wheel]
    subprocess.run([sys.executable, "-m", "pip", *install], check=True, env=ENVIRONMENT)
    return folder, python


def run(empty, packages: Path, code: str) -> str:
    """What a program prints there when it also has some packages."""
    _, python = empty
    return printed(empty, packages, [python, "-c", code])


def printed(empty, packages: Path, command: list[str | Path]) -> str:
    """The same of a command."""
    environment = ENVIRONMENT | {"PYTHONPATH": str(packages)}
    done = subprocess.run(command, cwd=empty[0], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def core(tmp_path_factory):
    """What a bare install brings."""
    return link(needed(PROJECT["dependencies"]), tmp_path_factory.mktemp("core") / "site-packages")


def test_wheel_has_the_package_its_samples_and_the_dashboard_and_nothing_beside(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {name.partition("/")[0] for name in names} == {"ddcore", f"ddcore-{ddcore.__version__}.dist-info"}
    inside = {name.removeprefix("ddcore/") for name in names if name.startswith("ddcore/")}
    dashboard = {name.removeprefix("dashboard_files/") for name in inside if name.startswith("dashboard_files/")}
    assert inside - {f"dashboard_files/{name}" for name in dashboard} == files(ROOT / "ddcore") | {"__init__.pyi"}
    assert dashboard == {"app.py", ".streamlit/config.toml", *(f"pages/{name}" for name in files(ROOT / "pages"))}
    assert {"py.typed", "samples/example.csv", "samples/pathology.csv"} <= inside


def test_wheel_of_an_sdist_is_the_same_and_has_the_stub(wheel, tmp_path):
    build = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", tmp_path]
    subprocess.run(build, check=True, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.DEVNULL)
    [sdist] = tmp_path.iterdir()
    wheels = [zipfile.ZipFile(path) for path in (wheel, built(sdist, tmp_path))]
    one, other = ({row.filename: row.CRC for row in archive.infolist()} for archive in wheels)
    assert one == other
    assert wheels[0].read(stub.NAME).decode() == stub.written()


def test_build_asks_for_what_the_stub_needs():
    asked = "from hatchling.build import get_requires_for_build_wheel as asked; print(*asked(), sep=';')"
    done = subprocess.run([sys.executable, "-c", asked], check=True, cwd=ROOT, capture_output=True, text=True)
    required = {Requirement(text).name for text in done.stdout.strip().split(";")}
    assert required >= {Requirement(text).name for text in PROJECT["dependencies"]}


def test_wheel_tells_its_version_licence_and_command(wheel):
    archive = zipfile.ZipFile(wheel)
    told = {name.rpartition("/")[2]: archive.read(name).decode() for name in archive.namelist() if "dist-info" in name}
    assert f"Version: {ddcore.__version__}\n" in told["METADATA"]
    assert "License-Expression: MIT\n" in told["METADATA"]
    assert told["LICENSE"] == (ROOT / "LICENSE").read_text()
    assert "ddcore = ddcore.command:main" in told["entry_points.txt"]


TRY = """
import importlib.metadata, importlib.util, ddcore
from ddcore.answers.base.question import QUESTIONS
from ddcore.data import Data
from ddcore.figures.theme import THEMES
from ddcore.read import read
from ddcore.samples import SAMPLES
print(ddcore.__file__, importlib.metadata.version("ddcore") == ddcore.__version__)
sample = SAMPLES["pathology"]
print(sorted(read(sample.path, **sample.roles).models))
answer = QUESTIONS["baselines"].ask(Data(303, 139))
print(bool(answer.sentence), [len(figure.draw(THEMES["light"]).data) > 0 for figure in answer.figures.values()])
others = ("streamlit", "sklearn", "starlette", "pages", "app", "tests")
print([name for name in others if importlib.util.find_spec(name)])
"""


def test_bare_install_answers_with_what_it_asks_for_alone(empty, core):
    place, models, answered, others = run(empty, core, TRY).splitlines()
    folder, _ = empty
    assert place.startswith(str(folder))
    assert place.endswith(" True")
    assert models == "['the model']"
    assert answered.startswith("True [True")
    assert others == "[]"


def test_bare_install_has_the_command(empty, core):
    folder, _ = empty
    asked = [folder / "bin" / "ddcore", "baselines", "--M", "303", "--P", "139", "--json"]
    assert json.loads(printed(empty, core, asked))["question"] == "What would chance score?"


def test_what_a_bare_install_lacks_is_told(empty, core):
    started = run(
        empty, core, "from ddcore.command.dashboard import start\ntry:\n start()\nexcept ValueError as e:\n print(e)"
    )
    assert started == "the dashboard needs streamlit: pip install 'ddcore[dashboard]'\n"
    absent = "try:\n import ddcore.sklearn\nexcept ModuleNotFoundError as e:\n print(e)"
    assert run(empty, core, absent) == "ddcore.sklearn needs scikit-learn: pip install 'ddcore[sklearn]'\n"


def test_dashboard_starts_from_an_install(empty, tmp_path):
    folder, _ = empty
    extra = PROJECT["optional-dependencies"]["dashboard"]
    packages = link(needed([*PROJECT["dependencies"], *extra]), tmp_path / "site-packages")
    port, log = free_port(), tmp_path / "log"
    with log.open("wb") as written:
        server = subprocess.Popen(
            [folder / "bin" / "ddcore", "dashboard", "--port", str(port)],
            cwd=tmp_path,
            env=ENVIRONMENT | {"PYTHONPATH": str(packages), "STREAMLIT_SERVER_HEADLESS": "true"},
            stdout=written,
            stderr=subprocess.STDOUT,
        )
        try:
            wait_for(f"http://localhost:{port}", server)
        finally:
            server.terminate()
            server.wait(30)
    assert f"http://localhost:{port}" in log.read_text(), "the settings beside app.py hold"
    assert not answers(f"http://localhost:{port}")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["log", "site-packages"]
