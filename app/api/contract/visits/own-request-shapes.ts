import { z } from "zod";
import { toRupees } from "#modules/kernel/money.ts";
import { say } from "#modules/messages/index.ts";
import type { OwnRequest, OwnRequests } from "#modules/tickets/index.ts";
import { moment, rupees } from "../../line/answer.ts";

const OwnRequestShape = z.strictObject({
  _id: z.string(),
  ticket_id: z.string(),
  ticket_status: z.string(),
  service_name: z.string(),
  createdAt: moment,
  ended_at: moment.nullable(),
  has_invoice: z.boolean(),
  can_rebook: z.boolean(),
  details: z
    .strictObject({
      group: z.enum(["unpaid", "live", "over"]),
      now: z.string().describe("What happens with it, in one sentence"),
      next_visit: moment.nullable(),
      specific_requirement: z.string().nullable(),
      center_name: z.string().nullable(),
      is_ride: z.boolean(),
      fee_due: rupees.nullable(),
      paid: rupees.nullable(),
      star_rating: z.number().nullable(),
      revisit_free: z.boolean().nullable().describe("Null where there is no revisit"),
    })
    .nullable()
    .describe("Null from 30 days after its end on"),
});

/** Find my request: the requests of a phone, unpaid ones first, then live ones, then those that are over. */
export const OwnRequestsShape = z.strictObject({
  requests: z.array(OwnRequestShape),
  older: z.number().describe("How many ended more than 30 days ago and wait for a new OTP"),
  cut: z.boolean().describe("Whether there are more than are shown"),
});

export const ownRequestsOf = ({ requests, older, cut }: OwnRequests): z.input<typeof OwnRequestsShape> => ({
  requests: requests.map(ownRequest),
  older,
  cut,
});

const ownRequest = ({ more, ...request }: OwnRequest): z.input<typeof OwnRequestShape> => ({
  _id: request.id,
  ticket_id: request.number,
  ticket_status: request.status,
  service_name: request.service,
  createdAt: request.createdAt,
  ended_at: request.endedAt,
  has_invoice: request.invoice,
  can_rebook: request.rebook,
  details: more && {
    group: more.group,
    now: say(more.now.key, more.now.params),
    next_visit: more.next?.at ?? null,
    specific_requirement: more.requirement,
    center_name: more.center,
    is_ride: more.pickDrop,
    fee_due: more.duePaise === null ? null : toRupees(more.duePaise),
    paid: more.paidPaise === null ? null : toRupees(more.paidPaise),
    star_rating: more.starRating,
    revisit_free: more.revisitFree,
  },
});
