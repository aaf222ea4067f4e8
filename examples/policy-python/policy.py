"""A policy in Python, of world `policy`: it keeps what people said and what must stay, and points to everything else.

Its one rule about summaries: no word with a digit that the window does not hold. `make example-policies` builds it.
"""

import hashlib
import re

from componentize_py_types import Err
from wit_world import exports
from wit_world.exports import about, classifier, effects, guard, recall, types

NAME, VERSION = "verbatim-python", "0.1.0"
ELEMENTS_MOST = 20_000
WORD_WITH_DIGIT = re.compile(r"[\w./:-]*\d[\w./:-]*")


class About(exports.About):
    def describe(self):
        rules = [
            about.Rule("inference-in-flight", about.RuleKind.REFUSAL, "A model call reads this window now.", "spec 001"),
            about.Rule("window-moved", about.RuleKind.REFUSAL, "The window is not the one that was read.", "spec 001"),
            about.Rule("call-in-flight", about.RuleKind.REFUSAL, "A call may still answer.", "spec 000"),
            about.Rule("budget-infeasible", about.RuleKind.REFUSAL, "What must stay does not fit.", "spec 001"),
            about.Rule("nothing-to-gain", about.RuleKind.REFUSAL, "The window would not become smaller.", "spec 001"),
            about.Rule("receipt-missing", about.RuleKind.FINDING, "Bytes were not archived.", "spec 000"),
            about.Rule("summary-empty", about.RuleKind.FINDING, "The summary holds nothing.", "spec 001"),
            about.Rule("over-budget", about.RuleKind.FINDING, "The next window does not fit.", "spec 001"),
            about.Rule("identifier-introduced", about.RuleKind.FINDING, "A word with a digit that nobody said.", "own"),
        ]
        return about.Description(NAME, VERSION, types.Preset.STANDARD, rules)

    def settings_of(self, preset):
        return types.Settings(
            preset=preset,
            margin=700,
            least_gain=50,
            index_window_epochs=2,
            chain_loss_limit=80,
            divergence_limit=10,
            retries=2,
            streak_limit=3,
            kept_tail=250,
            carry_share=100,
            ambiguous=types.Ambiguity.EXTERNALIZE,
            severities=[],
        )


class Classifier(exports.Classifier):
    def classify(self, window, tools, settings):
        check_window(window)
        return [classification(element) for element in window]


class Guard(exports.Guard):
    def plan(self, request):
        return verdict(request)

    def admit(self, request, receipts, candidate):
        decided = verdict(request)
        if isinstance(decided, guard.Verdict_Refuse):
            refusal = decided.value
            return guard.Admission_Refused(guard.Rejection(refusal.reasons, [], refusal.remedies))
        plan = decided.value
        owed = [duty.value.digest for duty in plan.duties]
        missing = [digest for digest in owed if digest not in set(receipts.archived)]
        findings = [finding(types.FindingCode.RECEIPT_MISSING, summary=digest) for digest in missing]
        if receipts.window is not None and receipts.window != plan.window:
            findings.append(finding(types.FindingCode.WINDOW_MOVED))
        return admission(request, plan, candidate, findings)

    def check(self, request, candidate):
        decided = verdict(request)
        if isinstance(decided, guard.Verdict_Refuse):
            refusal = decided.value
            return guard.Admission_Refused(guard.Rejection(refusal.reasons, [], refusal.remedies))
        return admission(request, decided.value, candidate, [])


class Recall(exports.Recall):
    def probes(self, request):
        check_window(request.window)
        return []

    def divergence(self, log, evictions, limit):
        left = {eviction.epoch: set(eviction.elements) for eviction in evictions}
        about_evicted = [query for query in log if left.get(query.about)]
        missed = sum(1 for query in about_evicted if not left[query.about] & set(query.returned))
        share = missed * 1000 // len(about_evicted) if about_evicted else 0
        return recall.DivergenceReport(len(about_evicted), missed, share, share > limit)


