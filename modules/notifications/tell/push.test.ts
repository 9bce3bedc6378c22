import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endSession, openSession, otpRequested } from "#modules/access/index.ts";
import {
  addDeskLogin,
  endDeskLogin,
  getCenter,
  requestCenterOtp,
  signInCenter,
  termOf,
} from "#modules/centers/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { day, fromNow, istDate } from "#modules/kernel/clock.ts";
import { hashToken, unseal } from "#modules/kernel/crypto.server.ts";
import { rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { configure } from "#modules/kernel/env.server.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { drain, runJob } from "#modules/kernel/work/jobs.server.ts";
import { outboxMessages } from "#modules/sandbox/outbox.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  anAddress,
  anAdmin,
  aPhone,
  aService,
  asAdmin,
  asCenter,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import { ticketBroadcast, ticketMatched } from "#modules/tickets/events.ts";
import { actOnWallet } from "#modules/wallet/index.ts";
import { NewWalletAction } from "#modules/wallet/shared.ts";
import { pushHere, subscribeBrowser, unsubscribeBrowser } from "../index.ts";
import { notificationJobs } from "../jobs.ts";
import { pushKey } from "../providers/web-push.server.ts";
import { centerNotifications } from "../table/centers.ts";
import { pushedCenters } from "./subscriptions.ts";

openDatabase();

let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  sandbox = await serveSandbox();
});
afterAll(() => sandbox.stop());

const codes = new Map<string, string>();
hear(otpRequested, async ({ sealed }) => {
  const { phone, code } = JSON.parse(unseal(sealed)) as { phone: string; code: string };
  codes.set(phone, code);
});

type Center = ActorOf<"center">;

async function signedIn(centerId: string, deskLoginId?: string): Promise<Center> {
  const opened = { kind: "center", subjectId: centerId, deskLoginId, via: "cookie", address: anAddress() } as const;
  const { sessionId } = await openSession(opened);
  return { kind: "center", centerId, sessionId, deskLoginId };
}
async function aBrowser() {
  const answer = await fetch(`${sandbox.origin}/sandbox/push/subscribe`, {
    method: "POST",
    body: JSON.stringify({ applicationServerKey: pushKey() }),
  });
  const { to, endpoint, keys } = (await answer.json()) as Record<"to" | "endpoint", string> & { keys: Keys };
  return { to, subscription: { endpoint, ...keys } };
}
const services: { ac?: string } = {};
type Keys = { p256dh: string; auth: string };
const textsTo = async (to: string) => (await outboxMessages(to)).map(({ text }) => text);
const offered = async (...centers: Awaited<ReturnType<typeof aCenter>>[]) => {
  services.ac ??= (await aService({ serviceName: "AC REPAIR" })).id;
  const { ticket } = await aBroadcastTicket(centers, { serviceId: services.ac, houseNumber: "Rose Villa" });
  await transaction(() => emit(ticketBroadcast, { ticketId: ticket.id, centerIds: centers.map(({ id }) => id) }));
  await drain(notificationJobs);
  return ticket;
};
const pushesOf = (ticketId: string) =>
  rows<{ status: string; error: string | null; recipient: string; attempts: number }>(
    sql`select status, error, recipient, attempts from messages where ticket_id = ${ticketId} and channel = 'push' order by cause`,
  );

test("each browser of a center that asked for it is pushed to, once, with service and pincode only", async () => {
  const center = await aCenter();
  const other = await aCenter();
  const desk = await aBrowser();
  const shop = await aBrowser();
  await subscribeBrowser(await signedIn(center.id), desk.subscription);
  await subscribeBrowser(await signedIn(center.id), shop.subscription);
  const ticket = await offered(center, other);
  for (let again = 0; again < 3; again++)
    await runJob(centerNotifications.offerPush, { ticketId: ticket.id, centerId: center.id });
  const text = `New request\nNew AC REPAIR request in ${ticket.pincode}. Open GharSeva to accept it.`;
  expect(await textsTo(desk.to)).toEqual([text]);
  expect(await textsTo(shop.to)).toEqual([text]);
  const pushes = await pushesOf(ticket.id);
  expect(pushes).toMatchObject([
    { status: "sent", attempts: 1 },
    { status: "sent", attempts: 1 },
  ]);
  for (const secret of [ticket.phone, ticket.name, ticket.houseNumber])
    expect(text + JSON.stringify(pushes)).not.toContain(secret);
  const again = { ticketId: ticket.id, centerId: center.id, handBacks: 1 };
  for (let run = 0; run < 2; run++) await runJob(centerNotifications.offerPush, again);
  expect(await pushesOf(ticket.id), "once more after a hand-back").toHaveLength(4);
});

