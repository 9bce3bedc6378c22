import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Service } from "#modules/catalog/services/service.entity.ts";
import type { Center } from "#modules/centers/center/center.entity.ts";
import {
  authorizeClients,
  changeCenter,
  defineCapacity,
  extendTrial,
  lockSubscriber,
  registerCenter,
  subscribe,
  verifyCenter,
} from "#modules/centers/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { day, fromNow, hour, now, resetClock } from "#modules/kernel/clock.ts";
import { row, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { beforeCommit } from "#modules/testing/before-commit.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  aClient,
  anAcceptedTicket,
  aPhone,
  aPincode,
  aPriceList,
  aProof,
  aService,
  asAdmin,
  asCenter,
  asTechnician,
  asVisitor,
  aTechnician,
  aTicket,
  qrOf,
} from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { deletionSettles, notVisited } from "#modules/testing/work.ts";
import { waitingOffered } from "../events.ts";
import {
  assignTechnician,
  cancelTicket,
  closeTicket,
  deleteTicket,
  handBack,
  listBroadcasts,
  rejectBroadcast,
  startJob,
  trackTicket,
} from "../index.ts";
import { AdminCloseTicket, HandBackTicket } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";
import { offerWaiting, offerWaitingFor, offerWaitingTo, offerWaitingToAll } from "./offer-waiting.ts";

openDatabase();
const admin = asAdmin(undefined);
let offeredRuns: { centerId: string; given: number }[] = [];
let cutOff = false;
hear(waitingOffered, async ({ centerId, given }) => {
  if (cutOff) throw new Error("the worker ended");
  offeredRuns.push({ centerId, given });
});

beforeEach(async () => {
  resetClock();
  await aPriceList();
  offeredRuns = [];
  cutOff = false;
  await rows(sql`delete from pgboss.job`);
});
afterEach(resetClock);

const runs = () => drain([offerWaiting]);
const inPlace = async () => ({ service: await aService(), pincode: aPincode() });

/** A request nobody could serve when it was booked. */
const unserved = (service: Service, pincode: string, ticket: Partial<Ticket> = {}) =>
  aTicket({ serviceId: service.id, pincode, serviceAvailable: false, ...ticket });

const offersAt = ({ id }: { id: string }) =>
  rows<{ ticket_id: string; status: string; run_id: string | null }>(
    sql`select ticket_id, status, run_id from broadcasts where center_id = ${id} order by created_at, id`,
  );
const waitedAt = async (center: { id: string }) =>
  (await offersAt(center)).filter(({ run_id }) => run_id).map(({ ticket_id }) => ticket_id);

const registering = (service: Service, pincode: string) => ({
  centerName: "Rao Services",
  name: "Asha Rao",
  phone: aPhone(),
  addressLine: "12 Market Road",
  city: "Bengaluru",
  state: "Karnataka",
  pincode,
  additionalPincode: aPincode(),
  noOfTechnicians: 2,
  primaryServiceId: service.id,
  secondaryServiceIds: [],
});

/** A center that is no candidate for a request that waits, until `change` makes it one. */
async function madeFit(
  center: Parameters<typeof aCenter>[0] | undefined,
  change: (center: Center, at: { service: Service; pincode: string }) => Promise<unknown>,
) {
  const at = await inPlace();
  const made = await aCenter({ services: [at.service], pincodes: [at.pincode], ...center });
  const waiting = await unserved(at.service, at.pincode);
  await offerWaitingToAll();
  await runs();
  expect(await waitedAt(made), "before").toEqual([]);
  await unitOfWork(() => change(made, at));
  await runs();
  expect(await waitedAt(made), "after").toEqual([waiting.id]);
  expect(offeredRuns).toEqual([{ centerId: made.id, given: 0 }]);
}

