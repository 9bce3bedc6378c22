import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ActorOf, Permission } from "#modules/kernel/actor.ts";
import { day, freezeClock, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { fieldErrors } from "#modules/kernel/validation.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { anAdmin, asAdmin } from "#modules/testing/factories.ts";
import { AddOffer, SwitchOffer } from "../shared.ts";
import { activeOffers, feeOffOf } from "./active-offers.ts";
import { refuseDeadOffer } from "./offers.ts";
import { offersList } from "./offers-list.ts";
import { addOffer, changeOffer, deleteOffer, switchOffer } from "./save-offer.ts";

openDatabase();

const asking = (permissions: readonly Permission[]): ActorOf<"admin"> => ({
  kind: "admin",
  adminId: randomUUID(),
  name: "Asha",
  role: "ROLE",
  sessionId: "none",
  permissions,
});
const admin = asking(["view_offers"]);
const winter = { title: "Winter", fromDate: "2026-11-20", toDate: "2026-11-30" };
const read = (more: object = {}) => AddOffer.parse({ ...winter, ...more });
const listOffers = async (filter: Parameters<typeof offersList.page>[1]) => (await offersList.page(admin, filter)).rows;
const titles = (offers: readonly { title: string }[]) => offers.map(({ title }) => title);

beforeEach(async () => {
  await rows(sql`delete from offers`);
  freezeClock("2026-11-23T06:00:00Z");
});
afterEach(resetClock);

test("R484 an offer is added, changed, switched off and on, and deleted; its code follows at once", async () => {
  const { id, version } = await addOffer(admin, read({ feeOff: "20" }));
  expect(await feeOffOf(" winter ")).toBe(2000);
  await refuseDeadOffer("WINTER");
  await changeOffer(admin, { offerId: id, version, ...read({ title: "Snow", feeOff: 30 }) });
  expect(await feeOffOf("winter")).toBe(0);
  expect(await feeOffOf("snow")).toBe(3000);
  await switchOffer(admin, { offerId: id, active: "false" });
  await expect(refuseDeadOffer("SNOW")).rejects.toMatchObject({ key: "offer.notValid" });
  expect(await activeOffers()).toEqual([]);
  await switchOffer(admin, { offerId: id, active: "true" });
  expect(titles(await activeOffers())).toEqual(["Snow"]);
  await deleteOffer(admin, { offerId: id });
  await refuseDeadOffer("SNOW");
  await expect(deleteOffer(admin, { offerId: id })).rejects.toMatchObject({ kind: "missing", key: "offer.notFound" });
});

test("Q96 title and dates are needed, the last day is in force whole, and it does not end before it begins", async () => {
  const wrong = (input: object) => fieldErrors(AddOffer.safeParse(input).error!);
  expect(wrong({})).toEqual({ title: "form.incomplete", fromDate: "form.incomplete", toDate: "form.incomplete" });
  expect(wrong({ ...winter, fromDate: "2026-12-01" })).toEqual({ toDate: "offer.dates" });
  expect(wrong({ ...winter, toDate: "2026-02-30" })).toEqual({ toDate: "form.date" });
  expect(wrong({ ...winter, feeOff: "-1" })).toEqual({ feeOff: "offer.feeOff" });
  expect(wrong({ ...winter, totalUses: "0" })).toEqual({ totalUses: "offer.uses" });
  await addOffer(admin, read());
  freezeClock("2026-11-30T18:29:59.999Z");
  await refuseDeadOffer("winter");
  freezeClock("2026-11-30T18:30:00Z");
  await expect(refuseDeadOffer("winter")).rejects.toMatchObject({ key: "offer.notValid" });
});

test("R432 the category is CONSUMER unless said otherwise, and the switch understands text and boolean", () => {
  expect(read().category).toBe("CONSUMER");
  expect(read({ category: "CENTER" }).category).toBe("CENTER");
  const offerId = randomUUID();
  for (const isOn of [true, "true"]) expect(SwitchOffer.parse({ offerId, active: isOn }).active).toBe("true");
  expect(SwitchOffer.safeParse({ offerId, active: "yes" }).success).toBe(false);
});

test("R431 offers are found by when they were created, newest first or the one that ends first", async () => {
  await addOffer(admin, read({ title: "Long", toDate: "2026-12-31" }));
  moveClock(day);
  await addOffer(admin, read({ title: "Short" }));
  expect(titles(await listOffers({}))).toEqual(["Short", "Long"]);
  moveClock(day);
  await addOffer(admin, read({ title: "Middle", toDate: "2026-12-05" }));
  expect(titles(await listOffers({ sort: "expiry" }))).toEqual(["Short", "Middle", "Long"]);
  const from = new Date("2026-11-24T00:00:00+05:30");
  const to = new Date("2026-11-24T23:59:59+05:30");
  expect(titles(await listOffers({ from, to }))).toEqual(["Short"]);
});

test("an offer stands as it does now: coming, running, used up, over or off; and is found by that", async () => {
  const status = async () => {
    const [offer] = await listOffers({});
    expect(titles(await listOffers({ status: offer!.status }))).toEqual(["Winter"]);
    return offer!.status;
  };
  freezeClock("2026-11-19T18:29:59.999Z");
  const { id } = await addOffer(admin, read({ totalUses: 1 }));
  expect(await status()).toBe("COMING");
  freezeClock("2026-11-19T18:30:00Z");
  expect(await status()).toBe("RUNNING");
  await rows(sql`update offers set uses = 1`);
  expect(await status()).toBe("USED_UP");
  freezeClock("2026-11-30T18:30:00Z");
  expect(await status()).toBe("OVER");
  await switchOffer(admin, { offerId: id, active: "false" });
  expect(await status()).toBe("OFF");
});

test("offers are read page by page, by either order, each once", async () => {
  const made = [];
  for (let n = 0; n < 23; n += 1) {
    moveClock(1_000);
    made.push(`Offer ${n}`);
    await addOffer(admin, read({ title: `Offer ${n}`, toDate: `2026-12-${String(1 + (n % 3)).padStart(2, "0")}` }));
  }
  for (const sort of ["created", "expiry"] as const) {
    const seen: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await offersList.page(admin, { sort, after });
      seen.push(...titles(page.rows));
      if (!page.next) break;
      after = page.next;
    }
    expect(seen.toSorted()).toEqual(made.toSorted());
    if (sort === "created") expect(seen).toEqual(made.toReversed());
  }
  expect(await offersList.count!(admin, {})).toEqual({ n: 23, exact: true });
});

test("of two admins who change one offer the second is told, and without view_offers nobody keeps any", async () => {
  const { id, version } = await addOffer(admin, read());
  await changeOffer(admin, { offerId: id, version, ...read({ feeOff: 5 }) });
  const late = changeOffer(admin, { offerId: id, version, ...read({ feeOff: 9 }) });
  await expect(late).rejects.toMatchObject({ kind: "conflict", key: "error.changed" });
  const ravi = asAdmin(await anAdmin({ name: "Ravi Kumar" }));
  await switchOffer(ravi, { offerId: id, active: "false" });
  await expect(changeOffer(admin, { offerId: id, version, ...read({ feeOff: 9 }) })).rejects.toMatchObject({
    meanwhile: {
      version: version + 2,
      changes: [
        { own: true, fields: ["feeOff"] },
        { by: "Ravi Kumar", role: "admin", own: false, fields: ["active"] },
      ],
      now: { feeOff: "5" },
    },
  });
  const other = asking(["view_banner", "view_subscription"]);
  for (const refused of [
    () => addOffer(other, read()),
    () => offersList.page(other, {}),
    () => deleteOffer(other, { offerId: id }),
  ])
    await expect((async () => refused())()).rejects.toMatchObject({ kind: "denied" });
});
