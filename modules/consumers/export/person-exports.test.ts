import { buffer } from "node:stream/consumers";
import { unzipSync } from "fflate";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { registerConsumer, setAdminActive } from "#modules/access/index.ts";
import { persons } from "#modules/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { day, moveClock, now, resetClock } from "#modules/kernel/clock.ts";
import { hmac } from "#modules/kernel/crypto.server.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { isMessageKey } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAcceptedTicket, anAdmin, aPhone, asAdmin } from "#modules/testing/factories.ts";
import { textOfColumn } from "#modules/tickets/shared.ts";
import {
  eraseConsumer,
  exportConsumer,
  exportReceipt,
  forgetPersonExports,
  personExportFile,
  writePersonExport,
} from "../index.ts";
import { kindOfTable } from "../shared.ts";
import { exportsOf } from "./person-exports.ts";

openDatabase();
beforeEach(resetClock);

/** A customer with a closed request, a picture, a remark and messages: to them, and to a center about their request. */
async function aCustomer() {
  const phone = aPhone();
  const name = `<b>Meera</b> ${phone.slice(-4)}`;
  const { id } = await registerConsumer(system("test"), { name, phone });
  const ticket = await anAcceptedTicket(await aCenter(), {
    phone,
    name,
    status: "CLOSED",
    closedAt: now(),
    requirement: "The tap drips",
    happyCode: "happy-sealed",
  });
  const picture = await storeBlob(Buffer.from("a picture"), {
    kind: "onsite",
    ownerKind: "ticket",
    ownerId: ticket.id,
    mime: "image/jpeg",
  });
  await rows(
    sql`insert into ticket_pictures (id, ticket_id, blob_id, author_kind, created_at) values (gen_random_uuid(), ${ticket.id}, ${picture.id}, 'technician', ${now()})`,
  );
  const message = (template: string, to: string) =>
    rows(
      sql`insert into messages (id, cause, channel, template, recipient, recipient_key, ticket_id, status, payload, created_at, claimed_at)
       values (gen_random_uuid(), ${`test:${template}:${ticket.id}`}, 'sms', ${template}, '98xxxxxx10', ${hmac("messages", to)}, ${ticket.id}, 'sent', '{"code": "4711"}', ${now()}, ${now()})`,
    );
  await message("bookingConfirmed", phone);
  await message("happyCodes", phone);
  await message("centerNewRequest", aPhone());
  return { id, phone, name, ticket };
}

const asChief = async () => asAdmin(await anAdmin());
const unpacked = async (...args: Parameters<typeof personExportFile>) =>
  unzipSync(await buffer((await personExportFile(...args)).stream));
const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString("utf8");

test("R13 the export holds everything of the person, to read and for a computer, with the files; no code, nobody else's message", async () => {
  const { id, phone, name, ticket } = await aCustomer();
  const chief = await asChief();
  const exportId = await exportConsumer(chief, { id, reason: "asked" }, "hi");
  expect(await exportReceipt(chief, { id, exportId })).toMatchObject({ state: "preparing", mine: false });
  await runJob(writePersonExport, { exportId });
  const receipt = await exportReceipt(chief, { id, exportId });
  expect(receipt).toMatchObject({ state: "ready", mine: true, reason: "asked", contents: { files: 1, leftOut: 0 } });
  expect(receipt.contents!.kinds).toEqual(
    expect.arrayContaining([
      { kind: "profile", n: 1 },
      { kind: "requests", n: 1 },
      { kind: "pictures", n: 1 },
      { kind: "messages", n: 2 },
    ]),
  );

  const files = await unpacked(chief, { id, exportId });
  expect(Object.keys(files)).toEqual(["index.html", "data.json", "files/picture-1.jpg"]);
  expect(text(files["files/picture-1.jpg"])).toBe("a picture");
  const data = text(files["data.json"]);
  const { held } = JSON.parse(data);
  expect(held.profile).toMatchObject([{ name, phone }]);
  expect(held.requests).toMatchObject([{ ticket_id: ticket.ticketId, requirement: "The tap drips" }]);
  expect(held.messages.map((each: { text: string }) => each.text)).toEqual([
    expect.stringContaining(ticket.ticketId),
    expect.stringContaining("…"),
  ]);
  const page = text(files["index.html"]);
  expect(page).toContain("The tap drips");
  expect(page).not.toContain("<b>Meera");
  // In the language of who asked: no name of a field is left in English.
  expect(page).toContain("<dt>मोबाइल नंबर</dt>");
  expect(page.match(/<dt>[^<]*[a-z][^<]*<\/dt>/g)).toBeNull();
  for (const secret of ["happy-sealed", "4711", "centerNewRequest"]) {
    expect(data).not.toContain(secret);
    expect(page).not.toContain(secret);
  }
  expect((await historyOf("consumer", id)).map(({ event }) => event).slice(1)).toEqual([
    "consumer.exportAsked",
    "consumer.exported",
    "consumer.exportDownloaded",
  ]);
});