test("a center that registers is offered what waits in its place, oldest first, with one message for all of it", async () => {
  const { service, pincode } = await inPlace();
  const newer = await unserved(service, pincode, { createdAt: fromNow(-hour) });
  const older = await unserved(service, pincode, { createdAt: fromNow(-3 * hour) });
  await unserved(await aService(), pincode);
  await unserved(service, aPincode());
  const made = registering(service, pincode);
  const proof = await aProof({ phone: made.phone, purpose: "registration" });
  const center = await unitOfWork(() => registerCenter(asVisitor(), { ...made, proof }));
  await runs();
  expect(await waitedAt(center)).toEqual([older.id, newer.id]);
  expect(offeredRuns).toEqual([{ centerId: center.id, given: 0 }]);
  // It is served now, and stays without a fee and a lead price.
  const [line] = (await listBroadcasts(asCenter(center))).rows;
  expect(line).toMatchObject({ pricePaise: 0, needsPayment: false });
  expect(await trackTicket(asVisitor(), older.publicId)).toMatchObject({
    feeDue: false,
    now: { key: "tracking.now.matching" },
  });
  await offerWaitingToAll();
  await runs();
  expect(offeredRuns).toHaveLength(1);
});

test("one whose pincodes or services are changed is", async () => {
  const elsewhere = aPincode();
  await madeFit({ pincodes: [elsewhere] }, (center, { pincode }) =>
    changeCenter(admin, { centerId: center.id, additionalPincode: pincode } as never),
  );
  offeredRuns = [];
  await madeFit({ services: [await aService()] }, (center, { service }) =>
    changeCenter(admin, { centerId: center.id, secondaryServiceIds: [service.id] } as never),
  );
});

test("one that is enabled again is", () =>
  madeFit({ broadcastDisabled: true }, (center) =>
    changeCenter(admin, { centerId: center.id, broadcastDisabled: false, remark: "settled" } as never),
  ));

test("one that is verified is", async () => {
  const { service, pincode } = await inPlace();
  const center = await aCenter({ services: [service], pincodes: [pincode], verifiedAt: null });
  const waiting = await unserved(service, pincode);
  await unitOfWork(() => verifyCenter(admin, { centerId: center.id, verified: true }));
  await runs();
  expect(await waitedAt(center)).toEqual([waiting.id]);
});

const over = { createdAt: fromNow(-40 * day) };

test("one that subscribes is", () =>
  madeFit(over, (center) =>
    transaction(async () => {
      const locked = (await lockSubscriber(center.id))!;
      await subscribe(system("test"), locked, { until: fromNow(365 * day), data: {} });
    }),
  ));

test("one whose trial is extended is", () => madeFit(over, (center) => extendTrial(admin, { centerId: center.id })));

test("one whose limit is raised is", () =>
  madeFit({ ticketAcceptLimit: 0 }, (center) => defineCapacity(admin, { centerId: center.id, ticketAcceptLimit: 5 })));

test("one that may work for a client's requests is", async () => {
  const { service, pincode } = await inPlace();
  const client = await aClient();
  const other = await aClient();
  const center = await aCenter({ services: [service], pincodes: [pincode] });
  await unitOfWork(() => authorizeClients(admin, { centerId: center.id, clientIds: [other.id] }));
  const waiting = await unserved(service, pincode, { clientId: client.id });
  await runs();
  expect(await waitedAt(center)).toEqual([]);
  await unitOfWork(() => authorizeClients(admin, { centerId: center.id, clientIds: [client.id] }));
  await runs();
  expect(await waitedAt(center)).toEqual([waiting.id]);
});

test("one of whose requests is over, was moved or handed back has room for the next", async () => {
  const full = async (act: (ticket: Ticket, center: Center) => Promise<unknown>) => {
    offeredRuns = [];
    const at = await inPlace();
    const center = await aCenter({ services: [at.service], pincodes: [at.pincode], ticketAcceptLimit: 1 });
    const held = await anAcceptedTicket(center);
    const waiting = await unserved(at.service, at.pincode);
    await offerWaitingToAll();
    await runs();
    expect(await waitedAt(center)).toEqual([]);
    await unitOfWork(() => act(held, center));
    await runs();
    expect(await waitedAt(center)).toEqual([waiting.id]);
  };
  const of = ({ publicId: ticketId }: Ticket) => ({ ticketId });
  await full((ticket) => cancelTicket(admin, of(ticket)));
  await full(async (ticket, center) => {
    const technician = await aTechnician({ center });
    await assignTechnician(asCenter(center), { ...of(ticket), technicianId: technician.id });
    await startJob(asTechnician(technician), of(ticket));
    await closeTicket(admin, AdminCloseTicket.parse({ ticketId: ticket.publicId, remarks: notVisited, amount: 0 }));
  });
  await full((ticket, center) =>
    handBack(asCenter(center), HandBackTicket.parse({ ...of(ticket), reason: "too_far" })),
  );
  await full(async (ticket) => {
    const technician = await aTechnician();
    await assignTechnician(admin, { ...of(ticket), technicianId: technician.id });
  });
  await full(async (ticket) => {
    await deleteTicket(admin, of(ticket));
    await deletionSettles(ticket);
  });
});

