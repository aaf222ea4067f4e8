"""The reference functions of the three specs, after their rules, timed on windows that come as JSON on standard input.

Takes `{"windows": [{"elements", "summary", "invariants", "budget"}]}` and prints, for each window and each of two questions, may
this pass begin (`begin`) and may its output be installed (`install`), what was answered and the seconds of each round.
"""

import json
import sys
import time
from dataclasses import dataclass, field

ROUNDS = 15
MARKER = "<<COMPACTED:"
MARGIN = 0.7
ANCHORS = {"tool_result", "state_assertion", "file_write_ack"}


class Refused(Exception):
    """The pass may not go on."""


def class_of(element):
    """Spec 000: the table of the four classes."""
    regenerable, idempotent = element["regenerable"], element["idempotent"]
    if regenerable:
        return "reclaim" if idempotent else "pin_effect"
    return "externalize" if element["task_critical"] else "ambiguous"


def tokens_of(elements):
    return sum(len(element["content"] or "") // 4 for element in elements)


def compact_safely(window, budget, summarize):
    """Spec 000: secure what cannot be had again, then summarize the rest."""
    kept, summarized, ledger, store = [], [], [], {}
    for element in window:
        match class_of(element):
            case "reclaim":
                summarized.append(element)
            case "pin_effect":
                ledger.append((element["action"], element["target"], element.get("idempotency_key"), "fired"))
                summarized.append({**element, "content": None})
            case "externalize":
                store[element["id"]] = element["content"]
                kept.append(element)
            case _:
                raise Refused(f"{element['id']} is ambiguous")
    result = [*kept, summarize(summarized)]
    if tokens_of(result) > budget:
        raise Refused("what must stay is above the budget")
    return result


@dataclass
class Context:
    """Spec 001: a context, and what must survive in it."""

    body: str
    sequence: int = 0
    invariants: list[str] = field(default_factory=list)


def compact_once(context, budget, summarize):
    """Spec 001: compact what was not compacted before, and only into the margin."""
    if context.sequence > 0 or MARKER in context.body:
        raise Refused("it was compacted before")
    body = summarize(context.body)
    if not all(invariant in body for invariant in context.invariants):
        raise Refused("an invariant was lost")
    if len(body.split()) > budget * MARGIN:
        raise Refused("it is above the margin")
    return Context(f"{MARKER}{context.sequence + 1}>>{body}", context.sequence + 1, context.invariants)


def compact_or_spill(evicted, index_epoch, epoch, wait=2):
    """Spec 002: spill where an anchor would leave, or the index is too young."""
    if epoch - index_epoch <= wait or any(element["kind"] in ANCHORS for element in evicted):
        return "spill"
    return "compact"


def may_begin(window):
    """Both questions that a pass is asked before it begins."""
    summary = {"content": window["summary"]}
    try:
        compact_safely(window["elements"], window["budget"], lambda _: summary)
    except Refused as refusal:
        return str(refusal)
    return compact_or_spill([element for element in window["elements"] if class_of(element) == "reclaim"], 0, 9)


def may_be_installed(window):
    body = "\n".join(element["content"] for element in window["elements"])
    try:
        compact_once(Context(body, invariants=window["invariants"]), window["budget"], lambda _: window["summary"])
    except Refused as refusal:
        return str(refusal)
    return "installed"


def timed(question, window):
    times = []
    for _ in range(ROUNDS):
        start = time.thread_time()
        answer = question(window)
        times.append(time.thread_time() - start)
    return {"seconds": times, "answer": answer}


def main():
    windows = json.load(sys.stdin)["windows"]
    json.dump([{"begin": timed(may_begin, one), "install": timed(may_be_installed, one)} for one in windows], sys.stdout)


main()
