import { sql } from "kysely";
import type { Center } from "#modules/centers/center/center.entity.ts";
import { jobs } from "#modules/index.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { assignTechnician } from "#modules/tickets/index.ts";
import type { Ticket } from "#modules/tickets/ticket.entity.ts";
import { confirmCheckout } from "#modules/wallet/index.ts";
import { aCenter, aService, asCenter, asVisitor, aTechnician, aTicket } from "./factories.ts";
import type { openTill } from "./payments.ts";
import { fresh, type Job } from "./work.ts";

/* Requests whose customer paid the booking fee by card, for tests of what becomes of it. */

type Till = Pick<ReturnType<typeof openTill>, "anOrder" | "pay">;

/** A request with its fee paid, offered to the centers that serve it: to one of its own, or to those beside one. */
export async function aPaidRequest(
  till: Till,
  fields: Partial<Ticket> = {},
  at?: Center,
): Promise<Omit<Job, "technician">> {
  const center = at ?? (await aCenter({ services: [await aService()] }));
  const service = await row<{ id: string }>(
    sql`select service_id as id from center_services where center_id = ${center.id}`,
  );
  const ticket = await aTicket({
    bookingFeePaise: fromRupees(99),
    serviceId: service!.id,
    pincode: center.pincode,
    ...fields,
  });
  const order = await till.anOrder({ ticketId: ticket.id });
  const paid = await confirmCheckout(asVisitor(ticket.phone), (await till.pay(order.providerOrderId!))!);
  // On a slow machine the provider's answer comes after the patience of a browser; the job confirms it then.
  if (paid.state === "pending") await drain(jobs);
  return { center, ticket: await fresh(ticket) };
}

/** The same, accepted and with a technician. */
export async function aPaidJob(till: Till, fields: Partial<Ticket> = {}, at?: Center): Promise<Job> {
  const { center, ticket } = await aPaidRequest(till, fields, at);
  const technician = await aTechnician({ center });
  // Set directly: accepting is tested in accept.test.ts.
  await rows(
    sql`update tickets set status = 'ACCEPTED', broadcast_status = 'accepted after broadcast', center_id = ${center.id} where id = ${ticket.id}`,
  );
  await rows(
    sql`update broadcasts set status = 'ACCEPTED' where ticket_id = ${ticket.id} and center_id = ${center.id}`,
  );
  await assignTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId: technician.id });
  return { center, technician, ticket: await fresh(ticket) };
}
