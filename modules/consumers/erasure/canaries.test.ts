import { globSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { serve } from "#app/api/serve/serve.server.ts";
import { jobs } from "#modules/index.ts";
import { day, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { sealedMark, unseal } from "#modules/kernel/crypto.server.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { prepareBulk } from "#modules/kernel/lists/bulk-act.server.ts";
import { prepareExport } from "#modules/kernel/lists/prepared-export.server.ts";
import { saveView } from "#modules/kernel/lists/views.server.ts";
import { log, requestLog } from "#modules/kernel/log.server.ts";
import { drain, runJob } from "#modules/kernel/work/jobs.server.ts";
import { addEndpoint, createNotification, registerDevice, sendNotification } from "#modules/notifications/index.ts";
import { CreateNotification, RegisterDevice, SendNotification } from "#modules/notifications/shared.ts";
import { checkInsights } from "#modules/reports/insights/check.ts";
import { asOwner, openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aClient,
  aDriver,
  anAcceptedTicket,
  anAddress,
  anAdmin,
  aPhone,
  aPincode,
  aPriceList,
  aProof,
  aService,
  asAdmin,
  asCenter,
  asVisitor,
  aVehicle,
} from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { partsOf } from "#modules/testing/schema-parts.ts";
import { aDoneJob, aPhoto, paid } from "#modules/testing/work.ts";
import { openCase } from "#modules/tickets/cases/open-case.ts";
import { namesOfPerson, sheetNames, sheetOf } from "#modules/tickets/fields/texts.ts";
import { ticketById } from "#modules/tickets/get-ticket.ts";
import * as tickets from "#modules/tickets/index.ts";
import * as inputs from "#modules/tickets/shared.ts";
import { tendUploads } from "#modules/tickets/upload/tend-uploads.ts";
import * as wallet from "#modules/wallet/index.ts";
import * as walletInputs from "#modules/wallet/shared.ts";
import { eraseByPhone, finishErasure, receiptOf } from "../index.ts";

openDatabase();
openTill();

/*
 * A word nobody else has is written into every text of every act that is about a request or a customer; after an erasure
 * none of them is left in any column of any table, in any file or in any job, and none was ever logged. Which texts there
 * are is read from the schemas of the acts, so that a new field or act is tested, or fails until it is decided.
 */

/** Whether a field takes any word. */
function takesWords(schema: z.ZodType): boolean {
  const word = "zqword";
  try {
    const { data } = schema.safeParse(word);
    return typeof data === "string" && data.includes(word);
  } catch {
    return false;
  }
}

/** The fields of a schema that take words. */
function wordsIn(schema: z.ZodType, at = ""): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries<z.ZodType>(schema.shape).flatMap(([name, field]) =>
      wordsIn(field, at ? `${at}.${name}` : name),
    );
  const parts = partsOf(schema);
  if (schema instanceof z.ZodArray) return parts.flatMap((part) => wordsIn(part, `${at}[]`));
  if (at && takesWords(schema)) return [at];
  // Of what is changed before or after it is checked, the checked side says what it takes.
  return parts
    .filter((part) => !(part instanceof z.ZodTransform))
    .flatMap((part) => wordsIn(part, at))
    .filter((field, index, all) => !(schema instanceof z.ZodPipe) || all.indexOf(field) === index);
}

/** Fields that are refused unless they name something that is there, and what is stored only as a hash. */
const names = new Set(["ticketId", "ticket", "technician", "qrId", "code", "proof", "token", "deviceToken"]);

const canaries = new Map<string, string>();
let made = 0;
/** A new word, and where it is written. */
function canary(place: string) {
  const word = `zq${String(++made).padStart(3, "0")}kv`;
  canaries.set(word, place);
  return word;
}

const written = new Set<string>();
/** An input with a word of its own in each text that `values` does not set. */
function filled<S extends z.ZodType>(name: string, schema: S, values: Record<string, unknown>): z.output<S> {
  written.add(name);
  const texts = wordsIn(schema).filter((field) => !names.has(field) && !(field in values) && !/[.[]/.test(field));
  return schema.parse({ ...Object.fromEntries(texts.map((field) => [field, canary(`${name}.${field}`)])), ...values });
}

const now = { type: "IMMEDIATELY" };

let market: {
  service: Awaited<ReturnType<typeof aService>>;
  pincode: string;
  center: Awaited<ReturnType<typeof aCenter>>;
  client: Awaited<ReturnType<typeof aClient>>;
};
const first = asAdmin();
let desk: typeof first;
let second: typeof first;
/** An admin of the client. */
let clientAdmin: typeof first;

/** Every line this process would have written to its logs, at every level. */
const logged: string[] = [];
beforeAll(() => {
  for (const each of [log, requestLog]) {
    const stream = (each as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym]!;
    stream.write = (line) => void logged.push(line);
    each.level = "trace";
  }
});

beforeAll(async () => {
  await aPriceList();
  const service = await aService();
  const pincode = aPincode();
  const center = await aCenter({ services: [service], pincodes: [pincode] });
  market = { service, pincode, center, client: await aClient() };
  desk = asAdmin(await anAdmin());
  second = asAdmin(await anAdmin());
  const rights = { permissions: ["add_ticket"], clientId: market.client.id } as const;
  clientAdmin = asAdmin(await anAdmin({ ...rights, adminRole: "CLIENT" }), rights);
  const url = "http://127.0.0.1:9/";
  await addEndpoint(first, { clientId: market.client.id, url, events: ["request.created", "request.updated"] });
});
/** Where files lie before they are sent. */
let outside: string;
beforeAll(async () => {
  outside = await mkdtemp(path.join(tmpdir(), "canaries-"));
});
afterAll(async () => {
  resetClock();
  await rm(outside, { recursive: true });
});

/** A member of the public books, in all three ways, and leaves a booking that was begun. */
async function books(phone: string) {
  const { service, pincode } = market;
  const place = { serviceId: service.id, pincode, phone, state: "Karnataka", timePreference: now };
  const proven = async () => ({ ...place, qrId: undefined, proof: await aProof({ phone }) });
  for (const [name, schema] of [
    ["BookTicket", inputs.BookTicket],
    ["SimpleBooking", inputs.SimpleBooking],
    ["PartnerBooking", inputs.PartnerBooking],
  ] as const)
    await tickets.bookTicket(asVisitor(), filled(name, schema, await proven()));
  const moving = await aService({ pickDrop: true });
  const pick = { ...(await proven()), serviceId: moving.id, vehicleId: (await aVehicle()).id, customerOfferPrice: 100 };
  await tickets.bookTicket(asVisitor(), filled("PickDropBooking", inputs.PickDropBooking, pick));
  await tickets.joinWaitlist(asVisitor(phone), { phone, pincode, serviceIds: [(await aService()).id] });
  const { token } = await tickets.openDraft({});
  const typed = ["name", "offerCode", "ownWords", ...namesOfPerson("words")];
  await tickets.saveDraft(token, {
    phone: `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`,
    ...Object.fromEntries(typed.map((field) => [field, canary(`draft.${field}`)])),
  });
}

/** A center and operators enter requests, and change and remark on them. */
async function isEntered(phone: string) {
  const { service, pincode, center, client } = market;
  const place = { serviceId: service.id, pincode, phone, state: "Karnataka", timePreference: now };
  await tickets.createCenterTicket(asCenter(center), filled("CenterTicket", inputs.CenterTicket, place));
  const billed = { ...place, alternatePhone: phone, clientId: client.id };
  for (const [name, schema] of [
    ["CreateRequest", inputs.CreateRequest],
    ["ClientRequestForm", inputs.ClientRequestForm],
    ["RequestForm", inputs.RequestForm],
  ] as const)
    await tickets.createRequest(desk, filled(name, schema, { ...billed, another: "1" }));
  const { publicId: ticketId } = (await row<{ publicId: string }>(
    sql`select public_id as "publicId" from tickets where phone = ${phone} and client_id is not null limit 1`,
  ))!;
  const again = { ticketId, serviceId: service.id, timePreference: now, clientId: client.id, state: "Karnataka" };
  await tickets.updateRequest(desk, filled("UpdateRequest", inputs.UpdateRequest, again));
  await tickets.updateRequest(desk, filled("UpdateRequestForm", inputs.UpdateRequestForm, again));
  await tickets.updateRequirement(desk, filled("UpdateRequirement", inputs.UpdateRequirement, { ticketId }));
  await tickets.onboardingRemarks(desk, filled("OnboardingRemarks", inputs.OnboardingRemarks, { ticketId }));
  const offered = { ticketId, centerId: center.id };
  await tickets.broadcastRemarks(desk, filled("BroadcastRemarks", inputs.BroadcastRemarks, offered));
  const open = await rows<{ publicId: string }>(
    sql`select public_id as "publicId" from tickets where phone = ${phone} and status = 'PENDING'`,
  );
  for (const [number, { publicId }] of open.entries())
    await tickets.cancelTicket(
      desk,
      number % 2
        ? filled("CancelTicket", inputs.CancelTicket, { ticketId: publicId })
        : filled("CancelWithReason", inputs.CancelWithReason, { ticketId: publicId }),
    );
}

/** Requests are worked on, closed in every way and come back; money is argued about. */
async function isServed(phone: string) {
  const { center } = market;
  const shop = asCenter(center);
  const done = await aDoneJob({ phone, email: canary("ticket.email") }, center);
  const ticketId = done.ticket.publicId;
  await tickets.addRemarks(shop, filled("AddRemarks", inputs.AddRemarks, { ticketId }));
  const closing = { ticketId, code: done.code, closeRemarks: paid };
  await tickets.closeTicket(shop, filled("CloseTicket", inputs.CloseTicket, { ...closing, amount: 100 }));
  const other = await aDoneJob({ phone }, center);
  const completing = { ticketId: other.ticket.publicId, code: other.code, closeRemarks: paid, material: 10 };
  await tickets.completeJob(shop, filled("CompleteJob", inputs.CompleteJob, completing));
  const { id: caseId } = await transaction(async () =>
    openCase(await ticketById(other.ticket.id, { lock: true }), "low_answer"),
  );
  const decided = { caseId, decision: "none" };
  await tickets.decideCase(second, filled("DecideCase", inputs.DecideCase, decided));
  await tickets.appealCase(desk, filled("AppealCase", inputs.AppealCase, { caseId }));
  await tickets.decideAppeal(desk, filled("DecideCase", inputs.DecideCase, decided));
  const third = await aDoneJob({ phone }, center);
  const byAdmin = { ticketId: third.ticket.publicId, amount: 50, code: undefined };
  await tickets.closeTicket(desk, filled("AdminCloseTicket", inputs.AdminCloseTicket, byAdmin));
  await rows(sql`update tickets set fee_held_at = now() where id = ${third.ticket.id}`);
  const returned = { ticketId: third.ticket.publicId, verdict: "RETURNED" };
  await tickets.decideHeldFee(desk, filled("DecideHeldFee", inputs.DecideHeldFee, returned));
  const punched = await anAcceptedTicket(center, { phone });
  const review = { ticketId: punched.publicId, status: "ON_HOLD" };
  await tickets.reviewPunch(desk, filled("ReviewPunch", inputs.ReviewPunch, review));
  await rows(sql`update tickets set status = 'CANCEL' where id = ${punched.id}`);

  const corrected = await anAcceptedTicket(center, { phone });
  const customer = { ...asVisitor(phone), visitorId: corrected.id };
  const { publicId, version } = corrected;
  const place = { ticketId: publicId, version, alternatePhone: phone };
  await tickets.correctOwn(customer, filled("CorrectOwn", inputs.CorrectOwn, place));
  await tickets.writeNote(customer, filled("WriteNote", inputs.WriteNote, { ticketId: publicId }));

  const penalty = async () =>
    wallet.adjustWallet(
      desk,
      filled("NewAdjustment", walletInputs.NewAdjustment, {
        ticketId,
        centerId: center.id,
        kind: "Penalty",
        amount: 10,
      }),
    );
  const { id: adjustmentId } = await penalty();
  await writeFile(path.join(outside, "objection.jpg"), await aPhoto());
  const { pictureId } = await wallet.storeObjectionPicture(shop, {
    upload: { path: path.join(outside, "objection.jpg") },
  });
  await wallet.objectToPenalty(
    shop,
    filled("ObjectToPenalty", walletInputs.ObjectToPenalty, { adjustmentId, pictureId }),
  );
  const verdict = { adjustmentId, verdict: "UPHELD" };
  await wallet.settleObjection(second, filled("SettleObjection", walletInputs.SettleObjection, verdict));
  const much = {
    userType: "Consumer",
    phone,
    kind: "Wallet Added",
    amount: 100_000,
    technician: undefined,
    ticket: undefined,
  };
  const waits = await wallet.actOnWallet(desk, filled("NewWalletAction", walletInputs.NewWalletAction, much));
  const refused = { adjustmentId: waits.id };
  await wallet.refuseAdjustment(second, filled("RefuseAdjustment", walletInputs.RefuseAdjustment, refused));

  const visitor = asVisitor(phone);
  const rebooked = await tickets.rebookTicket(
    visitor,
    filled("Rebook", inputs.Rebook, { ticketId, timePreference: now, proof: undefined }),
  );
  await tickets.cancelTicket(desk, { ticketId: rebooked.ticket.publicId });
  const again = await tickets.revisitTicket(
    visitor,
    filled("Revisit", inputs.Revisit, { ticketId: other.ticket.publicId, timePreference: now, proof: undefined }),
  );
  await rows(sql`update tickets set status = 'CANCEL' where phone = ${phone} and status not in ('CLOSED', 'CANCEL')`);
  expect(again).toBeDefined();
}

/** They ride, and a number is theirs in somebody else's request. */
async function rides(phone: string) {
  const driver = await aDriver();
  const cash = { phone, pincode: "560001", amount: 10, modeOfPayment: "cash" };
  await tickets.bookRide(
    { ...asVisitor(), address: anAddress() },
    { ...filled("BookRide", inputs.BookRide, cash), centerId: driver.id },
  );
  const named = { ...cash, centerId: driver.id, countryCode: "91", state: "Karnataka" };
  await tickets.bookRide({ ...asVisitor(), address: anAddress() }, filled("BookRideOf", inputs.BookRideOf, named));
}

/** The columns of an upload that take any word. */
const columnsOfWords: readonly string[] = [
  ...sheetNames.filter((name) => namesOfPerson("words").includes(name)).map((name) => sheetOf(name).name),
  "service_provided_client_id",
  "Customer name",
  "Offer code",
];

/** Files of requests name them: rows that can be created, that are wrong, and one with a name alone. */
async function isUploaded(phone: string) {
  const { service, client, pincode } = market;
  const words = (where: string, cells: Record<string, string> = {}) =>
    tickets.columnNames.map(
      (name) => cells[name] ?? (columnsOfWords.includes(name) ? canary(`upload ${where}.${name}`) : ""),
    );
  const right = {
    "Service provided for": service.serviceName,
    "Mobile number": `+91 ${phone.slice(0, 5)}-${phone.slice(5)}`,
    Pincode: pincode,
    "Time preference type": "IMMEDIATELY",
  };
  const lines = [
    tickets.columnNames,
    words("created", right),
    words("wrong", { ...right, Pincode: "5600" }),
    words("nameless", { ...right, "Mobile number": "the old one" }),
  ];
  const file = path.join(outside, "upload.csv");
  const write = (all: readonly (readonly string[])[]) =>
    writeFile(file, all.map((cells) => cells.join(",")).join("\n"));
  await write(lines);
  const name = `${canary("upload.fileName")}.csv`;
  for (const each of ["BeginUpload", "BeginForClient"]) written.add(each);
  await tickets.beginUpload(desk, { file: { path: file, name }, clientId: client.id, straight: true });
  await drain(jobs);
  const headed = (place: string) =>
    tickets.columnNames.map((column) => (column === "Mobile number" ? canary(`${place}.heading`) : column));
  await write([headed("upload"), words("unnamed", right)]);
  const { id } = await tickets.beginUpload(desk, { file: { path: file, name }, clientId: client.id });
  await drain(jobs);
  await tickets.mapUpload(desk, { id, mapping: Object.fromEntries(tickets.columnNames.map((each, at) => [each, at])) });
  await drain(jobs);
  written.add("FixRow");
  await tickets.fixRow(desk, { id, place: 2, cells: { Locality: canary("MendRow.Locality"), Pincode: "12" } });
  await write([tickets.columnNames, words("a client's", right)]);
  await tickets.beginUpload(clientAdmin, {
    file: { path: file, name: `${canary("upload.fileName of a client")}.csv` },
    straight: true,
  });
  await drain(jobs);
  // A file whose columns nobody names.
  await write([headed("upload unread"), lines[1]!]);
  await tickets.beginUpload(desk, {
    file: { path: file, name: `${canary("upload unread.fileName")}.csv` },
    clientId: client.id,
  });
  await drain(jobs);
  await rows(sql`update tickets set status = 'CANCEL' where phone = ${phone} and status = 'PENDING'`);
}

/** They have the app, and operators write to them and look for them. */
async function isLookedFor(phone: string) {
  written.add("RegisterDevice");
  const deviceToken = `${canary("RegisterDevice.deviceToken")}:${"d".repeat(20)}`;
  await registerDevice(asVisitor(phone), RegisterDevice.parse({ deviceToken, phone }));
  const note = { userType: "Individual", active: "true" };
  const { id: notificationId } = await createNotification(desk, filled("CreateNotification", CreateNotification, note));
  await sendNotification(desk, SendNotification.parse({ notificationId, phone, night: "now" }));
  for (const filter of ["search", "city", "number"])
    await saveView(desk, "requests", {
      name: canary(`view.${filter}.name`),
      query: `${filter}=${canary(`view.${filter}`)}`,
    });
  const { city, name } = (await row<{ city: string; name: string }>(
    sql`select city, name from tickets where phone = ${phone} and city is not null`,
  ))!;
  await saveView(desk, "requests", { name: `Visits of ${name}`, query: "status=open" });
  await prepareBulk(desk, tickets.remarkRequests, { filter: { city }, back: `/Tickets?city=${city}` });
  await prepareExport(tickets.requestsList, {
    actor: desk,
    filter: { search: canary("export.search"), city },
    format: "csv",
    locale: "en",
  } as never);
  await drain(jobs);
}

/** The web refuses what is sent about them: fields that do not fit, a body that nobody can read, an unknown address. */
async function isRefused(phone: string) {
  const send = (to: string, body: string) => {
    const headers = { "content-type": "application/json" };
    const request = new Request(`http://localhost/api/${to}`, { method: "POST", headers, body });
    return serve({ request, params: {}, context: { address: anAddress(), requestId: "refused" } });
  };
  const register = "consumerAppAppRoute/register-consumer-by-web";
  const mobile = { country_code: canary("refused.country"), mobile_number: `${phone}0` };
  const answers = [
    await send(register, JSON.stringify({ name: canary("refused.name"), personal_details: { phone: mobile } })),
    await send(register, `{"name": "${canary("refused.body")}" ${phone}`),
    await send(`${canary("refused.address")}?phone=${phone}`, "{}"),
  ];
  for (const { ok } of answers) expect(ok).toBe(false);
}

/** The texts that any column of any table of any schema has; the sandbox's tables are its emulated providers' own. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const tables = await asOwner<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
        and c.relname not like 'sandbox%' order by 1`,
  );
  const matches: string[] = [];
  for (const { name } of tables) {
    const held = await asOwner<{ text: string; column: string }>(sql`select distinct word as text, each.key as column
         from ${sql.raw(name)} t, unnest(${texts}::text[]) word, jsonb_each_text(to_jsonb(t)) each
        where strpos(lower(t::text), word) > 0 and strpos(lower(each.value), word) > 0`);
    matches.push(...held.map(({ text, column }) => `${name}.${column}: ${canaries.get(text) ?? text}`));
  }
  return matches;
}

/** Every sealed text of every table, opened. */
async function sealedWith(texts: readonly string[]): Promise<string[]> {
  const columns = await asOwner<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type = 'text'`,
  );
  const matches: string[] = [];
  for (const { table, column } of columns)
    for (const { sealed } of await asOwner<{ sealed: string }>(
      `select ${column} as sealed from ${table} where ${column} like '${sealedMark}%'`,
    )) {
      const text = opened(sealed).toLowerCase();
      matches.push(
        ...texts
          .filter((word) => text.includes(word))
          .map((word) => `${table}.${column}: ${canaries.get(word) ?? word}`),
      );
    }
  return matches;
}

function opened(sealed: string) {
  try {
    return unseal(sealed);
  } catch {
    return "";
  }
}

/** The files of the data folder with a text in them, and those that no row of `blobs` names. */
async function filesWith(texts: readonly string[]): Promise<string[]> {
  const storedNames = new Set(
    (await rows<{ key: string }>(sql`select key from blobs`)).map(({ key }) => path.basename(key)),
  );
  const matches: string[] = [];
  const all = await readdir(env.dataDir, { recursive: true, withFileTypes: true });
  for (const file of all.filter((each) => each.isFile())) {
    const at = path.join(file.parentPath, file.name);
    const bytes = (await readFile(at)).toString("latin1").toLowerCase();
    matches.push(
      ...texts.filter((word) => bytes.includes(word)).map((word) => `${file.name}: ${canaries.get(word) ?? word}`),
    );
    if (file.parentPath.startsWith(env.blobDir) && !storedNames.has(file.name))
      matches.push(`${file.name} is nobody's`);
  }
  return matches;
}

/** What to do about what is left, said where this test fails; each line of the difference is `where: what wrote it`. */
const howToEmpty = (where: string) => `An erasure leaves the person's words in ${where}.
Each line of the difference says where the word was found, and which field of which act wrote it. One of the two is missing:
- A place that holds a person is emptied by its module: name its column in modules/<module>/…/person-places.ts
  (personRows), or delete the row, blob or job there; modules/index.ts lists the places of all modules.
- A text that is never a customer's is not written by this test: list its schema in ofTheHouse below, with the reason.`;

const howToDecide = `A schema takes texts that nobody has decided about: <file> <schema>: <fields>.
Write it in one of the acts above (filled), so that its words are looked for after the erasure; or list it in ofTheHouse
with the reason why its words say nothing of a customer.`;

test("R13 no word that was written about a request or a customer is left anywhere after an erasure", async () => {
  const phone = aPhone();
  const second = await anAcceptedTicket(market.center, {
    alternatePhone: phone,
    name: "Somebody Else",
    requirement: `ask at +91-${phone.slice(0, 4)} ${phone.slice(4)}`,
    houseNumber: "12",
  });
  for (const part of [books, isEntered, isServed, rides, isUploaded, isLookedFor, isRefused]) await part(phone);
  await drain(jobs);
  await checkInsights();
  const spaced = `${phone.slice(0, 5)} ${phone.slice(5)}`;
  const words = [...canaries.keys()];
  // What is looked for is there: the test would find what stays.
  const before = [...(await tablesWith(words)), ...(await sealedWith(words))];
  const there = new Set(before.map((each) => each.split(": ")[1]));
  const lost = [...canaries.values()].filter((place) => !there.has(place));
  expect(
    lost.filter((place) => !overwritten.some((each) => place.startsWith(each))),
    "These fields were written and stand nowhere before the erasure: write them later, or list them in overwritten.",
  ).toEqual([]);
  const facts = sql`select count(*)::int as n, sum(received)::int as received, sum(closed)::int as closed from report_facts`;
  const factsBefore = await rows(facts);
  const moneyBefore = await money();

  const consumerId = await eraseByPhone(first, { phone });
  const receipt = (await receiptOf(consumerId))!;
  await runJob(finishErasure, { erasureId: receipt.id });
  expect((await receiptOf(consumerId))!.state).toBe("done");
  // Within a day: files of uploads that nobody went on with are thrown away meanwhile.
  moveClock(day);
  await tendUploads();

  const looked = [...words, phone, spaced];
  expect(await tablesWith(looked), howToEmpty("a column")).toEqual([]);
  expect(await sealedWith(looked), howToEmpty("a sealed text")).toEqual([]);
  // Files go after the commit of their rows.
  await expect.poll(() => filesWith(looked), { message: howToEmpty("a file of the data folder") }).toEqual([]);
  await runJob(finishErasure, { erasureId: receipt.id });
  // Nobody is named in any line that was logged meanwhile; a line of the end shows that all of them were read.
  log.trace("the end of the flow");
  expect(logged.at(-1)).toContain("the end of the flow");
  expect(
    logged.filter((line) => looked.some((word) => line.toLowerCase().includes(word))),
    "A line of the log names the person: log ids and codes there, or leave the field out (modules/kernel/log.server.ts).",
  ).toEqual([]);
  // All that was counted and booked is still there, and so is the other person.
  expect(await rows(facts)).toEqual(factsBefore);
  expect(await money()).toEqual(moneyBefore);
  expect(await wallet.ledgerFaults()).toEqual([]);
  expect(await checkInsights()).toBe(0);
  const left = await row(
    sql`select name, alternate_phone, requirement, house_number from tickets where id = ${second.id}`,
  );
  expect(left).toEqual({
    name: "Somebody Else",
    alternate_phone: null,
    requirement: null,
    house_number: "12",
  });
}, 400_000);

/** What a later act of this test wrote over: forms that change one request, and a row that is mended; what was refused. */
const overwritten = [
  "CreateRequest.",
  "ClientRequestForm.",
  "RequestForm.",
  "UpdateRequest.",
  "UpdateRequestForm.requirement",
  "OnboardingRemarks.",
  "upload unnamed.Locality",
  "refused.",
];

const money = () =>
  rows(
    sql`select kind, count(*)::int as n, sum(amount_paise)::text as paise from transfers t join entries e on e.transfer_id = t.id group by 1 order by 1`,
  );

/** Schemas whose texts say nothing of a customer, each with why. */
const ofTheHouse: Record<string, string> = {
  "modules/access/shared.ts": "admins and roles: the house's own people, their names, passwords and codes",
  "modules/catalog/":
    "services, offers, blogs, banners, vehicles and clients with their keys: what the house sells and to whom in bulk",
  "modules/centers/": "centers, technicians and onboarders: partners, who are not erased with a customer",
  "modules/notifications/shared.ts AddEndpoint": "a client's address",
  "modules/notifications/shared.ts ChangeEndpoint": "a client's address",
  "modules/notifications/shared.ts MessageFilter": "a question, stored nowhere",
  "modules/notifications/webhooks/input.ts": "a client's address",
  EnterSubscriptionForm: "the fields of EnterSubscription, by the same verb",
  EnterSubscription: "a payment between the house and a center, by its bank's reference",
  RefundSubscription: "a refund between the house and a center, with its reason and its bank's reference",
  "modules/tickets/shared.ts TicketQuery": "a question, stored nowhere",
  "modules/tickets/lists/input.ts TicketQuery": "a question, stored nowhere",
  DayQuery: "a question, stored nowhere",
  CreateOfClient: "the fields of CreateRequest, which are written here, by the same verb",
  UpdateOfClient: "the fields of UpdateRequest, which are written here, by the same verb",
  SubmitFeedback: "a caller's own words of a question are never stored",
  NotificationAudience: "a state in which people live, or nobody is reached",
  SendNotification: "a state in which people live, or nobody is reached",
  CheckoutCallback: "ids and a signature of the payment provider",
};

test("R13 every text of every input is written by this test, or is one of the house's, for a reason", async () => {
  const undecided: string[] = [];
  for (const file of globSync("modules/*/{shared,*-schemas}.ts", { cwd: env.root }).sort()) {
    const exported = (await import(path.join(env.root, file))) as Record<string, unknown>;
    for (const [name, schema] of Object.entries(exported)) {
      if (!(schema instanceof z.ZodType)) continue;
      const texts = wordsIn(schema).filter((field) => !names.has(field));
      const decided = Object.keys(ofTheHouse).some((each) => `${file} ${name}`.startsWith(each) || name === each);
      if (texts.length > 0 && !decided && !written.has(name)) undecided.push(`${file} ${name}: ${texts.join(" ")}`);
    }
  }
  expect(undecided, howToDecide).toEqual([]);
});
