import { randomUUIDv7 } from "node:crypto";
import { expect, test } from "vitest";
import { fromNow, hour, now } from "#modules/kernel/clock.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { activeServices, allServices, defaultOfferCode, getService, priceInForce, refuseDeadOffer } from "./index.ts";
import { OfferSchema } from "./offers/offer.entity.ts";
import { PriceSchema } from "./prices/price.entity.ts";
import { ServiceSchema } from "./services/service.entity.ts";

openDatabase();

const anOffer = (title: string, isActive: boolean, hours: number) =>
  transaction(async () => {
    em().create(OfferSchema, { title, isActive, fromDate: fromNow(-48 * hour), toDate: fromNow(hours * hour) });
  });

test("only active services can be booked, and all of them are listed for admins", async () => {
  const shown = randomUUIDv7();
  await transaction(async () => {
    em().create(ServiceSchema, { id: shown, serviceName: "CHIMNEY CLEANING" });
    em().create(ServiceSchema, { serviceName: "TYPEWRITER REPAIR", isActive: false });
  });
  expect((await activeServices()).map(({ serviceName }) => serviceName)).toEqual(["CHIMNEY CLEANING"]);
  expect(await allServices()).toHaveLength(2);
  expect(await getService(shown)).toMatchObject({ serviceName: "CHIMNEY CLEANING", pickDrop: false, sac: null });
  await expect(getService(randomUUIDv7())).rejects.toMatchObject({ kind: "missing", key: "service.notFound" });
});

test("prices are the defaults of the house until one is set, then of each the newest that has begun", async () => {
  expect(await priceInForce()).toEqual({
    requestBookingAmountPaise: 9900,
    subscribedUserTicketAmountPaise: 4900,
    unsubscribedUserTicketAmountPaise: 9900,
    annualSubscriptionPaise: 299900,
    firstInstallmentPaise: 99900,
  });
  const fee = (rupees: number, effectiveFrom: Date) =>
    em().create(PriceSchema, { kind: "request_booking_amount", amountPaise: fromRupees(rupees), effectiveFrom });
  await transaction(async () => {
    fee(149, now());
    fee(129, fromNow(-hour));
    fee(199, fromNow(hour));
  });
  expect(await priceInForce()).toMatchObject({ requestBookingAmountPaise: 14900, annualSubscriptionPaise: 299900 });
});

test("Q86 the default offer code is the product's name in capitals without spaces, and 2025", () => {
  expect(defaultOfferCode()).toBe("GHARSEVA2025");
});

test("Q86 a code is refused only when an offer of that title exists and none is in force", async () => {
  await anOffer("Monsoon", true, -1);
  await anOffer("Sleeping", false, 24);
  await anOffer("Diwali", false, 24);
  await anOffer("DIWALI", true, 24);
  await refuseDeadOffer("NOBODY-KNOWS-THIS");
  await refuseDeadOffer("  ");
  await refuseDeadOffer("diwali");
  for (const dead of ["MONSOON", " sleeping "]) {
    await expect(refuseDeadOffer(dead)).rejects.toMatchObject({ kind: "invalid", key: "offer.notValid" });
  }
});
