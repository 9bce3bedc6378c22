import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createUser, removeUser } from "#modules/access/index.ts";
import type { ActorOf, Permission } from "#modules/kernel/actor.ts";
import { system } from "#modules/kernel/actor.ts";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { isGstin } from "#modules/kernel/text/papers.ts";
import { fieldErrors } from "#modules/kernel/validation.ts";
import { type MessageKey, say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, aName, anAdmin, aPhone, aTicket } from "#modules/testing/factories.ts";
import { fc, property } from "#modules/testing/property.ts";
import { getTicket } from "#modules/tickets/index.ts";
import {
  activeClients,
  addClient,
  changeClient,
  clientChanges,
  clientDetails,
  clientsFor,
  clientsList,
  deleteClient,
  getClient,
  revealClient,
} from "../index.ts";
import { AddClient, UpdateClient } from "../shared.ts";

openDatabase();

const as = (permissions?: readonly Permission[], more: Partial<ActorOf<"admin">> = {}): ActorOf<"admin"> => ({
  kind: "admin",
  adminId: randomUUID(),
  name: "Asha",
  sessionId: randomUUID(),
  role: permissions ? "ROLE" : "SUPER_ADMIN",
  permissions: permissions ?? [],
  ...more,
});
const keeper = as();
const editor = () => as(["edit_clients.full_access", "view_clients.full_access"]);

const filled = (more: Record<string, unknown> = {}) => ({
  clientName: aName("Client"),
  productName: "Split AC",
  productCategory: "Cooling",
  specificRequirement: "Repair",
  price: "1,450",
  officialEmail: "desk@example.in",
  contactName: "Asha Rao",
  contactDesignation: "Head",
  contactPhone: "+91 98765 43210",
  addressLine: "1 MG Road",
  city: "Pune",
  state: "MH",
  pincode: "411 001",
  gstNumber: "27 aapfu0939f1zv",
  aadhaarNumber: "7777 3141 5926",
  panNumber: "aapfu0939f",
  tinNumber: "27123456789",
  bankName: "State Bank of India",
  accountNumber: "1234-5678-9012",
  ifscCode: "sbin0001234",
  branch: "Camp",
  category: ["Cooling", " ", "cooling", "Heating"],
  allowedBrands: ["AC", "Washing_Machine"],
  ...more,
});
const facts = (more?: Record<string, unknown>) => AddClient.parse(filled(more));
const update = (clientId: string, more: Record<string, unknown> = {}) =>
  UpdateClient.parse({
    ...filled(),
    gstNumber: "",
    aadhaarNumber: "",
    panNumber: "",
    accountNumber: "",
    contactPhone: "",
    clientId,
    ...more,
  });
/** Papers that belong together, and to another holder than those of `filled`. */
const otherHolder = { gstNumber: "27ABCDE1234F1Z0", panNumber: "ABCDE1234F" };
const errorsOf = (input: unknown) => {
  const parsed = AddClient.safeParse(input);
  return parsed.success
    ? {}
    : Object.fromEntries(
        Object.entries(fieldErrors(parsed.error)).map(([name, key]) => [name, say(key as MessageKey)]),
      );
};

