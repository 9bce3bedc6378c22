import { Readable } from "node:stream";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Shown } from "#app/testing/access/callers.ts";
import { knocks } from "#app/testing/access/doors.ts";
import { knockAt, webDoors } from "#app/testing/access/knock.ts";
import { halfHidden, holds } from "#app/testing/access/spellings.ts";
import type { Tenant } from "#app/testing/access/tenant.ts";
import { exported } from "#app/testing/access/tenant-files.ts";
import { openSession, rememberVisitor } from "#modules/access/index.ts";
import { addClient } from "#modules/catalog/index.ts";
import { AddClient } from "#modules/catalog/shared.ts";
import { canaryCustomer, canaryPapers, seedVolume } from "#modules/demo/index.ts";
import { permissions, system } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { row, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import { isGstin } from "#modules/kernel/text/papers.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, aDriver, anAdmin, aPhone, asVisitor, qrOf } from "#modules/testing/factories.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import { bookRide } from "#modules/tickets/index.ts";

openDatabase();

/*
 * The seeder's canaries (modules/demo/canaries.ts): every caller reads everything that can be read, and each canary's
 * data must appear exactly where the design allows it. The whole log is searched, too.
 */

/** Who may read what of the canary customer and of the technician's papers (fixed points 14, 16; H14, H22). */
const mayRead: Record<string, string[]> = {
  nobody: [],
  "a visitor": [],
  "the customer": ["phone", "name", "house", "in words"],
  "its center": [
    "phone",
    "name",
    "house",
    "pan",
    "paper",
    "last four",
    "home",
    "emergency",
    "in words",
    "in its center's name",
    "in its technician's name",
  ],
  "a center that was offered it": [],
  "another center": [],
  "its technician": ["phone", "name", "house", "in words", "in its technician's name"],
  "another technician": [],
  "an onboarder": [],
  "a client's admin": [],
  "a client's admin with every permission": [],
  // Q63: who sees the phones of technicians reads their names, papers and emergency contacts whole, too (entities.tsv).
  "an admin with every permission": [
    "name",
    "house",
    "paper",
    "last four",
    "home",
    "emergency",
    "in a technician's name",
    "in its technician's name",
  ],
  "an admin without any": [],
  SUPER_ADMIN: [
    "phone",
    "name",
    "house",
    "paper",
    "last four",
    "home",
    "emergency",
    "in words",
    "in its center's name",
    "in its technician's name",
    "in a center's name",
    "in a technician's name",
    "in an onboarder's name",
    "in a client's name",
  ],
};

type Scene = Awaited<ReturnType<typeof aScene>>;
let scene: Scene;
let doors: Awaited<ReturnType<typeof webDoors>>;
let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
const logged: string[] = [];

beforeAll(async () => {
  sandbox = await serveSandbox();
  doors = await webDoors();
  await unitOfWork(() => seedVolume({ tickets: 1_200, seed: 5 }));
  scene = await unitOfWork(aScene);
  // Everything the process would have written to its log.
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym]!;
  stream.write = (line) => void logged.push(line);
  log.level = "trace";
}, 60_000);
afterAll(() => sandbox.stop());

/** A phone number and addresses in the free texts of the canary's request, where they must be hidden. */
const hidden = {
  requirement: "plz call ９８１０５ ४३２१０ first",
  locality: "Canary lane, nine eight one zero five four three two one zero",
  house_number: "৯৮১০৫৪৩২১০",
  city: "Pune 9-8-1-0-5-4-3-2-1-0",
  name: "௯௮௧௦௫௪௩௨௧௦",
  technician_remarks: "नौ आठ एक शून्य पाँच चार तीन दो एक शून्य",
  admin_remarks: "9\u200b8105\u200d43210",
  center_message: "canary at gmail dot com",
  cancel_reason: "canary.bird@example.org",
  offer_code: "٩٨١٠٥٤٣٢١٠",
  take_time: "98,10,54,32,10",
};