test("R13 what they answered, wanted and chose about their visits, and what was decided, is handed out in words", async () => {
  const { id, ticket } = await aCustomer();
  const { ticket: other } = await aCustomer();
  for (const { id: ticketId, centerId } of [ticket, other]) {
    const amount = ticketId === other.id ? 77_700 : 45_050;
    await rows(
      sql`insert into outcome_answers (id, ticket_id, came, done, paid_paise, proof, answered_at)
          values (gen_random_uuid(), ${ticketId}, true, false, ${amount}, 'link', '2026-11-27T10:00:00+05:30')`,
    );
    await rows(
      sql`insert into time_changes (id, ticket_id, center_id, rule_id, from_type, type, at, state, counted, created_at, expires_at, ended_at)
          select gen_random_uuid(), ${ticketId}, ${centerId}, id, 'IMMEDIATELY', 'SPECIFIC_DATE_AND_TIME', '2026-11-26T14:00:00+05:30',
                 'REFUSED', true, '2026-11-25T10:00:00+05:30', '2026-11-25T11:00:00+05:30', '2026-11-25T10:30:00+05:30'
            from visit_rules where cause = 'customer_change' limit 1`,
    );
    await rows(
      sql`insert into missed_visits (id, ticket_id, center_id, rule_id, choice, created_at)
          select gen_random_uuid(), ${ticketId}, ${centerId}, id, 'other_center', '2026-11-26T17:00:00+05:30'
            from visit_rules where cause = 'center_missed' limit 1`,
    );
    await rows(
      sql`insert into visit_decisions (id, ticket_id, rule_id, center_id, fee_paise, lead_back_paise, reason, was, state, undo_until, created_at, ended_at)
          select gen_random_uuid(), ${ticketId}, id, ${centerId}, 9900, 4321, null, 'PENDING', 'UNDONE', '2026-11-24T10:15:00+05:30',
                 '2026-11-24T10:00:00+05:30', '2026-11-24T10:05:00+05:30'
            from visit_rules where cause = 'customer_cancel' and band = 'early' limit 1`,
    );
  }
  const chief = await asChief();
  const visitsIn = async (locale: "en" | "hi") => {
    const exportId = await exportConsumer(chief, { id, reason: locale === "en" ? "asked" : "dispute" }, locale);
    await runJob(writePersonExport, { exportId });
    const files = await unpacked(chief, { id, exportId });
    const { held } = JSON.parse(text(files["data.json"]));
    for (const { text: words } of held.visits) expect(text(files["index.html"])).toContain(words);
    return held.visits as { request: string; text: string }[];
  };
  const english = await visitsIn("en");
  expect(english.map(({ request }) => request)).toEqual(Array.from({ length: 4 }, () => ticket.ticketId));
  expect(english.map((each) => each.text)).toEqual([
    "The customer cancelled, and the rules of that day decided about the fee. The booking fee of ₹99 goes back. The customer took this back.",
    "Another time was wanted: 26 Nov 2026, 2:00 pm. The center refused.",
    "Nobody came. Chosen: another center.",
    "Answer after the closing: somebody came, and the work is not done. Paid, as the answer says: ₹450.50.",
  ]);
  const hindi = await visitsIn("hi");
  expect(hindi.map((each) => each.text).join(" ")).not.toMatch(/[a-z]{3}/i);
  expect(hindi).toHaveLength(4);
});

