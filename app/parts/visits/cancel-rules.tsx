import type { ReactNode } from "react";
import { useSpan } from "#app/parts/times/span.ts";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { showDateTime, showTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { CancelTerms } from "#modules/tickets/index.ts";

/** The terms of a cancellation as a page shows them: when that is, and whether the request is a pick and drop. */
export type ShownTerms = CancelTerms & { at: Date; pickDrop: boolean };

/** Why this rule holds now. */
export function CancelClock({ terms: { rule, freeUntil, earlyMinutes, at, pickDrop } }: { terms: ShownTerms }) {
  const say = useSay();
  const locale = useLocale();
  const before = useSpan(earlyMinutes);
  if (rule.band === "before_acceptance" || freeUntil === null)
    return say(pickDrop ? "cancel.now.noDriver" : "cancel.now.before_acceptance");
  if (rule.band === "missed") return say("cancel.now.missed");
  if (rule.band === "early") return say("cancel.now.early", { time: showDateTime(freeUntil, locale) });
  return say("cancel.now.late", { time: showTime(at, locale), before });
}

/** All rules in rupees, the one of now marked. */
export function CancelRules({ terms }: { terms: CancelTerms }) {
  const say = useSay();
  const locale = useLocale();
  const { rule, feePaise, freeUntil, earlyMinutes, afterMinutes, lateFee, leadBackPaise } = terms;
  const before = useSpan(earlyMinutes);
  const after = useSpan(afterMinutes ?? 0);
  const backWords = say("paymentDesk.back", { amount: rupees(feePaise) });
  const stayWords = say("cancel.stays", { amount: rupees(feePaise) });
  const early = () => {
    if (!freeUntil) return say("cancel.rule.early", { before });
    const time = showDateTime(freeUntil, locale);
    return afterMinutes
      ? say("cancel.rule.afterYes", { after, time })
      : say("cancel.rule.earlyUntil", { before, time });
  };
  return (
    <section className="card mb-5">
      <h2 className="mb-3">{say("cancel.rules")}</h2>
      <dl className="divide-y divide-line">
        <Rule now={rule.band === "before_acceptance"} label={say("cancel.rule.before_acceptance")} result={backWords} />
        <Rule now={rule.band === "early"} label={early()} result={backWords} />
        <Rule
          now={rule.band === "late"}
          label={say("cancel.rule.late", { before })}
          result={lateFee === "kept" ? stayWords : backWords}
        />
        <Rule now={rule.band === "missed"} label={say("cancel.rule.notVisited")} result={backWords} />
      </dl>
      {rule.fee === "kept" && (
        <p className="mt-3 text-sm text-soft">{say(leadBackPaise > 0 ? "cancel.stay.shared" : "cancel.stay")}</p>
      )}
    </section>
  );
}

function Rule({ now, label, result }: { now: boolean; label: ReactNode; result: string }) {
  const say = useSay();
  return (
    <div className="flex justify-between gap-4 py-2.5">
      <dt className="text-soft">
        {now && <b className="text-marigold-700">{say("cancel.rule.now")} </b>}
        {label}
      </dt>
      <dd className={now ? "font-bold whitespace-nowrap text-marigold-700" : "font-semibold whitespace-nowrap"}>
        {result}
      </dd>
    </div>
  );
}