/** Numbers and an address in the names of the canary's center and technician, and of all others (fixed point 16). */
const inNames = {
  "in its center's name": "૯૮૪૪૦૪૪૦૪૪",
  "in its technician's name": "৯৮৫৫০৫৫০৫৫",
  "in a center's name": "९८११०-११०११",
  "in a technician's name": "nine eight two two zero two two zero two two",
  "in an onboarder's name": "+91 98330.33033",
  "in a client's name": "canary.client at example dot org",
};

/** Writes them into the names of everybody, except of those who read: a center's own name is whole to it. */
async function plantNames(own: string, readers: readonly string[]) {
  const its = inNames;
  const center = (word: string) =>
    sql`update centers set center_name = center_name || ' ' || ${word}, name = coalesce(name, '') || ' ' || ${word}`;
  const technician = (word: string) => sql`update technicians set name = name || ' ' || ${word}`;
  const others = [own, ...readers];
  await rows(sql`${center(its["in its center's name"])} where id = ${own}`);
  await rows(sql`${technician(its["in its technician's name"])} where center_id = ${own}`);
  await rows(sql`${center(its["in a center's name"])} where id <> all (${others}::uuid[])`);
  await rows(sql`${technician(its["in a technician's name"])} where center_id <> all (${others}::uuid[])`);
  await rows(sql`update onboarders set name = name || ' ' || ${its["in an onboarder's name"]}`);
  const client = its["in a client's name"];
  await rows(
    sql`update clients set client_name = client_name || ' ' || ${client},
      contact_name = coalesce(contact_name, '') || ' ' || ${client}`,
  );
}

type CanaryTicket = {
  number: string;
  id: string;
  public_id: string;
  center_id: string;
  technician_id: string;
  phone: string;
  name: string;
};

/** A canary's job as the seeder makes it, closed yesterday, with everybody involved. */
async function aScene() {
  const ticket = (await row<CanaryTicket>(
    sql`select t.* from tickets t where phone between '9000030000' and '9000039999' and technician_id is not null
       and exists (select from invoices i where i.ticket_id = t.id) order by created_at limit 1`,
  ))!;
  await rows(sql`update tickets set closed_at = now() - interval '1 day' where id = ${ticket.id}`);
  const number = Number(ticket.phone) - 9_000_030_000;
  const { name: word, house_number: house, ...texts } = hidden;
  await rows(
    sql`update tickets set name = name || ' ' || ${word}, house_number = house_number || ' ' || ${house},
       ${sql.join(Object.entries(texts).map(([column, text]) => sql`${sql.ref(column)} = ${text}`))} where id = ${ticket.id}`,
  );
  const places = await rows<{ id: string; phone: string }>(
    sql`select id, phone from technicians where center_id = ${ticket.center_id}`,
  );
  const technician = places.find(({ id }) => id === ticket.technician_id)!;
  const papers = canaryPapers(Number(technician.phone) - 9_000_020_000);
  const paper = await storeBlob(Readable.from([`paper of ${papers.panNumber}`]), {
    kind: "pan",
    ownerKind: "center",
    ownerId: ticket.center_id,
    mime: "image/jpeg",
  });
  await rows(sql`update technicians set pan_blob_id = ${paper.id} where id = ${technician.id}`);
  await aCanaryClient(ticket.phone, papers);
  const others = await rows<{ id: string }>(
    sql`select id from centers where id <> ${ticket.center_id} and phone like '900001%' and broadcast_disabled = false order by id limit 2`,
  );
  const [rival, stranger] = others as [{ id: string }, { id: string }];
  await rows(
    sql`insert into broadcasts (id, ticket_id, center_id, status, created_at, updated_at)
     values (gen_random_uuid(), ${ticket.id}, ${rival.id}, 'TAKEN', now(), now()) on conflict do nothing`,
  );
  const offer = (await row<{ id: string }>(sql`select id from broadcasts order by created_at desc limit 1`))!.id;
  const { qr_id } = (await row<{ qr_id: string }>(
    sql`select qr_id from partner_qrs where center_id = ${ticket.center_id}`,
  ))!;
  const center = (await row<{ id: string; phone: string }>(
    sql`select id, phone from centers where id = ${ticket.center_id}`,
  ))!;
  await plantNames(ticket.center_id, [rival.id, stranger.id]);
  // The canary also rode in an e-rickshaw, and has still to pay for it.
  const driver = await aDriver();
  const { ride } = await bookRide(asVisitor(), {
    name: ticket.name,
    phone: ticket.phone,
    pincode: "560001",
    pickLocation: "Metro",
    dropLocation: "Market",
    amount: 10,
    modeOfPayment: "online",
    centerId: driver.id,
  });
  const driverQr = (await qrOf(driver)).qrId;
  const id = ticket.public_id;
  const mate = places.find((each) => each.id !== ticket.technician_id)!;
  const one =
    <T>(value: T) =>
    async () =>
      value;
  const file = await exported(center as never);
  // The ids for the doors: wherever a request, a technician or a paper is named, it is the canary's.
  const tenant = {
    job: one({ id, picture: offer }),
    closed: one({ id, feedback: "none" }),
    due: one({ id, order: "none" }),
    feePaid: one({ id }),
    open: one({ publicId: id }),
    pending: one({ publicId: id }),
    offer: one(offer),
    paidOffer: one(offer),
    reserved: one({ broadcast: offer, order: "none" }),
    center: one(center),
    technician: one(technician),
    driver: one(driver),
    driverQr: one(driverQr),
    ride: one(ride.publicId),
    onboarder: one({ id: offer, centerOnboarderId: "ONB0001" }),
    recharge: one(offer),
    penalty: one(offer),
    client: one({ id: offer }),
    clientKey: one({ id: offer }),
    webhook: one({ id: offer, delivery: offer }),
    objected: one({ id: offer, picture: offer }),
    mate: one(mate),
    paper: one(paper),
    file: one(file),
    qr: one(qr_id),
    service: { id: offer },
    pincode: "560001",
  } as unknown as Tenant;
  return { tenant, ticket, number, papers, rival, stranger, technician, mate };
}

