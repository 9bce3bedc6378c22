import { sql } from "kysely";
import { expect, test } from "vitest";
import { openSession } from "#modules/access/index.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aClient,
  anAcceptedTicket,
  anOnboarder,
  aPhone,
  asAdmin,
  asCenter,
  aTechnician,
  qrOf,
} from "#modules/testing/factories.ts";
import {
  addRating,
  allTechniciansList,
  authorizeTechnician,
  createOnboarder,
  deleteTechnician,
  onboardersFor,
  onboardersList,
  updateOnboarder,
} from "../index.ts";
import { designationWord } from "../labels.ts";
import { AddOnboarder, EditOnboarder } from "../shared.ts";

openDatabase();

const admin = asAdmin();
const seeing = asAdmin(undefined, { permissions: ["view_technician_details.full_access"] });
const bar = asAdmin(undefined, { permissions: ["view_admin_bar"] });
const client = asAdmin(undefined, {
  permissions: ["view_technician_details.full_access", "view_admin_bar"],
  clientId: "00000000-0000-7000-8000-0000000000c1",
});

/** A name nobody else has. */
const aName = () => `Kiran${aPhone().replace(/\d/g, (digit) => "abcdefghij"[Number(digit)]!)}`;

test("R406 the columns of the technicians stand in their order", () => {
  expect(allTechniciansList.columns.map(({ id }) => id)).toEqual(
    "name lastSeen technicianId pending closed total pincode email phone rating designation reference address code clients papers feedback".split(
      " ",
    ),
  );
  expect(["SELF_BY_APP", "CENTER", "ADMIN"].map(designationWord)).toEqual(["CENTER", "TECHNICIAN", "ADMIN"]);
});

test("R407, Q63 technicians are found by name, id, code and number of requests; phones are stars for who may not see them", async () => {
  const center = await aCenter();
  const phone = aPhone();
  const name = aName();
  const technician = await aTechnician({
    center,
    name,
    phone,
    email: "kiran@example.in",
    referencePersonMobile: phone,
  });
  await anAcceptedTicket(center, { technicianId: technician.id });
  await openSession({ kind: "technician", subjectId: technician.id, via: "token", address: "127.0.0.1" });
  const { qrId } = await qrOf(center);
  const listIds = async (filter: object, who = admin) =>
    (await allTechniciansList.page(who, filter as never)).rows.map(({ id }) => id);
  for (const search of [name, technician.technicianId.toLowerCase(), qrId, `+91 ${phone}`])
    expect([search, await listIds({ search })]).toEqual([search, [technician.id]]);
  expect(await listIds({ search: phone }, seeing)).toEqual([]);
  expect(await listIds({ search: "%' or true --" })).toEqual([]);
  expect([await listIds({ search: name, total: "1" }), await listIds({ search: name, total: "0" })]).toEqual([
    [technician.id],
    [],
  ]);
  expect(await listIds({ search: name, total: "more" })).toEqual([]);
  expect(await allTechniciansList.count!(admin, { search: name, total: "1" } as never)).toEqual({ n: 1, exact: true });
  const [row] = (await allTechniciansList.page(seeing, { search: name } as never)).rows;
  expect(row).toMatchObject({ total: 1, pending: 1, closed: 0, lastSeen: expect.any(Date), papers: false });
  expect(JSON.stringify(row)).not.toContain(phone);
  expect(JSON.stringify(row)).not.toContain("kiran@example.in");
  for (const who of [
    client,
    asAdmin(undefined, { permissions: [] }),
    asAdmin(undefined, { permissions: ["view_admin_bar"] }),
  ])
    await expect(allTechniciansList.page(who, {} as never)).rejects.toMatchObject({ kind: "denied" });
});

test("a technician is shown with the mean of its feedback and their number, none without feedback", async () => {
  const name = aName();
  const rated = await aTechnician({ name });
  const silent = await aTechnician({ name });
  await addRating({ technicianId: rated.id }, 6);
  const { rows } = await allTechniciansList.page(seeing, { search: name } as never);
  expect(Object.fromEntries(rows.map(({ id, feedback }) => [id, feedback]))).toEqual({
    [rated.id]: { mean: 6, count: 1 },
    [silent.id]: null,
  });
});

