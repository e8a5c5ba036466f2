"""Files for the stand-in of ROUGE-1.5.5.pl: the golden corpus and small extra cases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.corpora import golden

SMALL = ("o001", "o002", "o003", "o004", "o012", "o031", "o033", "o034", "o042", "o049", "o067", "o079")
"""Documents whose outputs are kept as whole texts: news, several references, ties, empty and blank texts."""

_FILES = {
    "be1.txt": "Running Dogs|quickly moving|subj\nwas |nil|nil\nhis own|was|nil\n"
    "-LRB- x|x-ray machines|mod\n ab cd|nil|nil\na||b\n",
    "be2.txt": "running dog|quickly moved|subj\nbe|nil|nil\nhi own|wa|nil\nit's|nil|mod\n"
    "-LRB- x|x-ray machine|mod\n",
    "be3.txt": "run dog|quick move|subj\nhis best dogs|nil|nil\nhi well dog|nil|nil",
    "be_broken.txt": "head|modifier\n",
    "empty.txt": "",
    "be.lst": "be1.txt be2.txt be3.txt\nbe2.txt be1.txt\nbe3.txt be1.txt be2.txt\n"
    "empty.txt be3.txt be1.txt\n",
    "be_broken.lst": "be1.txt be_broken.txt\n",
    "short.lst": "# a comment\n\n  only_one.txt\n",
    "missing_model.lst": "sys/o001.txt ref/nowhere.txt\n",
    "empty_model.lst": "sys/o001.txt empty.txt\nsys/o002.txt ref/o002.1.txt\n",
    "unknown_format.xml": '<ROUGE-EVAL><EVAL ID="1"><INPUT-FORMAT TYPE="HTML"/></EVAL></ROUGE-EVAL>',
}


def all_documents() -> list[dict[str, Any]]:
    """The 88 documents that the script scored in one run."""
    documents: Any = golden("corpus.json")["docs"]
    return [document for document in documents if document["perl_group"] == "all"]


def write_corpus(folder: Path) -> None:
    """Write texts, configurations and lists; all paths in them are relative to `folder`."""
    documents = all_documents()
    for name, content in _FILES.items():
        (folder / name).write_bytes(content.encode())
    for side in ("sys", "other", "ref", "see", "isi"):
        (folder / side).mkdir()
    for document in documents:
        name = document["id"]
        (folder / "sys" / f"{name}.txt").write_bytes(document["system"].encode())
        (folder / "other" / f"{name}.txt").write_bytes(document["references"][0].encode())
        for at, text in enumerate(document["references"], start=1):
            (folder / "ref" / f"{name}.{at}.txt").write_bytes(text.encode())
        for form, wrapped in (("see", as_see), ("isi", as_isi)):
            texts = {f"{name}.txt": document["system"]}
            texts |= {f"{name}.{at}.txt": text for at, text in enumerate(document["references"], start=1)}
            for file, text in texts.items():
                (folder / form / file).write_bytes(wrapped(text).encode())
    (folder / "all.xml").write_text(configuration(documents, {"sys": "sys"}))
    small = [document for document in documents if document["id"] in SMALL]
    (folder / "small.xml").write_text(configuration(small, {"sys": "sys"}))
    (folder / "see.xml").write_text(configuration(small, {"sys": "see"}, form="SEE", references="see"))
    (folder / "isi.xml").write_text(configuration(small, {"sys": "isi"}, form="isi", references="isi"))
    both = configuration(
        small, {"sys": "sys", "other": "other"}, left_out={("other", "o002"), ("sys", "o004")}
    )
    (folder / "two.xml").write_text(both)
    (folder / "all.lst").write_text("".join(map(list_line, documents)))
    (folder / "small.lst").write_text("".join(map(list_line, small)))


def configuration(
    documents: Iterable[Mapping[str, Any]],
    systems: Mapping[str, str],
    *,
    form: str = "SPL",
    references: str = "ref",
    left_out: Iterable[tuple[str, str]] = (),
) -> str:
    """An XML configuration; `systems` maps names to folders, `left_out` holds (system, document) pairs."""
    parts = ['<?xml version="1.0"?>\n<ROUGE-EVAL version="1.0">\n']
    for document in documents:
        name = document["id"]
        peers = "".join(
            f'<P ID="{system}">{folder}/{name}.txt</P>\n'
            for system, folder in systems.items()
            if (system, name) not in left_out
        )
        models = "".join(
            f'<M ID="{at}">{name}.{at}.txt</M>\n' for at, _ in enumerate(document["references"], start=1)
        )
        parts.append(
            f'<EVAL ID="{name}">\n<PEER-ROOT>\n.\n</PEER-ROOT>\n<MODEL-ROOT>{references}</MODEL-ROOT>\n'
            f'<INPUT-FORMAT TYPE="{form}"></INPUT-FORMAT>\n<PEERS>\n{peers}</PEERS>\n<MODELS>\n{models}'
            "</MODELS>\n</EVAL>\n"
        )
    return "".join([*parts, "</ROUGE-EVAL>\n"])


def list_line(document: Mapping[str, Any]) -> str:
    name = document["id"]
    references = [f"ref/{name}.{at}.txt" for at, _ in enumerate(document["references"], start=1)]
    return " ".join([f"sys/{name}.txt", *references]) + "\n"


def sentences(text: str) -> Sequence[str]:
    """Lines that the two tagged formats can hold: no markup, no carriage return."""
    return [line.replace("<", " ").replace("\r", " ") for line in text.split("\n") if line]


def as_see(text: str) -> str:
    lines = [
        f'<a name="{at}">[{at}]</a> <a href="#{at}" id={at}>{line}</a>\n'
        for at, line in enumerate(sentences(text), start=1)
    ]
    return f"<html>\n<head><title>t</title></head>\n<body>\n{''.join(lines)}</body>\n</html>\n"


def as_isi(text: str) -> str:
    lines = [f'<S SNTNO="{at}">{line}</S>\n' for at, line in enumerate(sentences(text), start=1)]
    return f"<DOC>\n<TEXT>\n{''.join(lines)}</TEXT>\n</DOC>\n"
