"""What import-linter does not hold: answers make sentences, no statistics; a question is closed but for its package."""

import ast
from pathlib import Path

import pytest

from tests.helpers.trees import tree

ROOT = Path(__file__).parents[2]
ANSWERS = ROOT / "ddcore" / "answers"
QUESTIONS = {file.parent.name for file in ANSWERS.glob("*/__init__.py")} - {"base"}
LAWS = {"quantile", "percentile", "nanquantile", "nanpercentile", "std", "nanstd", "var", "nanvar", "cov", "corrcoef"}
DRAWS = {
    *("choice", "integers", "permutation", "permuted", "shuffle", "normal", "standard_normal", "uniform", "beta"),
    *("gamma", "standard_gamma", "binomial", "multinomial", "dirichlet", "exponential", "poisson", "hypergeometric"),
}


def statistics(source):
    """What a module takes from scipy, and the calls in it that estimate a law or draw from one."""
    found = []
    for node in ast.walk(tree(source)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if alias.name.partition(".")[0] == "scipy"]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "scipy":
            found.append(node.module)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name, of_numpy = node.func.attr, isinstance(node.func.value, ast.Name) and node.func.value.id == "np"
            found += [name] * (name in DRAWS or (of_numpy and name in LAWS))
    return found


def test_statistics_are_found():
    source = "import scipy.stats\nfrom scipy.special import ndtr\nnp.std(x)\nrng.choice(x)\n"
    source += "np.random.default_rng(1)\nlaw.quantile(x)"
    assert sorted(statistics(source)) == ["choice", "scipy.special", "scipy.stats", "std"]


@pytest.mark.full
def test_answers_hold_no_statistics():
    modules = sorted(ANSWERS.rglob("*.py"))
    assert len(modules) > 80
    assert {module.name: found for module in modules if (found := statistics(module.read_text()))} == {}


def reached_into(source, own):
    """The modules inside packages of other questions that a module of the question `own` imports from."""
    questions = QUESTIONS - {own}
    found = []
    for node in ast.walk(tree(source)):
        if isinstance(node, ast.ImportFrom):
            found += [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
    inside = [name.split(".") for name in found if name.startswith("ddcore.answers.")]
    return [
        ".".join(parts)
        for parts in inside
        if parts[2] in questions and len(parts) > 3 and (ANSWERS / parts[2] / f"{parts[3]}.py").exists()
    ]


def test_reaching_into_a_package_is_found():
    source = "from ddcore.answers.verdict.words import seldom\nfrom ddcore.answers.verdict import verdict_on, words\n"
    inside = "ddcore.answers.verdict.words"
    assert reached_into(source, "costs") == [inside, f"{inside}.seldom", inside]
    assert reached_into(source, "verdict") == []
    assert reached_into("from ddcore.answers.verdict import verdict_on", "costs") == []


def test_a_question_is_a_package_that_others_import_as_a_whole():
    modules = [path for path in sorted(ANSWERS.rglob("*.py")) if path.parent != ANSWERS]
    assert [path.name for path in ANSWERS.glob("*.py")] == ["__init__.py"]
    assert len(modules) > 60
    owners = {path: path.relative_to(ANSWERS).parts[0] for path in modules}
    found = {str(path): inside for path in modules if (inside := reached_into(path.read_text(), owners[path]))}
    assert found == {}


def bound(module):
    """The names that the body of a module binds, but for its own submodules that it imports as themselves."""
    for node in module.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, None
        elif isinstance(node, ast.Assign):
            yield from ((name.id, None) for name in node.targets if isinstance(name, ast.Name))
        elif isinstance(node, ast.ImportFrom):
            yield from ((alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names)


def test_no_name_of_a_package_hides_one_of_its_modules():
    """`from package import module` would give something else."""
    packages = sorted((ROOT / "ddcore").rglob("__init__.py"))
    assert len(packages) > 30
    hidden = []
    for package in packages:
        modules = {path.stem for path in package.parent.glob("*.py")}
        dotted = ".".join(package.parent.relative_to(ROOT).parts)
        for name, origin in bound(tree(package.read_text())):
            hidden += [f"{dotted}: {name}"] * (name in modules and origin != f"{dotted}.{name}")
    assert hidden == []