describe("R363 the form of a client", () => {
  const required = [
    "clientName",
    "productName",
    "specificRequirement",
    "price",
    "officialEmail",
    "contactName",
    "contactDesignation",
    "contactPhone",
    "addressLine",
    "city",
    "state",
    "pincode",
    "gstNumber",
    "aadhaarNumber",
    "panNumber",
    "bankName",
    "accountNumber",
    "ifscCode",
    "tinNumber",
    "branch",
  ];
  test.each(required)("%s is required, in the specified words", (name) => {
    for (const value of ["", undefined])
      expect(errorsOf(filled({ [name]: value }))).toEqual({ [name]: "Please fill in all required details" });
  });

  test("Q59 nothing else is: category, chips and brands may be left out", () => {
    expect(Object.keys(errorsOf({})).sort()).toEqual([...required].sort());
    expect(errorsOf(filled({ productCategory: "", category: undefined, allowedBrands: undefined }))).toEqual({});
  });

  test("R365 R367 the specified requirements and brands, and no others", () => {
    for (const specificRequirement of ["Installation", "Demo", "Repair", "Pms"])
      expect(errorsOf(filled({ specificRequirement }))).toEqual({});
    expect(errorsOf(filled({ specificRequirement: "Theft" }))).toEqual({
      specificRequirement: "Please choose one of the options",
    });
    const allowedBrands = ["AC", "LED", "Refrigerator", "Washing_Machine", "Microwave", "Geyser"];
    expect(errorsOf(filled({ allowedBrands }))).toEqual({});
    expect(Object.keys(errorsOf(filled({ allowedBrands: ["Toaster"] })))).toEqual(["allowedBrands.0"]);
  });

  test("R366 blank chips are ignored, and each stands once", () => {
    expect(facts().category).toEqual(["Cooling", "Heating"]);
    expect(facts({ category: [" ", ""] }).category).toEqual([]);
    expect(errorsOf(filled({ category: Array.from({ length: 31 }, (_, at) => `c${at}`) }))).toEqual({
      category: "At most 30 categories",
    });
  });

  test("R364 a pincode has six digits and a phone ten", () => {
    expect(errorsOf(filled({ pincode: "4110011" }))).toEqual({ pincode: "Please enter a 6-digit pincode" });
    expect(errorsOf(filled({ pincode: "011001" }))).toEqual({ pincode: "Please enter a 6-digit pincode" });
    expect(errorsOf(filled({ contactPhone: "12345" }))).toEqual({
      contactPhone: "Please enter a valid 10-digit mobile number",
    });
  });

  test.each([
    ["gstNumber", "27AAPFU0939F1Z", "form.gst"],
    ["gstNumber", "27AAPFU0939F1ZW", "form.gstCheck"],
    ["gstNumber", "29AAPFU0939F1ZV", "form.gstCheck"],
    ["panNumber", "AAPFU09391", "form.pan"],
    ["ifscCode", "SBIN1001234", "form.ifsc"],
    ["accountNumber", "12345678", "form.account"],
    ["accountNumber", "12345678901234567890", "form.account"],
    ["aadhaarNumber", "12345", "form.aadhar"],
    ["aadhaarNumber", "XXXXXXXXXXXX", "form.aadhar"],
    ["officialEmail", "not an email", "form.email"],
    ["state", "Atlantis", "form.state"],
    ["price", "-1", "form.amount"],
    ["price", "1e3", "form.amount"],
    ["clientName", "x".repeat(101), "form.tooLong"],
    ["branch", "a\u0000b", "form.characters"],
  ] as const)("%s %j is refused beside its field", (name, value, key) => {
    expect(errorsOf(filled({ [name]: value }))).toEqual({ [name]: say(key) });
  });

  test("numbers are read as people write them", () => {
    expect(facts()).toMatchObject({
      gstNumber: "27AAPFU0939F1ZV",
      panNumber: "AAPFU0939F",
      ifscCode: "SBIN0001234",
      accountNumber: "123456789012",
      aadhaarNumber: "777731415926",
      contactPhone: "9876543210",
      price: 1450,
      state: "Maharashtra",
      pincode: "411001",
    });
    expect(facts({ aadhaarNumber: "xxxx xxxx 1234" }).aadhaarNumber).toBe("XXXXXXXX1234");
  });

  const characters = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  property.prop([fc.integer({ min: 0, max: 14 }), fc.constantFrom(...characters)])(
    "a GSTIN with one character mistyped is none",
    (at, other) => {
      const gstin = "27AAPFU0939F1ZV";
      expect(isGstin(gstin)).toBe(true);
      if (gstin[at] !== other) expect(isGstin(gstin.slice(0, at) + other + gstin.slice(at + 1))).toBe(false);
    },
  );
});

test("R368 a client is kept with its papers sealed, and shown with them masked", async () => {
  const client = await addClient(keeper, facts());
  const shown = {
    gstNumber: "27XXXXXXXXXX1ZV",
    panNumber: "XXXXXX939F",
    accountNumber: "XXXXXX9012",
    aadhaarNumber: "XXXXXXXX5926",
    contactPhone: "9876543210",
    pricePaise: 145_000,
  };
  expect(client).toMatchObject(shown);
  expect(client.clientId).toMatch(/^CLT[2-9A-Z]{6}$/);
  expect(await clientDetails(editor(), client.id)).toMatchObject({ ...shown, contactPhone: "*****" });
  const stored = JSON.stringify(await row(sql`select c.* from clients c where id = ${client.id}`));
  for (const secret of ["AAPFU0939", "123456789012", "77773141"]) expect(stored).not.toContain(secret);
  const listed = await clientsList.page(editor(), { search: client.clientName });
  expect(listed.rows).toMatchObject([{ id: client.id, contactPhone: "*****", gst: "27XXXXXXXXXX1ZV" }]);
  const recorded = (await historyOf("catalog", client.id)).map(({ data }) => data);
  expect(JSON.stringify(recorded)).not.toMatch(/AAPFU|1234|9876|desk@/);
});