test("the center of the ticket's own code is pushed to as well; one whose offer is over is not", async () => {
  const center = await aCenter();
  const browser = await aBrowser();
  await subscribeBrowser(await signedIn(center.id), browser.subscription);
  const ticket = await aTicket({ centerId: center.id, broadcastStatus: "matched_in_same_center" });
  await transaction(() => emit(ticketMatched, { ticketId: ticket.id, centerId: center.id }));
  await drain(notificationJobs);
  expect(await textsTo(browser.to)).toHaveLength(1);
  const { ticket: taken } = await aBroadcastTicket([center], {});
  await rows(sql`update broadcasts set status = 'TAKEN' where ticket_id = ${taken.id}`);
  await transaction(() => emit(ticketBroadcast, { ticketId: taken.id, centerIds: [center.id] }));
  await drain(notificationJobs);
  expect(await pushesOf(taken.id)).toEqual([]);
});

test("of wallet, papers and subscription the owner's browsers alone are pushed to; of offers the desk's as well", async () => {
  const center = await aCenter({ subscribeEndDate: fromNow(-day) });
  const { id: centerId } = center;
  const login = await addDeskLogin(asCenter(center), { name: "Asha", phone: aPhone() });
  const owners = await aBrowser();
  const desks = await aBrowser();
  await subscribeBrowser(await signedIn(centerId), owners.subscription);
  await subscribeBrowser(await signedIn(centerId, login.id), desks.subscription);
  const { rejected, term } = centerNotifications;
  const paper = { centerId, ofTechnician: false, value: "pan", reason: "UNREADABLE", cause: "paper" };
  await runJob(rejected, rejected.payload.parse(paper));
  const endsOn = istDate(termOf(await getCenter(centerId)).endsAt);
  await runJob(term, term.payload.parse({ centerId, cause: "term", of: "subscription", stage: "over", endsOn }));
  const named = { userType: "Technician", technician: (await aTechnician({ center })).technicianId };
  const bonus = NewWalletAction.parse({ ...named, remarks: "For August", kind: "BONUS", amount: 50 });
  await unitOfWork(async () => actOnWallet(asAdmin(await anAdmin()), bonus));
  await drain(notificationJobs);
  expect(await textsTo(owners.to)).toHaveLength(3);
  expect(await textsTo(desks.to)).toEqual([]);
  await offered(center);
  expect([(await textsTo(owners.to)).length, (await textsTo(desks.to)).length]).toEqual([4, 1]);
});

test("the owner hears of a desk login when its person first signs in and when it ends, the desk of neither", async () => {
  const center = await aCenter();
  const owners = await aBrowser();
  await subscribeBrowser(await signedIn(center.id), owners.subscription);
  const owner = asCenter(center);
  const add = (name: string) => addDeskLogin(owner, { name, phone: aPhone() });
  const { id: loginId, phone } = await add("Asha Rao 98105 43210");
  await drain(notificationJobs);
  expect(await textsTo(center.phone)).toEqual([]);
  for (let time = 1; time <= 2; time++) {
    await rows(sql`delete from otps where phone = ${phone}`);
    await requestCenterOtp({ phone, action: "login", address: anAddress() });
    await signInCenter({ phone, otp: codes.get(phone)!, via: "token", address: anAddress() });
  }
  const desks = await aBrowser();
  await subscribeBrowser(await signedIn(center.id, loginId), desks.subscription);
  await drain(notificationJobs);
  const [proven, ...more] = await textsTo(center.phone);
  expect([proven, more]).toEqual([expect.stringMatching(/: Asha Rao .*now logs in .*\/center-logins$/), []]);
  expect(proven).not.toContain("98105");
  await unitOfWork(() => endDeskLogin(owner, { loginId }));
  // Nobody signed in with it: its end changes nothing.
  const { id: unproven } = await add("Ravi");
  await unitOfWork(() => endDeskLogin(owner, { loginId: unproven }));
  await drain(notificationJobs);
  expect(await textsTo(center.phone)).toEqual([expect.stringContaining("has ended"), proven]);
  expect(await textsTo(owners.to)).toHaveLength(2);
  expect(await textsTo(desks.to)).toEqual([]);
});

test("a logged-out browser is pushed to no more, and its subscription is gone", async () => {
  const center = await aCenter();
  const browser = await aBrowser();
  const actor = await signedIn(center.id);
  await subscribeBrowser(actor, browser.subscription);
  await endSession(actor.sessionId);
  await offered(center);
  expect(await textsTo(browser.to)).toEqual([]);
  expect(await rows(sql`select 1 from push_subscriptions where center_id = ${center.id}`)).toEqual([]);
});

