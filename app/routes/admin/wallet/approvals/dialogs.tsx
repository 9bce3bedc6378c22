import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { type Say, useSay } from "#app/ui/base/say.tsx";
import { Facts } from "#app/ui/detail/detail.tsx";
import { Thumb } from "#app/ui/detail/thumb.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { AreaField, RadioCards } from "#app/ui/form/fields.tsx";
import { CancelLink } from "#app/ui/form/form-foot.tsx";
import { showDate, showDateTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { Locale } from "#modules/messages/index.ts";
import { RefuseAdjustment, SettleObjection } from "#modules/wallet/shared.ts";
import type { ApprovalsView } from "./view.server.ts";

type Dialog = NonNullable<ApprovalsView["dialog"]>;
type DialogProps = { dialog: Dialog; closeTo: string; mayOpen: boolean };

/** The open dialog of a refund or penalty; what this admin may not decide is shown without a form. */
export function ApprovalDialog({ dialog, closeTo, mayOpen }: DialogProps) {
  const say = useSay();
  const { act, may } = dialog;
  const named = {
    amount: withBonus(dialog, say),
    center: dialog.owner.name,
    number: dialog.ticket?.number ?? "",
  };
  const fields = { adjustmentId: dialog.id };
  if (act === "approve" && may.approve) {
    return (
      <AddressDialog title={say("adjust.approve.title")} closeTo={closeTo}>
        <Remarks dialog={dialog} />
        <ConfirmForm
          intent="approve"
          fields={fields}
          question={say(`adjust.approve.question.${dialog.kind}`, named)}
          hint={say("adjust.approve.hint")}
          act={say("adjust.act.approve")}
          harmless
          closeTo={closeTo}
        />
      </AddressDialog>
    );
  }
  if (act === "withdraw" && may.withdraw) {
    return (
      <AddressDialog title={say("adjust.withdraw.title")} closeTo={closeTo}>
        <ConfirmForm
          intent="withdraw"
          fields={fields}
          question={say(dialog.ticket ? "adjust.withdraw.question" : "adjust.withdraw.questionWallet", named)}
          hint={say("adjust.withdraw.hint")}
          act={say("adjust.act.withdraw")}
          closeTo={closeTo}
        />
      </AddressDialog>
    );
  }
  if (act === "refuse" && may.approve) return <Refuse dialog={dialog} closeTo={closeTo} />;
  if (act === "settle" && may.settle) return <Settle dialog={dialog} closeTo={closeTo} mayOpen={mayOpen} />;
  return (
    <AddressDialog title={say(`adjust.kind.${dialog.kind}`)} closeTo={closeTo}>
      <Whole dialog={dialog} mayOpen={mayOpen} />
      <CancelLink to={closeTo} word={say("common.close")} />
    </AddressDialog>
  );
}

function Refuse({ dialog, closeTo }: Omit<DialogProps, "mayOpen">) {
  const say = useSay();
  return (
    <AddressDialog title={say("common.refuse")} closeTo={closeTo}>
      <Remarks dialog={dialog} />
      <DialogForm
        intent="refuse"
        schema={RefuseAdjustment}
        hidden={{ adjustmentId: dialog.id }}
        act={say("common.refuse")}
        danger
        closeTo={closeTo}
      >
        <AreaField name="remarks" label={say("adjust.refuse.reason")} maxLength={300} rows={3} required />
      </DialogForm>
    </AddressDialog>
  );
}

/** What the penalty was for, what the center says, and the decision. */
function Settle({ dialog, closeTo, mayOpen }: DialogProps) {
  const say = useSay();
  return (
    <AddressDialog title={say("objection.decide")} closeTo={closeTo}>
      <Whole dialog={dialog} mayOpen={mayOpen} />
      <DialogForm
        intent="settle"
        schema={SettleObjection}
        hidden={{ adjustmentId: dialog.id }}
        act={say("common.decide")}
        closeTo={closeTo}
        guarded
      >
        <RadioCards
          name="verdict"
          label={say("objection.verdict")}
          options={(["UPHELD", "RETURNED"] as const).map((verdict) => ({
            value: verdict,
            label: say(`objection.verdict.${verdict}`),
          }))}
        />
        <AreaField name="remarks" label={say("objection.answer")} maxLength={300} rows={3} required />
      </DialogForm>
    </AddressDialog>
  );
}

/** The amount, and the bonus beside it. */
const withBonus = ({ amountPaise, bonusPaise }: Dialog, say: Say) =>
  bonusPaise > 0 ? `${rupees(amountPaise)} + ${rupees(bonusPaise)} (${say("walletDesk.bonus")})` : rupees(amountPaise);

const remarksLabel = ({ kind }: Dialog) =>
  kind === "Penalty" ? "objection.reason" : kind === "Subscription" ? "center.kitReference" : "common.remarks";

/** What is given for a payment outside or refunded, and of a balance the first instalment it completes. */
function boughtFacts({ subscription, reference, subscribedUntil }: Dialog, say: Say, locale: Locale) {
  if (!subscription) return [];
  const { product, instalment } = subscription;
  return [
    reference !== null && { label: say("adjust.reference"), value: reference },
    subscribedUntil !== null && {
      label: say("center.refund.until"),
      value: showDate(new Date(subscribedUntil), locale),
    },
    { label: say("center.enter.product"), value: say(`subscription.of.${product}`) },
    instalment !== null && {
      label: say("subscription.of.first_instalment"),
      value: say("adjust.instalment", {
        amount: rupees(instalment.amountPaise),
        date: showDate(new Date(instalment.startsAt), locale),
      }),
    },
  ];
}

/** What another admin asks for, and why. */
function Remarks({ dialog }: { dialog: Dialog }) {
  const say = useSay();
  const locale = useLocale();
  return (
    <Facts
      facts={[
        ...boughtFacts(dialog, say, locale),
        { label: say("adjust.author"), value: dialog.author },
        { label: say(remarksLabel(dialog)), value: dialog.remarks },
      ]}
    />
  );
}

/** Everything about a refund or penalty, with the objection to it. */
function Whole({ dialog, mayOpen }: { dialog: Dialog; mayOpen: boolean }) {
  const say = useSay();
  const locale = useLocale();
  const moment = (at: Date | string | null) => at && showDateTime(new Date(at), locale);
  return (
    <Facts
      facts={[
        dialog.ticket !== null && {
          label: say("common.request"),
          value: mayOpen ? (
            <Link className="link" to={`/view-ticket?ticketId=${dialog.ticket.id}`}>
              {dialog.ticket.number}
            </Link>
          ) : (
            dialog.ticket.number
          ),
        },
        {
          label: say(dialog.owner.centerId ? "common.center" : "walletDesk.userType.Consumer"),
          value: dialog.owner.name,
        },
        ...boughtFacts(dialog, say, locale),
        { label: say("common.amount"), value: withBonus(dialog, say) },
        { label: say("common.status"), value: say(`adjust.state.${dialog.state}`) },
        { label: say("adjust.author"), value: `${dialog.author}, ${moment(dialog.createdAt)}` },
        {
          label: say(remarksLabel(dialog)),
          value: dialog.remarks,
        },
        dialog.decider !== null && {
          label: say("adjust.decider"),
          value: [`${dialog.decider}, ${moment(dialog.decidedAt)}`, dialog.decisionRemarks].filter(Boolean).join(" – "),
        },
        dialog.objectionText !== null && {
          label: say("objection.words"),
          value: <span className="whitespace-pre-line">{dialog.objectionText}</span>,
        },
        dialog.objectionPictureId !== null && {
          label: say("common.picture"),
          value: (
            <Thumb href={`/objection-pictures/${dialog.objectionPictureId}`}>
              <img src={`/objection-pictures/${dialog.objectionPictureId}`} alt={say("objection.openPicture")} />
            </Thumb>
          ),
        },
        dialog.settlementRemarks !== null && {
          label: say("objection.answer"),
          value: `${dialog.settlementRemarks} – ${dialog.settler}, ${moment(dialog.settledAt)}`,
        },
      ]}
    />
  );
}