test("of an Aadhaar number that came masked no hash is made", async () => {
  const { id } = await addClient(keeper, facts({ aadhaarNumber: "XXXXXXXX1234" }));
  expect(await row(sql`select aadhaar_last4, aadhaar_hash from clients where id = ${id}`)).toEqual({
    aadhaar_last4: "1234",
    aadhaar_hash: null,
  });
});

test("a name belongs to one client, however it is written and however many add it at once", async () => {
  const clientName = aName("Client 50%");
  const tries = await Promise.allSettled(
    [1, 2, 3].map(() => unitOfWork(() => addClient(keeper, facts({ clientName })))),
  );
  expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  await expect(addClient(keeper, facts({ clientName: clientName.toUpperCase() }))).rejects.toMatchObject({
    fields: { clientName: "clients.taken" },
  });
  const other = await addClient(keeper, facts());
  await expect(changeClient(keeper, update(other.id, { clientName }))).rejects.toMatchObject({
    fields: { clientName: "clients.taken" },
  });
});

test("a GST number that holds another PAN than the one beside it is refused, added or changed, and nothing is kept", async () => {
  const strange = facts({ panNumber: otherHolder.panNumber });
  await expect(addClient(keeper, strange)).rejects.toMatchObject({ fields: { panNumber: "form.gstPan" } });
  expect(await rows(sql`select from clients where client_name = ${strange.clientName}`)).toEqual([]);
  const { id } = await addClient(keeper, facts());
  for (const name of ["panNumber", "gstNumber"] as const)
    await expect(changeClient(keeper, update(id, { [name]: otherHolder[name] }))).rejects.toMatchObject({
      fields: { [name]: "form.gstPan" },
    });
  expect(await clientDetails(keeper, id)).toMatchObject({ gstNumber: "27XXXXXXXXXX1ZV", panNumber: "XXXXXX939F" });
});

test("what a change leaves out of phone and papers stays, and what is given takes its place", async () => {
  const { id, version } = await addClient(keeper, facts());
  const changed = await changeClient(editor(), update(id, { productName: "Window AC", version }));
  expect(changed).toMatchObject({ panNumber: "XXXXXX939F", productName: "Window AC", version: version + 1 });
  const again = await changeClient(editor(), update(id, { ...otherHolder, contactPhone: aPhone() }));
  expect(again).toMatchObject({ panNumber: "XXXXXX234F", gstNumber: "27XXXXXXXXXX1Z0" });
  expect(await revealClient(keeper, { clientId: id, reason: "papers" })).toMatchObject({
    ...otherHolder,
    accountNumber: "123456789012",
  });
  const [, first, second] = await historyOf("catalog", id);
  expect(first).toMatchObject({ event: "client.changed", data: { to: { productName: "Window AC" } } });
  expect(second!.data.changed).toEqual(expect.arrayContaining(["panNumber", "contactPhone"]));
  expect(JSON.stringify(second)).not.toContain("ABCDE");
});

test("a client of before its details needs them all at its first change", async () => {
  const { id } = await aClient();
  await expect(changeClient(keeper, update(id))).rejects.toMatchObject({
    fields: {
      contactPhone: "form.incomplete",
      gstNumber: "form.incomplete",
      aadhaarNumber: "form.incomplete",
      panNumber: "form.incomplete",
      accountNumber: "form.incomplete",
    },
  });
  expect(await clientDetails(keeper, id)).toMatchObject({ productName: null, version: 1 });
});

test("a form of an older version is refused, saying who changed what, and shows no paper", async () => {
  const mine = await anAdmin({ permissions: ["edit_clients.full_access"] });
  const { id, version } = await addClient(keeper, facts());
  const other = as(["edit_clients.full_access"], { adminId: mine.id });
  await changeClient(other, update(id, { city: "Nashik", ...otherHolder, version }));
  const refusal = await changeClient(editor(), update(id, { city: "Thane", version })).catch((error) => error);
  expect(refusal).toMatchObject({
    kind: "conflict",
    meanwhile: { version: version + 1, now: { city: "Nashik" }, changes: [{ by: "Operations Desk" }] },
  });
  expect(refusal.meanwhile.changes[0].fields).toContain("panNumber");
  expect(JSON.stringify(refusal.meanwhile)).not.toContain("ABCDE1234F");
  expect((await clientDetails(keeper, id)).city).toBe("Nashik");
});

