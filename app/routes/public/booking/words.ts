import { preferenceWords } from "#app/parts/times/window-choice.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { type Say, useSay } from "#app/ui/base/say.tsx";
import { windowEnd } from "#modules/centers/shared.ts";
import { showDate, showDay, showHours } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";

/** When the visit is wanted: a day with its hours, else a preference without a time. */
export function useVisitWords({ type, at }: { type: string | null; at: string | null }): string {
  const say = useSay();
  const locale = useLocale();
  if (!at) return say(preferenceWords[type === "IMMEDIATELY" ? type : "WITHIN_24_HOURS"]);
  return `${showDay(at, "day", locale)}, ${showHours(at, windowEnd(new Date(at)).toISOString(), locale)}`;
}

/** Which of the five short pages it is, and what the ones before it said. */
export const stepWords = (step: number, soFar: string, say: Say) =>
  `${say("book.stepOf", { step, total: 5 })} · ${soFar}`;

/** Heading and lead of a partner's page; a center is called verified only where it is. */
export const partnerWords = ({ name, verified }: { name: string; verified: boolean }, say: Say) => ({
  title: say("booking.partnerTitle", { name }),
  lead: say(verified ? "booking.partnerLead.verified" : "booking.partnerLead", { name }),
});

type Offer = { title: string; feeOffPaise: number; until: string };

/** What the codes take off the fee now, and until when. */
export function useOfferWords(offers: readonly Offer[]) {
  const say = useSay();
  const locale = useLocale();
  return offers.map(({ title, feeOffPaise, until }) => ({
    title,
    words: say("booking.offer", { code: title, amount: rupees(feeOffPaise), date: showDate(until, locale) }),
  }));
}
