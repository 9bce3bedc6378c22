import { sql } from "kysely";
import { expect, test } from "vitest";
import "#modules/index.ts";
import { now } from "#modules/kernel/clock.ts";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { saveView } from "#modules/kernel/lists/views.server.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aClient,
  aDriver,
  anAcceptedTicket,
  anAdmin,
  aPhone,
  aService,
  asAdmin,
  asCenter,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import { adjustWallet, objectToPenalty, settleObjection } from "#modules/wallet/index.ts";
import { eraseByPhone, erasurePreview, finishErasure, openPerson, receiptOf, replayErasures } from "../index.ts";
import { loggedErasures } from "./erasure-log.server.ts";

openDatabase();

const admin = asAdmin();
const closed = { status: "CANCEL" } as const;

async function aRide(phone: string) {
  const driver = await aDriver();
  const at = now();
  await rows(
    sql`insert into rides (id, public_id, ride_id, status, center_id, service_id, vehicle_id, name, phone, pincode, city,
       pick_location, drop_location, fare_paise, mode_of_payment, paid_at, created_at, updated_at)
     values (gen_random_uuid(), ${`R-${phone}`}, ${`R-${phone}`}, 'CLOSED', ${driver.id}, ${(await aService()).id}, ${driver.vehicleId}, 'Meera', ${phone}, '560001', 'Pune', 'Market', 'Station', 2000, 'cash', ${at}, ${at}, ${at})`,
  );
}

/** A row of an upload; its phone as it was read, and its cells as they were sent. */
async function anUploadedRow(phone: string | null, cells: string[], fileName = "november.csv") {
  const { id: adminId } = await anAdmin();
  const at = now();
  const [{ id }] = (await rows<{ id: string }>(
    sql`insert into uploads (id, admin_id, file_name, heading, format, state, created_at, worked_at, ended_at)
     values (gen_random_uuid(), ${adminId}, ${fileName}, '{Customer,Mobile}', 'csv', 'done', ${at}, ${at}, ${at}) returning id`,
  )) as [{ id: string }];
  await rows(
    sql`insert into upload_rows (upload_id, place, cells, phone, outcome, problems)
     values (${id}, 2, ${JSON.stringify(cells)}::jsonb, ${phone}, 'wrong', '[{"column": "Pincode", "wrong": "form.pincode"}]')`,
  );
  return id;
}

async function aDraft(typed: string) {
  const at = now();
  await rows(
    sql`insert into booking_drafts (id, token_hash, fields, created_at, updated_at, expires_at)
     values (gen_random_uuid(), ${typed}, ${JSON.stringify({ phone: typed, name: "Meera" })}, ${at}, ${at}, ${at})`,
  );
}

async function eraseWhole(phone: string) {
  const id = await eraseByPhone(admin, { phone });
  await runJob(finishErasure, { erasureId: (await receiptOf(id))!.id });
  return id;
}

test.each<[string, (phone: string) => Promise<unknown>, (phone: string) => Sql]>([
  [
    "a client's request",
    async (phone) => aTicket({ phone, clientId: (await aClient()).id, ...closed }),
    (phone) => sql`tickets where phone = ${phone}`,
  ],
  [
    "a center's request",
    async (phone) => aTicket({ phone, createdByCenterId: (await aCenter()).id, ...closed }),
    (phone) => sql`tickets where phone = ${phone}`,
  ],
  [
    "the second number of a request",
    (phone) => aTicket({ alternatePhone: phone }),
    (phone) => sql`tickets where alternate_phone = ${phone}`,
  ],
  [
    "a deleted request",
    (phone) => aTicket({ phone, deletedAt: now() }),
    (phone) => sql`tickets where phone = ${phone}`,
  ],
  ["a ride", aRide, (phone) => sql`rides where phone = ${phone}`],
  [
    "a row of a file",
    (phone) => anUploadedRow(phone, [phone, "Meera Nair"]),
    (phone) => sql`upload_rows where cells::text like ${`%${phone}%`}`,
  ],
  [
    "a booking that was begun",
    (phone) => aDraft(`+91 ${phone.slice(0, 5)} ${phone.slice(5)}`),
    (phone) => sql`booking_drafts where fields->>'phone' like ${`%${phone.slice(-5)}`}`,
  ],
])("fixed point 29: whoever only %s names is found by the number and erased", async (_where, write, left) => {
  const phone = aPhone();
  await write(phone);
  const there = () => rows(sql`select 1 from ${left(phone)}`);
  expect(await there()).toHaveLength(1);
  const id = await eraseWhole(phone);
  expect(await there()).toEqual([]);
  expect((await receiptOf(id))!.state).toBe("done");
  expect((await historyOf("consumer", id)).map(({ event }) => event)).toEqual([
    "consumer.entered",
    "consumer.erased",
    "consumer.erasureFinished",
  ]);
});

