import { sql } from "kysely";
import { expect, test } from "vitest";
import { actorOfKey, createKey, revokeKey } from "#modules/catalog/index.ts";
import { type Permission, system } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { fromRupees, toPaise } from "#modules/kernel/money.ts";
import { isMessageKey, type Locale, type MessageKey, type MessageParams, say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  aClient,
  anAcceptedTicket,
  anAdmin,
  aPincode,
  aPriceList,
  aServedTicket,
  aService,
  asAdmin,
  asCenter,
  asTechnician,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import { aJob, fresh, notVisited } from "#modules/testing/work.ts";
import { entriesBetween, transfer } from "#modules/wallet/ledger/transfer.ts";
import { whatOf, whoOf } from "../history-words.ts";
import {
  broadcastRemarks,
  broadcastTicket,
  changeTechnician,
  closeTicket,
  createRequestOfClient,
  rejectBroadcast,
  requestDetail,
  requestNews,
  requestTopic,
  revealPartnerPhone,
  revealPhone,
  updatePincode,
  updateRequest,
} from "../index.ts";
import { AdminCloseTicket, CreateRequest, UpdateRequest } from "../shared.ts";

openDatabase();

const limited = (...permissions: Permission[]) => asAdmin(undefined, { permissions });

test("R281, R286 a request is read whole: facts, offers, reasons, history with names, money", async () => {
  const admin = await anAdmin({ name: "Priya Nair" });
  const { center, technician, ticket } = await aJob({ isPaidByPublic: true });
  const other = await aTechnician({ center });
  await changeTechnician(asAdmin(admin), { ticketId: ticket.publicId, technicianId: other.id });
  const detail = await requestDetail(asAdmin(admin), ticket.publicId);
  expect(detail.request).toMatchObject({ id: ticket.publicId, center: { name: center.centerName } });
  expect(detail.technician).toEqual({ rating: null, open: 1 });
  const [newest] = detail.history;
  expect(newest).toMatchObject({
    event: "ticket.technicianChanged",
    who: { kind: "admin", name: "Priya Nair" },
    technician: other.name,
    before: technician.name,
  });
  expect(detail.history.map(({ who }) => [who.kind, who.name])).toContainEqual(["center", center.centerName]);
  for (const { event } of detail.history) expect(isMessageKey(`history.${event}`)).toBe(true);
});

test("the invoice of a closed request is offered to who may have it, and to nobody else", async () => {
  const closed = await aTicket({ status: "CLOSED", closedAt: new Date() });
  const offered = async (...permissions: Permission[]) =>
    (await requestDetail(limited(...permissions), closed.publicId)).request.may.invoice;
  expect(await offered("view_ticket.full_access")).toBe(true);
  expect(await offered("view_closed_ticket", "edit_ticket.full_access")).toBe(false);
});

test("the history tells the pincode from and to, and the price of a closing, and holds no free text", async () => {
  const ticket = await aTicket({ pincode: "560001" });
  await updatePincode(asAdmin(), { ticketId: ticket.publicId, pincode: "560002" });
  const { history } = await requestDetail(asAdmin(), ticket.publicId);
  const changed = history.find(({ event }) => event === "ticket.pincodeChanged");
  expect(changed?.facts).toMatchObject({ "from.pincode": "560001", "to.pincode": "560002" });

  const job = await aJob();
  const closing = AdminCloseTicket.parse({ ticketId: job.ticket.publicId, amount: "750.90", closeRemarks: notVisited });
  await closeTicket(asAdmin(), closing);
  const closed = (await requestDetail(asAdmin(), job.ticket.publicId)).history.find(
    ({ event }) => event === "ticket.closed",
  );
  expect(closed).toMatchObject({ to: "CLOSED", facts: { closingPricePaise: 75_000 } });
});

test("the history tells what was changed in the form, from what to what, and of texts only that they changed", async () => {
  const before = await aService();
  const after = await aService();
  const client = await aClient();
  const ticket = await aTicket({ serviceId: before.id, requirement: "Noise", city: "Agra" });
  const change = UpdateRequest.parse({
    ticketId: ticket.publicId,
    serviceId: after.id,
    houseNumber: ticket.houseNumber,
    city: "Mysuru",
    offerCode: ticket.offerCode ?? "GHARSEVA2025",
    timePreference: { type: "WITHIN_24_HOURS" },
    clientId: client.id,
    closingPrice: "700",
  });
  await updateRequest(asAdmin(), change);
  const { history } = await requestDetail(asAdmin(), ticket.publicId);
  const { changes } = history.find(({ event }) => event === "ticket.updated")!;
  expect(changes).toEqual(
    expect.arrayContaining([
      { field: "city", label: "common.city" },
      { field: "serviceId", label: "common.service", values: { from: before.serviceName, to: after.serviceName } },
      { field: "clientId", label: "request.form.client", values: { from: null, to: client.clientName } },
      { field: "closingPrice", label: "request.form.closingPrice", values: { from: null, to: "700" } },
    ]),
  );
  expect(JSON.stringify(history)).not.toContain("Mysuru");
});

test("who was offered it stands there with the answer and the team's remark; who was not, with the reason", async () => {
  const service = await aService();
  const pincode = aPincode();
  const fits = await aCenter({ services: [service], pincodes: [pincode] });
  const full = await aCenter({ services: [service], pincodes: [pincode], ticketAcceptLimit: 1 });
  const barred = await aCenter({ services: [service], pincodes: [pincode], broadcastDisabled: true });
  const elsewhere = await aCenter({ pincodes: [pincode] });
  await anAcceptedTicket(full);
  const ticket = await aServedTicket({ serviceId: service.id, pincode, broadcastStatus: "broadcasted" });
  await broadcastTicket(asAdmin(), { ticketId: ticket.publicId });
  await broadcastRemarks(asAdmin(), { ticketId: ticket.publicId, centerId: fits.id, text: "Called twice" });
  const [offer] = await rows<{ id: string }>(
    sql`select id from broadcasts where ticket_id = ${ticket.id} and center_id = ${fits.id}`,
  );
  await rejectBroadcast(asCenter(fits), { broadcastId: offer!.id });
  const { offers, reasons } = await requestDetail(asAdmin(), ticket.publicId);
  expect(offers.find(({ centerId }) => centerId === fits.id)).toMatchObject({
    center: fits.centerName,
    status: "REJECTED",
    answeredAt: expect.any(Date),
    remarks: "Called twice",
    phone: fits.phone,
  });
  const reasonOf = (center: { id: string }) => reasons.find(({ centerId }) => centerId === center.id)?.reason;
  // It was asked, and answered: its own row is above, its reason is what speaks against asking it again.
  expect([reasonOf(fits), reasonOf(full), reasonOf(barred), reasonOf(elsewhere)]).toEqual([
    "refused",
    "capacity",
    "disabled",
    "service",
  ]);
  expect(reasons.find(({ centerId }) => centerId === full.id)?.limit).toBe(1);
});

test("the money is the ledger's: held, earned, what went back, penalties less those returned", async () => {
  const { center, ticket } = await aJob();
  const actor = asAdmin();
  const move = (kind: Parameters<typeof transfer>[0]["kind"], entries: Parameters<typeof transfer>[0]["entries"]) =>
    transfer({ kind, cause: `${ticket.id} ${kind}`, entries, ticketId: ticket.id, actor });
  const rupees = (n: number) => toPaise(fromRupees(n));
  const wallet = { centerId: center.id };
  await move("booking_fee", entriesBetween(rupees(99), "gateway", "booking_fees_held"));
  await move("bonus", entriesBetween(rupees(500), "bonus_expense", wallet));
  await move("lead_fee", entriesBetween(rupees(49), wallet, "lead_fee_income"));
  await move("penalty", entriesBetween(rupees(30), wallet, "penalty_income"));
  await move("lead_fee_refund", entriesBetween(rupees(49), "lead_fee_income", wallet));
  const { money } = await requestDetail(asAdmin(), ticket.publicId);
  expect(money).toMatchObject({ heldPaise: 9_900, earnedPaise: 0, returnedPaise: 4_900, penaltyPaise: 3_000 });
  expect(money!.lines.map(({ kind, from, to, center: name }) => [kind, from, to, name])).toContainEqual([
    "lead_fee",
    "center_wallet",
    "lead_fee_income",
    center.centerName,
  ]);
});

test("Q10 any flag that leads to requests opens one, no other does; R283 what is not there is an invalid id", async () => {
  const { publicId } = await aTicket();
  for (const flag of [
    "view_ticket.full_access",
    "view_pending_ticket",
    "view_closed_ticket",
    "view_center_ticket",
  ] as const)
    expect((await requestDetail(limited(flag), publicId)).request.id).toBe(publicId);
  for (const actor of [
    limited("edit_ticket.full_access"),
    asCenter(await aCenter()),
    asTechnician(await aTechnician()),
  ])
    await expect(requestDetail(actor, publicId)).rejects.toMatchObject({ kind: "denied", key: "permission.denied" });
  const nowhere = "A".repeat(22);
  await expect(requestDetail(asAdmin(), nowhere)).rejects.toMatchObject({ kind: "missing", key: "request.invalid" });
});

test("a CLIENT admin reads its own client's requests, without the operator's money; another's are not there", async () => {
  const own = await aClient();
  const other = await aClient();
  const mine = await aTicket({ clientId: own.id });
  const foreign = await aTicket({ clientId: other.id });
  const admin = asAdmin(undefined, { clientId: own.id, permissions: ["view_ticket.full_access"] });
  const detail = await requestDetail(admin, mine.publicId);
  expect([detail.request.id, detail.money]).toEqual([mine.publicId, null]);
  for (const work of [
    () => requestDetail(admin, foreign.publicId),
    () => requestNews(admin, { ticketId: foreign.publicId }),
    () => requestTopic(admin, foreign.publicId),
  ])
    await expect(work()).rejects.toMatchObject({ key: "request.invalid" });
});

test("a request that a client's program created says which key did, also after the key ended, and names no person", async () => {
  const { id: clientId } = await aClient();
  const cli = system("cli");
  const made = await createKey(cli, { clientId, name: "Asha Rao", scopes: ["requests:create"], expires: "never" });
  const requestInput = CreateRequest.parse({
    serviceId: (await aService()).id,
    name: "Meera Nair",
    phone: "9812345670",
    houseNumber: "12",
    pincode: aPincode(),
    offerCode: "GHARSEVA2025",
    timePreference: { type: "IMMEDIATELY" },
  });
  const created = await createRequestOfClient(await actorOfKey(made.key, "127.0.0.1"), requestInput);
  await revokeKey(cli, { keyId: made.id });
  for (const reader of [asAdmin(), asAdmin(undefined, { clientId, permissions: ["view_ticket.full_access"] })]) {
    const { createdByKey, history } = await requestDetail(reader, created.id);
    expect(createdByKey).toBe("Asha Rao");
    const authorLabel = (locale: Locale) =>
      whoOf(history.at(-1)!, (key: MessageKey, params?: MessageParams) => say(key, params, locale));
    expect([authorLabel("en"), authorLabel("hi")]).toEqual(["API key Asha Rao", "API कुंजी Asha Rao"]);
  }
  const byAdmin = await aTicket({ clientId, createName: "Asha Rao" });
  expect((await requestDetail(asAdmin(), byAdmin.publicId)).createdByKey).toBe(null);
});

test("R226 nobody but a SUPER_ADMIN reads a number: not the customer's, a center's, nor one inside a remark or a name", async () => {
  const phone = "9812345699";
  const { tickets, broadcasts } = await offered(phone);
  await broadcastRemarks(asAdmin(), {
    ticketId: tickets.publicId,
    centerId: broadcasts.centerId,
    text: `Call ${phone}`,
  });
  const desk = limited("view_ticket.full_access", "edit_ticket.full_access");
  const text = JSON.stringify(await requestDetail(desk, tickets.publicId));
  expect(text).not.toContain(phone);
  expect(text).not.toContain(broadcasts.phone);
  expect(JSON.stringify(await requestDetail(asAdmin(), tickets.publicId))).toContain(phone);
});

async function offered(phone: string) {
  const center = await aCenter();
  const { ticket } = await aBroadcastTicket([center], {});
  await rows(sql`update tickets set phone = ${phone}, requirement = ${`ring ${phone}`} where id = ${ticket.id}`);
  return { tickets: await fresh(ticket), broadcasts: { centerId: center.id, phone: center.phone } };
}

test("a revealed number is written down with its reason and without the number; only editors are shown one", async () => {
  const ticket = await aTicket({ phone: "9812345688" });
  const admin = await anAdmin({ name: "Ravi" });
  const input = { ticketId: ticket.publicId, reason: "complaint" } as const;
  expect(await revealPhone(asAdmin(admin, { permissions: ["edit_ticket.full_access"] }), input)).toMatchObject({
    phone: "9812345688",
  });
  const entry = (await historyOf("ticket", ticket.id)).at(-1)!;
  expect(entry).toMatchObject({ event: "ticket.phoneRevealed", actor_kind: "admin", actor_id: admin.id });
  expect(entry.data).toMatchObject({ reason: "complaint" });
  expect(JSON.stringify(entry)).not.toContain("98123");
  for (const actor of [limited("view_ticket.full_access"), asCenter(await aCenter())])
    await expect(revealPhone(actor, input)).rejects.toMatchObject({ kind: "denied" });
  const other = asAdmin(undefined, {
    clientId: (await aClient()).id,
    permissions: ["edit_ticket.full_access"],
  });
  await expect(revealPhone(other, input)).rejects.toMatchObject({ kind: "missing" });
});

test("the numbers of a request's centers and technician are revealed the same way, to the house alone", async () => {
  const { center, technician, ticket } = await aJob();
  const offeredCenter = await aCenter();
  const stranger = await aCenter();
  await rows(
    sql`insert into broadcasts (id, ticket_id, center_id, created_at, updated_at) values (gen_random_uuid(), ${ticket.id}, ${offeredCenter.id}, now(), now())`,
  );
  const editor = asAdmin(await anAdmin({ name: "Ravi" }), { permissions: ["edit_ticket.full_access"] });
  const input = { ticketId: ticket.publicId, reason: "offer" } as const;
  const ofCenter = { ...input, whose: "center" } as const;
  const ofTechnician = { ...input, whose: "technician" } as const;
  expect(await revealPartnerPhone(editor, ofCenter)).toEqual({ name: center.centerName, phone: center.phone });
  expect(await revealPartnerPhone(editor, { ...ofCenter, centerId: offeredCenter.id })).toMatchObject({
    phone: offeredCenter.phone,
  });
  expect(await revealPartnerPhone(editor, ofTechnician)).toEqual({ name: technician.name, phone: technician.phone });

  const written = (await historyOf("ticket", ticket.id)).slice(-3);
  expect(written.map(({ event, actor_id, data }) => [event, actor_id, data.reason])).toEqual([
    ["ticket.centerPhoneRevealed", editor.adminId, "offer"],
    ["ticket.centerPhoneRevealed", editor.adminId, "offer"],
    ["ticket.technicianPhoneRevealed", editor.adminId, "offer"],
  ]);
  for (const { phone } of [center, offeredCenter, technician]) expect(JSON.stringify(written)).not.toContain(phone);
  const lines = (await requestDetail(asAdmin(), ticket.publicId)).history.slice(0, 3).reverse();
  expect(lines.map((line) => whatOf(line, say, "en"))).toEqual([
    `Saw the number of ${center.centerName}: To ask whether they take the request`,
    `Saw the number of ${offeredCenter.centerName}: To ask whether they take the request`,
    `Saw the number of ${technician.name}: To ask whether they take the request`,
  ]);

  await expect(revealPartnerPhone(editor, { ...ofCenter, centerId: stranger.id })).rejects.toMatchObject({
    key: "center.notFound",
  });
  const unassigned = { ...input, ticketId: (await aTicket()).publicId };
  await expect(revealPartnerPhone(editor, { ...unassigned, whose: "technician" })).rejects.toMatchObject({
    key: "technician.notFound",
  });
  await expect(revealPartnerPhone(editor, { ...unassigned, whose: "center" })).rejects.toMatchObject({
    key: "center.notFound",
  });
  const { id: clientId } = await aClient();
  const own = await aTicket({ clientId, centerId: center.id, status: "ACCEPTED" });
  const client = asAdmin(undefined, { clientId, permissions: ["edit_ticket.full_access", "view_ticket.full_access"] });
  for (const actor of [client, limited("view_ticket.full_access"), asCenter(center)])
    for (const whose of ["center", "technician"] as const)
      await expect(revealPartnerPhone(actor, { ...input, ticketId: own.publicId, whose })).rejects.toMatchObject({
        kind: "denied",
      });
  expect((await historyOf("ticket", own.id)).filter(({ event }) => event.endsWith("PhoneRevealed"))).toEqual([]);
});

test("a machine that reads out one number after another is stopped", async () => {
  const ticket = await aTicket();
  const admin = asAdmin(await anAdmin(), { permissions: ["edit_ticket.full_access"] });
  const ask = () => revealPhone(admin, { ticketId: ticket.publicId, reason: "visit" });
  for (let n = 0; n < 60; n++) await ask();
  await expect(ask()).rejects.toMatchObject({ kind: "limited" });
  const ofCenter = { ticketId: ticket.publicId, reason: "visit", whose: "center" } as const;
  await expect(revealPartnerPhone(admin, ofCenter)).rejects.toMatchObject({ kind: "limited" });
});

test("news are what came after the line the page shows, with who did it", async () => {
  await aPriceList();
  const { ticket } = await aJob();
  const shown = (await requestDetail(asAdmin(), ticket.publicId)).history[0]!.id;
  expect(await requestNews(asAdmin(), { ticketId: ticket.publicId, since: shown })).toEqual([]);
  const admin = await anAdmin({ name: "Asha Rao" });
  const center = await aCenter();
  const technician = await aTechnician({ center });
  await changeTechnician(asAdmin(admin), { ticketId: ticket.publicId, technicianId: technician.id });
  const news = await requestNews(asAdmin(), { ticketId: ticket.publicId, since: shown });
  expect(news[0]).toMatchObject({ event: "ticket.technicianChanged", who: { name: "Asha Rao" } });
  expect(news.every(({ id }) => id !== shown)).toBe(true);
  expect(await requestTopic(asAdmin(), ticket.publicId)).toBe(`ticket:${ticket.publicId}`);
});