/** A client with the canary's PAN, alone and in its GSTIN, its Aadhaar number as account number, and its phone. */
function aCanaryClient(contactPhone: string, { panNumber, aadharNumber }: ReturnType<typeof canaryPapers>) {
  const gstNumber = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((last) => `27${panNumber}1Z${last}`).find(isGstin);
  const facts = {
    clientName: "Canary Client",
    productName: "Fan",
    specificRequirement: "Demo",
    price: 1,
    tinNumber: "27",
    officialEmail: "desk@example.in",
    contactName: "Asha",
    contactDesignation: "Head",
    contactPhone,
    addressLine: "1 MG Road",
    city: "Pune",
    state: "Maharashtra",
    pincode: "411001",
    gstNumber,
    panNumber,
    aadhaarNumber: "XXXXXXXX0099",
    bankName: "Bank",
    accountNumber: aadharNumber,
    ifscCode: "SBIN0001234",
    branch: "Camp",
  };
  return addClient(system("cli"), AddClient.parse(facts));
}

async function readers(): Promise<Record<string, Shown & { api: Shown }>> {
  const { ticket, rival, stranger, technician, mate } = scene;
  type Kind = "center" | "admin" | "onboarder" | "technician";
  const session = async (kind: Kind, subjectId: string) => {
    // Everybody gave the password just now: papers are hidden from who did not.
    const opened = (via: "cookie" | "token") =>
      openSession({ kind, subjectId, via, address: "127.0.0.1", provedAt: now() });
    const api = { token: (await opened("token")).token };
    return kind === "technician"
      ? { ...api, api }
      : { cookie: `${kind}_session=${(await opened("cookie")).token}`, api };
  };
  const browser = async (phone: string) => {
    const cookie = `visitor=${(await rememberVisitor({ phone })).token}`;
    return { cookie, api: { cookie } };
  };
  const client = { adminRole: "CLIENT" as const, clientId: (await aClient()).id };
  return {
    nobody: { api: {} },
    "a visitor": await browser(aPhone()),
    "the customer": await browser(ticket.phone),
    "its center": await session("center", ticket.center_id),
    "a center that was offered it": await session("center", rival.id),
    "another center": await session("center", stranger.id),
    "its technician": await session("technician", technician.id),
    "another technician": await session("technician", mate.id),
    "an onboarder": await session("onboarder", ticket.id),
    "a client's admin": await session("admin", (await anAdmin(client)).id),
    "a client's admin with every permission": await session("admin", (await anAdmin({ ...client, permissions })).id),
    "an admin with every permission": await session("admin", (await anAdmin({ permissions })).id),
    "an admin without any": await session("admin", (await anAdmin({ permissions: [] })).id),
    SUPER_ADMIN: await session("admin", (await anAdmin()).id),
  };
}