test("fixed point 29: a number that is nowhere is refused, one erased before has its receipt, who comes again is new", async () => {
  const phone = aPhone();
  await expect(openPerson(admin, phone)).rejects.toMatchObject({ key: "consumers.nowhere" });
  await expect(openPerson(asAdmin(undefined, { permissions: ["view_Wallet"] }), phone)).rejects.toMatchObject({
    kind: "denied",
  });
  await aTicket({ phone, ...closed });
  const both = await Promise.all([1, 2, 3].map(() => unitOfWork(() => eraseByPhone(asAdmin(), { phone }))));
  expect(new Set(both).size).toBe(1);
  expect(await rows(sql`select 1 from erasures where consumer_id = ${both[0]}`)).toHaveLength(1);
  expect(await eraseByPhone(admin, { phone })).toBe(both[0]);
  await runJob(finishErasure, { erasureId: (await receiptOf(both[0]!))!.id });
  expect(await eraseByPhone(admin, { phone })).toBe(both[0]);
  await aTicket({ phone, ...closed });
  expect(await eraseByPhone(admin, { phone })).not.toBe(both[0]);
});

test("fixed point 29: a number that only words of somebody else's request hold is entered where that is said, and erased", async () => {
  const phone = aPhone();
  const { id } = await aTicket({ phone: aPhone(), adminRemarks: `His brother is ${phone}, call him`, ...closed });
  await expect(eraseByPhone(admin, { phone })).rejects.toMatchObject({ key: "consumers.nowhere" });
  const consumerId = await eraseByPhone(admin, { phone, inWords: true });
  await runJob(finishErasure, { erasureId: (await receiptOf(consumerId))!.id });
  expect((await receiptOf(consumerId))!.state).toBe("done");
  expect(await rows(sql`select name, admin_remarks from tickets where id = ${id}`)).toEqual([
    { name: expect.not.stringContaining("Erased"), admin_remarks: null },
  ]);
});

test("fixed point 29: partners and admins are not erased with a customer who has their number", async () => {
  const phone = aPhone();
  const center = await aCenter({ phone });
  await aTechnician({ center, phone });
  await anAdmin({ mobile: phone });
  await expect(eraseByPhone(admin, { phone })).rejects.toMatchObject({ key: "consumers.partnerOnly" });
  await aTicket({ phone, ...closed });
  const id = await openPerson(admin, phone);
  expect((await erasurePreview(admin, id)).partners).toEqual(["center", "technician", "admin"]);
  await eraseWhole(phone);
  expect(await row(sql`select phone, name from centers where id = ${center.id}`)).toMatchObject({ phone });
  expect(await rows(sql`select 1 from technicians where phone = ${phone}`)).toHaveLength(1);
});

