import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { defaultOfferCode } from "#modules/catalog/index.ts";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anOffer, aPhone, aPincode, aProof, aService, asVisitor } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { fc, property } from "#modules/testing/property.ts";
import { orderOfTicket } from "#modules/wallet/index.ts";
import { type BookingInput, bookTicket } from "./book.ts";

openDatabase();

/* What an offer does at booking. */

openTill();

async function aMarket() {
  const service = await aService();
  const pincode = aPincode();
  await aCenter({ services: [service], pincodes: [pincode] });
  return { serviceId: service.id, pincode };
}
let market: Awaited<ReturnType<typeof aMarket>>;
let house = 0;
beforeAll(async () => {
  market = await aMarket();
});

/** Books for a house of its own: the same booking while its fee is unpaid goes on with the first one. */
async function book(offerCode: string, phone = aPhone()) {
  const place = { houseNumber: String(++house), city: "Bengaluru", state: "Karnataka", name: "Meera Nair" };
  const input = { ...market, ...place, phone, timePreference: { type: "IMMEDIATELY" }, offerCode };
  return bookTicket(asVisitor(), { ...input, proof: await aProof({ phone }) } as BookingInput);
}
const usesOf = async (id: string) =>
  (await rows<{ uses: number }>(sql`select uses from offers where id = ${id}`))[0]!.uses;
const isRefused = { kind: "invalid", key: "offer.notValid" };

test("an offer takes its amount off the booking fee, the order keeps both, and a rupee always stays", async () => {
  const { title } = await anOffer({ feeOffPaise: fromRupees(20) });
  const { ticket, payment } = await book(title.toLowerCase());
  expect(payment).toMatchObject({ amount: 7900 });
  expect(ticket.bookingFeePaise).toBe(7900);
  expect(await orderOfTicket(ticket.id)).toMatchObject({
    amountPaise: 7900,
    priceSnapshot: { requestBookingAmountPaise: 9900, feeOffPaise: 2000 },
  });
  const all = await anOffer({ feeOffPaise: fromRupees(500) });
  expect((await book(all.title)).payment).toMatchObject({ amount: 100 });
});

property.prop([fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 5 })], {
  numRuns: { quick: 3, whole: 8 }[env.testSize],
})(
  "of bookings at once with a code exactly as many take it as it has uses; the others are refused",
  async (n, totalUses) => {
    const offer = await anOffer({ totalUses, feeOffPaise: fromRupees(10) });
    const tries = await Promise.allSettled(Array.from({ length: n }, () => book(offer.title)));
    const made = tries.filter(({ status }) => status === "fulfilled");
    expect(made).toHaveLength(Math.min(n, totalUses));
    for (const each of tries) if (each.status === "rejected") expect(each.reason).toMatchObject(isRefused);
    expect(await usesOf(offer.id)).toBe(made.length);
    expect(await rows(sql`select 1 from tickets where offer_code = ${offer.title}`)).toHaveLength(made.length);
  },
);

test("one phone takes an offer as often as it may, also at once; another phone still does", async () => {
  const offer = await anOffer({ usesPerPhone: 1, feeOffPaise: fromRupees(10) });
  const phone = aPhone();
  const tries = await Promise.allSettled([book(offer.title, phone), book(offer.title, phone)]);
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(book(offer.title, phone)).rejects.toMatchObject(isRefused);
  await book(offer.title);
  expect(await usesOf(offer.id)).toBe(2);
});

test("the default code is never refused, also when its offer is over or off: every form is filled with it", async () => {
  const ended = { fromDate: fromNow(-2 * day), toDate: fromNow(-day) };
  const { id, title } = await anOffer({ title: defaultOfferCode(), feeOffPaise: fromRupees(20), ...ended });
  expect((await book(title.toLowerCase())).payment?.amount).toBe(9900);
  const turn = (on: boolean) =>
    rows(sql`update offers set to_date = ${fromNow(day)}, is_active = ${on} where id = ${id}`);
  await turn(false);
  expect((await book(title)).payment?.amount).toBe(9900);
  await turn(true);
  expect((await book(title)).payment?.amount).toBe(7900);
  await turn(false);
});

test("the default code is never refused for being used up: the booking costs the whole fee", async () => {
  const offer = await anOffer({ title: defaultOfferCode(), totalUses: 1, feeOffPaise: fromRupees(20) });
  const amounts = (await Promise.all([book(offer.title), book(offer.title)])).map(({ payment }) => payment?.amount);
  expect(amounts.sort()).toEqual([7900, 9900]);
  expect((await book(offer.title)).payment?.amount).toBe(9900);
  expect(await usesOf(offer.id)).toBe(1);
});

test("an unknown code passes, and an offer without limits is not written to", async () => {
  expect((await book("NEVERHEARD2")).payment?.amount).toBe(9900);
  const offer = await anOffer();
  await book(offer.title);
  expect(await usesOf(offer.id)).toBe(0);
});