/** The canary's data that a text contains. */
function leaksIn(text: string): string[] {
  const { number, papers } = scene;
  const { customer } = canaryCustomer(number);
  const checks: Record<string, boolean> = {
    phone: holds(text, customer.phone),
    "half hidden phone": halfHidden(text, customer.phone),
    name: text.includes(customer.name.split(" ")[1]!),
    house: text.includes(customer.houseNumber),
    pan: text.includes(papers.panNumber) && !text.includes("paper of"),
    paper: text.includes(`paper of ${papers.panNumber}`),
    "last four":
      text.includes(`XXXXXXXX${papers.aadharNumber.slice(-4)}`) ||
      new RegExp(`"aadharLast4":"${papers.aadharNumber.slice(-4)}"`).test(text),
    "in words": Object.values(hidden).some((phrase) => text.includes(phrase)),
    ...Object.fromEntries(Object.entries(inNames).map(([where, word]) => [where, text.includes(word)])),
    aadhaar: holds(text, papers.aadharNumber),
    home: text.includes(papers.home),
    emergency: holds(text, papers.emergencyPhone),
  };
  return Object.keys(checks).filter((kind) => checks[kind]);
}

/** Calls that only read although they are posted. */
const reading = /^GET |center-all-transaction|getStatus/;

test("what each reader finds of a canary, in all that can be read, is what the design lets them see", async () => {
  const everybody = await unitOfWork(readers);
  const seen: Record<string, string[]> = {};
  let answers = 0;
  for (const [name, shown] of Object.entries(everybody)) {
    const leaked = new Set<string>();
    for (const [line, spec] of Object.entries(knocks)) {
      // The sandbox's outbox is public, but it exists only in a demo.
      if (!reading.test(line) || line.includes("/sandbox/")) continue;
      const [method, pattern] = line.split(" ") as [string, string];
      const api = pattern.startsWith("api/") || pattern.startsWith("/api/*");
      const ids: Record<string, string> = {};
      for (const [id, of] of Object.entries(spec.ids ?? {})) ids[id] = await of(scene.tenant);
      await rows(sql`delete from rate_limits`);
      const ask = spec.ask(ids, scene.tenant);
      const answer = await knockAt(doors.get(`${method} ${pattern}`), method, ask, api ? shown.api : shown);
      answers += 1;
      for (const kind of leaksIn(answer.text)) leaked.add(kind);
    }
    seen[name] = [...leaked].sort();
  }
  const expected = Object.entries(mayRead).map(([name, kinds]) => [name, [...kinds].sort()]);
  expect(seen).toEqual(Object.fromEntries(expected));
  process.stdout.write(`canaries: ${answers} answers read, ${logged.length} lines of log\n`);
}, 120_000);

test("an invoice holds its customer's name and house, and goes to nobody else", async () => {
  const { facts, buyer } = (await row<{ facts: object; buyer: object }>(
    sql`select i.facts, to_jsonb(b) as buyer from invoices i join invoice_buyers b on b.invoice_id = i.id
     where i.ticket_id = ${scene.ticket.id}`,
  ))!;
  expect(leaksIn(JSON.stringify(facts))).toEqual([]);
  expect(leaksIn(JSON.stringify(buyer))).toEqual(["name", "house"]);
  const everybody = await unitOfWork(readers);
  const opened: string[] = [];
  for (const [name, shown] of Object.entries(everybody)) {
    const door = doors.get("GET /invoices/:ticketId");
    const { outcome, text } = await knockAt(door, "GET", { to: `/invoices/${scene.ticket.public_id}` }, shown);
    if (outcome === "ok" && text.includes("%PDF")) opened.push(name);
  }
  expect(opened).toEqual(["the customer", "its center", "an admin with every permission", "SUPER_ADMIN"]);
});