test("R13 an objection that is open stands in the way, and what was argued goes with the request", async () => {
  const phone = aPhone();
  const center = await aCenter();
  const ticket = await anAcceptedTicket(center, { phone, ...closed });
  const penalty = {
    ticketId: ticket.publicId,
    centerId: center.id,
    kind: "Penalty" as const,
    amount: 10,
    remarks: "Meera said so",
  };
  const { id: adjustmentId } = await adjustWallet(asAdmin(await anAdmin()), penalty);
  await objectToPenalty(asCenter(center), { adjustmentId, text: "Meera was not there" });
  const id = await openPerson(admin, phone);
  expect((await erasurePreview(admin, id)).inTheWay).toMatchObject({ requests: 0, waiting: 1 });
  await expect(eraseByPhone(admin, { phone })).rejects.toMatchObject({ key: "consumers.inTheWay" });
  const decider = asAdmin(await anAdmin());
  await settleObjection(decider, { adjustmentId, verdict: "UPHELD", remarks: "Meera was there" });
  await eraseWhole(phone);
  expect(
    await row(
      sql`select remarks, objection, objection_text, settlement_remarks from adjustments where id = ${adjustmentId}`,
    ),
  ).toEqual({ remarks: "-", objection: "UPHELD", objection_text: "-", settlement_remarks: null });
});

test("R13 a booking fee that waits for a decision stands in the way", async () => {
  const phone = aPhone();
  const { id: ticketId } = await aTicket({ phone, status: "CLOSED", closedAt: now(), feeHeldAt: now() });
  const id = await openPerson(admin, phone);
  expect((await erasurePreview(admin, id)).inTheWay).toMatchObject({ requests: 0, waiting: 1 });
  await expect(eraseByPhone(admin, { phone })).rejects.toMatchObject({ key: "consumers.inTheWay" });
  await rows(sql`update tickets set fee_held_at = null where id = ${ticketId}`);
  await eraseWhole(phone);
});

test("R13 rows of files that name nobody's number lose their words with every erasure, and say why", async () => {
  const nameless = await anUploadedRow(null, ["the old one", "Meera Nair"]);
  const others = await anUploadedRow(aPhone(), ["Ravi"]);
  const phone = aPhone();
  await aTicket({ phone, ...closed });
  await eraseWhole(phone);
  const cells = (id: string) => row(sql`select cells, problems from upload_rows where upload_id = ${id}`);
  expect(await cells(nameless)).toEqual({ cells: [], problems: [{ column: null, wrong: "uploads.erased" }] });
  expect(await cells(others)).toMatchObject({ cells: ["Ravi"] });
});

test("R13 an upload loses name and heading where it holds a row of the person or its name names them; others keep both", async () => {
  const phone = aPhone();
  await aTicket({ phone, name: "Zubeda Qadri", ...closed });
  const itsNumber = `${phone.slice(0, 5)} ${phone.slice(5)}`;
  const others = () => aPhone();
  const uploads: [id: string, name: string, heading: string[] | null][] = [
    [await anUploadedRow(phone, [phone]), "file", null],
    [await anUploadedRow(null, ["the old one"]), "file", null],
    [await anUploadedRow(others(), ["Ravi", `or ${itsNumber}`]), "file", null],
    [await anUploadedRow(others(), ["Ravi"], "for_ZUBEDA-2.csv"), "file", ["Customer", "Mobile"]],
    [await anUploadedRow(others(), ["Ravi"], `${itsNumber}.csv`), "file", ["Customer", "Mobile"]],
    [await anUploadedRow(others(), ["Ravi"], "november.csv"), "november.csv", ["Customer", "Mobile"]],
    [await anUploadedRow(others(), ["Ravi"], "Zubedas.csv"), "Zubedas.csv", ["Customer", "Mobile"]],
  ];
  await eraseWhole(phone);
  for (const [id, file_name, heading] of uploads)
    expect(await row(sql`select file_name, heading from uploads where id = ${id}`)).toEqual({ file_name, heading });
});