class Effects(exports.Effects):
    def judge(self, call, tools, ledger):
        """Everything is a write: an equal call that is in the ledger is told, whatever the tool."""
        name = f"{call.tool}#{sha256(call.arguments)[:16]}"
        for entry in reversed(ledger):
            if entry.id == name and entry.status != types.EffectStatus.FAILED:
                if entry.status == types.EffectStatus.CONFIRMED:
                    return effects.Judgement_AlreadyDone(entry)
                if entry.status == types.EffectStatus.UNKNOWN:
                    return effects.Judgement_OutcomeUnknown(entry)
                return effects.Judgement_InFlight(entry)
        intended = types.Effect(
            name, call.tool, "", None, types.EffectStatus.INTENDED, call.arguments, None, None, None
        )
        return effects.Judgement_Fire(effects.Intent(name, intended))


def verdict(request):
    """Whether the pass may begin, and what it owes."""
    check_window(request.window)
    budget = request.budget.limit_tokens - request.budget.reserve_tokens - request.budget.overhead_tokens
    if budget <= 0:
        raise Err(types.InputError_BudgetEmpty())
    kept = kept_reasons(request, budget)
    plan = plan_of(request, budget, kept)
    reasons, remedies = refusals(request, plan)
    if reasons:
        return guard.Verdict_Refuse(guard.Refusal(reasons, remedies, plan.sizes))
    return guard.Verdict_Proceed(plan)


