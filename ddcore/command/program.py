"""The program behind `ddcore`: its commands, and what becomes of what cannot be asked."""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from cyclopts import App, CycloptsError, Group, Parameter

from ddcore import __version__
from ddcore.answers import question_texts
from ddcore.command import safe
from ddcore.command.piped import hidden
from ddcore.command.safe import REFUSED
from ddcore.errors import InputError

LONGEST = 1000
"""Letters of what is said then: it may have a name or a number of any length in it."""

HELP = """What a binary classifier's scores are really worth: what chance would have scored, how well they separate, and
which decisions they are good for."""

EXAMPLES = """Examples:

  ddcore verdict --sample two_class_example
  ddcore gate --sample two_class_example --beats F1,MCC --at-least ACC=0.8
  ddcore report --sample two_class_example --out report.html
  ddcore baselines --M 303 --P 139 --json
  ddcore verdict --sample two_class_example --figure verdict.html
  ddcore verdict --sample two_class_example --csv verdict
  ddcore questions

With a file of your own: ddcore verdict FILE --truth COLUMN --positive VALUE. All options for a file
are in ddcore verdict --help-data."""


def run(tokens: Sequence[str]) -> int:
    """Do what is asked; gives the exit code."""
    try:
        code = program()(hidden(tokens), exit_on_error=False, print_error=False, result_action="return_value")
    except (InputError, CycloptsError) as refusal:
        print(f"ddcore: {safe.line(_told(refusal)):.{LONGEST}}", file=sys.stderr)
        return REFUSED
    return int(code or 0)


def _told(refusal: InputError | CycloptsError) -> str:
    """What is wrong, and the option that mends it."""
    if not isinstance(refusal, InputError):
        return str(refusal)
    # Only here: most commands refuse nothing.
    from ddcore.read.spelling import OPTION, spelled

    return spelled(refusal, OPTION)


def program() -> App:
    """All commands; a question's module is imported when it is asked, or its help."""
    app = App(
        name="ddcore",
        version=__version__,
        help=HELP,
        help_format="plaintext",
        help_epilogue=EXAMPLES,
        default_parameter=Parameter(negative=(), show_default=False),
        suppress_keyboard_interrupt=False,
    )
    questions, more = Group.create_ordered("Questions"), Group.create_ordered("More")
    for place, (name, text) in enumerate(question_texts().items()):
        app.command(f"ddcore.command.question:{name}", name=name, help=text, group=questions, sort_key=place)
    app.command(
        "ddcore.command.gate:app", name="gate", help="Does the model meet the conditions of a pipeline?", group=more
    )
    app.command("ddcore.command.report:app", name="report", help="Answers in one file, to send and print.", group=more)
    for name, (function, example) in OTHERS.items():
        app.command(function, name=name, group=more, help_epilogue=f"Examples:\n\n  {example}")
    for flag in ("--help", "--version"):
        app[flag].group = more
    return app


def listed() -> None:
    """List the questions."""
    texts = question_texts()
    width = max(map(len, texts))
    for name, text in texts.items():
        print(f"{name:{width}}  {text}")


def dashboard(*, port: int | None = None, address: str | None = None) -> None:
    """Start the dashboard; Ctrl-C stops it.

    Parameters
    ----------
    port
        The port it listens on.
    address
        The address it listens on.
    """
    from ddcore.command.dashboard import start

    start(port=port, address=address)


def learn(name: str, /, *, out: str) -> None:
    """Write a course as a Jupyter notebook or as PDF.

    Parameters
    ----------
    name
        The course: accuracy, draw, rare, likelihood, worth or base_rates.
    out
        A file that ends in .ipynb or .pdf.
    """
    from ddcore.command.learn import course_to

    course_to(name, out)


def exam(*, out: str, seed: int = 1) -> None:
    """Write an exam with its solutions as PDF.

    Parameters
    ----------
    out
        A file that ends in .pdf.
    seed
        The same seed gives the same exam.
    """
    from ddcore.command.learn import exam_to

    exam_to(seed, out)


def install_completion(*, shell: Literal["bash", "zsh", "fish"] | None = None, output: str | None = None) -> None:
    """Install the completion of options for your shell.

    Parameters
    ----------
    shell
        The shell, found where not given.
    output
        Write the script there, and leave the shell's own files as they are.
    """
    from pathlib import Path

    from cyclopts.completion.detect import ShellDetectionError

    file = None if output is None else Path(output)
    try:
        path = program().install_completion(shell=shell, output=file, add_to_startup=file is None)
    except ShellDetectionError:
        raise InputError("the shell was not found; give --shell bash, --shell zsh or --shell fish") from None
    print(f"Completion was written to {path}; it works in a new shell.")


OTHERS: Mapping[str, tuple[Callable[..., None], str]] = {
    "questions": (listed, "ddcore questions"),
    "learn": (learn, "ddcore learn accuracy --out accuracy.ipynb"),
    "exam": (exam, "ddcore exam --seed 3 --out exam.pdf"),
    "dashboard": (dashboard, "ddcore dashboard --port 8600"),
    "--install-completion": (install_completion, "ddcore --install-completion --shell bash --output ddcore.bash"),
}
"""The other commands, each with an example."""
