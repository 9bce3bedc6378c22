import { Note } from "#app/ui/base/card.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { RadioCards } from "#app/ui/form/fields.tsx";
import { NotNow } from "#app/ui/form/not-now.tsx";
import { showTime } from "#modules/kernel/clock.ts";
import { rupees, toPaise } from "#modules/kernel/money.ts";
import type { HandBackTerms, TicketDetail } from "#modules/tickets/index.ts";
import { HandBackTicket, handBackDays, handBackReasons } from "#modules/tickets/shared.ts";

type HandBackFormProps = {
  ticket: TicketDetail;
  terms: HandBackTerms | null;
  closeTo: string;
  /** An operator does it in the center's name. */
  inItsName?: boolean;
};

/** Hands a job back: one of five reasons, and exactly what it costs its center now. */
export function HandBackForm({ ticket, terms, closeTo, inItsName = false }: HandBackFormProps) {
  const say = useSay();
  if (!terms) return <NotNow reason={say(inItsName ? "acts.notNow" : "center.act.notNow")} words={["reason"]} />;
  return (
    <DialogForm
      schema={HandBackTicket}
      intent="handBack"
      hidden={{ ticketId: ticket.id, free: String(terms.free) }}
      act={say("handBack.submit")}
      danger
      closeTo={closeTo}
    >
      <p>{say(inItsName ? "handBack.forCenter.lead" : "handBack.lead")}</p>
      <Note tone={terms.free ? "info" : "warm"}>
        {inItsName ? <CostOfCenter terms={terms} /> : <Cost terms={terms} />}
      </Note>
      <RadioCards
        name="reason"
        label={say("handBack.reason")}
        options={handBackReasons.map((value) => ({ value, label: say(`handBack.reason.${value}`) }))}
      />
    </DialogForm>
  );
}

function Cost({ terms }: { terms: HandBackTerms }) {
  const { free, freeUntil, freeLeft, freeAtMost: most, freeMinutes: minutes, leadPaise, leadBackPaise } = terms;
  const say = useSay();
  const locale = useLocale();
  const days = handBackDays;
  const stayingPaise = toPaise(leadPaise - leadBackPaise);
  const why = free
    ? say("handBack.free", { time: showTime(freeUntil, locale), left: freeLeft, most, days })
    : freeLeft === 0
      ? say("handBack.used", { most, days })
      : say("handBack.late", { minutes });
  return (
    <p>
      {why} {leadBackPaise > 0 && say("handBack.freeLead", { amount: rupees(leadBackPaise) })}{" "}
      {stayingPaise > 0 && say("handBack.keptLead", { amount: rupees(stayingPaise) })}
    </p>
  );
}

/** The same, said to an operator. */
function CostOfCenter({ terms }: { terms: HandBackTerms }) {
  const { free, freeUntil, freeLeft, freeAtMost: most, leadPaise, leadBackPaise } = terms;
  const say = useSay();
  const locale = useLocale();
  const stayingPaise = toPaise(leadPaise - leadBackPaise);
  return (
    <p>
      {free
        ? say("handBack.free", { time: showTime(freeUntil, locale), left: freeLeft, most, days: handBackDays })
        : say("handBack.forCenter.counted")}{" "}
      {leadBackPaise > 0 && say("handBack.forCenter.leadBack", { amount: rupees(leadBackPaise) })}{" "}
      {stayingPaise > 0 && say("handBack.forCenter.leadFee", { amount: rupees(stayingPaise) })}
    </p>
  );
}
