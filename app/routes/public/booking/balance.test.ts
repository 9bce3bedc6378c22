import { beforeAll, expect, test } from "vitest";
import { doorArgs } from "#app/testing/a-desk.ts";
import { drawn } from "#app/testing/a-page.tsx";
import { registerConsumer, rememberVisitor } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  anAdmin,
  aPhone,
  aPincode,
  aPriceList,
  aProof,
  aService,
  asAdmin,
  asVisitor,
} from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { type BookingInput, bookTicket } from "#modules/tickets/booking/book.ts";
import { cancelTicket } from "#modules/tickets/index.ts";
import { actOnWallet } from "#modules/wallet/index.ts";
import { NewWalletAction } from "#modules/wallet/shared.ts";
import * as pageOfBooking from "./route.tsx";

/* What the booking's pages say of a balance that pays the fee, and to whom. */

openDatabase();
openTill();

let market: { serviceId: string; pincode: string };
beforeAll(async () => {
  await aPriceList();
  const service = await aService();
  const pincode = aPincode();
  await aCenter({ services: [service], pincodes: [pincode] });
  market = { serviceId: service.id, pincode };
});

/** A booking of a customer with this balance in rupees, and the cookie of the browser that proved the phone. */
async function aBooking(amount: number) {
  const phone = aPhone();
  const { id } = await registerConsumer(system("test"), { name: "Meera Nair", phone });
  const admin = asAdmin(await anAdmin({ permissions: ["adjust_wallet"] }), { permissions: ["adjust_wallet"] });
  const added = { userType: "Consumer", consumer: id, kind: "Wallet Added", remarks: "Refunded by hand" };
  const fill = (rupees: number) => actOnWallet(admin, NewWalletAction.parse({ ...added, amount: rupees }));
  if (amount > 0) await fill(amount);
  const bookingInput = {
    ...market,
    phone,
    name: "Meera Nair",
    houseNumber: "221",
    timePreference: { type: "IMMEDIATELY" },
  };
  const { ticket } = await bookTicket(asVisitor(), { ...bookingInput, proof: await aProof({ phone }) } as BookingInput);
  return { fill, ticket: ticket.publicId, cookie: `visitor=${(await rememberVisitor({ phone })).token}` };
}

const page = (step: string, ticket: string, cookie = "") =>
  drawn(`/booking?step=${step}&ticket=${ticket}`, cookie, [pageOfBooking]);

test("the payment says what the balance pays and asks for the rest; who did not prove the phone sees the rest alone", async () => {
  const { ticket, cookie } = await aBooking(30);
  const own = (await page("pay", ticket, cookie)).text;
  expect(own).toContain("From your balance");
  expect(own).toContain("-₹30.00");
  expect(own).toContain("Pay ₹69.00");
  expect(own).toContain("The amount from your balance is held for this booking until");
  const other = (await page("pay", ticket)).text;
  expect(other).toContain("Pay ₹69.00");
  expect(other).not.toMatch(/balance|₹30|₹99/);
});

test("what the last step sends says nothing of the balance to who did not prove the phone", async () => {
  const { ticket, cookie } = await aBooking(150);
  const answer = async (jar: string) =>
    JSON.stringify(await pageOfBooking.loader(doorArgs(`/booking?step=done&ticket=${ticket}`, jar) as never));
  expect(await answer(cookie)).toContain('"duePaise":0');
  expect(await answer("")).toContain('"duePaise":null');
});

test("where the balance pays all there is no payment, and the last step says so and leads to tracking", async () => {
  const { ticket, cookie } = await aBooking(150);
  expect((await page("pay", ticket, cookie)).to).toContain("step=done");
  const done = await page("done", ticket, cookie);
  expect(done.text).toContain("₹99 from your balance paid the whole fee. There is nothing to pay.");
  expect(done.html).toContain(`/ServiceStatus/?${ticket}`);
  expect((await page("done", ticket)).text).not.toContain("balance");
});

test("a fee that the balance paid and that goes back there is no payment that arrived", async () => {
  const { ticket, cookie } = await aBooking(150);
  await cancelTicket(asAdmin(), { ticketId: ticket });
  const done = (await page("done", ticket, cookie)).text;
  expect(done).toContain("₹99 of your fee is back in your balance. Your next booking uses it first.");
  expect(done).not.toContain("Your payment");
  expect((await page("done", ticket)).text).not.toContain("balance");
});

test("a booking whose balance came later says so on its payment, to who proved the phone", async () => {
  const { ticket, cookie, fill } = await aBooking(0);
  expect((await page("pay", ticket, cookie)).text).not.toContain("balance");
  await fill(30);
  expect((await page("pay", ticket, cookie)).text).toContain("Your balance of ₹30 is not counted here");
  expect((await page("pay", ticket)).text).not.toContain("balance");
});