const views: [list: string, name: string, query: string, isUntouched: boolean][] = [
  ["requests", "A city many have", "city=Pune&chosen=1", true],
  ["requests", "A service", "service=0190a000-0000-7000-8000-000000000001&status=open", true],
  ["requests", "Days", "from=2026-11-01&to=2026-11-30", true],
  ["requests", "Somebody else", "search=kavita", true],
  ["requests", "A number of somebody else", "search=9811098110", true],
  ["pending-requests", "Somebody whose work is done", "search=Kavita", true],
  ["centers", "A center", "search=Ravi+Electricals", true],
  ["requests", "A name", "search=zubeda+qadri", false],
  ["requests", "A name with a typing error", "search=Zubedda", false],
  ["requests", "A number", "search=9822098220", false],
  ["requests", "A number as it is said", "search=%2B91+98220+98220&status=CLOSED", false],
  ["consumers", "A customer", "search=Zubeda", false],
  ["feedback", "Where a request's number is asked for", "number=Zubeda", false],
  ["requests", "A city nobody else has", "city=Mangaluru", false],
  ["requests", "A city and a name", "city=Pune&search=Zubeda", false],
  ["requests", "A field that the list does not have", "number=Zubeda", false],
  ["requests", "A text longer than a search", `search=${"Kavita".repeat(20)}`, false],
  ["requests", "zubeda's visits", "status=open", false],
  ["requests", "Call 98220 98220", "city=Pune", false],
  ["no-list-of-this-name", "An old list", "search=Kavita", false],
];
test("R13 a saved view goes where its name names the person, or what was typed finds nothing any more; others stay", async () => {
  const phone = "9822098220";
  await aTicket({ phone, name: "Zubeda Qadri", city: "Mangaluru", ...closed });
  await aTicket({ phone: "9811098110", name: "Kavita Rao", city: "Pune", ...closed });
  await aCenter({ centerName: "Ravi Electricals" });
  const desk = asAdmin(await anAdmin());
  for (const [list, name, query] of views) await saveView(desk, list, { name, query });
  await eraseWhole(phone);
  const left = await rows<{ name: string }>(sql`select name from list_views where admin_id = ${desk.adminId}`);
  expect(left.map(({ name }) => name).sort()).toEqual(
    views.flatMap(([, name, , remains]) => (remains ? name : [])).sort(),
  );
  // An erasure of somebody else takes none of them.
  const other = aPhone();
  await aTicket({ phone: other, name: "Farida Khan", city: "Pune", ...closed });
  await eraseWhole(other);
  expect(await rows(sql`select 1 from list_views where admin_id = ${desk.adminId}`)).toHaveLength(left.length);
});

test("R13 after a restore whoever only a request named is erased again, and what names nobody, too", async () => {
  const phone = aPhone();
  const gone = aPhone();
  const ticket = await aTicket({ phone, ...closed });
  await aTicket({ phone: gone, ...closed });
  const ids = [await eraseWhole(phone), await eraseWhole(gone)];
  const receipts = await Promise.all(ids.map(async (id) => (await receiptOf(id))!.id));
  expect((await loggedErasures()).map(({ id }) => id)).toEqual(expect.arrayContaining(receipts));
  // The backup knows the request, but neither the erasures nor the row that was entered for them.
  await rows(sql`delete from erasures where consumer_id = any(${ids}::uuid[])`);
  await rows(sql`delete from consumers where id = any(${ids}::uuid[])`);
  await rows(
    sql`update tickets set phone = ${phone}, name = 'Meera', city = 'Pune', created_at = created_at - interval '1 day' where id = ${ticket.id}`,
  );
  const nameless = await anUploadedRow(null, ["Meera Nair"]);
  await rows(sql`update uploads set created_at = created_at - interval '1 day' where id = ${nameless}`);
  expect(await replayErasures()).toMatchObject({ again: 2, lost: [] });
  expect(await row(sql`select name, phone, city from tickets where id = ${ticket.id}`)).toEqual({
    name: "Erased customer",
    phone: "",
    city: null,
  });
  for (const erasureId of receipts) await runJob(finishErasure, { erasureId });
  expect(await row(sql`select cells from upload_rows where upload_id = ${nameless}`)).toEqual({ cells: [] });
});
