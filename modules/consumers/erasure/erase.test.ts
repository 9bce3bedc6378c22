import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { registerConsumer } from "#modules/access/index.ts";
import { persons } from "#modules/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { hmac, keyIds } from "#modules/kernel/crypto.server.ts";
import { em, row, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { env } from "#modules/kernel/env.server.ts";
import { storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { erasureKey } from "#modules/kernel/person/erasure-key.server.ts";
import { declarePersonPlaces } from "#modules/kernel/person/person-places.server.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAcceptedTicket, anAdmin, aPhone, aProof, asAdmin } from "#modules/testing/factories.ts";
import { reviewPunch } from "#modules/tickets/index.ts";
import { openFee } from "#modules/wallet/fees/open-fee.ts";
import { actOnWallet, earnBookingFee } from "#modules/wallet/index.ts";
import { NewWalletAction } from "#modules/wallet/shared.ts";
import { consumersList, eraseConsumer, erasurePreview, finishErasure, receiptOf, replayErasures } from "../index.ts";
import { loggedErasures } from "./erasure-log.server.ts";

openDatabase();

const admin = asAdmin();

/** A customer whom every kind of place knows, under a name and a phone nobody else has. */
async function aKnownCustomer(status: "CLOSED" | "ACCEPTED" = "CLOSED") {
  const phone = aPhone();
  const name = `Meera${phone.replace(/\d/g, (digit) => "abcdefghij"[Number(digit)]!)}`;
  const { id } = await registerConsumer(system("test"), { name, phone, pincode: "560001" });
  const center = await aCenter();
  const ticket = await anAcceptedTicket(center, {
    name,
    phone,
    alternatePhone: phone,
    email: `${name}@example.in`,
    houseNumber: name,
    requirement: name,
    status,
    closedAt: status === "CLOSED" ? now() : null,
    createName: name,
    technicianRemarks: name,
  });
  const blob = async (kind: string) =>
    (await storeBlob(Buffer.from(name), { kind, ownerKind: "ticket", ownerId: ticket.id, mime: "image/jpeg" })).id;
  await rows(
    sql`insert into ticket_pictures (id, ticket_id, blob_id, author_kind, created_at) values (gen_random_uuid(), ${ticket.id}, ${await blob("onsite")}, 'technician', ${now()})`,
  );
  await rows(
    sql`insert into remarks (id, ticket_id, author_kind, author_id, text, created_at) values (gen_random_uuid(), ${ticket.id}, 'admin', ${ticket.id}, ${name}, ${now()})`,
  );
  await rows(
    sql`insert into feedbacks (id, ticket_id, answers, over_all_rating, created_at) values (gen_random_uuid(), ${ticket.id}, ${JSON.stringify([{ answer: name }])}, 4, ${now()})`,
  );
  await rows(
    sql`insert into messages (id, cause, channel, template, recipient, ticket_id, status, payload, created_at, claimed_at)
     values (gen_random_uuid(), ${`test:${ticket.id}`}, 'sms', 'otp', '98xxxxxx10', ${ticket.id}, 'sent', ${JSON.stringify({ name })}, ${now()}, ${now()})`,
  );
  await rows(
    sql`insert into booking_drafts (id, token_hash, fields, created_at, updated_at, expires_at)
     values (gen_random_uuid(), ${name}, ${JSON.stringify({ phone, name })}, ${now()}, ${now()}, ${now()})`,
  );
  const invoiceId = (await row<{ id: string }>(
    sql`insert into invoices (id, ticket_id, number, financial_year, sequence, total_paise, facts, issued_at)
     values (gen_random_uuid(), ${ticket.id}, ${`T/${ticket.ticketId}`}, '26-27', ${Number(phone.slice(-8))}, 100, '{"totalPaise": 100}', ${now()}) returning id`,
  ))!.id;
  await rows(
    sql`insert into invoice_buyers (invoice_id, name, address, city, state, pincode, created_at)
     values (${invoiceId}, ${name}, ${name}, 'Bengaluru', 'Karnataka', '560001', ${now()})`,
  );
  await rows(
    sql`insert into invoice_files (invoice_id, blob_id, created_at) values (${invoiceId}, ${await blob("invoice")}, ${now()})`,
  );
  await aProof({ phone });
  em().clear();
  return { id, name, phone, ticket, invoiceId };
}

/** The tables that still have a text anywhere in a row. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await rows<{ name: string }>(sql`select tablename as name from pg_tables where schemaname = 'public'`);
  const matches: string[] = [];
  for (const { name } of tables) {
    const held = await row<{ n: number }>(
      sql`select count(*)::int as n from ${sql.table(name)} t where strpos(t::text, ${text}) > 0`,
    );
    if (held!.n > 0) matches.push(name);
  }
  return matches;
}

test("R13 an erased customer is read by nobody at once, and after the job no table and no file holds them", async () => {
  const { id, name, phone, ticket, invoiceId } = await aKnownCustomer();
  expect(await tablesWith(name)).toEqual(expect.arrayContaining(["consumers", "tickets", "invoice_buyers", "remarks"]));
  const blobs = async () => (await rows(sql`select 1 from blobs where owner_id = ${ticket.id}`)).length;
  expect(await blobs()).toBe(2);

  const receipt = await eraseConsumer(admin, { consumerId: id });
  expect((await consumersList.page(admin, { search: phone })).rows).toEqual([]);
  expect(await tablesWith(phone)).toEqual([]);
  expect(await row(sql`select name, phone, email, house_number, status from tickets where id = ${ticket.id}`)).toEqual({
    name: "Erased customer",
    phone: "",
    email: null,
    house_number: null,
    status: "CLOSED",
  });
  expect(await receiptOf(id)).toMatchObject({ id: receipt, finishedAt: null, state: "marked" });
  // Before the job begins: a backup of this moment is caught, too.
  await expect.poll(async () => (await loggedErasures()).map((each) => each.id)).toContain(receipt);

  await runJob(finishErasure, { erasureId: receipt });
  expect(await tablesWith(name)).toEqual([]);
  expect(await blobs()).toBe(0);
  // What is billed and counted stays.
  expect(await row(sql`select total_paise from invoices where id = ${invoiceId}`)).toBeDefined();
  const finished = (await receiptOf(id))!;
  expect(finished.finishedAt).not.toBeNull();
  expect(finished.done).toMatchObject({ consumers: 1, tickets: 1, invoice_buyers: 1, ticket_pictures: 1, messages: 1 });
  expect((await historyOf("consumer", id)).map(({ event }) => event)).toEqual([
    "consumer.registered",
    "consumer.erased",
    "consumer.erasureFinished",
  ]);

  // Asked again it is the same erasure; whoever comes again is somebody else, and stays.
  expect(await eraseConsumer(admin, { consumerId: id })).toBe(receipt);
  const again = await registerConsumer(system("test"), { name, phone });
  expect(again.id).not.toBe(id);
  await runJob(finishErasure, { erasureId: receipt });
  expect((await consumersList.page(admin, { search: phone })).rows).toHaveLength(1);
});

test("R13 an open request or money in the wallet stands in the way; only a SUPER_ADMIN erases", async () => {
  const { id, ticket } = await aKnownCustomer("ACCEPTED");
  await expect(eraseConsumer(admin, { consumerId: id })).rejects.toMatchObject({ key: "consumers.inTheWay" });
  await rows(sql`update tickets set status = 'CANCEL' where id = ${ticket.id}`);
  const wallets = asAdmin(undefined, { permissions: ["view_Wallet"] });
  await expect(eraseConsumer(wallets, { consumerId: id })).rejects.toMatchObject({ kind: "denied" });
  await expect(eraseConsumer(admin, { consumerId: ticket.id })).rejects.toMatchObject({ kind: "missing" });
  await eraseConsumer(admin, { consumerId: id });
});

test("R13 a balance that the fee of a rejected request holds stands in the way until the fee is earned", async () => {
  const phone = aPhone();
  const { id } = await registerConsumer(system("test"), { name: "Meera Nair", phone });
  const added = { userType: "Consumer", consumer: id, kind: "Wallet Added", amount: 99, remarks: "Refunded by hand" };
  await actOnWallet(asAdmin(await anAdmin()), NewWalletAction.parse(added));
  const ticket = await anAcceptedTicket(await aCenter(), { phone, isPaidByPublic: true });
  const order = { purpose: "booking_fee" as const, ticketId: ticket.id, amountPaise: fromRupees(99), consumerId: id };
  await transaction(() => openFee(order));
  const review = { serialNumber: phone, status: "REJECT" as const, remarks: "Not the same machine" };
  await reviewPunch(admin, { ticketId: ticket.publicId, ...review });
  expect((await erasurePreview(admin, id)).inTheWay).toEqual({
    requests: 0,
    walletPaise: 9_900,
    waiting: 0,
    payments: 0,
  });
  await expect(eraseConsumer(admin, { consumerId: id })).rejects.toMatchObject({ key: "consumers.inTheWay" });
  expect(await earnBookingFee(ticket.id)).toBe(true);
  await eraseConsumer(admin, { consumerId: id });
});

test("R13 nobody adds to the wallet of a customer who is being erased at that moment", async () => {
  const phone = aPhone();
  const { id } = await registerConsumer(system("test"), { name: "Meera Nair", phone });
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const erasure = unitOfWork(() =>
    transaction(async () => {
      await eraseConsumer(admin, { consumerId: id });
      begun.resolve();
      await end.promise;
    }),
  );
  await begun.promise;
  const added = { userType: "Consumer", consumer: id, kind: "Wallet Added", amount: 99, remarks: "Paid in cash" };
  const adding = unitOfWork(() => actOnWallet(admin, NewWalletAction.parse(added))).then(
    () => "added",
    (error: { key?: string }) => error.key,
  );
  const blocked = () =>
    row(sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  let over = false;
  adding.then(() => {
    over = true;
  });
  while (!over && !(await blocked()));
  end.resolve();
  await erasure;
  expect(await adding).toBe("walletAct.noCustomer");
});

test("R13 an interrupted erasure goes on where it stopped", async () => {
  const { id, name } = await aKnownCustomer();
  const receipt = await eraseConsumer(admin, { consumerId: id });
  const broken = persons.map((place) =>
    place.table === "invoice_buyers" ? { ...place, erase: () => Promise.reject(new Error("power cut")) } : place,
  );
  declarePersonPlaces(broken);
  await expect(runJob(finishErasure, { erasureId: receipt })).rejects.toThrow("power cut");
  declarePersonPlaces(persons);
  expect((await receiptOf(id))!.done).toHaveProperty("remarks");
  expect(await tablesWith(name)).toContain("invoice_buyers");
  await runJob(finishErasure, { erasureId: receipt });
  expect(await tablesWith(name)).toEqual([]);
});

test("R13 whoever comes back with a restored backup is erased again before anybody is answered", async () => {
  const { id, name, phone } = await aKnownCustomer();
  const file = path.join(env.dataDir, "erasures.jsonl");
  const lost = { id: "0190a000-0000-7000-8000-000000000001", consumerId: id, key: hmac(erasureKey, phone), at: now() };
  const before = await readFile(file, "utf8").catch(() => "");
  // A line that a crash cut off is no hindrance.
  await writeFile(file, `${before}\n${JSON.stringify(lost)}\n{"id":"0190`);
  expect(await replayErasures()).toMatchObject({ again: 1, lost: [] });
  expect(await tablesWith(phone)).toEqual([]);
  await runJob(finishErasure, { erasureId: lost.id });
  expect(await tablesWith(name)).toEqual([]);
  expect(await replayErasures()).toMatchObject({ again: 0, lost: [] });
  expect(await readFile(file, "utf8")).not.toContain(phone);
});

test("R13 an erasure whose secret is lost is named and not noted as done, until somebody gives it up", async () => {
  const { id } = await aKnownCustomer();
  const file = path.join(env.dataDir, "erasures.jsonl");
  const before = await readFile(file, "utf8").catch(() => "");
  const lines = [
    // Nobody of this number is here, as the known secret tells.
    { keyId: keyIds()[0], consumerId: null },
    // Of these nothing tells whether somebody is.
    { keyId: "lost", consumerId: null },
    { consumerId: null },
    // Whoever is known by the id is erased under any secret.
    { keyId: "lost", consumerId: id },
  ].map((line, n) => ({ id: `0190a000-0000-7000-8000-00000000010${n}`, key: "0".repeat(64), at: now(), ...line }));
  await writeFile(file, `${before}\n${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
  const lost = [lines[1]!, lines[2]!].map(({ id: erasure, at }) => ({ id: erasure, at }));
  expect(await replayErasures()).toMatchObject({ again: 2, lost });
  expect(await replayErasures()).toMatchObject({ again: 0, lost });
  expect(await replayErasures({ giveUp: true })).toMatchObject({ again: 0, lost });
  expect(await replayErasures()).toMatchObject({ again: 0, lost: [] });
  // One that was begun, and whose phone cannot be read.
  const begun = await eraseConsumer(admin, { consumerId: (await aKnownCustomer()).id });
  await rows(
    sql`update erasures set phone_sealed = regexp_replace(phone_sealed, '^k1\\.[^.]+', 'k1.AAAAAAAA') where id = ${begun}`,
  );
  expect((await replayErasures()).lost.map((each) => each.id)).toEqual([begun]);
});
