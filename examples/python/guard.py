"""Asks whether a transcript may be compacted, and swaps the policy for another version while calls go on.

    pip install -r examples/python/requirements.txt
    python examples/python/guard.py
"""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from policy import Policy

root = Path(__file__).parents[2]
transcript = (root / "examples/transcripts/small.json").read_text()
request = {"transcript": transcript, "budget": {"limit_tokens": 1000}}

policy = Policy(root / "dist/anchorhold.wasm")
newer = Policy(root / "dist/anchorhold-literal.wasm")

with ThreadPoolExecutor() as threads:
    before = [threads.submit(policy.ask, "plan", request) for _ in range(50)]
    policy = newer  # The swap: calls under way end on the version they began with.
    after = [threads.submit(policy.ask, "plan", request) for _ in range(50)]
