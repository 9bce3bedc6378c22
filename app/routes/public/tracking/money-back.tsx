import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { type Step, Timeline } from "#app/ui/detail/timeline.tsx";
import { showDateTime, showDay } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import type { Tracking } from "#modules/tickets/index.ts";

const ways: Record<string, MessageKey> = {
  upi: "moneyBack.toUpi",
  card: "moneyBack.toCard",
  netbanking: "moneyBack.toBank",
};

/** A fee on its way back: how much, where to, since when, and when the bank has it; nothing where none goes back. */
export function MoneyBack({ tracked: { moneyBack, help } }: { tracked: Tracking }) {
  const say = useSay();
  const locale = useLocale();
  if (!moneyBack) return null;
  const { amountPaise, method, requestedAt, refused, sentAt, arrivesBy, reference } = moneyBack;
  const way = say((method && ways[method]) || "moneyBack.sameWay");
  const at = showDateTime(sentAt ?? requestedAt, locale);
  const steps: Step[] = [
    {
      label: say(sentAt ? "moneyBack.sent" : "moneyBack.requested", { way }),
      at: sentAt && reference ? say("moneyBack.withReference", { at, reference }) : at,
      state: sentAt ? "done" : "now",
      more: refused && <p className="text-sm text-soft">{say("moneyBack.refused")}</p>,
    },
    {
      label: say("moneyBack.arrives"),
      at: arrivesBy
        ? say(reference ? "moneyBack.byReference" : "moneyBack.by", {
            date: showDay(arrivesBy, "day", locale),
            phone: help.phone,
          })
        : say("moneyBack.days", { phone: help.phone }),
      state: "waiting",
    },
  ];
  return (
    <section className="rounded-lg bg-green-50 p-4" data-money-back>
      <h2 className="mb-4 text-2xl tabular-nums">
        <span className="sr-only">{say("moneyBack.title")} </span>
        {rupees(amountPaise)}
      </h2>
      <Timeline steps={steps} named={false} />
    </section>
  );
}