test("a session that only ran out is not pushed to either", async () => {
  const center = await aCenter();
  const browser = await aBrowser();
  const actor = await signedIn(center.id);
  await subscribeBrowser(actor, browser.subscription);
  await rows(sql`update sessions set expires_at = now() - interval '1 minute' where id = ${actor.sessionId}`);
  expect(await pushedCenters([center.id])).toEqual([]);
  await offered(center);
  expect(await textsTo(browser.to)).toEqual([]);
});

test("a browser that took its subscription back is forgotten, and the others hear all the same", async () => {
  const center = await aCenter();
  const actor = await signedIn(center.id);
  const gone = await aBrowser();
  const there = await aBrowser();
  const address = `${sandbox.origin}/sandbox/push/gone/${gone.to}`;
  await subscribeBrowser(actor, { ...gone.subscription, endpoint: address });
  await subscribeBrowser(actor, there.subscription);
  const ticket = await offered(center);
  expect(await textsTo(there.to)).toHaveLength(1);
  expect((await pushesOf(ticket.id)).map(({ status, error }) => [status, error]).sort()).toEqual([
    ["failed", "gone"],
    ["sent", null],
  ]);
  expect((await pushHere(actor)).here).toEqual([hashToken(there.subscription.endpoint)]);
});

test("a push service that does not answer is asked again, and holds nobody else up", async () => {
  const center = await aCenter();
  const actor = await signedIn(center.id);
  const silent = createServer((_, response) => response.writeHead(503).end());
  await new Promise<void>((listening) => silent.listen(0, "127.0.0.1", listening));
  // One browser before the unresponsive one and one after it.
  const browser = await aBrowser();
  const last = await aBrowser();
  await subscribeBrowser(actor, browser.subscription);
  const { ticket } = await aBroadcastTicket([center], {});
  const run = () => runJob(centerNotifications.offerPush, { ticketId: ticket.id, centerId: center.id });
  const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  configure({ sandboxOrigin: origin });
  const waiting = await aBrowserAt(origin, browser.subscription);
  await subscribeBrowser(actor, waiting);
  configure({ sandboxOrigin: sandbox.origin });
  await subscribeBrowser(actor, last.subscription);
  configure({ sandboxOrigin: origin });
  await expect(run()).rejects.toMatchObject({ kind: "unavailable" });
  configure({ sandboxOrigin: sandbox.origin });
  silent.close();
  expect((await pushesOf(ticket.id)).map(({ status }) => status).sort()).toEqual(["queued", "withheld", "withheld"]);
});
const aBrowserAt = async (origin: string, keys: Keys) => ({
  ...keys,
  endpoint: `${origin}/sandbox/push/send/${keys.auth}`,
});

test("subscribing again changes nothing, a browser belongs to whoever is signed in at it, and ten are enough", async () => {
  const center = await aCenter();
  const other = await aCenter();
  const actor = await signedIn(center.id);
  const next = await signedIn(other.id);
  const browser = await aBrowser();
  for (let again = 0; again < 2; again++) await subscribeBrowser(actor, browser.subscription);
  expect(await pushHere(actor)).toEqual({ key: pushKey(), here: [hashToken(browser.subscription.endpoint)] });
  await unsubscribeBrowser(next, browser.subscription);
  expect((await pushHere(actor)).here, "another center's word takes nothing away").toHaveLength(1);
  await subscribeBrowser(next, browser.subscription);
  expect((await pushHere(actor)).here).toEqual([]);
  expect((await pushHere(next)).here).toHaveLength(1);
  await unsubscribeBrowser(next, browser.subscription);
  expect((await pushHere(next)).here).toEqual([]);
  for (let n = 0; n < 12; n++) await subscribeBrowser(actor, (await aBrowser()).subscription);
  expect((await pushHere(actor)).here).toHaveLength(10);
});

test("an address that is no push service's is refused, and neither address nor keys lie open in the database", async () => {
  const actor = await signedIn((await aCenter()).id);
  const { subscription } = await aBrowser();
  for (const endpoint of ["https://internal.example/x", `${sandbox.origin}/sandbox/outbox`, "https://127.0.0.1/x"])
    await expect(subscribeBrowser(actor, { ...subscription, endpoint })).rejects.toMatchObject({
      kind: "invalid",
      key: "push.unknownService",
    });
  await subscribeBrowser(actor, subscription);
  const [stored] = await rows<{ text: string }>(
    sql`select row_to_json(p)::text as text from push_subscriptions p where session_id = ${actor.sessionId}`,
  );
  for (const secret of [new URL(subscription.endpoint).pathname, subscription.p256dh, subscription.auth])
    expect(stored!.text).not.toContain(secret);
});
