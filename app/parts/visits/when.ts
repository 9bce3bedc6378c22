import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { momentsOf } from "#modules/centers/shared.ts";
import { istDate, showHours, showNearDay } from "#modules/kernel/clock.ts";
import type { Visit } from "#modules/tickets/index.ts";

type Windows = Pick<Visit, "begins" | "firstSlot" | "lastSlot">;

/** The windows a visit takes as hours, `4–6 pm`, and with their day, `today, 4–6 pm`. */
export function useVisitTime() {
  const say = useSay();
  const locale = useLocale();
  const words = { today: say("book.today"), tomorrow: say("book.tomorrow") };
  const hoursOf = ({ begins, firstSlot, lastSlot }: Windows) => {
    const day = istDate(new Date(begins));
    return showHours(momentsOf(day, firstSlot).from, momentsOf(day, lastSlot).until, locale);
  };
  const dayOf = ({ begins }: Windows) => showNearDay(begins, words, locale);
  return { hoursOf, dayOf, timeOf: (visit: Windows) => `${dayOf(visit)}, ${hoursOf(visit)}` };
}
