"""The process that writes reports for a server: same bytes, in order, and a sentence where it crashes or hangs."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import ddcore
from ddcore.errors import InputError
from ddcore.report import pdf
from ddcore.report.compose import compose
from ddcore.report.order import Order
from ddcore.report.press import Press


@pytest.fixture(scope="module")
def press():
    """A press of its own, as that of this process is for those who ask."""
    made = Press()
    made.start()
    yield made
    made.close()


@pytest.fixture(scope="module")
def reports():
    return [compose(ddcore.classes(303, positives), Order.of(ask="baselines")) for positives in (139, 140)]


@pytest.mark.full
def test_several_get_what_each_asked_for_and_the_processor_is_left_to_others(press, reports):
    wanted = [pdf.written(document) for document in reports]
    with ThreadPoolExecutor(4) as visitors:
        given = list(visitors.map(lambda place: press.written(reports[place % 2], "pdf"), range(6)))
    assert given == 3 * wanted
    assert os.getpriority(os.PRIO_PROCESS, press._process.pid) == 10


@pytest.mark.full
def test_crash_ends_in_a_sentence_and_a_new_process(press, reports):
    wanted = press.written(reports[0], "pdf")
    crashed = press._process
    os.kill(crashed.pid, signal.SIGSTOP)
    with ThreadPoolExecutor(1) as visitor:
        asked = visitor.submit(press.written, reports[0], "pdf")
        time.sleep(0.5)
        os.kill(crashed.pid, signal.SIGKILL)
        with pytest.raises(InputError, match="the process that writes it ended; try again"):
            asked.result()
    assert press.written(reports[0], "pdf") == wanted


def test_what_hangs_is_given_up(reports):
    impatient = Press(seconds=0.5)
    impatient.start()
    folder, process = Path(impatient._folder), impatient._process
    os.kill(process.pid, signal.SIGSTOP)
    with pytest.raises(InputError, match=r"more than 0.5 seconds"):
        impatient.written(reports[0], "pdf")
    assert process.poll() == -signal.SIGKILL
    assert not folder.exists()


@pytest.mark.full
def test_error_of_the_program_is_a_sentence_and_nothing_of_a_document_is_logged(reports, capfd):
    broken = reports[0].model_copy(update={"versions": {"python": "Maria Example 4711"}})
    made = Press()
    with pytest.raises(InputError, match="the program has an error"):
        made.written(broken, "pdf")
    assert made._process.poll() is None
    made.close()
    logged = capfd.readouterr().err
    assert logged.startswith("KeyError\n")
    assert "Maria" not in logged


ENDS = """
import ddcore
from ddcore.report import press
from ddcore.report.compose import compose
from ddcore.report.order import Order
press.start()
print(press._press._process.pid, press._press._folder, flush=True)
"""


@pytest.mark.full
@pytest.mark.parametrize("end", ["", "import os; os._exit(0)"])
def test_it_ends_with_its_parent(end):
    done = subprocess.run([sys.executable, "-c", ENDS + end], capture_output=True, text=True, check=True, timeout=60)
    number, folder = done.stdout.split()
    assert done.stderr == ""
    for _ in range(200):
        if not alive(int(number)):
            break
        time.sleep(0.1)
    assert not alive(int(number))
    assert end or not Path(folder).exists()


def alive(number: int) -> bool:
    """Whether a process runs."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
