import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { day, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { anAddress, aPhone, aPriceList, aProof } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { aJob, closeAs, notVisited } from "#modules/testing/work.ts";
import type { Ticket } from "#modules/tickets/ticket.entity.ts";
import { serve } from "./serve.server.ts";

openDatabase();
openTill();
beforeEach(async () => {
  resetClock();
  await aPriceList();
});
afterEach(resetClock);

/* "Still needed?" over the HTTP API: shown with the request of a link, answered by who proved its phone. */

async function api(method: string, path: string, body?: object) {
  const request = new Request(`http://localhost:3000/api/${path}`, {
    method,
    headers: { ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await serve({ request, params: {}, context: { address: anAddress(), requestId: "still needed" } });
  return (await answer.json()) as { status: number; code?: string; message: string; data: never };
}

const answer = ({ publicId }: Ticket, body: object) => api("PUT", `center/tickets/${publicId}/still-needed`, body);
const tracked = async ({ publicId }: Ticket) =>
  (await api("GET", `admin/get-all-ticket?ticket_obj_id=${publicId}`)).data[0] as { still_needed?: object };

/** Closed as not visited by its center, whereby its customer is asked. */
async function unvisited() {
  const { center, ticket } = await aJob();
  expect(await tracked(ticket)).not.toHaveProperty("still_needed");
  await closeAs(center, ticket, { closeRemarks: notVisited });
  return ticket;
}

test("a customer says by a proof of the phone that it is still needed, once, and gets a new request without a fee", async () => {
  const ticket = await unvisited();
  expect((await tracked(ticket)).still_needed).toMatchObject({
    reason: "not_visited",
    state: "open",
    answer_until: expect.stringMatching(/^\d{4}-.*Z$/),
    new_request: null,
  });
  expect(await answer(ticket, { answer: "yes" })).toMatchObject({ status: 401, code: "otp.proofMissing" });
  const proof = await aProof({ phone: ticket.phone });
  expect(await answer(ticket, { answer: "maybe", proof })).toMatchObject({ status: 422 });
  expect(await answer(ticket, { answer: "yes", proof: await aProof({ phone: aPhone() }) })).toMatchObject({
    status: 403,
  });
  const answered = await answer(ticket, { answer: "yes", proof });
  expect(answered).toMatchObject({
    status: 200,
    message: "Your new request is noted, but no other service center works there at the moment.",
    data: { answer: "yes", is_new: true, service_available: false },
  });
  const made = await row<{ public_id: string; ticket_id: string; booking_fee_paise: string }>(
    sql`select public_id, ticket_id, booking_fee_paise from tickets where rebook_of = ${ticket.id}`,
  );
  expect((answered.data as { _id: string })._id).toBe(made!.public_id);
  expect(Number(made!.booking_fee_paise)).toBe(0);
  // The link alone names the new request and does not open it.
  expect((await tracked(ticket)).still_needed).toMatchObject({
    state: "yes",
    new_request: { _id: null, ticket_id: made!.ticket_id },
  });
  const another = await aProof({ phone: ticket.phone });
  expect(await answer(ticket, { answer: "no", proof: another })).toMatchObject({
    status: 409,
    code: "stillNeeded.answered",
  });
});

test("a no ends it; what nobody asked and what came too late is refused with the reason", async () => {
  const ticket = await unvisited();
  const proof = () => aProof({ phone: ticket.phone });
  expect(await answer(ticket, { answer: "no", proof: await proof() })).toMatchObject({
    status: 200,
    message: "Thank you for telling us.",
    data: { answer: "no", _id: ticket.publicId, is_new: false, service_available: null },
  });
  const { ticket: unasked } = await aJob();
  expect(await answer(unasked, { answer: "yes", proof: await aProof({ phone: unasked.phone }) })).toMatchObject({
    status: 409,
    code: "stillNeeded.noQuestion",
  });
  const late = await unvisited();
  moveClock(7 * day);
  expect(await answer(late, { answer: "yes", proof: await aProof({ phone: late.phone }) })).toMatchObject({
    status: 409,
    code: "stillNeeded.expired",
    message: "The time to answer is over, but you can book again",
  });
});
