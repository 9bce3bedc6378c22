import { AgreeForm } from "#app/parts/times/agree-form.tsx";
import type { ShownTerms } from "#app/parts/visits/cancel-rules.tsx";
import { CancelClock, CancelRules } from "#app/parts/visits/cancel-rules.tsx";
import { useMissedChoices } from "#app/parts/visits/missed-choices.ts";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { RadioCards } from "#app/ui/form/fields.tsx";
import { NotNow } from "#app/ui/form/not-now.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { NobodyCameView } from "#modules/tickets/index.ts";
import { CancelOwn, cancelReasons, SayNobodyCame } from "#modules/tickets/shared.ts";
import type { OpenDialog } from "./dialog.server.ts";

/** What a customer chooses on the phone because nobody came; another time and the end lead on to their own dialogs. */
export function NobodyCameForm({ missed, ...dialog }: OpenDialog) {
  const say = useSay();
  return missed ? <MissedChoices {...dialog} missed={missed} /> : <NotNow reason={say("missed.notYet")} words={[]} />;
}

function MissedChoices({ ticket, missed, closeTo }: OpenDialog & { missed: NobodyCameView }) {
  const say = useSay();
  const locale = useLocale();
  const technician = ticket.technician || null;
  return (
    <DialogForm
      schema={SayNobodyCame}
      intent="nobodyCame"
      hidden={{ ticketId: ticket.id }}
      act={say("missed.act")}
      closeTo={closeTo}
    >
      <p>{say("acts.missedLead", { time: showDateTime(missed.since, locale) })}</p>
      <RadioCards name="choice" label={say("missed.choice")} options={useMissedChoices({ ...missed, technician })} />
    </DialogForm>
  );
}

/** Cancels on the customer's word by the customer's own terms: the rule in rupees first. */
export function CancelForCustomerForm({ terms, ...dialog }: OpenDialog) {
  const say = useSay();
  return terms ? <CancelByTerms {...dialog} terms={terms} /> : <NotNow reason={say("acts.notNow")} words={[]} />;
}

function CancelByTerms({ ticket, terms, closeTo }: OpenDialog & { terms: ShownTerms }) {
  const say = useSay();
  const { rule, feePaise, feeBackPaise } = terms;
  return (
    <DialogForm
      schema={CancelOwn}
      intent="cancelForCustomer"
      hidden={{ ticketId: ticket.id, ruleId: rule.id, feePaise: String(feePaise) }}
      act={say("acts.cancelRequest")}
      keep={say("acts.keep")}
      danger
      closeTo={closeTo}
    >
      <div>
        <p className="font-semibold">
          {feePaise > 0 ? say("cancel.title", { amount: rupees(feeBackPaise) }) : say("cancel.titleFree")}
        </p>
        <p className="text-soft">
          <CancelClock terms={terms} />
        </p>
      </div>
      {feePaise > 0 && <CancelRules terms={terms} />}
      <RadioCards
        name="reason"
        label={say("cancel.why")}
        options={cancelReasons.map((value) => ({ value, label: say(`cancel.reason.${value}`) }))}
      />
    </DialogForm>
  );
}

/** Agrees a time with the customer in the center's place. */
export function AgreeTimeForm({ times, closeTo }: OpenDialog) {
  const say = useSay();
  return times ? (
    <AgreeForm agreeing={times} intent="agreeTime" closeTo={closeTo} />
  ) : (
    <NotNow reason={say("acts.notNow")} words={["at"]} />
  );
}