test("it is offered no more than its room: its limit less what it has and less the offers it has not answered", async () => {
  const { service, pincode } = await inPlace();
  const center = await aCenter({ services: [service], pincodes: [pincode], ticketAcceptLimit: 4 });
  await anAcceptedTicket(center);
  const { broadcasts } = await aBroadcastTicket([center]);
  const waiting: Ticket[] = [];
  for (let each = 5; each > 0; each--)
    waiting.push(await unserved(service, pincode, { createdAt: fromNow(-each * hour) }));
  await offerWaitingToAll();
  await runs();
  expect(await waitedAt(center)).toEqual(waiting.slice(0, 2).map(({ id }) => id));
  // An offer it refuses makes room for the next one.
  await unitOfWork(() => rejectBroadcast(asCenter(center), { broadcastId: broadcasts[0]!.id }));
  await runs();
  expect(await waitedAt(center)).toEqual(waiting.slice(0, 3).map(({ id }) => id));
});

test("a request that others were offered and nobody took is offered, too; never to who refused it or handed it back", async () => {
  const { service, pincode } = await inPlace();
  const first = await aCenter();
  const fresh = await aCenter({ services: [service], pincodes: [pincode] });
  const { ticket } = await aBroadcastTicket([first], { serviceId: service.id, pincode });
  const refused = await aBroadcastTicket([fresh], { serviceId: service.id, pincode });
  await rows(sql`update broadcasts set status = 'REJECTED' where id = ${refused.broadcasts[0]!.id}`);
  await offerWaitingToAll();
  await runs();
  expect(await waitedAt(fresh)).toEqual([ticket.id]);
  // An offer that ended because another center had the request is opened again.
  await rows(
    sql`update broadcasts set status = 'TAKEN', run_id = null where ticket_id = ${ticket.id} and center_id = ${fresh.id}`,
  );
  await rows(sql`update tickets set service_available = false, broadcast_at = null where id = ${ticket.id}`);
  await offerWaitingToAll();
  await runs();
  expect(await offersAt(fresh)).toMatchObject([{ status: "REJECTED" }, { status: "PENDING" }]);
  expect(await row(sql`select service_available, broadcast_at from tickets where id = ${ticket.id}`)).toEqual({
    service_available: true,
    broadcast_at: expect.any(Date),
  });
  const events = (await historyOf("ticket", ticket.id)).map(({ event }) => event);
  expect(events).toEqual(["ticket.broadcasted", "ticket.broadcasted"]);
});

test("what is cancelled, deleted, erased, assigned or not paid yet is not offered", async () => {
  const { service, pincode } = await inPlace();
  await unserved(service, pincode, { status: "CANCEL" });
  await unserved(service, pincode, { deletedAt: now() });
  await unserved(service, pincode, { phone: "" });
  await unserved(service, pincode, { centerId: (await aCenter()).id, serviceAvailable: true });
  await aTicket({ serviceId: service.id, pincode, bookingFeePaise: fromRupees(99) });
  const center = await aCenter({ services: [service], pincodes: [pincode] });
  await unitOfWork(() => offerWaitingTo({ centerId: center.id, runId: crypto.randomUUID() }));
  expect(await offersAt(center)).toEqual([]);
});

