import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aWorld, type Caller } from "#app/testing/access/callers.ts";
import { knocks } from "#app/testing/access/doors.ts";
import { knockAt, webDoors } from "#app/testing/access/knock.ts";
import type { Tenant } from "#app/testing/access/tenant.ts";
import { rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";

openDatabase();

/*
 * A CLIENT admin and a client's key are a reading of their own (fixed point 16): no remark of the house, no share or
 * lead price, no remark about a center. Every column of the tables around a request that a client does not read by
 * this list is filled with a canary, a new column too, and every door is knocked at: none of the canaries may show.
 */

/** What a client reads of its own requests and of the centers that work on them; every other column is the house's. */
const read: Record<string, string> = {
  tickets: `id public_id ticket_id status broadcast_status created_by create_name created_by_center_id qr_id client_id
    client_reference client_due_paise marked_paid service_id requirement name email phone alternate_phone house_number
    locality city state pincode country time_preference_type specific_date_time offer_code date_of_purchase vehicle_id
    pick_location drop_location customer_offer_price_paise service_available is_paid_by_public center_id technician_id
    ticket_price_paise labour_paise material_paise closing_price_paise payment_type remark_message close_remarks technician_remarks
    center_message take_time over_all_rating star_rating punch_serial_number revisit_of rebook_of revisit_status
    revisit_remarks revisit_price_paise code_tries version`,
  broadcasts: "id ticket_id center_id status",
  match_reasons: "ticket_id center_id",
  remarks: "id ticket_id author_kind author_id",
  centers: "id center_name phone name city state pincode is_active",
  technicians: "id technician_id center_id name phone is_active engagement_type",
};

/** What cannot hold a canary: a closed set, a reference, or what is stored sealed (whose canaries stand elsewhere). */
const closed = /^(bool|date|timestamp|uuid)|_id$|version|happy_code|number|hash|sealed|ifsc|gst|pan|aadha/;

type Column = { name: string; type: string };
type Canary = { where: string; text: string };

const canaries: Canary[] = [];
let nth = 0;

/** A word, or a number that is found in paise, in rupees, and as Indians write it. */
const wordFor = (where: string) => `Canary${++nth}x${where.replace(/\W/g, "")}`;
const numberFor = () => 71_310_000 + ++nth;
const spelt = (n: number) => `${n}|${n.toLocaleString("en-IN")}`;

/** Plants a canary in every column of some rows that a client does not read; one a constraint refuses is left. */
async function plant(table: string, where: Sql) {
  const mine = new Set(read[table]!.split(/\s+/));
  const columns = await rows<Column>(
    sql`select column_name as name, udt_name as type from information_schema.columns
      where table_schema = 'public' and table_name = ${table}`,
  );
  for (const { name, type } of columns) {
    if (mine.has(name) || closed.test(type) || closed.test(name)) continue;
    const words = type === "text";
    const n = numberFor();
    const value = words ? wordFor(`${table}.${name}`) : name.endsWith("_paise") ? n * 100 : n;
    const planted = await transaction(() =>
      rows(sql`update ${sql.table(table)} set ${sql.ref(name)} = ${value} where ${where}`),
    ).then(
      () => true,
      () => false,
    );
    if (planted) canaries.push({ where: `${table}.${name}`, text: words ? String(value) : spelt(n) });
  }
}

/** A line of the history of each event the house tells, with canaries for whatever it holds. */
async function plantHistory(ticketId: string) {
  const { history } = await import("#modules/messages/en/ticket-history.ts").then((texts) => ({
    history: Object.keys(Object.values(texts)[0] as object).map((key) => key.replace(/^history\./, "")),
  }));
  for (const event of history) {
    const word = wordFor(event);
    const n = numberFor();
    const data = { note: word, amountPaise: n * 100, secondAdminAbovePaise: n * 100, capPaise: n * 100, minutes: n };
    await rows(
      sql`insert into history (id, subject, subject_id, event, actor_kind, data, at)
       values (${randomUUID()}, 'ticket', ${ticketId}, ${event}, 'system', ${JSON.stringify(data)}::jsonb, now())`,
    );
    canaries.push({ where: `history ${event}`, text: word }, { where: `history ${event}`, text: spelt(n) });
  }
}

async function plantAll({ own }: { own: Tenant }) {
  await own.all();
  const center = (await own.center()).id;
  const technician = (await own.technician()).id;
  for (const { id } of await rows<{ id: string }>(
    sql`select id from tickets where client_id = ${(await own.client()).id}`,
  )) {
    await plant("tickets", sql`id = ${id}`);
    await plant("broadcasts", sql`ticket_id = ${id}`);
    await plant("match_reasons", sql`ticket_id = ${id}`);
    await plantHistory(id);
    const remark = randomUUID();
    const text = wordFor("remark of the house");
    await rows(
      sql`insert into remarks (id, ticket_id, author_kind, author_id, text, created_at)
       values (${remark}, ${id}, 'admin', ${randomUUID()}, ${text}, now())`,
    );
    canaries.push({ where: "remarks.text", text });
  }
  await plant("centers", sql`id = ${center}`);
  await plant("technicians", sql`id = ${technician}`);
}

let world: Awaited<ReturnType<typeof aWorld>>;
let doors: Awaited<ReturnType<typeof webDoors>>;
let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  sandbox = await serveSandbox();
  doors = await webDoors();
  world = await unitOfWork(aWorld);
  await unitOfWork(() => plantAll(world));
}, 120_000);
afterAll(() => sandbox.stop());

