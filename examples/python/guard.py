"""Asks whether a transcript may be compacted, and swaps the policy for another version while calls go on.

    pip install -r examples/python/requirements.txt
    python examples/python/guard.py
"""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from policy import Policy

root = Path(__file__).parents[2]
transcript = (root / "examples/transcripts/airline-booking.openai-chat.json").read_text(encoding="utf-8")
request = {"transcript": transcript, "budget": {"limit_tokens": 2000}}


def ask(policy):
    verdict = policy.ask("plan", request)["ok"]
    return " ".join([policy.digest[:12], verdict["verdict"], *(reason["code"] for reason in verdict.get("reasons", []))])


policy, newer = Policy(root / "dist/anchorhold.wasm"), Policy(root / "dist/anchorhold-literal.wasm")
with ThreadPoolExecutor() as threads:
    before = [threads.submit(ask, policy) for _ in range(100)]
    policy = newer  # The swap. Calls under way end on the version they began with.
    after = [threads.submit(ask, policy) for _ in range(100)]

for when, calls in ("before", before), ("after", after):
    for answer, times in Counter(call.result() for call in calls).items():
        print(f"{times} calls {when} the swap: {answer}")
