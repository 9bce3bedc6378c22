import { expect, test } from "vitest";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aBroadcastTicket, aCenter, anAddress, aPhone, aProof, asCenter } from "#modules/testing/factories.ts";
import { aJob, fresh } from "#modules/testing/work.ts";
import { proposalForm, proposeWindows } from "#modules/tickets/index.ts";
import type { Ticket } from "#modules/tickets/ticket.entity.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/* What a customer does with an own request over the HTTP API, identified by a proof of its phone. */

type Answer = { status: number; code?: string; message: string; data: Record<string, unknown> };

async function api(method: string, { publicId }: Pick<Ticket, "publicId">, act: string, body: object): Promise<Answer> {
  const { proof, ...sent } = body as { proof?: string };
  const request = new Request(`http://localhost:3000/api/center/tickets/${publicId}/${act}`, {
    method,
    headers: { "content-type": "application/json", ...(proof && { "x-otp-proof": proof }) },
    ...(method !== "GET" && { body: JSON.stringify(sent) }),
  });
  const answer = await serve({ request, params: {}, context: { address: anAddress(), requestId: "own visit" } });
  return (await answer.json()) as Answer;
}

const choices = async (ticket: Ticket, proof: string) => (await api("GET", ticket, "choices", { proof })).data;

test("the terms are read with a proof, a cancellation holds to them, and the same proof undoes it", async () => {
  const { ticket } = await aBroadcastTicket([await aCenter()]);
  const proof = await aProof({ phone: ticket.phone });
  const { cancel } = (await choices(ticket, proof)) as { cancel: { rule_id: string; fee: number } };
  expect(await choices(ticket, proof)).toMatchObject({
    cancel: { fee: 0, fee_back: 0, all_back_until: null },
    change_time: { changes_left: 2, center_answers: false },
    nobody_came: null,
    proposals: [],
    can_write_note: true,
  });
  const terms = { rule_id: cancel.rule_id, fee: cancel.fee, proof };
  expect(await api("PUT", ticket, "cancel", { ...terms, fee: 99 })).toMatchObject({ code: "cancel.changed" });
  expect(await api("PUT", ticket, "cancel", terms)).toMatchObject({ status: 200 });
  expect((await fresh(ticket)).status).toBe("CANCEL");
  expect(await choices(ticket, proof)).toMatchObject({ cancel: null, undo_until: expect.any(String) });
  expect(await api("PUT", ticket, "undo-cancel", { proof })).toMatchObject({ status: 200 });
  expect((await fresh(ticket)).status).toBe("PENDING");
});

test.each([
  ["GET", "choices", {}],
  ["PUT", "cancel", { rule_id: "01938d2a-0000-7000-8000-000000000012", fee: 0 }],
  ["PUT", "undo-cancel", {}],
  ["PUT", "place", { house_number: "14", version: 1 }],
  ["POST", "note", { note: "The bell is broken" }],
  ["PUT", "time", { time_preference: { time_preference_type: "WITHIN_24_HOURS" }, version: 1 }],
  ["PUT", "choose-window", { proposal_id: "0193a4f0-7c1e-7b8a-9c55-3f0d2a6b7e10", window: "2026-11-30T12:00" }],
  ["PUT", "nobody-came", { choice: "wait" }],
])("%s %s is for who proved the request's phone alone", async (method, act, body) => {
  const { ticket } = await aBroadcastTicket([await aCenter()]);
  expect(await api(method, ticket, act, body)).toMatchObject({ status: 401, code: "otp.proofMissing" });
  const another = await aProof({ phone: aPhone() });
  expect(await api(method, ticket, act, { ...body, proof: another })).toMatchObject({
    status: 403,
    code: "otp.proofNeeded",
  });
  const { status, houseNumber, timePreferenceType } = await fresh(ticket);
  expect({ status, houseNumber, timePreferenceType }).toEqual({
    status: ticket.status,
    houseNumber: ticket.houseNumber,
    timePreferenceType: ticket.timePreferenceType,
  });
});

test("a proof corrects the place, writes a note or changes the time once; a refused act leaves it good", async () => {
  const { ticket } = await aBroadcastTicket([await aCenter()]);
  const proof = await aProof({ phone: ticket.phone });
  const place = { house_number: "14", locality: "Niwaru Road", proof };
  expect(await api("PUT", ticket, "place", { ...place, version: 999 })).toMatchObject({ code: "ticket.changed" });
  const { version } = await fresh(ticket);
  expect(await api("PUT", ticket, "place", { ...place, version })).toMatchObject({ status: 200 });
  expect(await fresh(ticket)).toMatchObject({ houseNumber: "14", locality: "Niwaru Road" });
  expect(await api("POST", ticket, "note", { note: "The bell is broken", proof })).toMatchObject({
    code: "otp.proofNeeded",
  });
  const next = await aProof({ phone: ticket.phone });
  expect(await api("POST", ticket, "note", { note: "The bell is broken", proof: next })).toMatchObject({ status: 200 });
  const wanted = {
    time_preference: { time_preference_type: "WITHIN_24_HOURS" },
    version: (await fresh(ticket)).version,
  };
  const last = await aProof({ phone: ticket.phone });
  expect(await api("PUT", ticket, "time", { ...wanted, proof: last })).toMatchObject({
    status: 200,
    data: { changed: true, answer_by: null },
  });
  expect((await fresh(ticket)).timePreferenceType).toBe("WITHIN_24_HOURS");
});

test("a proposed window is read and chosen, and choosing it again answers the same", async () => {
  const center = await aCenter();
  const { ticket, broadcasts } = await aBroadcastTicket([center, await aCenter()]);
  const broadcastId = broadcasts[0]!.id;
  const { days } = await proposalForm(asCenter(center), broadcastId);
  const window = days.flatMap(({ windows }) => windows)[0]!.from;
  await proposeWindows(asCenter(center), { broadcastId, windows: [window] });
  const proof = await aProof({ phone: ticket.phone });
  const { proposals } = (await choices(ticket, proof)) as { proposals: { _id: string; windows: { from: string }[] }[] };
  expect(proposals).toMatchObject([{ windows: [{ from: window.toISOString() }] }]);
  const choice = { proposal_id: proposals[0]!._id, window: proposals[0]!.windows[0]!.from, proof };
  const first = await api("PUT", ticket, "choose-window", choice);
  expect(first).toMatchObject({ status: 200 });
  expect((await api("PUT", ticket, "choose-window", choice)).data).toEqual(first.data);
});

test("nobody came: not before the time is over, then the customer's choice counts", async () => {
  const yesterday = { timePreferenceType: "SPECIFIC_DATE_AND_TIME", specificDateTime: fromNow(-day) } as const;
  const { ticket: early } = await aJob();
  const { ticket } = await aJob(yesterday);
  const soon = { choice: "wait", proof: await aProof({ phone: early.phone }) };
  expect(await api("PUT", early, "nobody-came", soon)).toMatchObject({ status: 409, code: "missed.notYet" });
  const proof = await aProof({ phone: ticket.phone });
  expect(await choices(ticket, proof)).toMatchObject({ nobody_came: { fee_back: 0, wait_until: expect.any(String) } });
  expect(await api("PUT", ticket, "nobody-came", { choice: "other_center", proof })).toMatchObject({ status: 200 });
  expect(await fresh(ticket)).toMatchObject({ status: "PENDING", centerId: null });
});