/** Calls that only read, although some are posted; they come first, because what acts may delete what is read. */
const readsOnly = (line: string) => /^GET |get-client-ticket|get-center-for-ticket|previewPincode| look$/.test(line);

/** What of the canaries a caller finds at every door, by the line it found it at. */
async function disclosuresTo(caller: Caller | "key") {
  const disclosures = new Map<string, string[]>();
  let answers = 0;
  const lines = Object.keys(knocks).sort((one, two) => Number(readsOnly(two)) - Number(readsOnly(one)));
  for (const line of lines) {
    const spec = knocks[line]!;
    const [method, pattern] = line.split(" ") as [string, string];
    const api = pattern.startsWith("api/");
    if (line.includes("/sandbox/") || (caller === "key" && !api) || /logout|\/live\//.test(line)) continue;
    if (!spec.for.includes("admin")) continue;
    const ids: Record<string, string> = {};
    for (const [id, of] of Object.entries(spec.ids ?? {})) ids[id] = await unitOfWork(() => of(world.own));
    await rows(sql`delete from rate_limits`);
    const shown =
      caller === "key"
        ? { token: (await world.own.clientKey()).key }
        : await world.show(caller, { needs: spec.needs ?? [], kinds: spec.for, api });
    const knocked = knockAt(doors.get(`${method} ${pattern}`), method, spec.ask(ids, world.own), shown);
    const { text, outcome } = await knocked.catch((error: unknown) => {
      // A canary where the house expects one of its own words is no page, and nothing a client comes to.
      if (caller === "super") return { text: "", outcome: "error" };
      throw new Error(line, { cause: error });
    });
    if (outcome === "ok") answers += 1;
    for (const canary of canaries) {
      const here = canary.text.split("|").some((spelling) => text.includes(spelling));
      if (here) disclosures.set(canary.where, [...(disclosures.get(canary.where) ?? []), line]);
    }
  }
  return { disclosures: disclosures, answers };
}

test("the house finds what was planted, so that what a client does not find was there to be found", async () => {
  const { disclosures } = await disclosuresTo("super");
  for (const where of [
    "tickets.onboarding_remarks",
    "tickets.onboarding_by",
    "tickets.platform_share_paise",
    "tickets.admin_remarks",
    "tickets.approved_by",
    "tickets.cancel_reason",
    "broadcasts.remarks",
    "broadcasts.remarks_by",
    "remarks.text",
    "history ticket.leadReturned",
    "history ticket.feePaid",
  ])
    expect([where, disclosures.has(where)]).toEqual([where, true]);
}, 300_000);

test.each(["client+", "key"] as const)(
  "fixed point 16 a client (%s) finds nothing of the house at any door",
  async (caller) => {
    // What the house did while it knocked stands for nothing: a tenant of its own.
    canaries.length = 0;
    world = await unitOfWork(aWorld);
    await unitOfWork(() => plantAll(world));
    const { disclosures, answers } = await disclosuresTo(caller);
    expect(Object.fromEntries(disclosures)).toEqual({});
    expect(answers).toBeGreaterThan(caller === "key" ? 1 : 40);
    process.stdout.write(`${caller}: ${canaries.length} canaries, ${answers} answers\n`);
  },
  300_000,
);
