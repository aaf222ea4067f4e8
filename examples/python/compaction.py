"""A whole compaction: plan, do the duties, summarize, have it admitted, install; the spill where no summary is admitted.

    pip install -r examples/python/requirements.txt
    python examples/python/compaction.py
"""

import hashlib
from pathlib import Path

from policy import Policy

root = Path(__file__).parents[2]
policy = Policy(root / "dist/anchorhold.wasm")
transcript = (root / "examples/transcripts/airline-booking.openai-chat.json").read_text(encoding="utf-8")
request = {"transcript": transcript, "budget": {"limit_tokens": 2000}}
archive, ledger = {}, {}  # In earnest these are durable: a database, a bucket.


def summarize(brief, feedback):
    """Stands for a model. It is given the brief and what is to be mended in its last attempt, and errs all the same."""
    return "The user asked for a refund of $9,999 and it was paid."


def do(duties):
    """Nothing leaves the window before this is done. The receipts say that it was."""
    for duty in duties:
        if duty["code"] == "archive":
            spans = [transcript.encode()[start:end] for start, end in duty.get("places", [])[:1]]
            content = duty["content"].encode() if duty.get("content") is not None else spans[0]
            archive[hashlib.sha256(content).hexdigest()] = content
        elif duty["code"] == "ledger":
            ledger[duty["effect"]["id"]] = duty["effect"]


def compact(mode):
    """The next document; `None` where it is not admitted."""
    asked, attempts, feedback = {**request, "mode": mode}, 0, None
    verdict = policy.ask("plan", asked)["ok"]
    if verdict["verdict"] == "refuse":
        return print(f"{mode}: refused:", *(reason["code"] for reason in verdict["reasons"]))
    plan = verdict["plan"]
    do(plan["duties"])
    receipts = {"window": plan["window"], "archived": list(archive), "ledgered": list(ledger)}
    while True:
        candidate = {"text": summarize(plan["brief"], feedback)} if plan.get("brief") else {"text": ""}
        answer = policy.ask("admit", {**asked, "attempts": attempts}, candidate=candidate, receipts=receipts)["ok"]
        print(f"{mode}: {answer['verdict']}:", *(finding["code"] for finding in answer.get("findings", [])))
        if answer["verdict"] != "retry":
            return answer.get("next", {}).get("document")
        attempts, feedback = attempts + 1, answer["instructions"]


document = compact("summarize") or compact("spill")
size = len(document.encode())
print(f"{len(transcript.encode())} bytes became {size}; {len(archive)} objects in the archive, {len(ledger)} effects known")
