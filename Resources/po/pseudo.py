#!/usr/bin/env python3
"""Makes a catalogue of a language that nobody speaks, to look at the window with: every message in brackets, with
accents, and 40 % longer. What is English then was forgotten, and what ends without a bracket is cut off.

    Resources/po/pseudo.py .build/debug/locale
    LC_ALL=C.UTF-8 LANGUAGE=en_XA .build/debug/backscroll
"""

import re
import subprocess
import sys
from pathlib import Path

ACCENTED = str.maketrans("aeiouyAEIOUYcn", "áéíóúýÁÉÍÓÚÝçñ")


def strange(text):
    """The text as the language has it; the names of values stay."""
    length = len(re.sub(r"\\.|\{[^}]*\}", "x", text))
    # Short words that tell nothing, so that lines break as they do in a sentence.
    filling = " " + ("lo " * length)[: max(1, length * 2 // 5 - 1)].strip()
    # What is captured stands at the odd places: names in braces, and escapes.
    parts = re.split(r"(\{[^}]*\}|\\.)", text)
    return "[" + "".join(part if place % 2 else part.translate(ACCENTED) for place, part in enumerate(parts)) + filling + "]"


def main():
    if len(sys.argv) != 2:
        sys.exit(f"Usage: {sys.argv[0]} FOLDER: where the catalogues are, such as .build/debug/locale")
    here = Path(__file__).parent
    # The messages of any catalogue will do.
    known = next(here.glob("*.po"))
    lines = subprocess.run(
        ["msgcat", "--no-wrap", "--no-location", known], check=True, capture_output=True, text=True
    ).stdout
    entries = ['msgid ""\nmsgstr "Language: en_XA\\nContent-Type: text/plain; charset=UTF-8\\n'
               'Plural-Forms: nplurals=2; plural=n != 1;\\n"']
    # All but the header.
    for entry in lines.split("\n\n")[1:]:
        fields = dict(re.findall(r'^(msgctxt|msgid|msgid_plural) "(.*)"$', entry, re.MULTILINE))
        words = [f'{key} "{value}"' for key, value in fields.items()]
        if "msgid_plural" in fields:
            words.append(f'msgstr[0] "{strange(fields["msgid"])}"')
            words.append(f'msgstr[1] "{strange(fields["msgid_plural"])}"')
        else:
            words.append(f'msgstr "{strange(fields["msgid"])}"')
        entries.append("\n".join(words))
    folder = Path(sys.argv[1]) / "en_XA" / "LC_MESSAGES"
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        ["msgfmt", "--output-file", folder / "backscroll.mo", "-"], check=True, text=True, input="\n\n".join(entries) + "\n"
    )


main()
