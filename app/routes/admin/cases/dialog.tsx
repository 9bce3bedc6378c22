import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { type Say, useSay } from "#app/ui/base/say.tsx";
import { Facts } from "#app/ui/detail/detail.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { AreaField, RadioCards } from "#app/ui/form/fields.tsx";
import { CancelLink } from "#app/ui/form/form-foot.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { Locale } from "#modules/messages/index.ts";
import { AppealCase, DecideCase } from "#modules/tickets/shared.ts";
import type { CaseDialog } from "./view.server.ts";

type DialogProps = { dialog: CaseDialog; closeTo: string; mayOpen: boolean };

/** An open case: what is known, and what this admin may do with it now. */
export function CaseOpened({ dialog, closeTo, mayOpen }: DialogProps) {
  const say = useSay();
  const { state, choices, mayAppeal } = dialog;
  const waits = state === "open" || state === "appealed";
  return (
    <AddressDialog title={say("case.titleOf", { number: dialog.number })} closeTo={closeTo}>
      <p>{say(`case.ask.${dialog.cause}`)}</p>
      <CaseFacts dialog={dialog} mayOpen={mayOpen} />
      {choices.length > 0 && <Decide dialog={dialog} closeTo={closeTo} />}
      {waits && choices.length === 0 && <p className="hint">{say("case.otherAdmin")}</p>}
      {mayAppeal && <Appeal caseId={dialog.caseId} closeTo={closeTo} />}
      {choices.length === 0 && !mayAppeal && <CancelLink to={closeTo} word={say("common.close")} />}
    </AddressDialog>
  );
}

function CaseFacts({ dialog, mayOpen }: Omit<DialogProps, "closeTo">) {
  const say = useSay();
  const locale = useLocale();
  const request = mayOpen ? (
    <Link className="link" to={`/view-ticket?ticketId=${dialog.ticketId}`}>
      {dialog.number}
    </Link>
  ) : (
    dialog.number
  );
  return (
    <Facts
      facts={[
        { label: say("common.request"), value: request },
        { label: say("common.center"), value: dialog.center },
        { label: say("heldFee.remarks"), value: dialog.closeRemarks },
        { label: say("case.customerSays"), value: dialog.answer && answerOf(dialog.answer, say) },
        { label: say("common.bookingFee"), value: dialog.fee ? rupees(dialog.feePaise) : say("case.noFee") },
        { label: say("case.openedAt"), value: showDateTime(dialog.openedAt, locale) },
        { label: say("case.dueAt"), value: showDateTime(dialog.dueAt, locale) },
        ...decidedFacts(dialog, say, locale),
      ]}
    />
  );
}

/** The customer's answer in a sentence; one that nothing proved says so. */
function answerOf({ came, done, paidPaise, counts }: NonNullable<CaseDialog["answer"]>, say: Say): string {
  const happened = came ? (done === false ? "notDone" : done ? "done" : "came") : "nobody";
  return [
    say(`outcome.given.${happened}`),
    paidPaise !== null && say("case.customerPaid", { amount: rupees(paidPaise) }),
    !counts && say("case.notProven"),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Who decided and appealed what, when and why, as far as it came. */
function decidedFacts(dialog: CaseDialog, say: Say, locale: Locale) {
  const by = (who: string | null, at: Date | null, why: string | null) =>
    [why, [who, at && showDateTime(at, locale)].filter(Boolean).join(", ")].filter(Boolean).join(" – ");
  const { decidedAt, appealedAt, appealDecidedAt } = dialog;
  const facts = [];
  if (decidedAt) facts.push({ label: say("case.decidedBy"), value: by(dialog.decidedBy, decidedAt, dialog.reason) });
  if (appealedAt)
    facts.push({ label: say("case.appeal"), value: by(dialog.appealedBy, appealedAt, dialog.appealReason) });
  if (appealDecidedAt) {
    const decided = by(dialog.appealDecidedBy, appealDecidedAt, dialog.appealDecisionReason);
    facts.push({ label: say("case.appealDecidedBy"), value: decided });
    if (dialog.sameAdmin) facts.push({ label: say("case.sameAdmin"), value: say("case.sameAdminHint") });
  }
  if (dialog.decision && (decidedAt || appealDecidedAt))
    facts.push({ label: say("objection.verdict"), value: say(`case.decision.${dialog.decision}`) });
  return facts;
}

function Decide({ dialog, closeTo }: Pick<DialogProps, "dialog" | "closeTo">) {
  const say = useSay();
  const { caseId, choices } = dialog;
  const [only, ...others] = choices;
  const isChoice = others.length > 0;
  return (
    <DialogForm
      intent={dialog.state === "open" ? "decide" : "decideAppeal"}
      schema={DecideCase}
      hidden={isChoice || !only ? { caseId } : { caseId, decision: only }}
      act={say("common.decide")}
      closeTo={closeTo}
      guarded
    >
      {isChoice ? (
        <RadioCards
          name="decision"
          label={say("heldFee.verdict", { amount: rupees(dialog.feePaise) })}
          options={choices.map((value) => ({ value, label: say(`case.choose.${value}`) }))}
        />
      ) : (
        <p>{say("case.choose.none")}</p>
      )}
      <AreaField name="reason" label={say("common.reason")} maxLength={300} rows={3} required />
    </DialogForm>
  );
}

function Appeal({ caseId, closeTo }: { caseId: string; closeTo: string }) {
  const say = useSay();
  return (
    <DialogForm
      intent="appeal"
      schema={AppealCase}
      hidden={{ caseId }}
      act={say("case.appealAct")}
      closeTo={closeTo}
      guarded
    >
      <AreaField
        name="reason"
        label={say("case.appealWhy")}
        hint={say("case.appealHint")}
        maxLength={300}
        rows={3}
        required
      />
    </DialogForm>
  );
}
