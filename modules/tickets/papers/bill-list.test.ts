import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { setSupplier } from "#modules/catalog/index.ts";
import type { ServiceSupplier } from "#modules/catalog/shared.ts";
import { freezeClock, resetClock } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { exportList } from "#modules/kernel/lists/export.server.ts";
import { pagesOf } from "#modules/kernel/lists/list.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aService, asAdmin, asCenter } from "#modules/testing/factories.ts";
import { aClosedJob } from "#modules/testing/work.ts";
import { visitBillsList, visitBillTotals, visitBillYears } from "../index.ts";

openDatabase();

const configured = { ...env };
beforeEach(() => configure({ operatorGstin: "29ABCDE1234F1Z5", operatorStateCode: "29" }));
afterEach(() => {
  configure({ operatorGstin: configured.operatorGstin, operatorStateCode: configured.operatorStateCode });
  resetClock();
});

const accountant = asAdmin(undefined, { permissions: ["view_Wallet"] });
const desk = asAdmin(undefined, { permissions: ["view_Wallet", "view_ticket.full_access"] });

/** Bills of three suppliers at noon of these days, of a financial year that no other test uses. */
async function someBills(year: number) {
  const bill = async (supplier: ServiceSupplier, day: string, state: string) => {
    const service = await aService();
    if (supplier !== service.supplier) await setSupplier(asAdmin(), { serviceId: service.id, supplier });
    const center = await aCenter({ services: [service], centerName: `Cool Point ${year}`, state: "Karnataka" });
    if (supplier === "center") await rows(sql`update centers set gstin = '29AAPFU0939F1ZR' where id = ${center.id}`);
    freezeClock(`${day}T12:00:00+05:30`);
    const { ticket } = await aClosedJob({ serviceId: service.id, name: "Meera Nair", state }, 500, center);
    return { center, ticket };
  };
  return {
    ours: await bill("operator", `${year}-04-01`, "Karnataka"),
    taxed: await bill("operator_9_5", `${year}-06-30`, "Delhi"),
    centers: await bill("center", `${year + 1}-03-31`, "Karnataka"),
  };
}

const listed = async (filter: object, actor = desk) =>
  (await visitBillsList.page(actor, visitBillsList.filter.parse(filter))).rows;
const requestsOf = async (filter: object) => (await listed(filter)).map(({ request }) => request);

test("the bills of a financial year are listed newest first, narrowed by days, supplier, series and number, and summed", async () => {
  const { ours, taxed, centers } = await someBills(2041);
  const [first, second, third] = [ours, taxed, centers].map(({ ticket }) => ticket.ticketId);
  expect(await requestsOf({ year: "41-42" })).toEqual([third, second, first]);
  expect(await requestsOf({ year: "41-42", from: "2041-04-02", to: "2041-06-30" })).toEqual([second]);
  expect(await requestsOf({ year: "41-42", supplier: "operator_9_5" })).toEqual([second]);
  expect(await requestsOf({ center: centers.center.id })).toEqual([third]);
  const [bill] = await listed({ center: centers.center.id });
  expect(await requestsOf({ number: bill!.number.toLowerCase() })).toEqual([third]);
  expect(await requestsOf({ number: `${bill!.number.split("/")[0]}/` })).toEqual([third]);
  expect(await requestsOf({ year: "41-42", number: "GS/" })).toEqual([second, first]);
  expect(await requestsOf({ number: "%" })).toEqual([]);
  expect(bill).toMatchObject({ suppliedBy: "center", gstin: "29AAPFU0939F1ZR", buyer: "Meera Nair", sgstPaise: 3_814 });
  const totals = (filter: object) => visitBillTotals(desk, visitBillsList.filter.parse(filter));
  expect(await totals({ year: "41-42" })).toEqual({
    taxablePaise: 42_372 + 42_373 + 42_372,
    cgstPaise: 2 * 3_814,
    sgstPaise: 2 * 3_814,
    igstPaise: 7_627,
    totalPaise: 150_000,
  });
  expect((await totals({ year: "41-42", supplier: "center" })).totalPaise).toBe(50_000);
  expect((await visitBillYears(desk)).slice(0, 1)).toEqual(["41-42"]);
});

test("pages of visit bills follow one another without a repetition or a gap, and the file has them all with their taxes", async () => {
  const { ours } = await someBills(2043);
  const filter = visitBillsList.filter.parse({ year: "43-44" });
  const one = await visitBillsList.page(desk, { ...filter, take: 2 });
  const two = await visitBillsList.page(desk, { ...filter, take: 2, after: one.next! });
  expect([...one.rows, ...two.rows].map(({ id }) => id)).toEqual(
    (await Array.fromAsync(pagesOf(visitBillsList, { actor: desk, filter }))).flat().map(({ id }) => id),
  );
  expect(two.next).toBeNull();
  const made = await exportList(visitBillsList, { actor: desk, filter, format: "csv", locale: "en" });
  const lines = "file" in made ? (await text(made.file.stream)).trim().split("\r\n") : [];
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain("Taxable value,CGST,SGST/UTGST,IGST,Total");
  expect(lines.at(-1)).toMatch(new RegExp(`${ours.ticket.ticketId}.*,423.72,38.14,38.14,0.00,500.00$`));
});

test("a center sees the bills of its own series, an accountant all without who bought, others none", async () => {
  const { ours, centers } = await someBills(2045);
  const read = (center: { id: string }) => listed({ year: "45-46" }, asCenter(center) as never);
  expect((await read(centers.center)).map(({ request }) => request)).toEqual([centers.ticket.ticketId]);
  expect((await read(centers.center))[0]!.buyer).toBeNull();
  expect(await read(ours.center)).toEqual([]);
  const seen = await listed({ year: "45-46" }, accountant);
  expect(seen.map(({ buyer, ticketId }) => [buyer, ticketId])).toEqual([1, 2, 3].map(() => [null, null]));
  const refused = asAdmin(undefined, { permissions: ["view_ticket.full_access"] });
  for (const read of [() => listed({}, refused), () => visitBillTotals(refused, {}), () => visitBillYears(refused)])
    await expect(read()).rejects.toMatchObject({ kind: "denied" });
});