def refusals(request, plan):
    """All reasons that hold, in the contract's order, with what helps."""
    reasons, remedies = [], []
    if request.inference_in_flight:
        reasons.append(guard.Reason_InferenceInFlight())
        remedies.append(guard.Remedy_Wait())
    if request.revision != request.current_revision:
        reasons.append(guard.Reason_WindowMoved(guard.MovedWindow(request.revision, request.current_revision)))
        remedies.append(guard.Remedy_PlanAgain())
    waiting = open_calls(request.window)
    if waiting:
        reasons.append(guard.Reason_CallInFlight(waiting))
        remedies.append(guard.Remedy_Wait())
    sizes = plan.sizes
    if sizes.must_stay > sizes.budget:
        reasons.append(guard.Reason_BudgetInfeasible(guard.InfeasibleBudget(sizes.must_stay, sizes.budget, None)))
        remedies.append(guard.Remedy_RaiseBudget(sizes.must_stay))
    least = max(1, sizes.before * request.settings.least_gain // 1000)
    gain = max(0, sizes.before - sizes.must_stay)
    if gain < least and sizes.must_stay <= sizes.budget:
        reasons.append(guard.Reason_NothingToGain(guard.SmallGain(gain, least)))
        remedies.append(guard.Remedy_Wait())
    return reasons, remedies


def plan_of(request, budget, kept):
    """The plan, whether or not it may be carried out."""
    window = request.window
    may_summarize = request.mode == types.PassMode.SUMMARIZE
    treatments, leaving, shown = [], [], []
    for element in window:
        if element.id in kept:
            disposition = guard.Disposition_Keep(kept[element.id])
        else:
            leaving.append(element)
            disposition = guard.Disposition_Point()
            if may_summarize and isinstance(element.kind, (types.ElementKind_Reply, types.ElementKind_Reasoning)):
                disposition = guard.Disposition_Summarize()
                shown.append(element.id)
        treatments.append(guard.Treatment(classification(element), disposition, size_of(element)))

    listing = "\n".join(f"{element.id} {digest_of(element)}" for element in window)
    covers = sha256(listing)
    carry = carry_block(request, leaving, covers)
    must_stay = carry.tokens + sum(size_of(element) for element in window if element.id in kept)
    before = sum(size_of(element) for element in window)
    margin = budget * request.settings.margin // 1000
    room = max(0, (margin if must_stay <= margin else budget) - must_stay)
    duties = [
        guard.Duty_Archive(guard.ArchiveDuty(digest_of(element), [element.id], None))
        for element in window
        if not element.externalized
    ]
    duties.append(guard.Duty_Archive(guard.ArchiveDuty(covers, [], listing)))
    brief = guard.Brief("Say what was found and decided. Name nothing that is not there.", shown, [], room)
    return guard.PassPlan(
        window=sha256(listing),
        sizes=guard.Sizes(before, must_stay, budget, margin, room),
        treatments=treatments,
        duties=duties,
        carry=carry,
        brief=brief if may_summarize else None,
        losses=[],
    )


def carry_block(request, leaving, covers):
    """What people said, word for word, and a pointer to everything that leaves."""
    pins = [pin.text for pin in request.pins if pin.standing == types.Standing.ACTIVE]
    demands = [guard.Demand(guard.DemandKind.PIN, text, None) for text in pins]
    for element in leaving:
        if isinstance(element.kind, types.ElementKind_UserRequest) and element.text:
            demands.append(guard.Demand(guard.DemandKind.REQUEST, element.text, element.id))
    for element in leaving:
        pointer = f"ah:{digest_of(element)[:16]}"
        demands.append(guard.Demand(guard.DemandKind.POINTER, pointer, element.id))
    text = f"[anchorhold pass {request.sequence} covers {covers[:16]}]\nThis outranks the summary below.\n"
    text += "\n".join(demand.text for demand in demands)
    marker = types.Marker(request.sequence, covers, False)
    return guard.CarryBlock(text, sha256(text), tokens_of(text), demands, marker)


def admission(request, plan, candidate, findings):
    """Whether these exact bytes may be installed."""
    text = candidate.text.strip()
    if request.mode == types.PassMode.SUMMARIZE:
        if not text:
            findings.append(finding(types.FindingCode.SUMMARY_EMPTY))
        findings += strange_words(request, text)
    next_text = plan.carry.text + (f"\n\n{text}" if text else "")
    kept = [t.classification.element for t in plan.treatments if isinstance(t.disposition, guard.Disposition_Keep)]
    tokens = plan.sizes.must_stay + (tokens_of(text) if text else 0)
    if tokens > plan.sizes.budget:
        findings.append(finding(types.FindingCode.OVER_BUDGET))
    if not findings:
        digest = sha256("\n".join([sha256(plan.carry.text), sha256(text)] + kept))
        pieces = [guard.NextElement_Carry(next_text)] + [guard.NextElement_Kept(id) for id in kept]
        regime = guard.Regime.A if tokens <= plan.sizes.margin else guard.Regime.B
        return guard.Admission_Admitted(guard.Seal(digest, pieces, tokens, regime, []))
    left = request.settings.retries - request.attempts
    if request.mode == types.PassMode.SUMMARIZE and left > 0:
        instructions = "\n".join(f"- {found.code.name}: {found.summary_text or ''}" for found in findings)
        return guard.Admission_Retry(guard.Feedback(findings, instructions, left - 1))
    return guard.Admission_Refused(guard.Rejection([], findings, [guard.Remedy_Spill()]))


def strange_words(request, text):
    """Words with a digit that neither the window nor the host's own text holds."""
    known = set()
    for element in request.window:
        known.update(WORD_WITH_DIGIT.findall(element.text))
    strange = [word for word in dict.fromkeys(WORD_WITH_DIGIT.findall(text)) if word.strip(".:") not in known]
    return [finding(types.FindingCode.IDENTIFIER_INTRODUCED, summary=word) for word in strange]


def kept_reasons(request, budget):
    """Why each element stays that does. Calls and their results, and the parts of one message, stay or leave together."""
    window = request.window
    kept = {}
    requests = [element for element in window if isinstance(element.kind, types.ElementKind_UserRequest)]
    if requests:
        kept[requests[-1].id] = guard.KeepReason.CURRENT_REQUEST
    for element in window:
        if isinstance(element.kind, (types.ElementKind_SystemInstruction, types.ElementKind_DeveloperInstruction)):
            kept[element.id] = guard.KeepReason.INSTRUCTION
        elif isinstance(element.kind, types.ElementKind_Summary):
            kept[element.id] = guard.KeepReason.EARLIER_SUMMARY
        elif isinstance(element.kind, types.ElementKind_Other):
            kept[element.id] = guard.KeepReason.UNKNOWN_KIND
        elif element.pin == types.Standing.ACTIVE:
            kept[element.id] = guard.KeepReason.PINNED
    tail = budget * request.settings.kept_tail // 1000
    for element in reversed(window):
        tail -= size_of(element)
        if tail < 0:
            break
        kept.setdefault(element.id, guard.KeepReason.RECENT)
    units = units_of(window)
    for unit in units:
        if any(id in kept for id in unit):
            for id in unit:
                kept.setdefault(id, guard.KeepReason.BOUND)
    return kept


def units_of(window):
    """Sets of elements that must not be parted."""
    parents = {element.id: element.id for element in window}

    def root(id):
        while parents[id] != id:
            parents[id] = parents[parents[id]]
            id = parents[id]
        return id

    first = {}
    for place, element in enumerate(window):
        names = [] if element.message is None else [("message", element.message)]
        if isinstance(element.kind, (types.ElementKind_ToolCall, types.ElementKind_ToolResult)):
            names.append(("call", element.kind.value.call_id))
        for name in names:
            parents[root(element.id)] = root(first.setdefault(name, element.id))
        if element.signed and place + 1 < len(window):
            parents[root(window[place + 1].id)] = root(element.id)
    units = {}
    for element in window:
        units.setdefault(root(element.id), []).append(element.id)
    return units.values()


def open_calls(window):
    """Calls that may still answer."""
    answered = {
        element.kind.value.call_id
        for element in window
        if isinstance(element.kind, types.ElementKind_ToolResult)
        and element.kind.value.outcome != types.CallOutcome.INTERIM
    }
    return [
        element.id
        for element in window
        if isinstance(element.kind, types.ElementKind_ToolCall)
        and element.kind.value.process == types.CallProcess.ALIVE
        and element.kind.value.call_id not in answered
    ]


def classification(element):
    """What people said is kept; of everything else nothing is assumed."""
    is_said = isinstance(
        element.kind,
        (types.ElementKind_UserRequest, types.ElementKind_SystemInstruction, types.ElementKind_DeveloperInstruction),
    )
    decided = classifier.Decider.ELEMENT_KIND if is_said else classifier.Decider.DEFAULT_WRITE
    is_anchor = isinstance(element.kind, (types.ElementKind_ToolResult, types.ElementKind_StateAssertion))
    return classifier.Classification(
        element=element.id,
        class_=classifier.Class.EXTERNALIZE if is_said else classifier.Class.AMBIGUOUS,
        traits=element.traits,
        regenerable_by=decided,
        idempotent_by=decided,
        task_critical_by=decided,
        anchor=is_anchor,
        chain=element.chain or "session",
        effect=None,
    )


def check_window(window):
    """The stated rules of every window."""
    if len(window) > ELEMENTS_MOST:
        raise Err(types.InputError_TooMuch(types.Excess("elements", len(window), ELEMENTS_MOST)))
    seen = set()
    for place, element in enumerate(window):
        if not element.id:
            raise Err(types.InputError_UnnamedElement(place))
        if element.id in seen:
            raise Err(types.InputError_DuplicateElement(element.id))
        seen.add(element.id)


def finding(code, summary=None):
    return guard.Finding(code, types.Severity.BLOCK, summary, None, None)


def size_of(element):
    return element.tokens if element.tokens is not None else tokens_of(element.text)


def tokens_of(text):
    """A slightly high estimate: three bytes a token, and four tokens for the frame."""
    return len(text.encode()) // 3 + 4


def digest_of(element):
    return element.digest or sha256(element.text)


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()
