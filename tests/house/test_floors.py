"""What a floor must not do, beyond the imports that import-linter holds: answers make sentences, no statistics."""

import ast
from pathlib import Path

ANSWERS = Path(__file__).parents[2] / "ddcore" / "answers"
LAWS = {"quantile", "percentile", "nanquantile", "nanpercentile", "std", "nanstd", "var", "nanvar", "cov", "corrcoef"}
DRAWS = {
    *("choice", "integers", "permutation", "permuted", "shuffle", "normal", "standard_normal", "uniform", "beta"),
    *("gamma", "standard_gamma", "binomial", "multinomial", "dirichlet", "exponential", "poisson", "hypergeometric"),
}


def statistics(source):
    """What a module takes from scipy, and the calls in it that estimate a law or draw from one."""
    found = []
    for node in ast.walk(ast.parse(source)):
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


def test_answers_hold_no_statistics():
    modules = [module for module in sorted(ANSWERS.rglob("*.py")) if not module.stem.endswith("draw")]
    assert len(modules) > 80
    assert {module.name: found for module in modules if (found := statistics(module.read_text()))} == {}