test("Authorized For of a technician is saved as a whole, and Delete needs its own flag", async () => {
  const technician = await aTechnician();
  const one = await aClient();
  const two = await aClient();
  const input = { technicianId: technician.id, clientIds: [one.id, two.id] };
  await expect(authorizeTechnician(seeing, input)).rejects.toMatchObject({ kind: "denied" });
  expect((await authorizeTechnician(admin, input)).clients).toHaveLength(2);
  expect((await authorizeTechnician(admin, { ...input, clientIds: [two.id] })).clients.map(({ id }) => id)).toEqual([
    two.id,
  ]);
  await expect(authorizeTechnician(admin, { ...input, clientIds: [technician.id] })).rejects.toMatchObject({
    key: "client.notFound",
  });
  await authorizeTechnician(admin, { ...input, clientIds: [] });
  expect((await historyOf("technician", technician.id)).map(({ event }) => event)).toEqual([
    "technician.clients",
    "technician.clients",
    "technician.clients",
  ]);
  await expect(deleteTechnician(seeing, technician.id)).rejects.toMatchObject({ kind: "denied" });
  await expect(deleteTechnician(asCenter(await aCenter()), technician.id)).rejects.toMatchObject({ kind: "missing" });
  await deleteTechnician(asAdmin(undefined, { permissions: ["delete_technician"] }), technician.id);
  await expect(authorizeTechnician(admin, input)).rejects.toMatchObject({ key: "technician.notFound" });
});

test("R412, R413 onboarders are added, found and changed; a phone belongs to one, and only a SUPER_ADMIN sees it", async () => {
  expect(onboardersList.columns.map(({ id }) => id)).toEqual(
    "onboarderId name phone services states cities".split(" "),
  );
  const name = aName();
  const phone = aPhone();
  const made = await createOnboarder(bar, AddOnboarder.parse({ name, phone: `+91 ${phone}` }));
  expect(made).toMatchObject({ name, phone: "*****", primaryService: null, allowedStates: [], allowedCities: [] });
  await expect(createOnboarder(bar, { name, phone })).rejects.toMatchObject({ key: "onboarder.phoneTaken" });
  const twice = aPhone();
  const both = await Promise.allSettled([1, 2].map(() => createOnboarder(bar, { name, phone: twice })));
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  for (const search of [made.centerOnboarderId.toLowerCase(), phone])
    expect((await onboardersList.page(admin, { search } as never)).rows.map(({ id }) => id)).toEqual([made.id]);
  expect((await onboardersList.page(bar, { search: phone } as never)).rows).toEqual([]);
  const { rows: named } = await onboardersFor(bar, { humanId: made.centerOnboarderId });
  expect(named.map(({ id }) => id)).toEqual([made.id]);

  const { token: _, sessionId } = await openSession({
    kind: "onboarder",
    subjectId: made.id,
    via: "token",
    address: "127.0.0.1",
  });
  const ended = async () =>
    (await row<{ at: Date | null }>(sql`select ended_at as at from sessions where id = ${sessionId}`))!.at;
  const change = (who: typeof admin, more: object) =>
    updateOnboarder(who, EditOnboarder.parse({ onboarderId: made.id, name, ...more }));
  await expect(change(bar, { phone: aPhone() })).rejects.toMatchObject({ kind: "denied" });
  expect(await change(bar, { name: `${name} Two`, version: "1" })).toMatchObject({ name: `${name} Two`, version: 2 });
  await expect(change(bar, { version: "1" })).rejects.toMatchObject({ key: "error.changed" });
  await expect(change(admin, {})).rejects.toMatchObject({ fields: { phone: "form.incomplete" } });
  const { phone: taken } = await anOnboarder();
  await expect(change(admin, { phone: taken })).rejects.toMatchObject({ key: "onboarder.phoneTaken" });
  expect(await ended()).toBeNull();
  const other = aPhone();
  expect(await change(admin, { phone: other })).toMatchObject({ phone: other });
  expect(await ended()).not.toBeNull();
  for (const { data } of await historyOf("onboarder", made.id)) expect(JSON.stringify(data)).not.toContain(other);
  for (const who of [client, seeing])
    await expect(createOnboarder(who, { name, phone: aPhone() })).rejects.toMatchObject({ kind: "denied" });
});
