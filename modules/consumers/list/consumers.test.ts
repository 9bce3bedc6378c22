import { expect, test } from "vitest";
import { registerConsumer } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { tableOf } from "#modules/kernel/lists/list.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aPhone, asAdmin, aTicket } from "#modules/testing/factories.ts";
import { consumersList } from "../index.ts";

openDatabase();

const admin = asAdmin();
const wallets = asAdmin(undefined, { permissions: ["view_Wallet"] });
const client = asAdmin(undefined, {
  permissions: ["view_Wallet"],
  clientId: "00000000-0000-7000-8000-0000000000c1",
});

/** A name nobody else has. */
const aName = () => `Meera${aPhone().replace(/\d/g, (digit) => "abcdefghij"[Number(digit)]!)}`;
const aConsumer = (name: string, phone = aPhone()) =>
  registerConsumer(system("test"), { name, phone, pincode: "560001" });
const searchRows = async (who: typeof admin, search: string) => (await consumersList.page(who, { search })).rows;

test("R427 customers have their columns: App where a device id is known, otherwise Web; nobody referred them", async () => {
  expect(consumersList.columns.map(({ id }) => id)).toEqual(
    "avatar registered name email given received from address".split(" "),
  );
  const name = aName();
  const phone = aPhone();
  const { id } = await aConsumer(`${name} Rao`, phone);
  const shown = async () => {
    const { rows } = tableOf(consumersList, await searchRows(admin, name), { actor: admin, locale: "en" });
    return rows[0]!.cells;
  };
  expect(await shown()).toMatchObject({
    avatar: "MR",
    name: `${name} Rao`,
    email: null,
    given: 0,
    received: "No One",
    from: "Web",
    address: "560001",
  });
  await aTicket({ phone, deviceId: "device-1", email: "meera@example.in", houseNumber: "12", locality: "MG Road" });
  await aTicket({ phone, deviceId: null, email: null, houseNumber: "7", locality: "Church Street", city: "Bengaluru" });
  expect(await shown()).toMatchObject({ email: "meera@example.in", from: "App" });
  expect((await shown()).address).toMatch(/^7, Church Street, Bengaluru/);
  expect((await searchRows(admin, name)).map((row) => row.id)).toEqual([id]);
});

test("R427, Q16 a customer is found by name, by phone only for who sees phones; others read stars", async () => {
  const name = aName();
  const phone = aPhone();
  await aConsumer(`${name} ${phone}`, phone);
  await aTicket({ phone, email: "meera@example.in", houseNumber: `Ask ${phone}` });
  expect(await searchRows(admin, `+91 ${phone}`)).toMatchObject([{ phone, email: "meera@example.in" }]);
  expect(await searchRows(wallets, phone)).toEqual([]);
  const [seen] = await searchRows(wallets, name);
  expect(seen).toMatchObject({ phone: "*****", email: "*****" });
  expect(JSON.stringify(seen)).not.toContain(phone);
  expect(await searchRows(admin, "!!")).toEqual([]);
});

test("R427, Q112 customers are for who holds view_Wallet, and never for a client's admin", async () => {
  for (const who of [asAdmin(undefined, { permissions: ["view_admin_bar"] }), client])
    await expect(consumersList.page(who, {})).rejects.toMatchObject({ kind: "denied" });
  const before = (await consumersList.count!(wallets, {})).n;
  await aConsumer(aName());
  expect((await consumersList.count!(wallets, {})).n).toBe(before + 1);
});
