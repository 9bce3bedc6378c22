import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { fromIst, hour, istDate, showHours, showTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { Visit } from "#modules/tickets/index.ts";

/** The windows of a day by their numbers. */
export const slots = [0, 1, 2, 3, 4, 5] as const;

/** When a window of a day begins and ends. */
export function windowOf(day: string, slot: number) {
  const from = new Date(fromIst(day, "08:00").getTime() + slot * 2 * hour);
  return { from, until: new Date(from.getTime() + 2 * hour) };
}

/** Where a visit leads: to its request, without a technician to choosing one. */
export const visitPath = ({ ticketId, state }: Visit) =>
  `/tickets-center?ticket=${ticketId}${state === "unassigned" ? "&act=assign" : ""}`;

/** The state of a visit as a word. */
export function useVisitWord() {
  const say = useSay();
  const locale = useLocale();
  return ({ state, startedAt, closingPricePaise, lateMinutes }: Visit) => {
    if (lateMinutes !== null) return say("day.lateBy", { n: lateMinutes });
    if (state === "started" && startedAt) return say("day.state.started", { time: showTime(startedAt, locale) });
    if (state === "done") return say("day.state.done", { amount: closingPricePaise ? rupees(closingPricePaise) : "" });
    if (state === "unassigned") return say("day.assign");
    return say(state === "onTheWay" ? "day.state.onTheWay" : "day.state.agreed");
  };
}

/** The windows a visit takes, as hours: `4–6 pm`. */
export function useVisitHours() {
  const locale = useLocale();
  return ({ begins, firstSlot, lastSlot }: Visit) => {
    const day = istDate(new Date(begins));
    return showHours(windowOf(day, firstSlot).from, windowOf(day, lastSlot).until, locale);
  };
}
