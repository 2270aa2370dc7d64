"""Every kind of hostile file: its name and what makes its files."""

from tests.hostile import good_files, lines_files, packed_files, parquet_files, text_files, workbooks

KINDS = {
    "tables as text, in every encoding": good_files.encoded,
    "tables in other formats, packed or not": good_files.formats,
    "tables of 2 to 300,000 rows": good_files.sizes,
    "encodings wrong or mixed": good_files.encodings,
    "text: blank lines": text_files.blank,
    "text: quotation marks": text_files.quotes,
    "text: ragged, huge, empty": text_files.shapes,
    "names and classes of all kinds": text_files.names,
    "numbers that are hardly any": text_files.numbers,
    "too many classes, models, columns": text_files.many,
    "JSON: depth": lines_files.depth,
    "JSON: keys": lines_files.keys,
    "JSON: records": lines_files.records,
    "Parquet: long entries": parquet_files.entries,
    "Parquet: nested and other columns": parquet_files.nested,
    "Parquet: false numbers": parquet_files.lies,
    "workbooks: references": workbooks.references,
    "workbooks: shared strings": workbooks.strings,
    "workbooks: entities and depth": workbooks.entities,
    "workbooks: parts": workbooks.parts,
    "bombs": packed_files.bombs,
    "layers of compression": packed_files.layers,
    "programs and other files": packed_files.programs,
    "real files, damaged": packed_files.damaged,
}
