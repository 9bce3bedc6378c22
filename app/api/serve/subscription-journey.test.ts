import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { openSession } from "#modules/access/index.ts";
import { day, freezeClock, hour, now, resetClock } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { remindOfTerms } from "#modules/notifications/jobs.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  anAddress,
  anAdmin,
  aPhone,
  aPincode,
  aProof,
  aService,
  asAdmin,
  aTicket,
} from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { ticketById } from "#modules/tickets/get-ticket.ts";
import { matchTicket } from "#modules/tickets/matching/broadcast.ts";
import { approveAdjustment, ledgerFaults } from "#modules/wallet/index.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/* A house that lives past its fifteenth day: one center from its registration through its first subscribed year. */

const till = openTill();
const start = new Date("2026-12-01T06:00:00Z");
const onDay = (days: number, hours = 0) => freezeClock(new Date(start.getTime() + days * day + hours * hour));
const dayOf = (at: string) => (new Date(at).getTime() - start.getTime()) / day;
afterEach(() => resetClock());

type Subscription = {
  offers: { product: string }[];
  subscribe_end_date: string;
  payment_response: { id: string };
};
type Reply = { status: number; success: number; data: Subscription };

async function api(method: string, path: string, { token, body }: { token?: string; body?: object } = {}) {
  const headers = { ...(token && { "access-token": token }), ...(body && { "content-type": "application/json" }) };
  const request = new Request(`http://localhost:3000/api/${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await serve({ request, params: {}, context: { address: anAddress(), requestId: "journey" } });
  return (await answer.json()) as Reply;
}

const tokenOf = async (kind: "center" | "admin", subjectId: string) =>
  (await openSession({ kind, subjectId, via: "token", address: "127.0.0.1", provedAt: now() })).token;

test("a center registers, works on trial, subscribes when it is over, pays its balance, and is asked again on day 380", async () => {
  onDay(0);
  const service = await aService();
  const pincode = aPincode();
  const phone = aPhone();
  const proof = await aProof({ phone, purpose: "registration" });
  const registered = await api("POST", "center/register-center-via-web", {
    body: {
      center_name: "New Shop",
      personal_details: { phone: { country_code: "+91", mobile_number: phone } },
      primary_services: service.id,
      secondary_services: [(await aService()).id],
      address_details: { state: "Karnataka", pincode, additional_pincode: pincode },
      no_of_technicians: 3,
      proof,
    },
  });
  expect(registered).toMatchObject({ success: 1 });
  const { id } = (await row<{ id: string }>(sql`select id from centers where phone = ${phone}`))!;
  const author = await anAdmin();
  const second = await anAdmin();
  const asShop = async (method: string, body?: object) =>
    api(method, "center/subscription", { token: await tokenOf("center", id), ...(body && { body }) });
  const sold = async () => {
    const { data } = await asShop("GET");
    return data.offers.map(({ product }) => product);
  };
  /** Whether a new request of its pincode and service is offered to it. */
  const isOffered = async () => {
    const ticket = await aTicket({ serviceId: service.id, pincode, createdBy: "SUPER_ADMIN" });
    await transaction(async () => matchTicket(asAdmin(), await ticketById(ticket.id, { lock: true })));
    return (await rows(sql`select 1 from broadcasts where ticket_id = ${ticket.id} and center_id = ${id}`)).length > 0;
  };
  const noticesOf = async (kind: string) =>
    (await rows(sql`select 1 from center_notices where center_id = ${id} and kind = ${kind}`)).length;

  onDay(14);
  expect([await isOffered(), await sold()]).toEqual([true, ["annual", "first_instalment"]]);
  await remindOfTerms();
  expect(await noticesOf("term")).toBeGreaterThan(0);

  onDay(15, 1);
  expect(await isOffered()).toBe(false);
  const { data: begun } = await asShop("POST", { product: "first_instalment", pay_by: "card", amount: 999 });
  expect(await isOffered()).toBe(false);
  await till.pay(begun.payment_response.id);
  await till.settled();
  await till.deliver(...till.sent);
  expect([await isOffered(), await sold(), await noticesOf("subscribed")]).toEqual([true, ["balance"], 1]);

  onDay(135);
  expect(await isOffered()).toBe(true);
  onDay(136);
  expect(await isOffered()).toBe(false);
  const desk = { token: await tokenOf("admin", author.id) };
  const entry = { center_obj_id: id, product: "balance", reference: "UTR 4711", amount: 2_000 };
  expect(await api("POST", "admin/center-subscription", { ...desk, body: entry })).toMatchObject({ success: 1 });
  const { id: adjustmentId, state } = (await row<{ id: string; state: string }>(
    sql`select id, state from adjustments where center_id = ${id} and kind = 'Subscription'`,
  ))!;
  if (state === "WAITING") await approveAdjustment(asAdmin(second), { adjustmentId });
  expect(await isOffered()).toBe(true);
  const { data: whole } = await asShop("GET");
  expect(dayOf(whole.subscribe_end_date)).toBeCloseTo(380 + 1 / 24);

  onDay(380);
  expect([await isOffered(), await sold()]).toEqual([true, ["annual"]]);
  onDay(380, 2);
  expect([await isOffered(), await sold()]).toEqual([false, ["annual", "first_instalment"]]);
  const { data: year } = await asShop("POST", { product: "annual", pay_by: "card" });
  await till.pay(year.payment_response.id);
  await till.settled();
  await till.deliver(...till.sent);
  expect(await isOffered()).toBe(true);
  expect(dayOf((await asShop("GET")).data.subscribe_end_date)).toBeCloseTo(745 + 2 / 24);
  expect(await ledgerFaults()).toEqual([]);
});