describe("revealing", () => {
  test("each look is written down with its reason, and the Aadhaar number is never shown", async () => {
    const { id } = await addClient(keeper, facts());
    const asking = editor();
    const shown = await revealClient(asking, { clientId: id, reason: "payment" });
    expect(shown).toEqual({
      clientName: expect.any(String),
      contactName: "Asha Rao",
      contactPhone: "9876543210",
      gstNumber: "27AAPFU0939F1ZV",
      panNumber: "AAPFU0939F",
      accountNumber: "123456789012",
    });
    const last = (await historyOf("catalog", id)).at(-1)!;
    expect(last).toMatchObject({ event: "client.revealed", actor_id: asking.adminId, data: { reason: "payment" } });
  });

  test("R12 whoever reads out the whole list is stopped, and others are not", async () => {
    const { id: clientId } = await addClient(keeper, facts());
    const greedy = editor();
    for (let nth = 0; nth < 20; nth += 1) await revealClient(greedy, { clientId, reason: "papers" });
    await expect(revealClient(greedy, { clientId, reason: "papers" })).rejects.toMatchObject({ key: "error.tooMany" });
    await revealClient(editor(), { clientId, reason: "papers" });
  });

  test("a value whose key is gone is told as none, and the others are shown", async () => {
    const { id } = await addClient(keeper, facts());
    await rows(sql`update clients set pan_sealed = 'k1.unknown1.AAAA' where id = ${id}`);
    expect(await revealClient(keeper, { clientId: id, reason: "papers" })).toMatchObject({
      panNumber: null,
      accountNumber: "123456789012",
    });
  });
});

describe("Q115 deleting", () => {
  const gone = { kind: "missing", key: "client.notFound" };

  test("users and open requests stand in the way, and it is said how many", async () => {
    const client = await addClient(keeper, facts());
    await anAdmin();
    const { roleId } = await anAdmin({ permissions: [] });
    const user = { userName: randomUUID(), password: "Demo@2026", mobile: aPhone(), role: roleId! };
    const { id: adminId } = await createUser(system("cli"), { ...user, clientId: client.id });
    const ticket = await aTicket({ clientId: client.id });
    const closed = await aTicket({ clientId: client.id, status: "CANCEL" });
    await expect(deleteClient(keeper, { clientId: client.id })).rejects.toMatchObject({
      kind: "conflict",
      key: "clients.inUse",
      params: { users: 1, requests: 1 },
    });
    await removeUser(system("cli"), { adminId });
    await expect(deleteClient(keeper, { clientId: client.id })).rejects.toMatchObject({
      params: { users: 0, requests: 1 },
    });
    await rows(sql`update tickets set status = 'CANCEL' where id = ${ticket.id}`);
    await deleteClient(keeper, { clientId: client.id });
    // Its requests keep its name; everything else ends.
    expect((await getClient(client.id)).clientName).toBe(client.clientName);
    expect((await getTicket(keeper, closed.publicId)).clientId).toBe(client.id);
    const names = [await activeClients(keeper), await clientsFor(keeper)].flat().map(({ id }) => id);
    expect(names).not.toContain(client.id);
    expect((await clientsList.page(keeper, { search: client.clientName })).rows).toEqual([]);
    await expect(deleteClient(keeper, { clientId: client.id })).rejects.toMatchObject(gone);
    await expect(clientDetails(keeper, client.id)).rejects.toMatchObject(gone);
    await expect(changeClient(keeper, update(client.id))).rejects.toMatchObject(gone);
    await expect(revealClient(keeper, { clientId: client.id, reason: "papers" })).rejects.toMatchObject(gone);
    await expect(createUser(system("cli"), { ...user, clientId: client.id })).rejects.toMatchObject(gone);
    await addClient(keeper, facts({ clientName: client.clientName }));
    expect((await historyOf("catalog", client.id)).at(-1)).toMatchObject({ event: "client.deleted" });
  });

  test("a user added at the same moment belongs to a client that is there, or is refused", async () => {
    const { roleId } = await anAdmin({ permissions: [] });
    for (let nth = 0; nth < 5; nth += 1) {
      const { id: clientId } = await addClient(keeper, facts());
      const user = { userName: randomUUID(), password: "Demo@2026", mobile: aPhone(), role: roleId!, clientId };
      await Promise.allSettled([
        unitOfWork(() => createUser(system("cli"), user)),
        unitOfWork(() => deleteClient(keeper, { clientId })),
      ]);
      const orphans = await rows(
        sql`select from admins a join clients c on c.id = a.client_id
          where a.client_id = ${clientId} and a.deleted_at is null and c.deleted_at is not null`,
      );
      expect(orphans).toEqual([]);
    }
  });
});

