import { sql } from "kysely";
import { expect, test } from "vitest";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, anAdmin, aPhone, aPincode, aService, asAdmin, aTicket } from "#modules/testing/factories.ts";
import { cancelTicket, createRequest, deleteTicket, undoDelete, updateRequest } from "../index.ts";
import { CreateRequest, UpdateRequest } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";

openDatabase();

async function aDesk() {
  const client = await aClient();
  const service = await aService();
  const admin = asAdmin(await anAdmin());
  const create = (reference: string, by: ActorOf<"admin"> = admin, clientId: string = client.id) =>
    createRequest(
      by,
      CreateRequest.parse({
        serviceId: service.id,
        name: "Meera Nair",
        phone: aPhone(),
        houseNumber: "12",
        pincode: aPincode(),
        offerCode: "GHARSEVA2025",
        timePreference: { type: "IMMEDIATELY" },
        clientId,
        clientReference: reference,
      }),
    );
  const change = ({ publicId }: Pick<Ticket, "publicId">, reference: string) =>
    updateRequest(
      admin,
      UpdateRequest.parse({
        ticketId: publicId,
        serviceId: service.id,
        houseNumber: "12",
        offerCode: "GHARSEVA2025",
        timePreference: { type: "IMMEDIATELY" },
        clientReference: reference,
      }),
    );
  const aRequest = (more: Partial<Ticket> = {}) => aTicket({ clientId: client.id, serviceId: service.id, ...more });
  return { client, admin, create, change, aRequest };
}

/** What something is refused with: its code, what it names, and the field. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      return { kind: error.kind, key: error.key, params: error.params, fields: error.fields };
    },
  );
const taken = (reference: string, number: string) => ({
  kind: "conflict",
  key: "request.referenceTaken",
  params: { reference, number },
  fields: { clientReference: "request.referenceInUse" },
});

test("a client's own id of a live request is refused for another one, in any case; another client may have it", async () => {
  const { admin, create, change, aRequest } = await aDesk();
  const first = await create("SR-9");
  expect(await refusal(create("sr-9"))).toEqual(taken("sr-9", first.number));
  const other = await aRequest({ clientReference: "SR-10" });
  expect(await refusal(change(other, "SR-9"))).toEqual(taken("SR-9", first.number));
  expect((await create("SR-9", admin, (await aClient()).id)).clientReference).toBe("SR-9");
  // Its own id is no other's, and one that only its letters' case changed.
  expect((await change({ publicId: first.id }, "sr-9")).clientReference).toBe("sr-9");
});

test("what people write for none is no id; rebooks, revisits, cancelled and deleted requests do not hold one", async () => {
  const { admin, create, change, aRequest } = await aDesk();
  for (const none of ["-", "NA", "0", "n/a", "-", "NA", "0"]) expect((await create(none)).clientReference).toBe("0");
  const old = await aRequest({ status: "CLOSED", closedAt: new Date() });
  for (const again of [{ rebookOf: old.id }, { revisitOf: old.id }])
    await aRequest({ clientReference: "PO-1", ...again });
  const cancelled = await create("PO-1");
  await cancelTicket(admin, { ticketId: cancelled.id, reason: undefined, version: undefined });
  const deleted = await create("PO-1");
  await deleteTicket(admin, { ticketId: deleted.id });
  const live = await create("PO-1");
  expect(live.clientReference).toBe("PO-1");
  // Nor is it brought back beside the one that has its id now.
  expect(await refusal(undoDelete(admin, { ticketId: deleted.id }))).toEqual(taken("PO-1", live.number));
  const closed = await aRequest({ clientReference: "PO-2", status: "CLOSED", closedAt: new Date() });
  expect(await refusal(create("PO-2"))).toEqual(taken("PO-2", closed.ticketId));
  const rebooked = await aRequest({ rebookOf: old.id });
  expect((await change(rebooked, "PO-1")).clientReference).toBe("PO-1");
});

test("two requests that had one id before keep it, and are changed in everything else", async () => {
  const { change, aRequest } = await aDesk();
  const one = await aRequest({ clientReference: "D-1" });
  const two = await aRequest({ clientReference: "D-1" });
  for (const each of [one, two]) expect((await change(each, "D-1")).clientReference).toBe("D-1");
});

test("of many who create one id at once exactly one wins, and the others are told its number", async () => {
  const { client, create } = await aDesk();
  const tried = await Promise.all(Array.from({ length: 6 }, () => refusal(create("RACE-1"))));
  const [made] = await rows<{ number: string; n: number }>(
    sql`select min(ticket_id) as number, count(*)::int as n from tickets
      where client_id = ${client.id} and client_reference = 'RACE-1'`,
  );
  expect(made!.n).toBe(1);
  expect(tried.filter((refused) => refused !== null)).toEqual(
    Array.from({ length: 5 }, () => taken("RACE-1", made!.number)),
  );
});