test("news on a live stream carry nothing of what is new", async () => {
  const door = doors.get("GET /live/ticket")!;
  const request = new Request(`http://localhost/live/ticket?id=${scene.ticket.public_id}`);
  const answer = (await door.door({ request, params: {}, context: {} })) as Response;
  await transaction(() => announce([`ticket:${scene.ticket.public_id}`]));
  const reader = answer.body!.getReader();
  const chunk = new TextDecoder().decode((await reader.read()).value);
  await reader.cancel();
  expect(chunk).toMatch(/^(retry|event|data): /);
  expect(leaksIn(chunk)).toEqual([]);
});

test("R13 H22 an Aadhaar or PAN number that is typed in is in no table afterwards, and its phone in no log", async () => {
  const { "its center": center } = await unitOfWork(readers);
  const { papers, tenant, ticket } = scene;
  const service = (await row<{ id: string }>(sql`select id from services where is_active limit 1`))!;
  const phone = `90000${39_999}`;
  const ask = {
    to: "/api/center/create-technician",
    json: {
      personal_details: { name: "Typed Canary", phone: { mobile_number: phone } },
      address_details_permanent: { address_line: "Canary Cottage", city: "Pune", state: "Maharashtra" },
      service_area_main_pincode: "411001",
      engagement_type: "SALARIED",
      services: { primary_services: service.id },
      document_details: {
        pan_card_document: (await tenant.paper()).id,
        pan_number: "CNRYP9999K",
        aadhar_number: papers.aadharNumber.replace(/(.{4})(?=.)/g, "$1 "),
      },
    },
  };
  const made = await knockAt(undefined, "POST", ask, center!.api);
  expect(made.outcome).toBe("ok");
  expect(made.text).toContain(`XXXXXXXX${papers.aadharNumber.slice(-4)}`);
  expect(holds(made.text, papers.aadharNumber)).toBe(false);
  // The same phone twice: the database's error message names it and must not be logged.
  expect((await knockAt(undefined, "POST", ask, center!.api)).outcome).toBe("409");
  log.error({ err: new Error(`Key (phone)=(${phone}) already exists`), phone, ticket: { phone } }, "said on purpose");

  const tables = await rows<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname in ('public', 'pgboss')`,
  );
  const holding: string[] = [];
  for (const { name } of tables) {
    const schema = (await row(sql`select from pg_tables where schemaname = 'public' and tablename = ${name}`))
      ? "public"
      : "pgboss";
    const digits = [...papers.aadharNumber].join("[ -]?");
    const hits = await row<{ count: number }>(
      sql`select count(*)::int as count from ${sql.table(`${schema}.${name}`)} t where t::text ~ ${digits} or t::text ~ 'CNRYP[0-9]{4}K'`,
    );
    if (hits!.count > 0) holding.push(name);
  }
  expect(holding).toEqual([]);
  const lines = logged.filter((line) => leaksIn(line).length > 0 || holds(line, phone) || holds(line, ticket.phone));
  expect(lines).toEqual([]);
  expect(logged.some((line) => line.includes("said on purpose"))).toBe(true);
});

test("the search finds a number in every spelling, and half hidden ones, and not a public mask", () => {
  const phone = "9000030012";
  for (const text of [
    "9000030012",
    "+919000030012",
    "+91 90000 30012",
    "90000-30012",
    "९०००० ३००१२",
    "tel:%2B919000030012",
  ])
    expect([text, holds(text, phone)]).toEqual([text, true]);
  for (const text of ["90000x0012", "90000 3xx12", "******0012"])
    expect([text, halfHidden(text, phone)]).toEqual([text, text !== "******0012"]);
  expect(holds("90xxxxxx12 *****", phone) || halfHidden("90xxxxxx12 *****", phone)).toBe(false);
  expect(holds("7777 3141 0001", "777731410001")).toBe(true);
});
