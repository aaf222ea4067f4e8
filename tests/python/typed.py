"""Asks the typed `guard.plan` and the desk the same, and compares their verdicts: `typed.py COMPONENT CASE...`."""

import json
import sys
from pathlib import Path

from wasmtime.component import Record, Variant

sys.path.insert(0, str(Path(__file__).parents[2] / "examples/python"))
from policy import Policy  # noqa: E402, the example is no installed package

GUARD = "anchorhold:policy/guard@0.1.0"
ABOUT = "anchorhold:policy/about@0.1.0"


def main(component, *cases):
    policy = Policy(component)
    settings = policy.call(ABOUT, "settings-of", "standard")
    for case in cases:
        request = json.loads(Path(case).read_text(encoding="utf-8"))["call"]["request"]
        for element in request["window"]:
            if "arguments" in element:
                element["arguments"] = json.dumps(element["arguments"])
        asked = policy.ask("plan", request)["ok"]
        answer = policy.call(GUARD, "plan", typed_request(request, settings))
        assert answer.tag == "ok", answer
        ours, theirs = typed_outline(answer.payload), outline(asked)
        assert ours == theirs, f"{case}\ntyped {ours}\ndesk  {theirs}"
        print(f"{Path(case).stem}: {ours['verdict']}")


def typed_request(request, settings):
    """A request of the desk as records. What the desk may leave out is said here."""
    index = request.get("index")
    return record(
        window=[typed_element(element) for element in request["window"]],
        mode=request.get("mode", "summarize"),
        budget=record(
            limit_tokens=request["budget"]["limit_tokens"],
            reserve_tokens=request["budget"].get("reserve_tokens", 0),
            overhead_tokens=0,
            limit_bytes=None,
        ),
        settings=settings,
        revision=request.get("revision", 0),
        current_revision=request.get("current_revision", request.get("revision", 0)),
        sequence=1,
        current_epoch=request.get("current_epoch", 0),
        inference_in_flight=request.get("inference_in_flight", False),
        episode=record(passes=0, accepted_above_margin=False),
        attempts=0,
        refusal_streak=0,
        # Cases whose Python types differ are given bare, without `Variant`: `None` is `absent`, a record is `built`.
        index=index
        and record(
            from_summaries=index.get("from_summaries", False),
            rebuilt_from_summaries=index.get("rebuilt_from_summaries"),
            queries_logged=index.get("queries_logged", False),
            divergence=index.get("divergence"),
        ),
        score=request.get("score", "structural"),
        loss_bound=Variant("undeclared"),
        probes=[],
        ledger=[],
        plan=[],
        state=[],
        open_work=[],
        pins=[],
        installed=[],
        external=[],
        tools=[],
        original=None,
        language=None,
    )


def typed_element(element):
    call = element.get("call_id", "")
    kinds = {
        "tool-call": lambda: record(
            call_id=call, tool=element["tool"], arguments=element["arguments"], annotations=None, process="dead"
        ),
        "tool-result": lambda: record(call_id=call, outcome=element.get("outcome", "success")),
    }
    kind = element["kind"]
    return record(
        id=element["id"],
        kind=Variant(kind, kinds[kind]()) if kind in kinds else Variant(kind),
        text=element.get("text", element.get("arguments", "")),
        tokens=None,
        size_bytes=None,
        digest=None,
        message=None,
        traits=record(regenerable="unknown", idempotent="unknown", task_critical="unknown"),
        effect=None,
        chain=None,
        pin=None,
        externalized=False,
        signed=False,
        source=None,
    )


def record(**fields):
    """A record of the contract, whose names have hyphens"""
    made = Record()
    for name, value in fields.items():
        setattr(made, name.replace("_", "-"), value)
    return made


def typed_outline(verdict):
    """What must be equal, of a typed verdict"""
    answer = verdict.payload
    if verdict.tag == "refuse":
        codes = [reason.tag for reason in answer.reasons], [remedy.tag for remedy in answer.remedies]
        return {"verdict": "refuse", "codes": codes}
    return {
        "verdict": "proceed",
        "window": answer.window,
        "sizes": {name.replace("-", "_"): size for name, size in vars(answer.sizes).items()},
        "treatments": [
            (one.classification.element, getattr(one.classification, "class"), one.disposition.tag, one.tokens)
            for one in answer.treatments
        ],
        "carry": answer.carry.text,
    }


def outline(verdict):
    """The same, of a verdict of the desk"""
    if verdict["verdict"] == "refuse":
        codes = [reason["code"] for reason in verdict["reasons"]], [remedy["code"] for remedy in verdict["remedies"]]
        return {"verdict": "refuse", "codes": codes}
    plan = verdict["plan"]
    return {
        "verdict": "proceed",
        "window": plan["window"],
        "sizes": plan["sizes"],
        "treatments": [
            (one["element"], one["class"], one["disposition"], one["tokens"]) for one in plan["treatments"]
        ],
        "carry": plan["carry"]["text"],
    }


main(*sys.argv[1:])
