import { sql } from "kysely";
import { day as dayMs, fromIst, fromNow, istDate } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { asCenter } from "#modules/testing/factories.ts";
import { proposeWindows } from "#modules/tickets/index.ts";
import { call, type Ids, type Knock, open, read, ticketOf } from "./ask.ts";
import type { Tenant } from "./tenant.ts";
import { form, page } from "./web-ask.ts";

const browser = { for: ["center"] } as const;

/** Noon of the next day on which a center with the usual hours works. */
function freeTime(): Date {
  const tomorrow = istDate(fromNow(dayMs));
  const isSunday = new Date(`${tomorrow}T12:00:00Z`).getUTCDay() === 0;
  return fromIst(isSunday ? istDate(fromNow(2 * dayMs)) : tomorrow, "12:00");
}

/** The request a center is offered and the proposal it makes for it, by their ids. */
async function choice(t: Tenant): Promise<string> {
  const broadcastId = await t.offer();
  const { id } = await proposeWindows(asCenter(await t.center()), { broadcastId, windows: [freeTime()] });
  const request = await row<{ id: string }>(
    sql`select t.public_id as id from tickets t join broadcasts b on b.ticket_id = t.id where b.id = ${broadcastId}::uuid`,
  );
  return `${request!.id} ${id}`;
}

function chosen({ choice }: Ids) {
  const ids = choice!.split(" ");
  return { ticketId: ids[0]!, proposalId: ids[1]!, at: freeTime().toISOString() };
}

const offer = { ids: { offer: (t: Tenant) => t.offer() } };

/** Other times: what centers propose and customers choose. */
export const proposalDoors: Record<string, Knock> = {
  "GET api/center/free-windows": read("center/free-windows", {
    ...browser,
    ...offer,
    send: ({ offer }) => ({ broadcast_obj_id: offer }),
  }),
  "POST api/center/propose-windows": call("center/propose-windows", {
    ...browser,
    ...offer,
    send: ({ offer }) => ({ broadcast_obj_id: offer, windows: [freeTime().toISOString()] }),
  }),
  "POST api/center/withdraw-windows": call("center/withdraw-windows", {
    ...browser,
    ...offer,
    send: ({ offer }) => ({ broadcast_obj_id: offer }),
  }),
  "GET /brodcast-requests #propose": page("/brodcast-requests", {
    ...browser,
    ...offer,
    with: ({ offer }) => ({ propose: offer! }),
  }),
  "POST /brodcast-requests propose": form("/brodcast-requests", "propose", {
    ...browser,
    ...offer,
    with: ({ offer }) => ({ broadcastId: offer!, windows: freeTime().toISOString() }),
  }),
  "POST /brodcast-requests withdrawTimes": form("/brodcast-requests", "withdrawTimes", {
    ...browser,
    ...offer,
    with: ({ offer }) => ({ broadcastId: offer! }),
  }),
  "GET /serviceStatus #chooseTime": page("/serviceStatus", {
    for: ["center"],
    ...ticketOf(open),
    with: ({ ticket }) => ({ id: ticket!, do: "chooseTime" }),
  }),
  "POST /serviceStatus chooseTime": form("/serviceStatus", "chooseTime", {
    for: ["center"],
    ids: { choice },
    with: chosen,
  }),
};
