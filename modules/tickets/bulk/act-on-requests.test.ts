import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Actor, Permission } from "#modules/kernel/actor.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { type BulkVerb, bulksFor } from "#modules/kernel/lists/bulk.server.ts";
import { prepareBulk, startBulk } from "#modules/kernel/lists/bulk-act.server.ts";
import { bulkAct } from "#modules/kernel/lists/bulk-result.server.ts";
import { runBulk } from "#modules/kernel/lists/bulk-run.server.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aClient,
  anAcceptedTicket,
  anAdmin,
  aPincode,
  aService,
  asAdmin,
  aTicket,
  qrOf,
} from "#modules/testing/factories.ts";
import { aClosedJob, aJob, fresh } from "#modules/testing/work.ts";
import { requestsList } from "../lists/operator-lists.ts";
import type { Ticket } from "../ticket.entity.ts";
import { assignRequests, broadcastRequests, cancelRequests } from "./act-on-requests.ts";
import { remarkRequests } from "./remark-requests.ts";

openDatabase();

const editing: readonly Permission[] = ["view_ticket.full_access", "edit_ticket.full_access"];
const aDesk = async (permissions = editing) => asAdmin(await anAdmin({ permissions }), { permissions });

/** Starts a bulk act of an admin, works its rows and tells what became of each, by the request's number. */
async function did(verb: BulkVerb, made: readonly Ticket[], input: Record<string, unknown> = {}) {
  const desk = await aDesk();
  const ids = made.map(({ publicId }) => publicId);
  const id = await prepareBulk(desk, verb, { filter: { ids }, back: "/Tickets" });
  const { digest } = await bulkAct(desk, { id });
  await startBulk(desk, verb, { id, digest }, verb.input.parse(input));
  await drain([runBulk]);
  const { outcomes, troubles, state } = await bulkAct(desk, { id });
  expect(state).toBe("done");
  return { outcomes, why: Object.fromEntries(troubles.map(({ name, outcome, reason }) => [name, [outcome, reason]])) };
}

test("many requests are broadcast; one with a technician, or that no other center can take, is skipped", async () => {
  const service = await aService();
  const pincode = aPincode();
  const center = await aCenter({ services: [service], pincodes: [pincode] });
  const fields = { serviceId: service.id, pincode };
  const made = [await aTicket(fields), await aTicket(fields), (await aJob()).ticket, await aTicket()];
  const { outcomes, why } = await did(broadcastRequests, made);
  expect(outcomes).toEqual({ done: 2, skipped: 2, failed: 0 });
  expect(why).toEqual({
    [made[2]!.ticketId]: ["skipped", "ticket.hasTechnician"],
    [made[3]!.ticketId]: ["skipped", "ticket.noOtherCenter"],
  });
  expect(await rows(sql`select 1 from broadcasts where center_id = ${center.id}`)).toHaveLength(2);
  // A second time nobody is asked about them, and each says why.
  const again = await did(broadcastRequests, made.slice(0, 2));
  expect(Object.values(again.why)).toEqual([
    ["skipped", "ticket.allOffered"],
    ["skipped", "ticket.allOffered"],
  ]);
  await rows(sql`update centers set broadcast_disabled = true where id = ${center.id}`);
  const nobody = await did(broadcastRequests, made.slice(0, 1));
  expect(Object.values(nobody.why)).toEqual([["skipped", "ticket.nobodyFits"]]);
});

test("many requests are given to one center by its QR id, whatever the case; none is taken from one that paid", async () => {
  const center = await aCenter();
  const { qrId } = await qrOf(center);
  const paid = await anAcceptedTicket(await aCenter(), { isPaidByTechnician: true });
  const made = [await aTicket(), paid, (await aClosedJob()).ticket, await anAcceptedTicket(center)];
  const { why } = await did(assignRequests, made, { qrId: qrId.toLowerCase() });
  expect(why).toEqual({
    [made[1]!.ticketId]: ["skipped", "ticket.leadPaid"],
    [made[2]!.ticketId]: ["skipped", "ticket.ended"],
    [made[3]!.ticketId]: ["skipped", "ticket.atCenter"],
  });
  expect(await fresh(made[0]!)).toMatchObject({ centerId: center.id, broadcastStatus: "matched_in_same_center" });
  const nowhere = await did(assignRequests, [await aTicket()], { qrId: "NOBODY" });
  expect(Object.values(nowhere.why)).toEqual([["failed", "requests.bulk.noCenter"]]);
});

test("many requests are cancelled for one reason, which each keeps; what is over is skipped", async () => {
  const made = [await aTicket(), await anAcceptedTicket(await aCenter()), (await aClosedJob()).ticket];
  expect((await did(cancelRequests, made, { reason: "Strike" })).outcomes).toEqual({ done: 2, skipped: 1, failed: 0 });
  for (const ticket of made.slice(0, 2))
    expect(await fresh(ticket)).toMatchObject({
      status: "CANCEL",
      onboardingRemarks: "Strike",
      cancelReason: "Strike",
    });
  expect(cancelRequests.input.safeParse({ reason: " " }).success).toBe(false);
});

test("who may only see requests starts none of them, and a client's admin reaches its own requests only", async () => {
  const ticket = await aTicket();
  const wanted = { filter: { ids: [ticket.publicId] }, back: "/Tickets" };
  const viewer = await aDesk(["view_ticket.full_access"]);
  const { id: clientId } = await aClient();
  const client = { ...asAdmin(await anAdmin({ adminRole: "CLIENT", clientId }), { clientId }), permissions: editing };
  for (const verb of [broadcastRequests, assignRequests, cancelRequests])
    await expect(prepareBulk(viewer, verb, wanted)).rejects.toMatchObject({ kind: "denied" });
  for (const verb of [broadcastRequests, cancelRequests])
    await expect(prepareBulk(client, verb, wanted)).rejects.toMatchObject({ key: "bulk.none" });
});

test("a client is offered the acts its requests take, and refused the one that names a center as a whole", async () => {
  const { id: clientId } = await aClient();
  const client = { ...asAdmin(await anAdmin({ adminRole: "CLIENT", clientId }), { clientId }), permissions: editing };
  const offeredTo = (actor: Actor) => bulksFor(actor, requestsList).map(({ name }) => name);
  expect(offeredTo(await aDesk())).toEqual(expect.arrayContaining(["assignRequests", "remark"]));
  const own = offeredTo(client);
  expect(own).toEqual(expect.arrayContaining(["broadcastRequests", "cancelRequests", "remark"]));
  expect(own).not.toContain("assignRequests");
  const { publicId, id } = await aTicket({ clientId });
  const wanted = { filter: { ids: [publicId] }, back: "/Tickets" };
  await expect(prepareBulk(client, assignRequests, wanted)).rejects.toMatchObject({ kind: "denied" });
  // What is offered is taken: a remark of a client stands among the remarks.
  await unitOfWork(() => remarkRequests.run(client, { id, key: publicId } as never, { text: "Gate 2" }));
  expect(await rows(sql`select text from remarks where ticket_id = ${id}`)).toEqual([{ text: "Gate 2" }]);
});
