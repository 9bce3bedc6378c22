import { useSay } from "#app/ui/base/say.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { NotNow } from "#app/ui/form/not-now.tsx";
import { type Paise, rupees } from "#modules/kernel/money.ts";
import type { ProposalForm } from "#modules/tickets/index.ts";
import { ProposeWindows } from "#modules/tickets/shared.ts";
import { FreeTimes } from "./free-times.tsx";

type ProposeFormProps = {
  form: ProposalForm;
  /** What the request is, and when it is wanted. */
  what: string;
  /** What accepting costs; null where its reader is not shown it. */
  pricePaise: Paise | null;
  closeTo: string;
};

/** Proposes up to three free windows to the customer, and says what happens when one is chosen. */
export function ProposeForm({ form: { broadcastId, days }, what, pricePaise, closeTo }: ProposeFormProps) {
  const say = useSay();
  if (days.length === 0) return <NotNow reason={say("center.propose.none")} words={["windows"]} />;
  return (
    <DialogForm
      schema={ProposeWindows}
      intent="propose"
      hidden={{ broadcastId }}
      act={say("center.propose.send")}
      closeTo={closeTo}
    >
      <p className="wrap-anywhere">{what}</p>
      <p className="text-soft">{say("center.propose.lead")}</p>
      <FreeTimes type="checkbox" name="windows" label={say("center.propose.times")} days={days} />
      <p className="text-soft">{priceWords(pricePaise, say)}</p>
    </DialogForm>
  );
}

function priceWords(pricePaise: Paise | null, say: ReturnType<typeof useSay>) {
  if (pricePaise === null) return say("center.propose.priceOfCenter");
  return pricePaise > 0 ? say("center.propose.price", { amount: rupees(pricePaise) }) : say("center.propose.free");
}
