import { z } from "zod";
import { callLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { toRupees } from "#modules/kernel/money.ts";
import { id, istDay, optionalField } from "#modules/kernel/validation.ts";
import { agreeTime, type DayBoard, dayBoard, timesToAgree } from "#modules/tickets/index.ts";
import { AgreeTime, TicketRef } from "#modules/tickets/shared.ts";
import { moment, rupees } from "../../line/answer.ts";
import { type Contract, call } from "../../line/call.server.ts";
import { wire } from "../../line/wire.ts";
import { VisitDayShape, visitDay } from "../../shapes/service.ts";
import { TimePreferenceShape, timePreference } from "../../shapes/time.ts";

/* The day of a center, and the times it agrees with its customers. */

const named = { _id: z.string(), ticket_id: z.string(), name: z.string(), service_name: z.string() };

const DayShape = z.strictObject({
  day: z.string(),
  today: z.string(),
  technicians: z.array(z.strictObject({ _id: z.string(), name: z.string(), absent: z.boolean() })),
  visits: z.array(
    z.strictObject({
      ...named,
      locality: z.string().nullable(),
      technician_id: z.string().nullable(),
      first_window: z.number().describe("The windows it takes, by their numbers of the day: 0 to 5"),
      last_window: z.number(),
      begins: moment,
      state: z.enum(["unassigned", "agreed", "onTheWay", "started", "done"]),
      started_at: moment.nullable(),
      closing_price: rupees.nullable(),
      late_since: moment.nullable().describe("Since when its first window is over while nobody has begun"),
    }),
  ),
  without_time: z.array(
    z.strictObject({ ...named, locality: z.string().nullable(), time_preference: TimePreferenceShape }),
  ),
});

type Named = { ticketId: string; number: string; name: string; service: string; locality: string | null };
const namedOf = ({ ticketId: _id, number: ticket_id, name, service: service_name, locality }: Named) => ({
  _id,
  ticket_id,
  name,
  service_name,
  locality,
});

const dayOf = ({ day, today, technicians, visits, withoutTime }: DayBoard): z.input<typeof DayShape> => ({
  day,
  today,
  technicians: technicians.map(({ id: _id, name, absent }) => ({ _id, name, absent })),
  visits: visits.map((visit) => ({
    ...namedOf(visit),
    technician_id: visit.technicianId,
    first_window: visit.firstSlot,
    last_window: visit.lastSlot,
    begins: visit.begins,
    state: visit.state,
    started_at: visit.startedAt,
    closing_price: visit.closingPricePaise === null ? null : toRupees(visit.closingPricePaise),
    late_since: visit.lateSince,
  })),
  without_time: withoutTime.map((visit) => ({
    ...namedOf(visit),
    time_preference: timePreference(visit.timePreference),
  })),
});

const Day = z.object({ day: optionalField(istDay) });

const center = { own: true, as: ["center", "desk"] } as const;

export const dayCalls = {
  "GET center/day": call({
    ...center,
    limit: reads.own,
    summary:
      "The day of the center, today without a day: its technicians, its visits by windows, and what has no time yet",
    input: wire({ day: "day" }, Day, ["form.date"]),
    run: (actor, { day }) => dayBoard(actor, { day }),
    answer: DayShape,
    reply: dayOf,
  }),
  "GET admin/center-day/{center}": call({
    own: true,
    as: ["admin"],
    can: "edit_ticket.full_access",
    limit: reads.own,
    summary: "The day of one center, for operators, masked as their lists are",
    input: wire({ center: "centerId", day: "day" }, Day.extend({ centerId: id }), ["form.date", "form.id"]),
    run: (admin, input) => dayBoard(admin, input),
    refuses: { 404: ["center.notFound"] },
    answer: DayShape,
    reply: dayOf,
  }),
  "GET center/tickets/{id}/free-times": call({
    ...center,
    limit: reads.own,
    summary: "The free windows in which a center can agree a visit with its customer; null where none can be agreed",
    input: wire({ id: "ticketId" }, TicketRef, ["form.id"]),
    run: (actor, { ticketId }) => timesToAgree(actor, ticketId),
    answer: z.strictObject({ version: z.number(), days: z.array(VisitDayShape) }).nullable(),
    reply: (times) => times && { version: times.version, days: times.days.map(visitDay) },
  }),
  "PUT center/tickets/{id}/agree-time": call({
    ...center,
    limit: callLimit,
    summary:
      "Agree a free window with the customer of a request that has no agreed time; one that was agreed or missed is the customer's or an operator's to move",
    input: wire({ id: "ticketId", window: "at", version: "version" }, AgreeTime, [
      "form.id",
      "form.number",
      "form.timeUnread",
      "changeTime.choose",
    ]),
    run: agreeTime,
    refuses: {
      404: ["ticket.notFound"],
      409: ["broadcast.noWindows", "broadcast.windowFull", "day.customersTime", "day.notNow", "ticket.changed"],
      422: ["proposal.windowGone"],
    },
    answer: z.null(),
    reply: () => null,
    say: "day.agreed",
    once: "in its transaction",
  }),
} satisfies Contract;
