"""Answers lines on standard input, one a line, by a component in wasmtime-py: `engine.py COMPONENT`."""

import json
import sys
from pathlib import Path

from wasmtime import Trap, WasmtimeError

sys.path.insert(0, str(Path(__file__).parents[2] / "examples/python"))
from policy import Policy  # noqa: E402, the example is no installed package


def main(component):
    policy = Policy(component)
    # A line ends at a line feed and nowhere else: a carriage return or U+2028 may stand in it.
    sys.stdin.reconfigure(encoding="utf-8", errors="replace", newline="\n")
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    for line in sys.stdin:
        print(answer(policy, line.removesuffix("\n")))


def answer(policy, line):
    try:
        return policy.answer(line)
    except (Trap, WasmtimeError) as failure:
        return json.dumps({"failure": {"code": "trap", "message": str(failure)}}, separators=(",", ":"))


main(sys.argv[1])
