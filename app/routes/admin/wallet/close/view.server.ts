import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { daysOf } from "#app/parts/lists/desk-list.server.ts";
import { settingsOf } from "#app/parts/lists/desk-settings.server.ts";
import { daysShown, tabFields, tabView } from "#app/parts/lists/list-view.server.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { istDay, lenient } from "#modules/kernel/validation.ts";
import {
  type CloseDayRow,
  type CloseRow,
  closeDayFacts,
  closeDaysList,
  closeRowsList,
  countOpenDays,
} from "#modules/wallet/index.ts";
import { closeShown } from "#modules/wallet/shared.ts";

export const CloseQuery = z.object({
  ...tabFields,
  /** The day that is open; without it the days are listed. */
  day: lenient(istDay),
  shown: lenient(z.enum(closeShown)),
});
type Query = z.output<typeof CloseQuery>;

const dayExtra = ({ day, state }: CloseDayRow) => ({ day, state });
export type DayExtra = ReturnType<typeof dayExtra>;
const rowExtra = ({ number, ticketId, state }: CloseRow) => ({ number, ticketId, state });
export type RowExtra = ReturnType<typeof rowExtra>;

/** The days of payments, or one of them with its rows. */
export async function closeView(admin: ActorOf<"admin">, query: Query, door: Door) {
  const { day, shown } = query;
  const pageQuery = { ...query, take: settingsOf("payment-close", [], query, door).take };
  const reader = { admin, door };
  return {
    ...daysShown(query),
    is: day
      ? {
          a: "day" as const,
          day,
          shown: shown ?? null,
          facts: (await closeDayFacts(admin, { day })) ?? null,
          table: await tabView(closeRowsList, { day, shown }, pageQuery, reader, rowExtra),
        }
      : {
          a: "days" as const,
          table: await tabView(closeDaysList, {}, pageQuery, reader, dayExtra),
          /** Open days before those that are shown, which nobody would see else. */
          earlierOpen: await countOpenDays(admin, daysOf(query).from),
        },
  };
}
export type CloseView = Awaited<ReturnType<typeof closeView>>;
export type OpenDay = Extract<CloseView["is"], { a: "day" }>;
