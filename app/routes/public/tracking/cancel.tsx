import type { ReactNode } from "react";
import { trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { RadioCards } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { showDateTime, showTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { CancelOwn, cancelReasons } from "#modules/tickets/shared.ts";
import type { CancelView } from "./view.server.ts";

/** Cancelling one's request: the result in rupees and the rules first, then the button. */
export function CancelRequest({ view }: { view: CancelView }) {
  const say = useSay();
  const nameOf = useName();
  const { id, number, service, rule, feePaise, feeBackPaise } = view;
  return (
    <div className="max-w-xl">
      <p className="text-soft">{[service && nameOf(service), number].filter(Boolean).join(" · ")}</p>
      <h1 className="mb-2">
        {feePaise > 0 ? say("cancel.title", { amount: rupees(feeBackPaise) }) : say("cancel.titleFree")}
      </h1>
      <p className="mb-6 text-soft">
        <Clock view={view} />
      </p>
      <ErrorSummary />
      {feePaise > 0 && <Rules view={view} />}
      <Form schema={CancelOwn} intent="cancel" data-enhance="once" className="grid gap-5">
        <input type="hidden" name="ticketId" value={id} />
        <input type="hidden" name="ruleId" value={rule.id} />
        <input type="hidden" name="feePaise" value={feePaise} />
        <RadioCards
          name="reason"
          label={say("cancel.why")}
          options={cancelReasons.map((value) => ({ value, label: say(`cancel.reason.${value}`) }))}
        />
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={trackingPath(id)} tone="quiet" reload>
            {say("cancel.keep")}
          </ButtonLink>
          <Button tone="danger">{say("cancel.act")}</Button>
        </div>
      </Form>
    </div>
  );
}

/** Why this rule holds now. */
function Clock({ view: { rule, freeUntil, earlyMinutes, at, pickDrop } }: { view: CancelView }) {
  const say = useSay();
  const locale = useLocale();
  const before = useSpan(earlyMinutes);
  if (rule.band === "before_acceptance" || freeUntil === null)
    return say(pickDrop ? "cancel.now.noDriver" : "cancel.now.before_acceptance");
  if (rule.band === "missed") return say("cancel.now.missed");
  if (rule.band === "early") return say("cancel.now.early", { time: showDateTime(freeUntil, locale) });
  return say("cancel.now.late", { time: showTime(at, locale), before });
}

/** Minutes as hours where they are whole ones. */
function useSpan(minutes: number): string {
  const say = useSay();
  if (minutes > 0 && minutes % 60 === 0) return say("cancel.hours", { n: minutes / 60, count: minutes / 60 });
  return say("cancel.minutes", { n: minutes, count: minutes });
}

/** All rules in rupees, the one of now marked. */
function Rules({ view }: { view: CancelView }) {
  const say = useSay();
  const locale = useLocale();
  const { rule, feePaise, freeUntil, earlyMinutes, lateFee, leadBackPaise } = view;
  const before = useSpan(earlyMinutes);
  const backWords = say("paymentDesk.back", { amount: rupees(feePaise) });
  const stayWords = say("cancel.stays", { amount: rupees(feePaise) });
  const early = freeUntil
    ? say("cancel.rule.earlyUntil", { before, time: showDateTime(freeUntil, locale) })
    : say("cancel.rule.early", { before });
  return (
    <section className="card mb-5">
      <h2 className="mb-3">{say("cancel.rules")}</h2>
      <dl className="divide-y divide-line">
        <Rule now={rule.band === "before_acceptance"} label={say("cancel.rule.before_acceptance")} result={backWords} />
        <Rule now={rule.band === "early"} label={early} result={backWords} />
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
