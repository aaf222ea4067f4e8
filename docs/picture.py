"""Draws what the command prints as a picture: `docs/picture.py OUT.svg COMMAND...`. `make docs` calls it."""

import html
import os
import re
import subprocess
import sys

COLUMN, LINE, MARGIN = 8.43, 19, 18
COLOURS = {30: "#6e7681", 31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 34: "#79c0ff", 35: "#d2a8ff", 36: "#76e3ea", 37: "#c9d1d9"}
COLOURS |= {code + 60: colour for code, colour in COLOURS.items()}
SEQUENCE = re.compile(r"\x1b\[([0-9;]*)m")


def spans(line):
    """The parts of a line with the style that each has."""
    style, at = {}, 0
    for found in SEQUENCE.finditer(line):
        if found.start() > at:
            yield line[at : found.start()], dict(style)
        for code in map(int, filter(None, found[1].split(";") or ["0"])):
            if code == 0:
                style = {}
            elif code == 1:
                style["font-weight"] = "bold"
            elif code == 2:
                style["opacity"] = "0.65"
            elif code == 4:
                style["text-decoration"] = "underline"
            elif code in COLOURS:
                style["fill"] = COLOURS[code]
            elif code == 39:
                style.pop("fill", None)
        at = found.end()
    if at < len(line):
        yield line[at:], dict(style)


def picture(prompt, text):
    """An SVG of a terminal that shows a command and what it printed."""
    lines = [f"\x1b[32m$\x1b[0m \x1b[1m{prompt}\x1b[0m", *text.rstrip("\n").split("\n")]
    width = max(len(SEQUENCE.sub("", line)) for line in lines) * COLUMN + 2 * MARGIN
    height = len(lines) * LINE + 2 * MARGIN
    drawn = []
    for number, line in enumerate(lines):
        column = 0
        for part, style in spans(line):
            if part.strip():
                attributes = "".join(f' {name}="{value}"' for name, value in style.items())
                x, y = MARGIN + column * COLUMN, MARGIN + (number + 0.75) * LINE
                length = len(part) * COLUMN
                drawn.append(
                    f'<text x="{x:.1f}" y="{y:.1f}" textLength="{length:.1f}" lengthAdjust="spacingAndGlyphs"{attributes}>'
                    f"{html.escape(part)}</text>"
                )
            column += len(part)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}">'
        f'<rect width="100%" height="100%" rx="8" fill="#0d1117"/>'
        '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="14" '
        f'fill="#c9d1d9" xml:space="preserve">{"".join(drawn)}</g></svg>\n'
    )


def main(out, *command):
    environment = {**os.environ, "CLICOLOR_FORCE": "1", "COLUMNS": "100"}
    shown = " ".join(os.path.basename(word) if number == 0 else word for number, word in enumerate(command))
    shown = re.sub(r" --store \S+", "", re.sub(r" --out \S*/(\S+)", r" --out \1", shown))
    printed = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    folders = {os.path.dirname(word) + "/" for option, word in zip(command, command[1:]) if option == "--out"}
    for folder in folders:
        printed = printed.replace(folder, "")
    with open(out, "w", encoding="utf-8") as file:
        file.write(picture(shown, printed))


main(*sys.argv[1:])
