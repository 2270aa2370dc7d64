"""Text of other alphabets in encodings that nobody names: read by its words, a guess where no name is one of these."""

import pytest

from ddcore.read import read

TEXTS = {
    "gb18030": ("真实标签", "预测概率", "是", "否"),
    "big5": ("真實標籤", "預測機率", "是", "否"),
    "shift_jis": ("正解ラベル", "予測確率", "はい", "いいえ"),
    "euc_jp": ("正解ラベル", "予測確率", "はい", "いいえ"),
    "cp1251": ("истина", "оценка", "да", "нет"),
    "koi8-r": ("истина", "оценка", "да", "нет"),
}
WESTERN = {
    "cp1252": ("Wahrheit", "Wahrscheinlichkeit (Größe, Straße)", "ja", "nein"),
    "latin-1": ("Réalité", "Probabilité créée à 5 °C", "oui", "non"),
    "mac_roman": ("Réalité", "Probabilité créée", "oui", "non"),
}


def written(truth, score, yes, no, encoding):
    rows = (f"{no if place % 3 else yes};0,{37 * place % 90 + 10}" for place in range(40))
    return "\n".join((f"{truth};{score}", *rows)).encode(encoding)


@pytest.mark.parametrize("encoding", TEXTS)
def test_words_tell_the_encoding(encoding):
    truth, score, yes, no = TEXTS[encoding]
    data = written(truth, score, yes, no, encoding)
    found = read(data, name="a.csv")
    assert (found.columns, found.positive, found.roles["truth"]) == ((truth, score), yes, (truth,))
    assert (found.guesses, len(found.reading.notes)) == ((), 1)
    assert read(data, name="a.csv", encoding=encoding).reading.notes == ()


@pytest.mark.parametrize("encoding", WESTERN)
def test_western_letters_are_none_of_those(encoding):
    truth, score, yes, no = WESTERN[encoding]
    found = read(written(truth, score, yes, no, encoding), name="a.csv")
    assert (found.columns[0].startswith(truth[:1]), found.positive, found.guesses) == (True, yes, ())
