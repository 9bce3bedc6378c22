import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { Elapsed } from "#app/ui/clock/elapsed.tsx";
import { momentsOf } from "#modules/centers/shared.ts";
import { istDate, showHours, showTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { Visit } from "#modules/tickets/index.ts";

/** The windows of a day by their numbers. */
export const slots = [0, 1, 2, 3, 4, 5] as const;

/** The visits of a day that are shown alone. */
export type Shown = "unassigned" | "late";

export const isLate = ({ lateSince }: Visit) => lateSince !== null;
export const isUnassigned = ({ state }: Visit) => state === "unassigned";

/** Where a board leads, by the public id of a request. */
export type DayLinks = {
  request: (ticketId: string) => string;
  /** To choosing its technician. */
  assign: (ticketId: string) => string;
  /** To agreeing a time. */
  agree: (ticketId: string) => string;
  /** To a new request. */
  add: string;
};

/** The intents by which a visit that is dragged gets its first technician, and another one. */
export type DayIntents = { assign: string; change: string };

/** Where a visit leads: to its request, without a technician to choosing one. */
export const visitPath = ({ ticketId, state }: Visit, links: DayLinks) =>
  state === "unassigned" ? links.assign(ticketId) : links.request(ticketId);

/** The state of a visit as a word. */
export function useVisitWord() {
  const say = useSay();
  const locale = useLocale();
  return ({ state, startedAt, closingPricePaise, lateSince }: Visit) => {
    if (lateSince) return <Elapsed what="late" since={lateSince} />;
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
    return showHours(momentsOf(day, firstSlot).from, momentsOf(day, lastSlot).until, locale);
  };
}