test("R362 each right is asked for by the verb itself, and an admin of a client has none of them", async () => {
  const { id: clientId } = await addClient(keeper, facts());
  const everything: Permission[] = ["add_clients", "edit_clients.full_access", "view_clients.full_access"];
  const clientsOwn = as(everything, { role: "CLIENT", clientId });
  const without = (permission: Permission) => as(everything.filter((each) => each !== permission));
  const acts: readonly [Permission, string, (actor: ActorOf<"admin">) => Promise<unknown>][] = [
    ["add_clients", "client.noAdd", (actor: ActorOf<"admin">) => addClient(actor, facts())],
    ["edit_clients.full_access", "permission.denied", (actor) => changeClient(actor, update(clientId))],
    ["edit_clients.full_access", "permission.denied", (actor) => deleteClient(actor, { clientId })],
    ["edit_clients.full_access", "permission.denied", (actor) => revealClient(actor, { clientId, reason: "papers" })],
    ["view_clients.full_access", "client.noView", (actor) => clientsList.page(actor, {})],
    ["view_clients.full_access", "client.noView", (actor) => clientsList.count!(actor, {})],
  ];
  for (const [permission, key, act] of acts)
    for (const actor of [without(permission), clientsOwn])
      await expect(act(actor)).rejects.toMatchObject({ kind: "denied", key });
  const center = { kind: "center", centerId: randomUUID(), sessionId: randomUUID() } as const;
  await expect(addClient(center, facts())).rejects.toMatchObject({ kind: "denied" });
  await expect(revealClient(center, { clientId, reason: "papers" })).rejects.toMatchObject({ kind: "denied" });
  expect(await clientsFor(clientsOwn)).toMatchObject([{ id: clientId, card: null }]);
  await expect(clientDetails(clientsOwn, clientId)).rejects.toMatchObject({ key: "client.noView" });
});

test("a client's page tells who added and changed it, which fields, and who saw its numbers in full and why", async () => {
  const admin = await anAdmin({ permissions: [] });
  const actor = as(undefined, { adminId: admin.id, name: admin.name });
  const { id: clientId } = await addClient(system("cli"), facts());
  await changeClient(actor, update(clientId, { city: "Jaipur", ...otherHolder }));
  await revealClient(actor, { clientId, reason: "payment" });
  const who = { kind: "admin", name: admin.name };
  expect(await clientChanges(actor, clientId)).toMatchObject([
    { event: "client.revealed", who, reason: "payment", changed: [] },
    { event: "client.changed", who, reason: null, changed: expect.arrayContaining(["city", "panNumber"]) },
    { event: "client.added", who: { kind: "system", name: null }, changed: [] },
  ]);
  // What is sealed is not told by the history either.
  expect(JSON.stringify(await clientChanges(actor, clientId))).not.toContain(otherHolder.panNumber);
});

test("the list is searched, filtered and paged, newest first", async () => {
  const word = aName("fridge");
  const made = [];
  for (const specificRequirement of ["Repair", "Demo", "Pms"])
    made.push(await addClient(keeper, facts({ clientName: `${specificRequirement} ${word}`, specificRequirement })));
  const first = await clientsList.page(keeper, { search: word.toUpperCase(), take: 2 });
  expect(first.rows.map(({ clientName }) => clientName)).toEqual([`Pms ${word}`, `Demo ${word}`]);
  const second = await clientsList.page(keeper, { search: word, take: 2, after: first.next! });
  expect(second.rows.map(({ clientName }) => clientName)).toEqual([`Repair ${word}`]);
  expect((await clientsList.page(keeper, { search: word, requirement: "Demo" })).rows).toHaveLength(1);
  expect(await clientsList.count!(keeper, { search: word })).toEqual({ n: 3, exact: true });
  expect((await clientsList.page(keeper, { search: made[0]!.clientId! })).rows).toHaveLength(1);
  expect((await clientsList.page(keeper, { search: "%' or true --" })).rows).toEqual([]);
});
