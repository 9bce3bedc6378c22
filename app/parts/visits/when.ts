import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { fromIst, hour, istDate, showHours, showNearDay } from "#modules/kernel/clock.ts";
import type { Visit } from "#modules/tickets/index.ts";

type Windows = Pick<Visit, "begins" | "firstSlot" | "lastSlot">;

/** The windows a visit takes as hours, `4–6 pm`, and with their day, `today, 4–6 pm`. */
export function useVisitTime() {
  const say = useSay();
  const locale = useLocale();
  const words = { today: say("book.today"), tomorrow: say("book.tomorrow") };
  const hoursOf = ({ begins, firstSlot, lastSlot }: Windows) => {
    const opens = fromIst(istDate(new Date(begins)), "08:00").getTime();
    return showHours(new Date(opens + firstSlot * 2 * hour), new Date(opens + (lastSlot + 1) * 2 * hour), locale);
  };
  const dayOf = ({ begins }: Windows) => showNearDay(begins, words, locale);
  return { hoursOf, dayOf, timeOf: (visit: Windows) => `${dayOf(visit)}, ${hoursOf(visit)}` };
}