test("R13 an export is for a SUPER_ADMIN; asked twice it is one; only who asked downloads it, for a day, while they may", async () => {
  const { id } = await aCustomer();
  const admin = await anAdmin();
  const chief = asAdmin(admin);
  const clerk = asAdmin(undefined, { permissions: ["view_Wallet", "edit_ticket.full_access"] });
  await expect(exportConsumer(clerk, { id, reason: "asked" }, "en")).rejects.toMatchObject({ kind: "denied" });
  const [exportId, again] = await Promise.all([1, 2].map(() => exportConsumer(chief, { id, reason: "dispute" }, "en")));
  expect(again).toBe(exportId);
  await runJob(writePersonExport, { exportId });
  await runJob(writePersonExport, { exportId });
  const file = { id, exportId: exportId! };
  expect(await rows(sql`select 1 from blobs where owner_id = ${admin.id}`)).toHaveLength(1);
  await expect(personExportFile(await asChief(), file)).rejects.toMatchObject({ key: "blob.missing" });
  await expect(personExportFile(clerk, file)).rejects.toMatchObject({ kind: "denied" });
  expect(await exportsOf(clerk, id)).toMatchObject([{ id: exportId, state: "ready", mine: false }]);
  await personExportFile(chief, file);

  moveClock(day + 1_000);
  await expect(personExportFile(chief, file)).rejects.toMatchObject({ key: "blob.missing" });
  await forgetPersonExports();
  expect(await rows(sql`select 1 from blobs where owner_id = ${admin.id}`)).toEqual([]);
  expect(await exportReceipt(chief, file)).toMatchObject({ state: "expired", contents: { files: 1 } });
});

test("R13 rights are asked again when the file is made", async () => {
  const { id } = await aCustomer();
  const admin = await anAdmin();
  await anAdmin();
  const exportId = await exportConsumer(asAdmin(admin), { id, reason: "asked" }, "en");
  await setAdminActive(system("cli"), { adminId: admin.id, isActive: false });
  await runJob(writePersonExport, { exportId });
  expect(await exportReceipt(asAdmin(), { id, exportId })).toMatchObject({ state: "refused", contents: null });
  expect(await rows(sql`select 1 from blobs where owner_id = ${admin.id}`)).toEqual([]);
});

test("R13 whoever is erased has no file left, and none is made any more; the receipts stay", async () => {
  const { id } = await aCustomer();
  const chief = await asChief();
  const made = await exportConsumer(chief, { id, reason: "asked" }, "en");
  const waiting = await exportConsumer(chief, { id, reason: "dispute" }, "en");
  await runJob(writePersonExport, { exportId: made });
  await eraseConsumer(chief, { consumerId: id });
  await runJob(writePersonExport, { exportId: waiting });
  await expect(personExportFile(chief, { id, exportId: made })).rejects.toMatchObject({ key: "blob.missing" });
  expect((await exportsOf(chief, id)).map(({ state }) => state)).toEqual(["refused", "expired"]);
  expect(await row(sql`select done ->> 'person_exports' as n from erasures where consumer_id = ${id}`)).toEqual({
    n: "1",
  });
  await expect(exportConsumer(chief, { id, reason: "asked" }, "en")).rejects.toMatchObject({
    key: "consumers.notFound",
  });
});

test("R13 every field that is handed out has its words in both languages", () => {
  const fields = persons.flatMap(({ exported = [] }) => exported);
  expect(fields.length).toBeGreaterThan(40);
  expect(fields.filter((field) => !isMessageKey(`consumer.field.${field}`) && !textOfColumn(field))).toEqual([]);
});

test("R13 every place has its kind in the words of a person", () => {
  expect(persons.map(({ table }) => table).filter((table) => !Object.hasOwn(kindOfTable, table))).toEqual([]);
});