test("a request of a center's own QR code goes to it alone, told in the same message; others are not offered it", async () => {
  const { service, pincode } = await inPlace();
  const own = await aCenter({ services: [service], pincodes: [pincode], ...over });
  const { qrId } = await qrOf(own);
  const waiting = await unserved(service, pincode, { qrId, createdBy: "PUBLIC_WITH_CENTER_QR" });
  await unitOfWork(() => extendTrial(admin, { centerId: own.id }));
  const other = await aCenter({ services: [service], pincodes: [pincode] });
  await offerWaitingTo({ centerId: other.id, runId: crypto.randomUUID() });
  expect(await offersAt(other)).toEqual([]);
  await runs();
  expect(await row(sql`select center_id, broadcast_status from tickets where id = ${waiting.id}`)).toEqual({
    center_id: own.id,
    broadcast_status: "matched_in_same_center",
  });
  expect(offeredRuns).toEqual([{ centerId: own.id, given: 1 }]);
  expect(
    await rows(sql`select 1 from pgboss.job where name in ('notifications.tellCenter', 'notifications.pushToCenter')`),
  ).toEqual([]);
});

test("the message of a run that was cut off counts the requests of its own code, too", async () => {
  const { service, pincode } = await inPlace();
  const own = await aCenter({ services: [service], pincodes: [pincode] });
  const { qrId } = await qrOf(own);
  await unserved(service, pincode, { qrId, createdBy: "PUBLIC_WITH_CENTER_QR" });
  const run = { centerId: own.id, runId: crypto.randomUUID() };
  cutOff = true;
  await expect(offerWaitingTo(run)).rejects.toThrow("the worker ended");
  cutOff = false;
  expect(await offerWaitingTo(run)).toBe(0);
  expect(offeredRuns).toEqual([{ centerId: own.id, given: 1 }]);
});

test("two runs of a center count its room one after another, also for a request that came between them", async () => {
  const { service, pincode } = await inPlace();
  const center = await aCenter({ services: [service], pincodes: [pincode], ticketAcceptLimit: 1 });
  const first = await unserved(service, pincode);
  const second = beforeCommit(async () => {
    await unserved(service, pincode, { createdAt: fromNow(-hour) });
    return offerWaitingTo({ centerId: center.id, runId: crypto.randomUUID() });
  });
  await transaction(async () => {
    expect(await offerWaitingTo({ centerId: center.id, runId: crypto.randomUUID() })).toBe(1);
    await second.start();
  });
  expect(await second.answer).toBe(0);
  expect(await waitedAt(center)).toEqual([first.id]);
});

test("an operator's run that is cut off offers nothing, so that no offer is without its message", async () => {
  const { service, pincode } = await inPlace();
  const center = await aCenter({ services: [service], pincodes: [pincode] });
  for (let each = 0; each < 3; each++) await unserved(service, pincode);
  cutOff = true;
  await expect(unitOfWork(() => offerWaitingFor(admin, { centerId: center.id }))).rejects.toThrow("the worker ended");
  expect(await offersAt(center)).toEqual([]);
  cutOff = false;
  expect(await unitOfWork(() => offerWaitingFor(admin, { centerId: center.id }))).toEqual({ centers: 1, requests: 3 });
  expect(await offersAt(center)).toHaveLength(3);
  expect(offeredRuns).toEqual([{ centerId: center.id, given: 0 }]);
});

test("many changes of a center make one run, and none is missed by a run that waits", async () => {
  const { service, pincode } = await inPlace();
  const center = await aCenter({ services: [service], pincodes: [pincode] });
  for (const ticketAcceptLimit of [60, 70, 80])
    await unitOfWork(() => defineCapacity(admin, { centerId: center.id, ticketAcceptLimit }));
  expect(await rows(sql`select 1 from pgboss.job where name = 'tickets.offerWaiting'`)).toHaveLength(1);
});

test("two runs of a center at once offer each request once and keep to its room", async () => {
  const { service, pincode } = await inPlace();
  const center = await aCenter({ services: [service], pincodes: [pincode], ticketAcceptLimit: 7 });
  for (let each = 0; each < 12; each++) await unserved(service, pincode, { createdAt: fromNow(-hour - each * 1000) });
  const one = crypto.randomUUID();
  const other = crypto.randomUUID();
  const [a, b] = await Promise.all(
    [one, other].map((runId) => unitOfWork(() => offerWaitingTo({ centerId: center.id, runId }))),
  );
  expect(a! + b!).toBe(7);
  expect(await offersAt(center)).toHaveLength(7);
});
