import { sql } from "kysely";
import { expect, test } from "vitest";
import { openSession } from "#modules/access/index.ts";
import { now } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  anAcceptedTicket,
  anAddress,
  anAdmin,
  aPhone,
  aPincode,
  aProof,
  aService,
  aTicket,
} from "#modules/testing/factories.ts";
import { aClosedJob, aJob, fresh } from "#modules/testing/work.ts";
import { openCase } from "#modules/tickets/cases/open-case.ts";
import { ticketById } from "#modules/tickets/get-ticket.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/* Calls about visits that name no request of their own, and those an operator makes in a center's name. */

type Answer = { status: number; code?: string; data: Record<string, unknown> & Record<string, unknown>[] };

async function api(call: string, { token, body }: { token?: string; body?: object } = {}): Promise<Answer> {
  const [method = "", path = ""] = call.split(" ");
  const request = new Request(`http://localhost/api/${path}`, {
    method,
    headers: { "content-type": "application/json", ...(token && { "access-token": token }) },
    ...(method !== "GET" && { body: JSON.stringify(body ?? {}) }),
  });
  const answer = await serve({ request, params: {}, context: { address: anAddress(), requestId: "test" } });
  return (await answer.json()) as Answer;
}

const tokenOf = async (kind: "admin" | "center", { id }: { id: string }) =>
  (await openSession({ kind, subjectId: id, via: "token", address: anAddress(), provedAt: now() })).token;

test("who proved a phone finds its requests, as often as the proof is good, and nobody else's", async () => {
  const live = await aTicket({ broadcastStatus: "broadcasted" });
  const { phone } = live;
  const gone = await aTicket({
    phone,
    status: "CANCEL",
    cancelledAt: new Date("2026-01-05"),
    createdAt: new Date("2026-01-04"),
  });
  await aTicket({});
  expect(await api("POST center/own-requests", { body: { mobile_number: phone } })).toMatchObject({ status: 401 });
  const others = await aProof({ phone: aPhone() });
  expect(await api("POST center/own-requests", { body: { mobile_number: phone, proof: others } })).toMatchObject({
    status: 403,
    code: "otp.proofNeeded",
  });
  const body = { mobile_number: phone, proof: await aProof({ phone }) };
  for (let times = 0; times < 2; times += 1) {
    const { data } = await api("POST center/own-requests", { body });
    expect(data).toMatchObject({
      requests: [
        { _id: live.publicId, details: { group: "live", now: expect.any(String) } },
        { _id: gone.publicId, details: null },
      ],
      older: 0,
      cut: false,
    });
  }
});

test("who proved a phone waits for a center, by each proof once", async () => {
  const phone = aPhone();
  const service = await aService();
  const wait = { mobile_number: phone, pincode: aPincode(), service_ids: [service.id] };
  expect(await api("POST center/waitlist", { body: wait })).toMatchObject({ status: 401, code: "otp.proofMissing" });
  const proof = await aProof({ phone });
  expect((await api("POST center/waitlist", { body: { ...wait, proof } })).data).toEqual({ awaited: 1 });
  expect(await rows(sql`select pincode from waitlist where phone = ${phone}`)).toEqual([{ pincode: wait.pincode }]);
  expect(await api("POST center/waitlist", { body: { ...wait, proof } })).toMatchObject({ code: "otp.proofNeeded" });
});

test("a center reads its day and agrees a time of it; an operator reads the same day, masked", async () => {
  const center = await aCenter();
  const { publicId, ticketId } = await anAcceptedTicket(center);
  const token = await tokenOf("center", center);
  expect((await api("GET center/day", { token })).data).toMatchObject({ without_time: [{ ticket_id: ticketId }] });
  const times = (await api(`GET center/tickets/${publicId}/free-times`, { token })).data as unknown as {
    version: number;
    days: { day: string; windows: { from: string }[] }[];
  };
  const { day, windows } = times.days.at(-1)!;
  const body = { window: windows[0]!.from, version: times.version };
  expect(await api(`PUT center/tickets/${publicId}/agree-time`, { token, body })).toMatchObject({ status: 200 });
  const agreed = { visits: [{ _id: publicId, begins: body.window, state: "unassigned" }], without_time: [] };
  expect((await api(`GET center/day?day=${day}`, { token })).data).toMatchObject(agreed);
  const desk = await tokenOf("admin", await anAdmin());
  const shown = await api(`GET admin/center-day/${center.id}?day=${day}`, { token: desk });
  expect(shown.data).toMatchObject(agreed);
  const unknown = `GET admin/center-day/${(await anAdmin()).id}`;
  expect(await api(unknown, { token: desk })).toMatchObject({ status: 404, code: "center.notFound" });
});

