"""How often the encoding of a table is right, and in how long: `python -m tests.bench.bench_encodings`, ten seconds.

Beside the reader's choice stand charset-normalizer on the whole table, and on its words among fifteen encodings. A
choice is right where it gives the text back that Python's codecs wrote.
"""

import itertools
import random
import re
import time
from collections import Counter

from charset_normalizer import from_bytes

from ddcore.read.delimited import encoding

WORDS = {
    "German": ("Wahrheit Bewertung Größe Kündigung", "zurückgezahlt ausgefallen bösartig gutartig"),
    "French": ("vérité score modèle âge", "défaut remboursé malade guéri"),
    "Dutch": ("waarheid score coëfficiënt categorie", "geïnfecteerd gezond ja nee"),
    "Spanish": ("verdad puntuación año señal", "sí no dañado bueno"),
    "Portuguese": ("verdade pontuação ação região", "não sim inadimplência pago"),
    "Swedish": ("sanning poäng ålder kön", "återbetald förfallen ja nej"),
    "Polish": ("prawda wynik wartość źródło", "spłacone niespłacone tak nie"),
    "Czech": ("pravda skóre třída věk", "splaceno nesplaceno špatný dobrý"),
    "Russian": ("истина оценка возраст пол", "да нет возвращён просрочен"),
    "Greek": ("αλήθεια βαθμός ηλικία φύλο", "ναι όχι υγιής ασθενής"),
    "Japanese": ("正解 スコア 年齢 性別", "はい いいえ 陽性 陰性"),
    "Chinese": ("真实 分数 年龄 性别", "是 否 违约 还款"),
}
UNICODE = ("utf-8", "utf-16", "utf-16-le", "utf-16-be")
WESTERN = ("cp1252", "latin-1", "mac_roman")
ENCODINGS = dict.fromkeys(("German", "French", "Dutch", "Spanish", "Portuguese", "Swedish"), WESTERN) | {
    "Polish": ("cp1250", "iso8859_2"),
    "Czech": ("cp1250", "iso8859_2"),
    "Russian": ("cp1251", "koi8_r"),
    "Greek": ("cp1253", "iso8859_7"),
    "Japanese": ("shift_jis", "euc_jp"),
    "Chinese": ("gb18030", "big5"),
}
AMONG = [
    *("cp1252", "mac_roman", "cp1250", "cp1251", "cp1253", "shift_jis", "gb18030", "big5"),
    *("euc_jp", "koi8_r", "iso8859_2", "iso8859_7", "cp850", "cp775", "cp437"),
]


def table(language: str, rows: int, sparse: bool, rng: random.Random) -> str:
    """A table in a language; a sparse one has English names, and a label in one row of ten."""
    names, labels = (text.split() for text in WORDS[language])
    header = ["truth", "score", "id"] if sparse else rng.sample(names, 3)
    separator, kept = rng.choice(",;\t"), rng.sample(labels, 2)
    lines = [separator.join(header)]
    for row in range(rows):
        label = "x" if sparse and row % 10 != 3 else rng.choice(kept)
        lines.append(separator.join([label, f"{rng.random():.4f}", str(row)]))
    return "\n".join(lines)


def whole(data: bytes) -> str:
    """What charset-normalizer says of the table."""
    best = from_bytes(data).best()
    return best.encoding if best else "none"


def words(data: bytes) -> str:
    """What it says of the words that are not ASCII, where the text is not Unicode."""
    if encoding(data).startswith("utf"):
        return encoding(data)
    distinct = dict.fromkeys(word for word in re.findall(rb"[A-Za-z \x80-\xff]+", data) if not word.isascii())
    best = from_bytes(b" ".join(distinct), cp_isolation=AMONG).best()
    return best.encoding if best else "cp1252"


CHOICES = {"the reader": encoding, "charset-normalizer": whole, "its words, of fifteen": words}


def is_right(data: bytes, name: str, text: str) -> bool:
    try:
        return data.decode(name).removeprefix("\ufeff") == text
    except (LookupError, UnicodeDecodeError):
        return False


def main() -> None:
    rng, tables, right, seconds = random.Random(1), Counter(), Counter(), Counter()
    for language, own in ENCODINGS.items():
        for name, rows, sparse, _ in itertools.product((*UNICODE, *own), (4, 40, 2000), (False, True), range(3)):
            text = table(language, rows, sparse, rng)
            try:
                data = text.encode(name)
            except UnicodeEncodeError:
                continue
            if data.isascii():
                continue
            tables[name] += 1
            for choice, of in CHOICES.items():
                start = time.perf_counter()
                chosen = of(data)
                seconds[choice] += time.perf_counter() - start
                right[choice, name] += is_right(data, chosen, text)
    print(f"{'encoding':12}{'tables':>8}", *(f"{choice:>24}" for choice in CHOICES))
    for name, number in tables.items():
        print(f"{name:12}{number:8}", *(f"{right[choice, name]:24}" for choice in CHOICES))
    print(f"{'seconds':20}", *(f"{seconds[choice]:24.1f}" for choice in CHOICES))


if __name__ == "__main__":
    main()
