"""Numbers as people read them."""

import math

from ddcore.formats import count, number, p_text, percent


def test_number():
    shown = {
        0.84906: "0.849",
        0.5: "0.500",
        0.99996: "1.000",
        1.0: "1",
        0: "0",
        1e-17: "0",
        -0.25: "−0.250",
        -3: "−3",
        227.0: "227",
        10_000: "10,000",
        1_000_000_000: "1,000,000,000",
        71.7822: "71.782",
        12345.67: "12,345.7",
        0.0004: "4.0 × 10⁻⁴",
        -0.0000999999: "−1.0 × 10⁻⁴",
        1e12: "1.0 × 10¹²",
        2.5e15: "2.5 × 10¹⁵",
        math.nan: "no value",
        math.inf: "∞",
        -math.inf: "−∞",
    }
    assert {x: number(x) for x in shown} == shown
    assert number(-0.0) == "0"
    assert [count(n) for n in (0, 999, 10_000, 1e9)] == ["0", "999", "10,000", "1,000,000,000"]


def test_percent():
    shown = {
        0.516: "51.6 %",
        0.2: "20 %",
        0: "0 %",
        1: "100 %",
        0.0004: "below 0.1 %",
        0.9996: "above 99.9 %",
        -0.031: "−3.1 %",
        12.5: "1,250 %",
        math.nan: "no value",
        math.inf: "∞",
    }
    assert {share: percent(share) for share in shown} == shown


def test_p_text():
    shown = {
        math.log10(3.9e-56): "3.9 × 10⁻⁵⁶",
        math.log10(0.031): "0.031",
        math.log10(0.001): "0.001",
        math.log10(0.00099999): "1.0 × 10⁻³",
        math.log10(0.00012): "1.2 × 10⁻⁴",
        0.0: "1",
        -123456789.5: "3.2 × 10⁻¹²³⁴⁵⁶⁷⁹⁰",
        -math.inf: "0",
        math.nan: "no value",
    }
    assert {log10_p: p_text(log10_p) for log10_p in shown} == shown