test("an operator hands back in the center's name by call", async () => {
  const ticket = await anAcceptedTicket(await aCenter());
  const token = await tokenOf("admin", await anAdmin());
  const handed = await api(`PUT admin/hand-back/${ticket.publicId}`, { token, body: { reason: "no_technician" } });
  expect(handed).toMatchObject({ status: 200, data: { free: true } });
  expect(await fresh(ticket)).toMatchObject({ status: "PENDING", centerId: null });
  const { ticket: job } = await aJob();
  const answer = await api(`PUT admin/time-change/${job.publicId}`, { token, body: { answer: "agree" } });
  expect(answer).toMatchObject({ status: 409, code: "timeChange.over" });
});

test("a case is decided, appealed and decided again by another admin, by calls", async () => {
  const { ticket } = await aClosedJob();
  const opened = await transaction(async () => openCase(await ticketById(ticket.id, { lock: true }), "unhappy_code"));
  const first = await tokenOf("admin", await anAdmin());
  const second = await tokenOf("admin", await anAdmin());
  const at = `admin/cases/${opened.id}`;
  const waiting = (await api("GET admin/cases?take=100", { token: first })).data;
  expect(waiting.map(({ _id }) => _id)).toContain(opened.id);
  expect((await api(`GET ${at}`, { token: first })).data).toMatchObject({ cause: "unhappy_code", choices: ["none"] });
  const body = { decision: "none", reason: "Both were called" };
  expect((await api(`PUT ${at}/decide`, { token: first, body: { ...body, reason: "" } })).status).toBe(422);
  expect((await api(`PUT ${at}/decide`, { token: first, body })).status).toBe(200);
  expect(await api(`PUT ${at}/decide`, { token: second, body })).toMatchObject({ status: 409, code: "case.decided" });
  expect((await api(`PUT ${at}/appeal`, { token: second, body: { reason: "There are pictures" } })).status).toBe(200);
  expect(await api(`PUT ${at}/decide-appeal`, { token: first, body })).toMatchObject({ code: "case.ownDecision" });
  expect((await api(`PUT ${at}/decide-appeal`, { token: second, body })).status).toBe(200);
  expect((await api(`GET ${at}`, { token: first })).data).toMatchObject({ state: "closed", can_appeal: false });
});

test("a version of the visit rules is proposed by a SUPER_ADMIN and approved by a second admin who may move money", async () => {
  const author = await tokenOf("admin", await anAdmin());
  const second = await tokenOf("admin", await anAdmin({ permissions: ["adjust_wallet"] }));
  const versions = async (token: string) => (await api("GET admin/visit-rules", { token })).data;
  const [inForce] = (await versions(author)).filter(({ state }) => state === "IN_FORCE");
  const body = {
    version: inForce!.version,
    early_minutes: 240,
    late_fee: "kept",
    late_lead_percent: 50,
    change_minutes: 60,
    change_at_most: 2,
    absent_calls: 3,
    absent_minutes: 20,
    missed_minutes: 15,
    missed_lead_percent: 0,
    free_minutes: 15,
    free_at_most: 3,
    later_lead_percent: 0,
  };
  expect((await api("POST admin/visit-rules", { token: second, body })).status).toBe(403);
  expect((await api("POST admin/visit-rules", { token: author, body })).status).toBe(200);
  const [waiting] = (await versions(second)).filter(({ state }) => state === "WAITING");
  const at = `admin/visit-rules/${waiting!._id}`;
  expect(await api(`PUT ${at}/approve`, { token: author })).toMatchObject({ status: 403, code: "visitRules.own" });
  expect((await api(`PUT ${at}/approve`, { token: second })).status).toBe(200);
  const [now] = (await versions(author)).filter(({ state }) => state === "IN_FORCE");
  expect(now).toMatchObject({
    _id: waiting!._id,
    rules: expect.arrayContaining([expect.objectContaining({ band: "absent", calls: 3, minutes: 20 })]),
  });
});
